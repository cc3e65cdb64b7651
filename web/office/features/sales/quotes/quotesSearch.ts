import { z } from 'zod';
import { listQuotes } from '#contract/sales/quotes/endpoints.ts';
import { filterId, filterIds, ListSearch, orderedAs } from '#web/office/lib/listSearch.ts';

/** What the address of the proformas holds. */
export const QuotesSearch = ListSearch.extend({
  ...orderedAs(listQuotes),
  estado_id: filterIds,
  proyecto_id: filterId,
  asesor_id: filterId,
  persona_id: filterId,
  venta_id: filterId,
  mias: z.enum(['1', '0']).optional().catch(undefined),
});
export type QuotesSearch = z.infer<typeof QuotesSearch>;
