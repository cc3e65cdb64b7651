import { z } from 'zod';
import { listPayments } from '#contract/money/verification/endpoints.ts';
import { filterId } from '#web/office/lib/listSearch.ts';
import { searchOf } from '#web/office/lib/list.ts';

/** What the address of the queue of payments holds. */
export const PaymentsSearch = searchOf(listPayments, {
  pago: filterId,
});
export type PaymentsSearch = z.infer<typeof PaymentsSearch>;
