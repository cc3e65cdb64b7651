import { sql, type SQL } from 'drizzle-orm';
import type { Permission } from '#contract/access.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { row } from '#server/kernel/db.ts';
import { ticketsInReach } from '#server/modules/care/tickets/tickets.scope.ts';

/**
 * The row scope of work orders `o` joined to their tickets `t`, for the `where`: a colleague's are those of the tickets in reach,
 * whoever works for a contractor has those of that company, whatever a role grants.
 */
export function ordersInReach(ctx: Pick<Context, 'staff'>, permission: Permission): SQL {
  const reach = scopeOf(ctx, permission);
  if (!reach) return sql`false`;
  return ctx.staff?.colleague
    ? ticketsInReach(ctx, permission)
    : sql`o.contractor_id = (select partner_id from users where id = ${reach.userId})`;
}

/** Whether the caller may open an order. Guards its comments and files. */
export const mayOpenOrder = async (ctx: Context, id: number): Promise<boolean> =>
  (await row(
    ctx.db,
    sql`select from ticket_orders o join tickets t on t.id = o.ticket_id where o.id = ${id} and ${ordersInReach(ctx, 'tickets.ver')}`,
  )) !== undefined;
