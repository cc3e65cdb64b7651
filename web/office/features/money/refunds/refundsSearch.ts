import type { z } from 'zod';
import { listRefunds } from '#contract/money/refunds/endpoints.ts';
import { filterId } from '#web/office/lib/listSearch.ts';
import { searchOf } from '#web/office/lib/list.ts';

/** Search parameters of the refunds. */
export const RefundsSearch = searchOf(listRefunds, {
  devolucion: filterId,
});
export type RefundsSearch = z.infer<typeof RefundsSearch>;
