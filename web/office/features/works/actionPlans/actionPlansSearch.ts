import { z } from 'zod';
import { listActionPlans } from '#contract/works/actionPlans/endpoints.ts';
import { searchOf } from '#web/office/lib/list.ts';
import { filterText } from '#web/office/lib/listSearch.ts';

export const ActionPlansSearch = searchOf(listActionPlans);
export type ActionPlansSearch = z.infer<typeof ActionPlansSearch>;

/** One plan: its tab, and the number of an older version on the screen. */
export const ActionPlanSearch = z.object({
  tab: filterText,
  version: z.coerce.number().int().min(1).optional().catch(undefined),
});
export type ActionPlanSearch = z.infer<typeof ActionPlanSearch>;
