import { sql } from 'drizzle-orm';
import { OPEN_ORDERS, ORDER, OUT_ORDERS } from '#contract/care/ticketOrders/rules.ts';
import { OPEN_TICKETS } from '#contract/care/tickets/rules.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { anyOf, idOf } from '#server/kernel/db.ts';
import type { TaskQuery } from '#server/kernel/tasks.ts';
import { ordersInReach } from './ticketOrders.scope.ts';

/** Orders that the caller's company is to answer or do; of a colleague those to verify or to give to another, of the own tickets. */
export function orderTasks(ctx: Context): TaskQuery | null {
  const reach = scopeOf(ctx, 'tickets.editar');
  if (!reach) return null;
  const mine = ctx.staff?.colleague
    ? sql`(o.state_id = ${idOf(ORDER.done)} or (o.state_id = ${idOf(ORDER.refused)} and t.state_id in ${anyOf(OPEN_TICKETS)}
          and not exists (select from ticket_orders n where n.ticket_id = o.ticket_id and n.id > o.id)))
        and (t.assignee_id = ${reach.userId} or t.department_id in
          (select m.department_id from department_members m where m.user_id = ${reach.userId} and m.head))`
    : sql`o.state_id in ${anyOf(OUT_ORDERS)}`;
  return {
    rows: sql`select o.*, t.house_id, t.title from ticket_orders o join tickets t on t.id = o.ticket_id
      where o.state_id in ${anyOf([...OPEN_ORDERS, ORDER.refused])} and ${mine} and ${ordersInReach(ctx, 'tickets.editar')}`,
    joins: sql`left join houses h on h.id = w.house_id`,
    id: sql`w.id`,
    title: sql`w.title`,
    text: sql`case w.state_id when ${idOf(ORDER.offered)} then 'Aceptar o rechazar' when ${idOf(ORDER.done)} then 'Verificar'
        when ${idOf(ORDER.refused)} then 'La rechazaron: elegir a otro' when ${idOf(ORDER.returned)} then 'Corregir' else 'Hacer' end
      || ' · ' || w.code || coalesce(' · ' || h.name, '')`,
    due: sql`w.due_on`,
    since: sql`w.state_since`,
  };
}
