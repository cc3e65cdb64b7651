import { z } from 'zod';
import { listPayments } from '#contract/money/payments/endpoints.ts';
import { filterId, filterIds, filterText, ListSearch, orderedAs } from '#web/office/lib/listSearch.ts';

/** What the address of the queue of payments holds. */
export const PaymentsSearch = ListSearch.extend({
  ...orderedAs(listPayments),
  estado_id: filterIds,
  proyecto_id: filterId,
  tipo_id: filterIds,
  vence_desde: filterText,
  vence_hasta: filterText,
  alerta: z.enum(['cobrar', 'mora', 'reversar']).optional().catch(undefined),
  pago: filterId,
});
export type PaymentsSearch = z.infer<typeof PaymentsSearch>;
