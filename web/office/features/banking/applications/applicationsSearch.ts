import { z } from 'zod';
import { listApplications } from '#contract/banking/applications/applications.ts';
import { listDisbursements } from '#contract/banking/disbursements/disbursements.ts';
import { filterId } from '#web/office/lib/listSearch.ts';
import { searchOf } from '#web/office/lib/list.ts';

const flag = z.enum(['1', '0']).optional().catch(undefined);

/** Search parameters of the applications. */
export const ApplicationsSearch = searchOf(listApplications, {
  solicitud: filterId,
});
export type ApplicationsSearch = z.infer<typeof ApplicationsSearch>;

/** Search parameters of the disbursements. */
export const DisbursementsSearch = searchOf(listDisbursements);
export type DisbursementsSearch = z.infer<typeof DisbursementsSearch>;

export const RequirementsSearch = z.object({ banco_id: filterId, historia: flag });
export type RequirementsSearch = z.infer<typeof RequirementsSearch>;
