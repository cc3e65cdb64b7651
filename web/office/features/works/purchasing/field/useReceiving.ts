import { useQuery } from '@tanstack/react-query';
import { listFieldOrders } from '#contract/works/purchasing/endpoints.ts';
import { useKeptList } from '#web/office/lib/outbox/useKeptList.ts';
import { useOutbox } from '#web/office/lib/outbox/useOutbox.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { keptReceipt, RECEIVING_PAGE } from './receiptKind.ts';

/** The orders that are to arrive, and the counts that wait: from the server if online, else from this phone. */
export function useReceiving() {
  const outbox = useOutbox(keptReceipt);
  const userId = outbox.session === 'out' ? null : (outbox.author?.id ?? null);
  const listed = useQuery({ ...queryOf(listFieldOrders, {}), enabled: outbox.session === 'in' });
  const { known, recalled } = useKeptList({
    name: 'recepciones-campo',
    page: RECEIVING_PAGE,
    userId,
    fresh: listed.data?.data,
  });
  const away = new Set(outbox.items.map(({ typed }) => typed.orderId));
  return {
    outbox,
    ready: outbox.ready && recalled,
    /** Null: this phone has never had them. What waits to be sent is left out. */
    orders: known?.filter(({ id }) => !away.has(id)) ?? null,
    /** With those that a count waits for, which a correction opens again. */
    known: known ?? [],
  };
}
