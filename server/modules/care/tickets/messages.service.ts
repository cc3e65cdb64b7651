import { and, eq } from 'drizzle-orm';
import type { NewTicketMessage } from '#contract/care/tickets/model.ts';
import { isOpenTicket, TICKET } from '#contract/care/tickets/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import type { Acting, Context } from '#server/kernel/context.ts';
import { rows, sql } from '#server/kernel/db.ts';
import { conflict, forbidden } from '#server/kernel/errors.ts';
import { keepTicketPhotos } from './photos.service.ts';
import { lockTicketRow, type FoundTicket } from './tickets.queries.ts';
import { ticketMessages } from './tickets.table.ts';
import { tellCustomer } from './told.service.ts';
import { factsOf, loadTicket, ofTicket, writeTicket } from './write.service.ts';

/** Writes a message into a ticket, with the photographs of the request. The same key again writes nothing; returns false. */
export async function addMessage(
  ctx: Acting & Pick<Context, 'uploads'>,
  one: FoundTicket,
  { text, key, sender }: { text: string; key: string | undefined; sender: 'equipo' | 'cliente' },
): Promise<boolean> {
  if (key !== undefined) {
    const same = and(eq(ticketMessages.ticketId, one.id), eq(ticketMessages.key, key));
    if ((await ctx.db.$count(ticketMessages, same)) > 0) return false;
  }
  const [made] = await ctx.db
    .insert(ticketMessages)
    .values({
      ticketId: one.id,
      sender,
      userId: sender === 'equipo' ? (ctx.staff?.userId ?? null) : null,
      text,
      key: key ?? null,
      createdAt: ctx.now,
    })
    .returning({ id: ticketMessages.id });
  await keepTicketPhotos(ctx, one.id, { messageId: made!.id }, ctx.uploads.get('fotos') ?? []);
  await announce(ctx, { record: 'ticket', id: one.id, verb: 'mensaje', ...ofTicket(one) });
  return true;
}

/**
 * Writes to a ticket's customer; the first message is the answer. With `a_todos` also to the customers of the tickets merged into
 * it, each in the own ticket. Raises 404, 403, 409 when it is merged.
 */
export async function writeOnTicket(ctx: Context, id: number, sent: NewTicketMessage): Promise<void> {
  const one = await loadTicket(ctx, id, 'tickets.editar');
  const { acts } = await factsOf(ctx, one);
  if (!acts && one.createdBy !== ctx.staff?.userId) throw forbidden();
  if (!isOpenTicket(one.stateId) && one.stateId !== TICKET.solved)
    throw conflict('STALE', 'Este ticket ya terminó: reábrelo para escribir.');
  const written = await addMessage(ctx, one, { text: sent.texto, key: sent.clave, sender: 'equipo' });
  if (!written) return;
  if (one.answeredAt === null) await writeTicket(ctx, one, { answeredAt: ctx.now });
  await audit(ctx, 'escribir', 'ticket', id, { a_todos: sent.a_todos });
  if (sent.a_todos)
    for (const merged of await rows<{ id: number }>(
      ctx.db,
      sql`select id from tickets where merged_into_id = ${id} order by id for no key update`,
    )) {
      const other = (await lockTicketRow(ctx.db, merged.id))!;
      await addMessage({ ...ctx, uploads: new Map() }, other, {
        text: sent.texto,
        key: undefined,
        sender: 'equipo',
      });
    }
  await tellCustomer(ctx, id, 'mensaje', sent.a_todos);
}
