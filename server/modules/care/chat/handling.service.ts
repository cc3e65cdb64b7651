import { and, eq, sql } from 'drizzle-orm';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Acting, type Context } from '#server/kernel/context.ts';
import { conflict, invalid } from '#server/kernel/errors.ts';
import { notify } from '#server/modules/company/notifications/notify.service.ts';
import { holdersOf } from '#server/modules/company/staff/holders.service.ts';
import { findConversation } from './chat.queries.ts';
import type { Room } from './chat.service.ts';
import { conversations, messages } from './chat.table.ts';

/** Marks the customer's messages as read. Only who answers the conversation does: a look of somebody else is no reading. */
export async function readRoom(ctx: Context, room: Room): Promise<number> {
  const { userId } = staffOf(ctx);
  if (room.unread === 0 || (room.assigneeId !== null && room.assigneeId !== userId)) return room.unread;
  const read = await ctx.db
    .update(messages)
    .set({ state: 'read', changedAt: ctx.now })
    .where(
      and(
        eq(messages.conversationId, room.id),
        eq(messages.sender, 'cliente'),
        sql`${messages.state} in ('sent', 'delivered') and ${messages.seq} > ${room.lastSeq - room.unread - 500}`,
      ),
    )
    .returning({ id: messages.id, seq: messages.seq });
  await ctx.db.update(conversations).set({ unread: 0 }).where(eq(conversations.id, room.id));
  await announce(ctx, { record: 'conversacion', id: room.id, verb: 'leida', of: ['persona', room.personId] });
  // From the first of them on, the customer's page asks again.
  const [first] = read.toSorted((a, b) => a.seq - b.seq);
  if (first)
    await announce(ctx, { record: 'mensaje', id: first.id, verb: 'read', of: ['conversacion', room.id] });
  return 0;
}

/** The customer saw the thread up to a message. */
export async function personRead(ctx: Acting, room: Room, seq: number): Promise<void> {
  const personReadSeq = Math.max(room.personReadSeq, Math.min(seq, room.lastSeq));
  await ctx.db
    .update(conversations)
    .set({ personReadSeq, personSeenAt: ctx.now })
    .where(eq(conversations.id, room.id));
  if (personReadSeq > room.personReadSeq)
    await announce(ctx, {
      record: 'conversacion',
      id: room.id,
      verb: 'vista',
      of: ['persona', room.personId],
    });
}

export interface Handling {
  version: number;
  asignado_id?: number | null | undefined;
  pospuesta_hasta?: string | null | undefined;
  atendida?: true | undefined;
}

/** Hands a conversation over, puts it off, or says that it needs no answer. Raises 409 STALE, 422 at the field. */
export async function handle(ctx: Context, room: Room, asked: Handling): Promise<void> {
  if (asked.version !== room.version) throw conflict('STALE', undefined, { version: room.version });
  const { pospuesta_hasta: later } = asked;
  const until = typeof later === 'string' ? new Date(later) : later;
  if (until && until <= ctx.now)
    throw invalid([{ field: 'pospuesta_hasta', message: 'Elige un momento que no haya pasado.' }]);
  if (asked.asignado_id != null) await requireAnswerer(ctx, asked.asignado_id);
  await ctx.db
    .update(conversations)
    .set({
      version: room.version + 1,
      ...(asked.asignado_id !== undefined && { assigneeId: asked.asignado_id }),
      ...(until !== undefined && { snoozedUntil: until }),
      ...(asked.atendida && { waitingSince: null, answeredAt: ctx.now, unread: 0 }),
    })
    .where(eq(conversations.id, room.id));
  await announce(ctx, {
    record: 'conversacion',
    id: room.id,
    verb: asked.asignado_id === undefined ? 'atendida' : 'asignada',
    of: ['persona', room.personId],
    values: { done: asked.atendida === true },
  });
  if (asked.asignado_id != null && asked.asignado_id !== room.assigneeId) {
    const found = await findConversation(ctx.db, sql`c.id = ${room.id}`);
    await notify(ctx, {
      kind: 'mensaje_recibido',
      to: [asked.asignado_id],
      text: `${staffOf(ctx).name} te entregó la conversación con ${found!.name}.`,
      url: `/oficina/chat?sala=${room.sid}`,
      event: `conversacion:${room.id}:asignada:${room.version + 1}`,
    });
  }
}

/** Gives a locked conversation to somebody, or to nobody, without being asked. */
export async function entrust(ctx: Acting, room: Room, to: number | null, text: string): Promise<void> {
  await ctx.db
    .update(conversations)
    .set({ assigneeId: to, version: room.version + 1 })
    .where(eq(conversations.id, room.id));
  await announce(ctx, {
    record: 'conversacion',
    id: room.id,
    verb: 'asignada',
    of: ['persona', room.personId],
  });
  await notify(ctx, {
    kind: 'mensaje_recibido',
    to: [to],
    text,
    url: `/oficina/chat?sala=${room.sid}`,
    event: `conversacion:${room.id}:asignada:${room.version + 1}`,
  });
}

/** A mail told the customer of what they have not seen. */
export const noteMailed = async (ctx: Acting, id: number, mailedSeq: number): Promise<void> =>
  void (await ctx.db.update(conversations).set({ mailedSeq }).where(eq(conversations.id, id)));

/** Raises 422 unless the colleague is active and may answer in the chat. */
async function requireAnswerer(ctx: Acting, userId: number): Promise<void> {
  if ((await holdersOf(ctx.db, 'chat.crear', userId)).length === 0)
    throw invalid([{ field: 'asignado_id', message: 'Elige a alguien que atienda el chat.' }]);
}
