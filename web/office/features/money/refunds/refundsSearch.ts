import type { z } from 'zod';
import { listRefunds } from '#contract/money/refunds/endpoints.ts';
import { filterId, ListSearch, orderedAs } from '#web/office/lib/listSearch.ts';

/** What the address of the refunds holds. */
export const RefundsSearch = ListSearch.extend({
  ...orderedAs(listRefunds),
  estado_id: filterId,
  devolucion: filterId,
});
export type RefundsSearch = z.infer<typeof RefundsSearch>;
