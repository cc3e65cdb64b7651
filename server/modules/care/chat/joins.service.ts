import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Change } from '#server/kernel/changes.ts';
import type { Acting } from '#server/kernel/context.ts';
import { rows, sql } from '#server/kernel/db.ts';
import { moveInto } from './channel.service.ts';
import { lockRoomOf, openRoom } from './chat.service.ts';
import { conversationJoins, conversations } from './chat.table.ts';

/** Follows a merge of two people, and its undoing: they have one thread while they are one. */
export async function followMerge(ctx: Acting, { id: survivorId, verb, values }: Change): Promise<void> {
  if (verb !== 'fusionada' && verb !== 'separada') return;
  const { mergedId } = values as { mergedId: number };
  const from = await lockRoomOf(ctx, mergedId);
  if (!from) return;
  if (verb === 'separada') return part(ctx, from.id);
  const into = await openRoom(ctx, survivorId);
  const moved = await rows<{ id: number }>(
    ctx.db,
    sql`select id from chat_messages where conversation_id = ${from.id}`,
  );
  const messageIds = moved.map(({ id }) => id);
  await ctx.db
    .insert(conversationJoins)
    .values({ fromId: from.id, intoId: into.id, messageIds, at: ctx.now });
  await ctx.db.update(conversations).set({ joinedIntoId: into.id }).where(eq(conversations.id, from.id));
  await ctx.db
    .update(conversations)
    .set({ assigneeId: into.assigneeId ?? from.assigneeId, optedOutAt: into.optedOutAt ?? from.optedOutAt })
    .where(eq(conversations.id, into.id));
  await moveInto(ctx, from.id, into.id, messageIds);
}

/** Returns the messages that a join moved. What was written since stays where it is. */
async function part(ctx: Acting, fromId: number): Promise<void> {
  const [join] = await ctx.db
    .select()
    .from(conversationJoins)
    .where(and(eq(conversationJoins.fromId, fromId), isNull(conversationJoins.undoneAt)))
    .orderBy(desc(conversationJoins.id))
    .limit(1);
  if (!join) return;
  await ctx.db.update(conversationJoins).set({ undoneAt: ctx.now }).where(eq(conversationJoins.id, join.id));
  await ctx.db.update(conversations).set({ joinedIntoId: null }).where(eq(conversations.id, fromId));
  await moveInto(ctx, join.intoId, fromId, join.messageIds);
}
