import { answerOrder, reportOrder } from '#contract/care/ticketOrders/endpoints.ts';
import type { OrderAnswer, OrderDone } from '#contract/care/ticketOrders/model.ts';
import { formOf } from '#web/office/features/works/jobs/sending.ts';
import { outboxKind } from '#web/office/lib/outbox/kinds.ts';

/** The page that works offline. */
export const ORDER_FIELD_PAGE = '/oficina/ordenes-de-trabajo/campo';

export interface KeptOrder<Typed> {
  orderId: number;
  name: string;
  typed: Typed;
}

/** An acceptance or a refusal that waits on the phone. */
export const keptAnswer = outboxKind({
  name: 'orden_respuesta',
  endpoint: answerOrder,
  toArgs: ({ orderId, typed }: KeptOrder<OrderAnswer>) => ({ params: { id: orderId }, body: typed }),
  title: ({ name, typed }) => `${typed.acepta ? 'Aceptada' : 'Rechazada'} · ${name}`,
  page: ORDER_FIELD_PAGE,
});

/** A work that was done and waits on the phone with its photographs. */
export const keptDone = outboxKind({
  name: 'orden_hecha',
  endpoint: reportOrder,
  toArgs: ({ orderId, typed }: KeptOrder<OrderDone>, { files }) => ({
    params: { id: orderId },
    body: formOf(
      typed,
      files.map(({ file }) => file),
    ),
  }),
  title: ({ name }) => `Hecha · ${name}`,
  page: ORDER_FIELD_PAGE,
});
