import { z } from 'zod';
import { Turn } from '#contract/sales/turn.ts';
import { filterId, filterIds, ListSearch } from '#web/office/lib/listSearch.ts';

/** What the address of the queue holds. */
export const SalesSearch = ListSearch.extend({
  order_column: z.enum(['id', 'state_since', 'claim_until']).optional().catch(undefined),
  estado_id: filterIds,
  proyecto_id: filterId,
  procesador_id: filterId,
  asesor_id: filterId,
  turno: Turn.optional().catch(undefined),
  mias: z.enum(['1', '0']).optional().catch(undefined),
});
export type SalesSearch = z.infer<typeof SalesSearch>;
