import { sql, type SQL } from 'drizzle-orm';
import type { Permission } from '#contract/access.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { handsOf, salesInReach } from '#server/modules/sales/sale/sales.scope.ts';

/** Row scope of the houses' legal files over a row `l` of lots: their project's, or that of the sale that has the lot. */
export function houseFilesInReach(ctx: Pick<Context, 'staff'>, permission: Permission): SQL {
  const reach = scopeOf(ctx, permission);
  if (reach?.scope === 'sus_proyectos')
    return sql`l.project_id = any(${sql.param([...reach.projectIds])}::bigint[])`;
  const ofSale = salesInReach(ctx, permission, handsOf('rs'));
  return ofSale
    ? sql`exists (select from lot_claims rc join sales rs on rs.id = rc.sale_id
        where rc.lot_id = l.id and rc.released_at is null and ${ofSale})`
    : sql`true`;
}
