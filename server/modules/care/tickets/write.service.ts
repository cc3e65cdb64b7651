import { eq, sql } from 'drizzle-orm';
import { isOpenTicket, TICKET, type TicketFacts } from '#contract/care/tickets/rules.ts';
import type { Permission } from '#contract/access.ts';
import { daysBetween, panamaDay } from '#contract/dates.ts';
import { announce, type RecordName } from '#server/kernel/changes.ts';
import type { Acting, Context } from '#server/kernel/context.ts';
import { row, rows } from '#server/kernel/db.ts';
import { notFound } from '#server/kernel/errors.ts';
import { known } from '#server/kernel/known.ts';
import { cancelVisitsOf } from '#server/modules/sales/appointments/change.service.ts';
import { deadlineColumns, pauseColumns, type Timed } from './deadlines.service.ts';
import { findTicket, lockTicketRow, placeIn, type FoundTicket } from './tickets.queries.ts';
import { reachesTicket, ticketsInReach } from './tickets.scope.ts';
import { tickets } from './tickets.table.ts';

type Columns = Partial<typeof tickets.$inferInsert>;
const instantOf = (text: string | null) => (text === null ? null : new Date(text));

/** Loads a ticket within scope of a permission and locks it, after its sale. Raises 404. */
export async function loadTicket(ctx: Context, id: number, permission: Permission): Promise<FoundTicket> {
  const reach = ticketsInReach(ctx, permission);
  const there = await findTicket(ctx.db, id, reach);
  if (!there) throw notFound();
  if (there.saleId !== null)
    await ctx.db.execute(sql`select from sales where id = ${there.saleId} for no key update`);
  return (await lockTicketRow(ctx.db, id, reach))!;
}

/** The records that a change of a ticket also belongs to. */
export const ofTicket = (one: Pick<FoundTicket, 'saleId' | 'houseId'>): { of?: RecordName } =>
  one.saleId !== null
    ? { of: ['precontrato', one.saleId] }
    : one.houseId !== null
      ? { of: ['vivienda', one.houseId] }
      : {};

/** The open work order of a ticket, which a higher feature knows. */
interface TicketOrder {
  contractor: string;
  /** How it goes, as the customer reads it. */
  told: string;
}
export const orderOf = async (ctx: Pick<Context, 'db' | 'knows'>, id: number): Promise<TicketOrder | null> =>
  (await row<{ order: TicketOrder | null }>(
    ctx.db,
    sql`select ${known(ctx, 'ticket', 'order')} "order" from tickets t where t.id = ${id}`,
  ))!.order;

/** What is true of the caller and a ticket, for its transitions. */
export async function factsOf(
  ctx: Context,
  one: FoundTicket,
): Promise<TicketFacts & { may: (permission: Permission) => boolean }> {
  const userId = ctx.staff?.userId ?? null;
  const place = await placeIn(ctx.db, one.departmentId, userId);
  const may = (permission: Permission) => reachesTicket(ctx, permission, { ...one, ...place });
  return {
    may,
    assigned: one.assigneeId !== null,
    acts: one.assigneeId === userId || place.leads || may('tickets.aprobar'),
    opened: one.createdBy === userId || may('tickets.anular'),
    solvedDays: one.solvedAt === null ? null : daysBetween(panamaDay(one.solvedAt), panamaDay(ctx.now)),
    merged: one.mergedIntoId !== null,
    lawful: one.dueOn !== null,
    unquoted: one.cover === 'fuera' && one.quoteCents === null,
    ordered: (await orderOf(ctx, one.id)) !== null,
  };
}

/** The columns that deadlines depend on, after `set`. */
const timedOf = (one: FoundTicket, set: Columns): Timed => ({
  stateId: set.stateId ?? one.stateId,
  priorityId: set.priorityId ?? one.priorityId,
  clockFrom: set.clockFrom ?? new Date(one.clockFrom),
  pausedMinutes: set.pausedMinutes ?? one.pausedMinutes,
  answeredAt: set.answeredAt === undefined ? instantOf(one.answeredAt) : set.answeredAt,
  answerAlert: set.answerAlert ?? one.answerAlert,
  solveAlert: set.solveAlert ?? one.solveAlert,
  dueOn: one.dueOn,
  merged: (set.mergedIntoId === undefined ? one.mergedIntoId : set.mergedIntoId) !== null,
});

/** Writes columns of a ticket, reckons its deadlines anew and raises its version. It must be locked. */
export async function writeTicket(ctx: Acting, one: FoundTicket, set: Columns): Promise<void> {
  await ctx.db
    .update(tickets)
    .set({ ...set, ...(await deadlineColumns(ctx, timedOf(one, set))), version: sql`${tickets.version} + 1` })
    .where(eq(tickets.id, one.id));
}

/**
 * Writes a ticket's new state with its clock, announces it, and moves the tickets merged into it along. At its end nobody comes any
 * more: its visit to come is cancelled, and its family is told. It must be locked.
 */
export async function writeTicketState(
  ctx: Acting,
  one: FoundTicket,
  to: number,
  set: Columns = {},
  reason?: string,
): Promise<void> {
  const pause = await pauseColumns(
    ctx,
    { stateId: one.stateId, pausedSince: instantOf(one.pausedSince), pausedMinutes: one.pausedMinutes },
    to,
  );
  await writeTicket(ctx, one, {
    ...pause,
    ...((to === TICKET.working || to === TICKET.solved) &&
      one.answeredAt === null && { answeredAt: ctx.now }),
    ...(to === TICKET.solved && { solvedAt: ctx.now, closedAt: null }),
    ...((to === TICKET.closed || to === TICKET.cancelled) && { closedAt: ctx.now }),
    ...(to === TICKET.reopened && {
      // The clock of a reopened ticket begins again: what was promised before has passed.
      clockFrom: ctx.now,
      pausedMinutes: 0,
      reopened: one.reopened + 1,
      solvedAt: null,
      closedAt: null,
      answeredAt: null,
      answerAlert: 0,
      solveAlert: 0,
    }),
    ...set,
    stateId: to,
    stateSince: ctx.now,
  });
  await announce(ctx, { record: 'ticket', id: one.id, from: one.stateId, to, reason, ...ofTicket(one) });
  if (!isOpenTicket(to))
    await cancelVisitsOf(
      ctx,
      one.id,
      `El ticket ${one.code} ${to === TICKET.cancelled ? 'se canceló' : 'quedó resuelto'}.`,
    );
  if (one.mergedIntoId === null) await followedBy(ctx, one.id, to, reason);
}

/** Moves the tickets that are merged into one along with it. */
export async function followedBy(ctx: Acting, mainId: number, to: number, reason?: string): Promise<void> {
  for (const { id } of await rows<{ id: number }>(
    ctx.db,
    sql`select id from tickets where merged_into_id = ${mainId} order by id for no key update`,
  ))
    await followMain(ctx, id, to, reason);
}

/** A merged ticket shows its customer the state of the ticket that leads, and who has that one. */
export async function followMain(ctx: Acting, id: number, to: number, reason?: string): Promise<void> {
  const merged = (await lockTicketRow(ctx.db, id))!;
  const { assigneeId } = (await row<{ assigneeId: number | null }>(
    ctx.db,
    sql`select assignee_id "assigneeId" from tickets where id = ${merged.mergedIntoId}`,
  ))!;
  if (merged.stateId !== to)
    await writeTicketState(ctx, merged, to, { assigneeId, pausedSince: null }, reason);
  else if (merged.assigneeId !== assigneeId) await writeTicket(ctx, merged, { assigneeId });
}
