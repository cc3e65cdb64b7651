import { z } from 'zod';
import { listReconciliations } from '#contract/money/bankReconciliations/endpoints.ts';
import { searchOf } from '#web/office/lib/list.ts';

export const ReconciliationsSearch = searchOf(listReconciliations, {});
export type ReconciliationsSearch = z.infer<typeof ReconciliationsSearch>;

/** ver=todas: also the lines that are settled. */
export const ReconciliationSearch = z.object({ ver: z.enum(['todas']).optional().catch(undefined) });
export type ReconciliationSearch = z.infer<typeof ReconciliationSearch>;
