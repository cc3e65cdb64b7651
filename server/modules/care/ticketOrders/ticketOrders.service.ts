import { eq, sql } from 'drizzle-orm';
import type { NewOrder, OrderChange } from '#contract/care/ticketOrders/model.ts';
import { isOut, NOT_ACTING, ORDER, orderMachine } from '#contract/care/ticketOrders/rules.ts';
import { dayText, panamaDay } from '#contract/dates.ts';
import type { StatusChange } from '#contract/transitions.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Acting, type Context } from '#server/kernel/context.ts';
import { row, violatedConstraint } from '#server/kernel/db.ts';
import { conflict, forbidden, invalid, notFound, transitionRefused } from '#server/kernel/errors.ts';
import { checkTransition } from '#server/kernel/transition.ts';
import {
  backInside,
  lockTicketWithSale,
  ticketStanding,
  waitOutside,
  whyNotOutside,
  type OutsideTicket,
} from '#server/modules/care/tickets/supplier.service.ts';
import { factsOf, loadTicket } from '#server/modules/care/tickets/write.service.ts';
import { contractFor, houseOf } from './options.service.ts';
import { findOrder, type FoundOrder } from './ticketOrders.queries.ts';
import { ticketOrders } from './ticketOrders.table.ts';
import { tellContractor } from './told.service.ts';

type Columns = Partial<typeof ticketOrders.$inferInsert>;

/** An order of which the caller may see, locked after its ticket. Raises 404. */
export async function lockOrder(
  ctx: Context,
  id: number,
): Promise<{ one: FoundOrder; ticket: OutsideTicket }> {
  const there = await findOrder(ctx, id);
  if (!there) throw notFound();
  const ticket = await lockTicketWithSale(ctx, there.ticketId);
  await ctx.db.execute(sql`select from ticket_orders where id = ${id} for no key update`);
  const one = await findOrder(ctx, id);
  if (!one) throw notFound();
  return { one, ticket };
}

/** Writes an order's new state and announces it. It must be locked. */
export async function writeOrderState(
  ctx: Acting,
  one: Pick<FoundOrder, 'id' | 'stateId' | 'version' | 'ticketId'>,
  to: number,
  set: Columns = {},
  reason?: string,
): Promise<void> {
  await ctx.db
    .update(ticketOrders)
    .set({ ...set, stateId: to, stateSince: ctx.now, version: one.version + 1 })
    .where(eq(ticketOrders.id, one.id));
  await announce(ctx, {
    record: 'orden_trabajo',
    id: one.id,
    from: one.stateId,
    to,
    of: ['ticket', one.ticketId],
    reason,
  });
  await audit(ctx, 'cambiar_estado', 'orden_trabajo', one.id, { from: one.stateId, to });
}

/** A work that a contractor is asked for. */
interface Offer {
  contractorId: number;
  what: string;
  /** YYYY-MM-DD */
  dueOn: string;
}

/** Writes an offered order of a locked ticket and lets the ticket wait for it. Returns its id. Raises 409 TAKEN. */
export async function insertOrder(ctx: Acting, ticket: OutsideTicket, offer: Offer): Promise<number> {
  const year = Number(panamaDay(ctx.now).slice(0, 4));
  const { code } = (await row<{ code: string }>(ctx.db, sql`select next_code('OT', ${year}::int) code`))!;
  const houseId = await houseOf(ctx.db, ticket);
  const contractId = houseId === null ? null : await contractFor(ctx.db, houseId, ticket.categoryId, offer);
  const id = await inserted(ctx, {
    ...offer,
    code,
    ticketId: ticket.id,
    contractId,
    stateId: ORDER.offered,
    stateSince: ctx.now,
    offeredBy: ctx.staff?.userId ?? null,
    createdAt: ctx.now,
  });
  await announce(ctx, {
    record: 'orden_trabajo',
    id,
    from: null,
    to: ORDER.offered,
    of: ['ticket', ticket.id],
  });
  await audit(ctx, 'crear', 'orden_trabajo', id, { code, ticket: ticket.id, contractor: offer.contractorId });
  await waitOutside(ctx, ticket, `Orden de trabajo ${code}.`);
  return id;
}

async function inserted(ctx: Acting, values: typeof ticketOrders.$inferInsert): Promise<number> {
  try {
    const [made] = await ctx.db.insert(ticketOrders).values(values).returning({ id: ticketOrders.id });
    return made!.id;
  } catch (error) {
    if (violatedConstraint(error) !== 'ticket_orders_open') throw error;
    throw conflict('TAKEN', 'Este ticket ya tiene una orden en curso: espérala o cancélala.');
  }
}

/** Offers a ticket's work to a contractor. Returns the order's id. Raises 404, 403, 409 TAKEN, 422 with the reason or at a field. */
export async function offerOrder(ctx: Context, ticketId: number, form: NewOrder): Promise<number> {
  const ticket = await loadTicket(ctx, ticketId, 'tickets.editar');
  if (!(await factsOf(ctx, ticket)).acts) throw forbidden();
  const refusal = whyNotOutside(ticket);
  if (refusal) throw transitionRefused(refusal);
  if (form.vence < panamaDay(ctx.now))
    throw invalid([{ field: 'vence', message: 'Escribe un día desde hoy.' }]);
  const contractor = await row(
    ctx.db,
    sql`select from partners where id = ${form.contratista_id} and kind = 'contratista' and archived_at is null`,
  );
  if (!contractor) throw invalid([{ field: 'contratista_id', message: 'Elige un contratista de la lista.' }]);
  const id = await insertOrder(ctx, ticket, {
    contractorId: form.contratista_id,
    what: form.trabajo,
    dueOn: form.vence,
  });
  const one = (await findOrder(ctx, id))!;
  await tellContractor(
    ctx,
    one,
    `te ofrecen un trabajo en ${one.house ?? one.commonArea ?? one.project}, para el ${dayText(one.dueOn)}. Acéptalo o recházalo.`,
    'ofrecida',
  );
  return id;
}

/** Changes what an order asks for, or until when, and tells its contractor. Raises 404, 403, 409 STALE, 422. */
export async function changeOrder(ctx: Context, id: number, form: OrderChange): Promise<void> {
  const { one } = await lockOrder(ctx, id);
  const { may, acts } = await ticketStanding(ctx, one.ticketId);
  if (!may) throw forbidden();
  if (!acts) throw transitionRefused(NOT_ACTING);
  if (form.version !== one.version) throw conflict('STALE', undefined, { version: one.version });
  if (!isOut(one.stateId)) throw transitionRefused('Se cambia mientras el contratista la tiene.');
  if (form.vence < panamaDay(ctx.now) && form.vence !== one.dueOn)
    throw invalid([{ field: 'vence', message: 'Escribe un día desde hoy.' }]);
  await ctx.db
    .update(ticketOrders)
    .set({ what: form.trabajo, dueOn: form.vence, version: one.version + 1 })
    .where(eq(ticketOrders.id, id));
  await announce(ctx, { record: 'orden_trabajo', id, verb: 'cambiar', of: ['ticket', one.ticketId] });
  await audit(ctx, 'cambiar', 'orden_trabajo', id, {
    before: { trabajo: one.what, vence: one.dueOn },
    after: { trabajo: form.trabajo, vence: form.vence },
  });
  await tellContractor(ctx, one, `cambió: ahora es para el ${dayText(form.vence)}.`, 'cambiada');
}

/** Verifies, returns or cancels an order; its ticket follows. Raises 404, 403, 409 STALE, 422. */
export async function changeOrderState(ctx: Context, id: number, change: StatusChange): Promise<void> {
  const { one, ticket } = await lockOrder(ctx, id);
  const { may, acts } = await ticketStanding(ctx, one.ticketId);
  const { userId } = staffOf(ctx);
  checkTransition(orderMachine, one, change, { acts, own: one.doneBy === userId }, () => may);
  const [to, reason] = [change.estado_id, change.motivo];
  if (to === ORDER.returned) {
    const refusal = whyNotOutside(ticket);
    if (refusal) throw transitionRefused(refusal);
  }
  await writeOrderState(
    ctx,
    one,
    to,
    to === ORDER.verified ? { verifiedBy: userId, verifiedAt: ctx.now, reason: null } : { reason: reason! },
    reason,
  );
  if (to === ORDER.returned) await waitOutside(ctx, ticket, `Orden ${one.code} devuelta: ${reason!}`);
  if (to === ORDER.cancelled) await backInside(ctx, ticket, `Orden ${one.code} cancelada: ${reason!}`);
  await tellContractor(
    ctx,
    one,
    to === ORDER.verified
      ? 'quedó verificada.'
      : to === ORDER.returned
        ? `falta corregir: ${reason!}`
        : `se canceló: ${reason!}`,
    `estado:${to}`,
  );
}
