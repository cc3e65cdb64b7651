import { anyOf } from '#server/kernel/db.ts';
import { NOT_SOLD } from '#contract/company/catalogs/states.ts';
import { sql, type SQL } from 'drizzle-orm';
import type { Permission } from '#contract/access.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { lots } from './lots.table.ts';

/** Row scope of lots for a permission: lots of the caller's projects. */
export function lotsInReach(ctx: Pick<Context, 'staff'>, permission: Permission): SQL | undefined {
  const reach = scopeOf(ctx, permission);
  if (reach?.scope === 'todo') return undefined;
  return reach ? sql`${lots.projectId} = any(${sql.param([...reach.projectIds])})` : sql`false`;
}

/** Public areas and infrastructure (lot types 7 and 8) are not sold. */
export const soldType: SQL = sql`${lots.typeId} not in ${anyOf(NOT_SOLD)}`;
