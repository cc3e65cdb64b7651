import { and, eq, sql } from 'drizzle-orm';
import { goesOn, type MessageState } from '#contract/care/chat/rules.ts';
import { announce } from '#server/kernel/changes.ts';
import type { Acting } from '#server/kernel/context.ts';
import { row } from '#server/kernel/db.ts';
import { lockConversation } from './chat.queries.ts';
import { append, openRoom, servesPerson, tellArrival, type Room, type Said } from './chat.service.ts';
import { conversations, messages } from './chat.table.ts';
import { forgetOptOut } from './optOuts.service.ts';

/** What a channel does with conversations; the channels are features of their own. */

/** A customer wrote through a channel. Returns the message's id. The conversation must be locked. */
export async function hear(
  ctx: Acting,
  room: Room,
  name: string,
  said: Omit<Said, 'sender' | 'assigneeId'>,
): Promise<number> {
  const waited = room.waitingSince !== null;
  const assigneeId = room.assigneeId ?? (await servesPerson(ctx, room.personId));
  const { id } = await append(ctx, room, { ...said, sender: 'cliente', assigneeId });
  if (!waited && room.waitingSince !== null) await tellArrival(ctx, room, name);
  return id;
}

/** A conversation by its id, locked. */
export const lockRoomById = async (ctx: Acting, id: number): Promise<Room> =>
  (await lockConversation(ctx.db, id))!;

/** Columns of a message that a channel learns of later. */
export type Learned = Partial<
  Pick<typeof messages.$inferInsert, 'state' | 'content' | 'remark' | 'editedAt' | 'deletedAt' | 'externalId'>
>;

/** Writes what a channel learned about a message, and announces it if something changed. */
export async function learn(ctx: Acting, messageId: number, learned: Learned): Promise<void> {
  const [known] = await ctx.db.select().from(messages).where(eq(messages.id, messageId)).for('no key update');
  if (!known) return;
  const news = Object.entries(learned).filter(
    ([key, value]) => value !== undefined && String(known[key as keyof Learned]) !== String(value),
  );
  if (news.length === 0) return;
  await ctx.db
    .update(messages)
    .set({ ...Object.fromEntries(news), changedAt: ctx.now })
    .where(eq(messages.id, messageId));
  await announce(ctx, {
    record: 'mensaje',
    id: messageId,
    verb: learned.state ?? 'cambiado',
    of: ['conversacion', known.conversationId],
  });
}

/** The state of a message after its channel told several, in any order: failed holds unless it arrived after all. */
export function stateOf(told: readonly MessageState[]): MessageState {
  const arrived = told.filter((state) => state === 'delivered' || state === 'read');
  if (arrived.length === 0 && told.includes('failed')) return 'failed';
  return told.reduce<MessageState>((best, one) => (goesOn(best, one) ? one : best), 'sent');
}

/** The customer wants answers alone (`baja`), or everything again (`alta`). The last word counts, in any order of arrival. */
export async function noteOpt(ctx: Acting, room: Room, opt: 'baja' | 'alta', at: Date): Promise<void> {
  if (room.optAt !== null && room.optAt >= at) return;
  const set = { optAt: at, optedOutAt: opt === 'baja' ? at : null };
  await ctx.db.update(conversations).set(set).where(eq(conversations.id, room.id));
  Object.assign(room, set);
  if (opt === 'alta') await forgetOptOut(ctx, room.personId);
  await announce(ctx, { record: 'conversacion', id: room.id, verb: opt, of: ['persona', room.personId] });
}

/** A person said BAJA before the company had Llave. A conversation without messages stays at the end of the inbox. */
export async function noteOldOpt(ctx: Acting, personId: number, at: Date): Promise<void> {
  const room = await openRoom(ctx, personId);
  if (room.lastSeq === 0)
    await ctx.db.update(conversations).set({ lastMessageAt: at }).where(eq(conversations.id, room.id));
  await noteOpt(ctx, room, 'baja', at);
}

/** Takes that back, if nothing was said since. Returns whether it did. */
export async function liftOldOpt(ctx: Acting, personId: number, at: Date): Promise<boolean> {
  const [lifted] = await ctx.db
    .update(conversations)
    .set({ optAt: null, optedOutAt: null })
    .where(and(eq(conversations.personId, personId), eq(conversations.optedOutAt, at)))
    .returning({ id: conversations.id });
  if (lifted)
    await announce(ctx, { record: 'conversacion', id: lifted.id, verb: 'alta', of: ['persona', personId] });
  return lifted !== undefined;
}

/** Deletes a person's conversation without messages. */
export const forgetEmptyRoom = async (ctx: Acting, personId: number): Promise<void> =>
  void (await ctx.db
    .delete(conversations)
    .where(and(eq(conversations.personId, personId), eq(conversations.lastSeq, 0))));

/** Moves messages to the conversation of another person, and numbers both threads anew by time. */
export async function moveMessages(
  ctx: Acting,
  fromId: number,
  toPersonId: number,
  messageIds: readonly number[],
): Promise<Room> {
  const to = await openRoom(ctx, toPersonId);
  if (to.id === fromId) return to;
  await lockConversation(ctx.db, fromId);
  await moveInto(ctx, fromId, to.id, messageIds);
  return (await lockConversation(ctx.db, to.id))!;
}

/** Moves messages between two locked conversations. */
export async function moveInto(
  ctx: Acting,
  fromId: number,
  toId: number,
  messageIds: readonly number[],
): Promise<void> {
  // The mark of what the customer saw is a number of the thread: from now on each message says it itself.
  await ctx.db.execute(
    sql`update chat_messages m set state = 'read' from conversations c where c.id = m.conversation_id and c.id in (${fromId}, ${toId})
      and m.sender <> 'cliente' and m.channel = 'web' and m.state in ('sent', 'delivered') and m.seq <= c.person_read_seq`,
  );
  await ctx.db.execute(
    sql`update chat_message_reactions r set by = 'persona-' || t.person_id from conversations f, conversations t
      where f.id = ${fromId} and t.id = ${toId} and r.by = 'persona-' || f.person_id
        and r.message_id = any(${sql.param([...messageIds])}::bigint[])`,
  );
  // The last of them that answered; what the bot did not know answered nothing.
  const answer = (await row<{ at: string | null }>(
    ctx.db,
    sql`select max(m.created_at) at from chat_messages m join conversations f on f.id = m.conversation_id
      where f.id = ${fromId} and m.id = any(${sql.param([...messageIds])}::bigint[])
        and m.sender in ('equipo', 'bot') and not m.note and m.created_at <= f.answered_at`,
  ))!;
  // The numbers are unique in a thread: first out of the way, then in order.
  await ctx.db.execute(
    sql`update chat_messages set conversation_id = ${toId}, seq = -id::int where conversation_id = ${fromId}
      and id = any(${sql.param([...messageIds])}::bigint[])`,
  );
  await renumber(ctx, fromId, null);
  await renumber(ctx, toId, answer.at);
}

/** Numbers a thread by time, and derives from its messages what the conversation knows of them. `answeredAt`: of those that came. */
async function renumber(ctx: Acting, id: number, answeredAt: string | null): Promise<void> {
  const { db } = ctx;
  await db.execute(sql`update chat_messages set seq = -id::int where conversation_id = ${id} and seq > 0`);
  await db.execute(
    sql`update chat_messages m set seq = n.seq from (
        select id, row_number() over (order by created_at, external_id collate "C", id)::int seq from chat_messages where conversation_id = ${id}) n
      where n.id = m.id`,
  );
  await db.execute(
    sql`update conversations c set epoch = epoch + 1, version = version + 1, person_read_seq = 0,
        last_seq = k.last_seq, unread = k.unread, last_message_at = coalesce(k.last_at, c.created_at), answered_at = k.answered_at,
        waiting_since = (select min(created_at) from chat_messages m where m.conversation_id = ${id} and m.sender = 'cliente'
          and m.created_at > coalesce(k.answered_at, '-infinity')),
        channel = coalesce((select m.channel from chat_messages m where m.conversation_id = ${id} and m.sender = 'cliente'
          order by m.created_at desc, m.id desc limit 1), c.channel)
      from (select count(*)::int last_seq, max(created_at) last_at,
          (count(*) filter (where sender = 'cliente' and state <> 'read'))::int unread,
          greatest((select answered_at from conversations where id = ${id}), ${answeredAt}::timestamptz) answered_at
        from chat_messages where conversation_id = ${id}) k
      where c.id = ${id}`,
  );
  await announce(ctx, { record: 'conversacion', id, verb: 'ordenada' });
}
