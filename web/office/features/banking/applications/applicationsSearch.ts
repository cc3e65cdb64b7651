import { z } from 'zod';
import { listApplications } from '#contract/banking/applications/applications.ts';
import { listDisbursements } from '#contract/banking/disbursements/disbursements.ts';
import { filterId } from '#web/office/lib/listSearch.ts';
import { searchOf } from '#web/office/lib/list.ts';

const flag = z.enum(['1', '0']).optional().catch(undefined);

/** What the address of the list of applications holds. */
export const ApplicationsSearch = searchOf(listApplications, {
  solicitud: filterId,
});
export type ApplicationsSearch = z.infer<typeof ApplicationsSearch>;

/** What the address of the list of disbursements holds. */
export const DisbursementsSearch = searchOf(listDisbursements);
export type DisbursementsSearch = z.infer<typeof DisbursementsSearch>;

export const RequirementsSearch = z.object({ banco_id: filterId, historia: flag });
export type RequirementsSearch = z.infer<typeof RequirementsSearch>;
