import { useQuery } from '@tanstack/react-query';
import { listFieldOrders } from '#contract/care/ticketOrders/endpoints.ts';
import type { FieldOrder } from '#contract/care/ticketOrders/model.ts';
import { ORDER, ORDER_LABELS } from '#contract/care/ticketOrders/rules.ts';
import { useKeptList } from '#web/office/lib/outbox/useKeptList.ts';
import { useOutbox } from '#web/office/lib/outbox/useOutbox.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { keptAnswer, keptDone, ORDER_FIELD_PAGE } from './fieldKinds.ts';

const ACCEPTED = { id: ORDER.accepted, name: ORDER_LABELS[ORDER.accepted] ?? '' };

/** The orders of the user's company and the outbox: from the server if online, else from this phone. */
export function useOrderField() {
  const answers = useOutbox(keptAnswer);
  const works = useOutbox(keptDone);
  const userId = answers.session === 'out' ? null : (answers.author?.id ?? null);
  const listed = useQuery({ ...queryOf(listFieldOrders, {}), enabled: answers.session === 'in' });
  const { known, recalled } = useKeptList({
    name: 'ordenes-campo',
    page: ORDER_FIELD_PAGE,
    userId,
    fresh: listed.data?.data,
  });
  const accepted = new Set([
    ...answers.items
      .filter(({ typed, refusal }) => typed.typed.acepta && !refusal)
      .map(({ typed }) => typed.orderId),
    // Sent, and the list not yet come anew: it still says offered, and what is being reported would close.
    ...answers.sent
      .map(({ answer }) => answer.data)
      .flatMap((one) => (one.state.id === ORDER.accepted ? [one.id] : [])),
  ]);
  const away = new Set([
    ...works.items.map(({ typed }) => typed.orderId),
    ...answers.items.filter(({ typed }) => !accepted.has(typed.orderId)).map(({ typed }) => typed.orderId),
  ]);
  // What was accepted here goes on at once: it may be done before the answer has left.
  const now = (order: FieldOrder): FieldOrder =>
    accepted.has(order.id) && order.state.id === ORDER.offered ? { ...order, state: ACCEPTED } : order;
  return {
    answers,
    works,
    waiting: [...answers.items, ...works.items],
    ready: answers.ready && recalled,
    /** Null: this phone has never had them. What waits to be sent is left out. */
    orders: known?.filter(({ id }) => !away.has(id)).map(now) ?? null,
    /** With those that something waits for, which a correction opens again. */
    known: known ?? [],
  };
}
