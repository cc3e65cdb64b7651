import { sql, type SQL } from 'drizzle-orm';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { houseModels } from '#server/modules/projects/projects/projects.table.ts';
import { houses } from './houses.table.ts';

/** A lot with a house accepts only that house's model; a bare lot accepts any model of the project (rulings.md 20). */
export const fitsModel: SQL = sql`${houseModels.projectId} = ${lots.projectId} and not exists (
  select 1 from ${houses} where ${houses.lotId} = ${lots.id} and ${houses.archivedAt} is null and ${houses.modelId} <> ${houseModels.id})`;
