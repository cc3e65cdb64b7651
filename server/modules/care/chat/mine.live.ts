import type { FastifyInstance } from 'fastify';
import { BUYER_CHAT_EVENT, buyerChatChannel } from '#contract/realtime.ts';
import { channel } from '#server/kernel/realtime/channels.ts';
import { isTrustedHere, lastSaleHere } from '#server/modules/sales/purchase/own.service.ts';
import { firstShownOf } from './chat.queries.ts';

/**
 * The private channel of a buyer's chat page: for a browser that sees that page's thread, and as long as it does. It carries
 * the number from which on the page asks again, with its own rights; notes of colleagues say nothing here.
 */
export function liveThreads(app: FastifyInstance): void {
  const { realtime } = app.core;
  const name = buyerChatChannel(':venta');
  channel(app, {
    name,
    access: 'client',
    may: async (ctx, { venta = '' }) => {
      const sale = await lastSaleHere(ctx);
      return String(sale?.id) === venta && isTrustedHere(ctx, sale!.id);
    },
    // What was written before it joined: the page asks from what it knows.
    joined: ({ send }) => send(BUYER_CHAT_EVENT, {}),
  });
  realtime.onChanges(async (batch) => {
    const messageIds = batch.flatMap(({ record, recordId }) => (record === 'mensaje' ? [recordId] : []));
    if (messageIds.length === 0) return;
    const saleIds = new Set(realtime.subscribersOf(name).map(({ params }) => Number(params['venta'])));
    if (saleIds.size === 0) return;
    for (const { saleId, seq } of await firstShownOf(app.core.database.db, messageIds, [...saleIds]))
      realtime.emit(buyerChatChannel(saleId), BUYER_CHAT_EVENT, { seq });
  });
}
