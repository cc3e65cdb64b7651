import { eq, sql } from 'drizzle-orm';
import type { Change } from '#server/kernel/changes.ts';
import { staffOf, type Acting, type Context } from '#server/kernel/context.ts';
import { staffById } from '#server/modules/company/auth/staffById.service.ts';
import { notify } from '#server/modules/company/notifications/notify.service.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { pushChatMessage } from '#server/modules/sales/buyerAccess/buyerPush.service.ts';
import { findConversation } from './chat.queries.ts';
import { conversationInReach } from './chat.scope.ts';
import { conversationWatchers } from './chat.table.ts';
import type { MessageValues, RoomName } from './chat.service.ts';

/** A colleague wants a notice of each message in this conversation. */
export async function watchConversation(ctx: Context, room: RoomName): Promise<void> {
  await ctx.db
    .insert(conversationWatchers)
    .values({ conversationId: room.id, userId: staffOf(ctx).userId, createdAt: ctx.now })
    .onConflictDoNothing();
}

/** A message was written: tells the customer of a colleague's, and the colleagues who watch the conversation of the customer's. */
export async function tellOfMessage(ctx: Acting, { verb, of, values }: Change): Promise<void> {
  if (verb !== 'escrito' || of === undefined) return;
  const { sender, seq, personId } = values as MessageValues;
  const [, roomId] = of;
  if (sender === 'equipo') {
    const { company } = await readSettings(ctx.db);
    await pushChatMessage(ctx, personId, { roomId, seq, company: company.name });
  } else if (sender === 'cliente') {
    const to = await watchersOf(ctx, roomId);
    const room = to.length > 0 && (await findConversation(ctx.db, sql`c.id = ${roomId}`));
    if (room)
      await notify(ctx, {
        kind: 'mensaje_recibido',
        to,
        text: `${room.name} escribió en el chat.`,
        url: `/oficina/chat?sala=${room.sid}`,
        event: `conversacion:${roomId}:${seq}`,
      });
  }
}

/** Who watches a conversation and may still read it. */
async function watchersOf(ctx: Acting, roomId: number): Promise<number[]> {
  const watching = await ctx.db
    .select({ userId: conversationWatchers.userId })
    .from(conversationWatchers)
    .where(eq(conversationWatchers.conversationId, roomId));
  const reading: number[] = [];
  for (const { userId } of watching) {
    const staff = await staffById(ctx.db, userId);
    const reach = staff && conversationInReach({ ...ctx, staff }, 'chat.ver');
    if (reach && (await findConversation(ctx.db, sql`c.id = ${roomId} and ${reach}`))) reading.push(userId);
  }
  return reading;
}
