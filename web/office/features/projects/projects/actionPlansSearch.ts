import { z } from 'zod';
import { listActionPlans } from '#contract/projects/projects/actionPlans.ts';
import { filterId } from '#web/office/lib/listSearch.ts';
import { searchOf } from '#web/office/lib/list.ts';

/** What the address of the action plans holds; `modelo` is the one in the drawer. */
export const ActionPlansSearch = searchOf(listActionPlans, {
  modelo: filterId,
});
export type ActionPlansSearch = z.infer<typeof ActionPlansSearch>;
