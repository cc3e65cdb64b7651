import type { z } from 'zod';
import { filterId, ListSearch } from '#web/office/lib/listSearch.ts';

/** What the address of the refunds holds. */
export const RefundsSearch = ListSearch.omit({ order_column: true, order_type: true }).extend({
  estado_id: filterId,
  devolucion: filterId,
});
export type RefundsSearch = z.infer<typeof RefundsSearch>;
