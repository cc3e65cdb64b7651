import { sql, type SQL } from 'drizzle-orm';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { lotClaims } from './claims.table.ts';

/** Joins a lot to its live claim: `.leftJoin(lotClaims, liveClaim)`. */
export const liveClaim: SQL = sql`${lotClaims.lotId} = ${lots.id} and ${lotClaims.releasedAt} is null`;

/** SQL condition over sales: the lot belongs to the sale's project and fits its model. */
export const fitsSaleModel = (lotId: number): SQL<boolean> => sql<boolean>`exists (select from lots l
  where l.id = ${lotId} and l.project_id = ${sales.projectId} and not exists (select from houses h
    where h.lot_id = l.id and h.archived_at is null and h.model_id <> ${sales.modelId}))`;
