import { z } from 'zod';
import { listSales } from '#contract/sales/sale/endpoints.ts';
import { Turn } from '#contract/sales/sale/turn.ts';
import { filterId, filterIds, ListSearch, orderedAs } from '#web/office/lib/listSearch.ts';

/** What the address of the queue holds. */
export const SalesSearch = ListSearch.extend({
  ...orderedAs(listSales),
  estado_id: filterIds,
  proyecto_id: filterId,
  procesador_id: filterId,
  asesor_id: filterId,
  turno: Turn.optional().catch(undefined),
  mias: z.enum(['1', '0']).optional().catch(undefined),
});
export type SalesSearch = z.infer<typeof SalesSearch>;
