import { sql, type SQL } from 'drizzle-orm';
import type { TicketView } from '#contract/care/tickets/model.ts';
import { OPEN_TICKETS, TICKET } from '#contract/care/tickets/rules.ts';
import { anyOf, idOf } from '#server/kernel/db.ts';

const open = sql`t.state_id in ${anyOf(OPEN_TICKETS)} and t.merged_into_id is null`;

/** The views of the queue, as conditions on a ticket `t`. */
export const VIEWS: Readonly<Record<TicketView, (now: Date) => SQL>> = {
  abiertos: () => open,
  empresa: () =>
    sql`t.state_id in ${anyOf([TICKET.open, TICKET.assigned, TICKET.working, TICKET.reopened])} and ${open}`,
  cliente: () =>
    sql`t.state_id in ${anyOf([TICKET.waitsCustomer, TICKET.solved])} and t.merged_into_id is null`,
  proveedor: () => sql`t.state_id = ${idOf(TICKET.waitsSupplier)} and t.merged_into_id is null`,
  vencidos: (now) =>
    sql`${open} and t.paused_since is null and (t.solve_due < ${now} or (t.answered_at is null and t.answer_due < ${now}))`,
  sin_asignar: () => sql`${open} and t.assignee_id is null`,
  terminados: () => sql`t.state_id in ${anyOf([TICKET.solved, TICKET.closed, TICKET.cancelled])}`,
};
