import { eq, sql } from 'drizzle-orm';
import type { Change } from '#server/kernel/changes.ts';
import { staffOf, type Acting, type Context } from '#server/kernel/context.ts';
import { staffById } from '#server/modules/company/auth/staffById.service.ts';
import { notify } from '#server/modules/company/notifications/notify.service.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { pushChatMessage } from '#server/modules/sales/buyerAccess/buyerPush.service.ts';
import { findConversation, findMessage } from './chat.queries.ts';
import { conversationInReach } from './chat.scope.ts';
import { conversationWatchers, messages } from './chat.table.ts';
import type { RoomName } from './chat.service.ts';

/** A colleague wants a notice of each message in this conversation. */
export async function watchConversation(ctx: Context, room: RoomName): Promise<void> {
  await ctx.db
    .insert(conversationWatchers)
    .values({ conversationId: room.id, userId: staffOf(ctx).userId, createdAt: ctx.now })
    .onConflictDoNothing();
}

/** A message was written: tells the customer of a colleague's, and the colleagues who watch the conversation of the customer's. */
export async function tellOfMessage(ctx: Acting, { id, verb, of }: Change): Promise<void> {
  if (verb !== 'escrito' || of === undefined) return;
  const [found, room] = [
    await findMessage(ctx.db, eq(messages.id, id)),
    await findConversation(ctx.db, sql`c.id = ${of[1]}`),
  ];
  if (!found || !room) return;
  const { sender, seq } = found.message;
  if (sender === 'equipo') {
    const { company } = await readSettings(ctx.db);
    await pushChatMessage(ctx, room.personId, { roomId: room.id, seq, company: company.name });
  } else if (sender === 'cliente')
    await notify(ctx, {
      kind: 'mensaje_recibido',
      to: await watchersOf(ctx, room.id),
      text: `${room.name} escribió en el chat.`,
      url: `/oficina/chat?sala=${room.sid}`,
      event: `conversacion:${room.id}:${seq}`,
    });
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
