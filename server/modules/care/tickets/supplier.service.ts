import type { Permission } from '#contract/access.ts';
import { isOpenTicket, TICKET } from '#contract/care/tickets/rules.ts';
import type { Acting, Context } from '#server/kernel/context.ts';
import { sql } from '#server/kernel/db.ts';
import { notFound } from '#server/kernel/errors.ts';
import { findTicket, lockTicketRow, type FoundTicket } from './tickets.queries.ts';
import { ticketsInReach } from './tickets.scope.ts';
import { tellCustomer } from './told.service.ts';
import { factsOf, writeTicketState } from './write.service.ts';

export type OutsideTicket = FoundTicket;

/** A ticket that the caller may see by a permission; undefined when there is none. */
export const seenTicket = (
  ctx: Pick<Context, 'db' | 'staff'>,
  id: number,
  permission: Permission,
): Promise<OutsideTicket | undefined> => findTicket(ctx.db, id, ticketsInReach(ctx, permission));

/** What a colleague may do with a ticket: change it at all, and act for it. Of who is no colleague both are false. */
export async function ticketStanding(ctx: Context, id: number): Promise<{ may: boolean; acts: boolean }> {
  const one = ctx.staff?.colleague ? await findTicket(ctx.db, id) : undefined;
  if (!one) return { may: false, acts: false };
  const facts = await factsOf(ctx, one);
  return { may: facts.may('tickets.editar'), acts: facts.acts };
}

/** A ticket, locked after its sale, whoever asks: for features whose records move it. Raises 404. */
export async function lockTicketWithSale(ctx: Pick<Context, 'db'>, id: number): Promise<FoundTicket> {
  const there = await findTicket(ctx.db, id);
  if (!there) throw notFound();
  if (there.saleId !== null)
    await ctx.db.execute(sql`select from sales where id = ${there.saleId} for no key update`);
  return (await lockTicketRow(ctx.db, id))!;
}

/** Why a ticket cannot be given to somebody outside, or null. */
export function whyNotOutside(
  one: Pick<FoundTicket, 'stateId' | 'mergedIntoId' | 'assigneeId' | 'dueOn'>,
): string | null {
  if (!isOpenTicket(one.stateId)) return 'Este ticket ya terminó: reábrelo primero.';
  if (one.mergedIntoId !== null) return 'Está unido a otro ticket: hazlo en aquel.';
  if (one.dueOn !== null) return 'Es una solicitud sobre datos personales: la atiende Legal.';
  return one.assigneeId === null ? 'Primero asígnalo a alguien.' : null;
}

/** Lets a ticket wait for somebody outside, through the work that it may not have begun. It must be locked, and may go outside. */
export async function waitOutside(ctx: Acting, one: FoundTicket, reason: string): Promise<void> {
  if (one.stateId === TICKET.waitsSupplier || whyNotOutside(one) !== null) return;
  if (one.stateId !== TICKET.working) await writeTicketState(ctx, one, TICKET.working);
  await writeTicketState(ctx, (await lockTicketRow(ctx.db, one.id))!, TICKET.waitsSupplier, {}, reason);
  await tellCustomer(ctx, one.id, TICKET.waitsSupplier);
}

/** Brings a ticket that waits for somebody outside back to its team; another one stays as it is. It must be locked. */
export async function backInside(ctx: Acting, one: FoundTicket, reason: string): Promise<void> {
  if (one.stateId !== TICKET.waitsSupplier || one.mergedIntoId !== null) return;
  await writeTicketState(ctx, one, TICKET.working, {}, reason);
}
