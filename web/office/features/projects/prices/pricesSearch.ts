import { z } from 'zod';
import { filterId, ListSearch } from '#web/office/lib/listSearch.ts';

/** Search parameters of the prices. */
export const PricesSearch = ListSearch.extend({
  ver: z.enum(['precios', 'aumentos', 'historia']).optional().catch(undefined),
  tipo: z.enum(['model', 'lot']).optional().catch(undefined),
  proyecto_id: filterId,
  aumento: filterId,
});
export type PricesSearch = z.infer<typeof PricesSearch>;

/** The query of the current prices for the search parameters. */
export const pricesAsked = ({ tipo, proyecto_id, q, page, per_page }: PricesSearch) => ({
  tipo: tipo ?? 'model',
  proyecto_id,
  q,
  page,
  per_page,
});
