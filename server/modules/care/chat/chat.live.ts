import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { CONVERSATION_EVENT, CONVERSATIONS_CHANNEL } from '#contract/realtime.ts';
import type { Staff } from '#server/kernel/context.ts';
import { contextFor } from '#server/kernel/realtime/callers.ts';
import { channel } from '#server/kernel/realtime/channels.ts';
import { presentConversation } from './chat.present.ts';
import { findConversation } from './chat.queries.ts';
import { conversationInReach } from './chat.scope.ts';

/** The verb of the change that makes a conversation. */
export const MADE = 'creada';

/**
 * The presence channel of the inbox. Who is in it sees which colleagues attend the chat, and hears of a new conversation if
 * it is in their scope: its content is read with the permissions of each.
 */
export function liveConversations(app: FastifyInstance): void {
  const { realtime } = app.core;
  channel(app, { name: CONVERSATIONS_CHANNEL, access: 'chat.ver' });

  async function tell(where: ReturnType<typeof sql>, to: (staff: Staff) => boolean): Promise<void> {
    const listening = realtime.subscribersOf(CONVERSATIONS_CHANNEL);
    for (const [, here] of Map.groupBy(listening, ({ staff }) => staff?.sessionId)) {
      const { staff } = here[0]!;
      if (!staff || !to(staff)) continue;
      const ctx = contextFor(app, { staff, client: null });
      const found = await findConversation(
        ctx.db,
        sql`c.id = (select c.id from conversations c where ${where} and ${conversationInReach(ctx, 'chat.ver')}
          order by c.id desc limit 1)`,
      );
      if (!found) continue;
      const conversation = { data: presentConversation(ctx, found) };
      for (const { send } of here) send(CONVERSATION_EVENT, { sid: found.sid, conversation });
    }
  }
  realtime.onChanges(async (batch) => {
    for (const { record, verb, recordId } of batch)
      if (record === 'conversacion' && verb === MADE) await tell(sql`c.id = ${recordId}`, () => true);
  });
  realtime.bus.on('again', async ({ evento, userId }: { evento: string; userId: number }) => {
    if (evento === 'conversation') await tell(sql`true`, (staff) => staff.userId === userId);
  });
}
