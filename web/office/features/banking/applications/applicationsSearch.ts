import { z } from 'zod';
import { listApplications } from '#contract/banking/applications/applications.ts';
import { DISBURSEMENT_STAGES, listDisbursements } from '#contract/banking/disbursements/disbursements.ts';
import { filterId, filterIds, ListSearch, orderedAs } from '#web/office/lib/listSearch.ts';

const flag = z.enum(['1', '0']).optional().catch(undefined);

/** What the address of the list of applications holds. */
export const ApplicationsSearch = ListSearch.extend({
  ...orderedAs(listApplications),
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
export const DisbursementsSearch = ListSearch.extend({
  ...orderedAs(listDisbursements),
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
