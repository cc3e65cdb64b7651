import { z } from 'zod';
import { filterId, ListSearch } from '#web/office/lib/listSearch.ts';

/** What the address of the prices holds. */
export const PricesSearch = ListSearch.extend({
  ver: z.enum(['precios', 'aumentos', 'historia']).optional().catch(undefined),
  tipo: z.enum(['model', 'lot']).optional().catch(undefined),
  proyecto_id: filterId,
  aumento: filterId,
});
export type PricesSearch = z.infer<typeof PricesSearch>;

/** What of the prices in force the address shows. */
export const pricesAsked = ({ tipo, proyecto_id, q, page, per_page }: PricesSearch) => ({
  tipo: tipo ?? 'model',
  proyecto_id,
  q,
  page,
  per_page,
});
