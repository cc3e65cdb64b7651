import { z } from 'zod';
import { listActionPlans } from '#contract/projects/projects/actionPlans.ts';
import { filterId } from '#web/office/lib/listSearch.ts';
import { searchOf } from '#web/office/lib/list.ts';

/** Search parameters of the action plans; `modelo` is the open one. */
export const ActionPlansSearch = searchOf(listActionPlans, {
  modelo: filterId,
});
export type ActionPlansSearch = z.infer<typeof ActionPlansSearch>;
