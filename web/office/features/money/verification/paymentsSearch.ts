import { z } from 'zod';
import { listPayments } from '#contract/money/verification/endpoints.ts';
import { filterId } from '#web/office/lib/listSearch.ts';
import { searchOf } from '#web/office/lib/list.ts';

/** Search parameters of the payments. */
export const PaymentsSearch = searchOf(listPayments, {
  pago: filterId,
});
export type PaymentsSearch = z.infer<typeof PaymentsSearch>;
