import { z } from 'zod';
import { listActionPlans } from '#contract/projects/projects/actionPlans.ts';
import { filterId, ListSearch, orderedAs } from '#web/office/lib/listSearch.ts';

/** What the address of the action plans holds; `modelo` is the one in the drawer. */
export const ActionPlansSearch = ListSearch.extend({
  ...orderedAs(listActionPlans),
  proyecto_id: filterId,
  modelo: filterId,
});
export type ActionPlansSearch = z.infer<typeof ActionPlansSearch>;
