import { sql, type SQL } from 'drizzle-orm';
import type { Permission } from '#contract/access.ts';
import { scopeOf, staffOf, type Context } from '#server/kernel/context.ts';
import { salesInReach } from '#server/modules/sales/sale/sales.scope.ts';

/** With one of these permissions a user sees the commissions of all sales in its scope; without, only their own. */
const SEES: readonly Permission[] = ['ventas.aprobar', 'pagos.aprobar', 'auditoria.ver'];

/** The row scope of `commissions`. Undefined: all rows. */
export function commissionsInReach(ctx: Pick<Context, 'staff'>): SQL | undefined {
  const held = SEES.filter((permission) => scopeOf(ctx, permission));
  const reaches = held.map((permission) =>
    permission === 'auditoria.ver' ? undefined : salesInReach(ctx, permission),
  );
  if (reaches.some((reach) => reach === undefined)) return undefined;
  const own = sql`commissions.user_id = ${staffOf(ctx).userId}`;
  if (reaches.length === 0) return own;
  const reached = sql.join(
    reaches.filter((one) => one !== undefined),
    sql` or `,
  );
  return sql`(${own} or exists (select from sales where sales.id = commissions.sale_id and (${reached})))`;
}
