import { receiveOrder } from '#contract/works/purchasing/endpoints.ts';
import { outboxKind } from '#web/office/lib/outbox/kinds.ts';
import { receiptForm, type TypedReceipt } from '../receiptBody.ts';

/** The page that works offline. */
export const RECEIVING_PAGE = '/oficina/ordenes-de-compra/campo';

export interface KeptReceipt {
  orderId: number;
  name: string;
  typed: TypedReceipt;
}

/** A count that waits on the phone. */
export const keptReceipt = outboxKind({
  name: 'recepcion_material',
  endpoint: receiveOrder,
  toArgs: ({ orderId, typed }: KeptReceipt, { files }) => ({
    params: { id: orderId },
    body: receiptForm(
      typed,
      files.map(({ file }) => file),
    ),
  }),
  title: ({ name }) => `Recepción · ${name}`,
  page: RECEIVING_PAGE,
});
