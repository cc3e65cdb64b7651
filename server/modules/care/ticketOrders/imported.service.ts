import { eq } from 'drizzle-orm';
import { ORDER } from '#contract/care/ticketOrders/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { touch } from '#server/kernel/changes.ts';
import type { Context } from '#server/kernel/context.ts';
import { row, sql } from '#server/kernel/db.ts';
import { transitionRefused } from '#server/kernel/errors.ts';
import {
  backInside,
  lockTicketWithSale,
  whyNotOutside,
} from '#server/modules/care/tickets/supplier.service.ts';
import { insertOrder, writeOrderState } from './ticketOrders.service.ts';
import { ticketOrders } from './ticketOrders.table.ts';

/** An order that was agreed with its contractor before the company moved in. */
export interface ImportedOrder {
  contractorId: number;
  what: string;
  /** YYYY-MM-DD */
  dueOn: string;
}

/** Writes an accepted order of a ticket, which waits for it. Returns its id. Raises 404, 409 TAKEN, 422. */
export async function importOrder(ctx: Context, ticketId: number, order: ImportedOrder): Promise<number> {
  const ticket = await lockTicketWithSale(ctx, ticketId);
  const refusal = whyNotOutside(ticket);
  if (refusal) throw transitionRefused(`${ticket.code}: ${refusal}`);
  const id = await insertOrder(ctx, ticket, order);
  await writeOrderState(ctx, { id, stateId: ORDER.offered, version: 1, ticketId }, ORDER.accepted, {
    answeredAt: ctx.now,
  });
  return id;
}

/** Takes an imported order away, and its ticket back to its team. Returns false, and does nothing, when it was worked on since. */
export async function takeBackOrder(ctx: Context, id: number): Promise<boolean> {
  const there = await row<{ ticketId: number; code: string }>(
    ctx.db,
    sql`select ticket_id "ticketId", code from ticket_orders where id = ${id}`,
  );
  if (!there) return true;
  const ticket = await lockTicketWithSale(ctx, there.ticketId);
  const untouched = await row(
    ctx.db,
    sql`select from ticket_orders o where o.id = ${id} and o.version = 2 and o.state_id = ${ORDER.accepted}
      and not exists (select from comments where reference = 'orden_trabajo' and reference_id = o.id) for no key update`,
  );
  if (!untouched) return false;
  await ctx.db.delete(ticketOrders).where(eq(ticketOrders.id, id));
  await backInside(ctx, ticket, `Se deshizo la importación de la orden ${there.code}.`);
  touch(ctx, ['ticket', there.ticketId]);
  await audit(ctx, 'deshacer importación', 'orden_trabajo', id);
  return true;
}
