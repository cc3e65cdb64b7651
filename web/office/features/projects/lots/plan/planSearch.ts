import { z } from 'zod';
import { filterId, filterIds } from '#web/office/lib/listSearch.ts';

/** What the address of the plan holds. */
export const PlanSearch = z.object({
  proyecto_id: filterId,
  /** The lot that is chosen. */
  lote: filterId,
  /** States shown in full; none: all. */
  estados: filterIds,
  modo: z.enum(['ver', 'trazar']).optional().catch(undefined),
});
export type PlanSearch = z.infer<typeof PlanSearch>;
