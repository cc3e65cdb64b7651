import { z } from 'zod';
import { filterId, ListSearch } from '#web/office/lib/listSearch.ts';

/** What the address of the action plans holds; `modelo` is the one in the drawer. */
export const ActionPlansSearch = ListSearch.extend({
  order_column: z.enum(['modelo', 'days']).optional().catch(undefined),
  proyecto_id: filterId,
  modelo: filterId,
});
export type ActionPlansSearch = z.infer<typeof ActionPlansSearch>;
