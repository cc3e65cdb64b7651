import { and, eq } from 'drizzle-orm';
import type { Message } from '#contract/care/chat/model.ts';
import { goesOn, type MessageState } from '#contract/care/chat/rules.ts';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Acting, type Context } from '#server/kernel/context.ts';
import { forbidden, notFound } from '#server/kernel/errors.ts';
import { findMessage, type MessageFound } from './chat.queries.ts';
import { presentMessages } from './chat.present.ts';
import type { Room, RoomName } from './chat.service.ts';
import { conversations, messageReactions, messages } from './chat.table.ts';

/** What happens to a message that is there. */

const inRoom = (room: RoomName, id: number) => and(eq(messages.id, id), eq(messages.conversationId, room.id));

/** Raises 404 for a message of another room. */
export async function requireMessage(ctx: Acting, room: RoomName, id: number): Promise<MessageFound> {
  const found = await findMessage(ctx.db, inRoom(room, id));
  if (!found) throw notFound();
  return found;
}

/**
 * Changes the state of a message. `read` is said by who answers the conversation alone, of what the customer wrote. A
 * state never goes back: the same or an earlier one changes nothing. Raises 403, 404.
 */
export async function changeState(ctx: Context, room: Room, id: number, state: MessageState): Promise<void> {
  const { message } = await requireMessage(ctx, room, id);
  const { userId } = staffOf(ctx);
  if (state === 'read' && (message.sender !== 'cliente' || room.assigneeId !== userId)) throw forbidden();
  if (!goesOn(message.state, state)) return;
  await ctx.db.update(messages).set({ state, changedAt: ctx.now }).where(inRoom(room, id));
  if (state === 'read' && room.unread > 0)
    await ctx.db
      .update(conversations)
      .set({ unread: room.unread - 1 })
      .where(eq(conversations.id, room.id));
  await announce(ctx, { record: 'mensaje', id, verb: state, of: ['conversacion', room.id] });
}

/** Sets or removes a reaction. `heard`: it came through a channel. */
export async function react(
  ctx: Acting,
  room: Room,
  id: number,
  { by, reaction, remove, heard = false }: { by: string; reaction: string; remove: boolean; heard?: boolean },
): Promise<void> {
  await requireMessage(ctx, room, id);
  const mine = and(eq(messageReactions.messageId, id), eq(messageReactions.by, by));
  if (remove) await ctx.db.delete(messageReactions).where(mine);
  else
    await ctx.db
      .insert(messageReactions)
      .values({ messageId: id, by, reaction, at: ctx.now })
      .onConflictDoUpdate({
        target: [messageReactions.messageId, messageReactions.by],
        set: { reaction, at: ctx.now },
      });
  await ctx.db.update(messages).set({ changedAt: ctx.now }).where(inRoom(room, id));
  await announce(ctx, {
    record: 'mensaje',
    id,
    verb: 'reaccion',
    of: ['conversacion', room.id],
    values: { reaction: remove ? '' : reaction, heard },
  });
}

/** A message as the caller sees it. */
export async function messageOf(ctx: Context, id: number): Promise<Message> {
  const found = await findMessage(ctx.db, eq(messages.id, id));
  return (await presentMessages(ctx, [found!]))[0]!;
}
