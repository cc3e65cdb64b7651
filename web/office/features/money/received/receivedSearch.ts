import { z } from 'zod';
import { listReceived } from '#contract/money/received/endpoints.ts';
import { filterId } from '#web/office/lib/listSearch.ts';
import { searchOf } from '#web/office/lib/list.ts';

/** Search parameters of the register of money received. */
export const ReceivedSearch = searchOf(listReceived, {
  /** The payment that is open beside the list. */
  pago: filterId,
});
export type ReceivedSearch = z.infer<typeof ReceivedSearch>;
