import { z } from 'zod';
import { filterId, filterIds } from '#web/office/lib/listSearch.ts';

/** Search parameters of the plan. */
export const PlanSearch = z.object({
  proyecto_id: filterId,
  /** The selected lot. */
  lote: filterId,
  /** States shown in full; empty: all. */
  estados: filterIds,
  /** The layer; none: sales. */
  capa: z.enum(['legal', 'bancos', 'obra']).optional().catch(undefined),
  modo: z.enum(['ver', 'trazar']).optional().catch(undefined),
});
export type PlanSearch = z.infer<typeof PlanSearch>;
