import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { listFieldOrders } from '#contract/works/purchasing/endpoints.ts';
import type { PurchaseOrder } from '#contract/works/purchasing/model.ts';
import { recall, remember } from '#web/office/lib/outbox/database.ts';
import { keepPageOffline } from '#web/office/lib/outbox/offlinePage.ts';
import { useOutbox } from '#web/office/lib/outbox/useOutbox.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { keptReceipt, RECEIVING_PAGE } from './receiptKind.ts';

const memoryOf = (userId: number) => `ordenes-campo-${userId}`;

/** The orders that are to arrive, and the counts that wait: from the server if online, else from this phone. */
export function useReceiving() {
  const outbox = useOutbox(keptReceipt);
  const signedOut = outbox.session === 'out';
  const userId = signedOut ? null : (outbox.author?.id ?? null);
  const listed = useQuery({ ...queryOf(listFieldOrders, {}), enabled: outbox.session === 'in' });
  const [memory, setMemory] = useState<{ userId: number; orders: PurchaseOrder[] | null } | null>(null);

  useEffect(() => void keepPageOffline(RECEIVING_PAGE), []);
  useEffect(() => {
    if (userId === null) return;
    recall(memoryOf(userId)).then(
      (kept) => setMemory({ userId, orders: (kept as PurchaseOrder[] | undefined) ?? null }),
      () => setMemory({ userId, orders: null }),
    );
  }, [userId]);
  const fresh = listed.data?.data;
  useEffect(() => {
    if (fresh && userId !== null) remember(memoryOf(userId), fresh).catch(() => undefined);
  }, [fresh, userId]);

  const recalled = memory !== null && memory.userId === userId;
  const away = new Set(outbox.items.map(({ typed }) => typed.orderId));
  return {
    outbox,
    signedOut,
    ready: outbox.ready && (userId === null || recalled),
    /** Null: this phone has never had them. What waits to be sent is left out. */
    orders: (fresh ?? (recalled ? memory.orders : null))?.filter(({ id }) => !away.has(id)) ?? null,
  };
}
