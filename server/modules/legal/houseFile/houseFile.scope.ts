import { sql, type SQL } from 'drizzle-orm';
import type { Permission } from '#contract/access.ts';
import type { Context } from '#server/kernel/context.ts';
import { counselReach } from '#server/modules/legal/counsel/counsel.scope.ts';

/**
 * Row scope of the houses' legal files over a row `l` of lots. asignado and propio: the house of a sale whose processor
 * or lawyer, or whose adviser, is the caller (rulings.md 48).
 */
export function houseFilesInReach(ctx: Pick<Context, 'staff'>, permission: Permission): SQL {
  const reach = counselReach(ctx, permission);
  const ofSale = (whose: SQL) => sql`exists (select from lot_claims rc join sales rs on rs.id = rc.sale_id
    where rc.lot_id = l.id and rc.released_at is null and ${whose})`;
  switch (reach?.scope) {
    case 'todo':
      return sql`true`;
    case 'sus_proyectos':
      return sql`l.project_id = any(${sql.param([...reach.projectIds])}::bigint[])`;
    case 'asignado':
      return ofSale(sql`${reach.userId} in (rs.processor_id, rs.lawyer_id)`);
    case 'propio':
      return ofSale(sql`rs.adviser_id = ${reach.userId}`);
    default:
      return sql`false`;
  }
}
