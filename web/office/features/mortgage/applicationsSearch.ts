import { z } from 'zod';
import { DISBURSEMENT_STAGES } from '#contract/mortgage/disbursements.ts';
import { filterId, filterIds, ListSearch } from '#web/office/lib/listSearch.ts';

const flag = z.enum(['1', '0']).optional().catch(undefined);

/** What the address of the list of applications holds. */
export const ApplicationsSearch = ListSearch.extend({
  order_column: z.enum(['id', 'follow_up_due_on', 'answer_due_on', 'expires_on']).optional().catch(undefined),
  estado_id: filterIds,
  banco_id: filterId,
  proyecto_id: filterId,
  procesador_id: filterId,
  seguimiento: flag,
  atrasadas: flag,
  carta_dias: filterId,
  elegida: flag,
  solicitud: filterId,
});
export type ApplicationsSearch = z.infer<typeof ApplicationsSearch>;

/** What the address of the list of disbursements holds. */
export const DisbursementsSearch = ListSearch.omit({ order_column: true, order_type: true }).extend({
  etapa: z
    .enum(Object.keys(DISBURSEMENT_STAGES) as [keyof typeof DISBURSEMENT_STAGES])
    .optional()
    .catch(undefined),
  banco_id: filterId,
  proyecto_id: filterId,
});
export type DisbursementsSearch = z.infer<typeof DisbursementsSearch>;

export const RequirementsSearch = z.object({ banco_id: filterId, historia: flag });
export type RequirementsSearch = z.infer<typeof RequirementsSearch>;
