import { and, eq } from 'drizzle-orm';
import { isOpenTicket, ORDERED, TICKET } from '#contract/care/tickets/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import type { Acting, Context } from '#server/kernel/context.ts';
import { row, sql } from '#server/kernel/db.ts';
import { invalid, notFound, transitionRefused } from '#server/kernel/errors.ts';
import { findTicket, lockTicketRow } from './tickets.queries.ts';
import { ticketsInReach } from './tickets.scope.ts';
import { ticketLinks } from './tickets.table.ts';
import { followMain, ofTicket, orderOf, writeTicket, writeTicketState } from './write.service.ts';

/** Locks two tickets within the caller's scope, the sales before them and the lower id first. Raises 404, 422 at `en`. */
async function lockBoth(ctx: Context, id: number, otherId: number) {
  if (id === otherId) throw invalid([{ field: 'en', message: 'Elige otro ticket.' }]);
  const reach = ticketsInReach(ctx, 'tickets.editar');
  const [one, other] = [await findTicket(ctx.db, id, reach), await findTicket(ctx.db, otherId, reach)];
  if (!one) throw notFound();
  if (!other) throw invalid([{ field: 'en', message: 'No encontramos ese ticket entre los tuyos.' }]);
  await ctx.db.execute(
    sql`select from sales where id in (${one.saleId ?? 0}, ${other.saleId ?? 0}) order by id for no key update`,
  );
  await ctx.db.execute(
    sql`select from tickets where id in (${id}, ${otherId}) order by id for no key update`,
  );
  return [(await lockTicketRow(ctx.db, id))!, (await lockTicketRow(ctx.db, otherId))!] as const;
}

const idOf = async ({ db }: Pick<Context, 'db'>, code: string) =>
  (await row<{ id: number }>(db, sql`select id from tickets where code = ${code}`))?.id ?? 0;

/**
 * Merges a ticket into another. Both stay: each customer sees the own one alone, with the state of the one that leads, and the merged
 * one has no deadline. Raises 404, 422.
 */
export async function mergeTicket(ctx: Context, id: number, into: string): Promise<void> {
  const intoId = await idOf(ctx, into);
  const [one, main] = await lockBoth(ctx, id, intoId);
  if (one.mergedIntoId !== null) throw transitionRefused('Ya está unido a otro ticket.');
  if (main.mergedIntoId !== null)
    throw transitionRefused(`${main.code} está unido a ${main.mergedCode}: únelo a ese.`);
  if (!isOpenTicket(one.stateId) || !isOpenTicket(main.stateId))
    throw transitionRefused('Solo se unen tickets abiertos.');
  if (one.rightId !== null || main.rightId !== null)
    throw transitionRefused('Una solicitud de derechos tiene su propio plazo: enlázalos.');
  if (await row(ctx.db, sql`select from tickets where merged_into_id = ${id} limit 1`))
    throw transitionRefused('Otros tickets están unidos a este: únelos primero al otro.');
  if (await orderOf(ctx, id)) throw transitionRefused(ORDERED);
  await joinTickets(ctx, id, intoId);
}

/** Merges a ticket into one that leads. Both are locked, open, and may be merged. */
export async function joinTickets(ctx: Acting, id: number, intoId: number): Promise<void> {
  const one = (await lockTicketRow(ctx.db, id))!;
  const main = (await lockTicketRow(ctx.db, intoId))!;
  await writeTicket(ctx, one, { mergedIntoId: intoId, pausedSince: null });
  await announce(
    ctx,
    { record: 'ticket', id, verb: 'unir', ...ofTicket(one) },
    { record: 'ticket', id: intoId, verb: 'unir' },
  );
  await audit(ctx, 'unir', 'ticket', id, { into: intoId });
  await followMain(ctx, id, main.stateId);
}

/** Takes a merged ticket out again: it is worked on by itself, with a clock of its own. Raises 404, 422. */
export async function separateTicket(ctx: Context, id: number): Promise<void> {
  const there = await findTicket(ctx.db, id, ticketsInReach(ctx, 'tickets.editar'));
  if (!there) throw notFound();
  if (there.mergedIntoId === null) throw transitionRefused('No está unido a otro ticket.');
  await lockBoth(ctx, id, there.mergedIntoId);
  await separate(ctx, id);
}

/** The same for a ticket that is locked. An ended one opens again. */
export async function separate(ctx: Acting, id: number, reason?: string): Promise<void> {
  const one = (await lockTicketRow(ctx.db, id))!;
  const ended = !isOpenTicket(one.stateId);
  await writeTicketState(
    ctx,
    one,
    ended ? TICKET.reopened : one.assigneeId === null ? TICKET.open : TICKET.assigned,
    // The one that leads may have waited, and its state with it: this one begins.
    { mergedIntoId: null, clockFrom: ctx.now, pausedMinutes: 0, pausedSince: null },
    reason ?? `Separado de ${one.mergedCode}.`,
  );
  await audit(ctx, 'separar', 'ticket', id, { from: one.mergedIntoId });
}

const inOrder = (a: number, b: number) => ({ ticketId: Math.min(a, b), otherId: Math.max(a, b) });

/** Links two tickets that are about the same thing. Raises 404, 422. */
export async function linkTickets(ctx: Context, id: number, code: string): Promise<void> {
  const otherId = await idOf(ctx, code);
  await lockBoth(ctx, id, otherId);
  await ctx.db
    .insert(ticketLinks)
    .values({ ...inOrder(id, otherId), createdAt: ctx.now })
    .onConflictDoNothing();
  await announce(
    ctx,
    { record: 'ticket', id, verb: 'enlazar' },
    { record: 'ticket', id: otherId, verb: 'enlazar' },
  );
  await audit(ctx, 'enlazar', 'ticket', id, { other: otherId });
}

/** Takes a link away. Raises 404. */
export async function unlinkTickets(ctx: Context, id: number, otherId: number): Promise<void> {
  await lockBoth(ctx, id, otherId);
  const pair = inOrder(id, otherId);
  await ctx.db
    .delete(ticketLinks)
    .where(and(eq(ticketLinks.ticketId, pair.ticketId), eq(ticketLinks.otherId, pair.otherId)));
  await announce(
    ctx,
    { record: 'ticket', id, verb: 'enlazar' },
    { record: 'ticket', id: otherId, verb: 'enlazar' },
  );
  await audit(ctx, 'desenlazar', 'ticket', id, { other: otherId });
}
