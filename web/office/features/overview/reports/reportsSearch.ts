import { z } from 'zod';
import { filterId } from '#web/office/lib/listSearch.ts';

/** Search parameters of the reports. */
export const ReportsSearch = z.object({
  proyecto_id: filterId,
  /** Set while the targets are open. */
  metas: z.coerce.boolean().optional().catch(undefined),
});
export type ReportsSearch = z.infer<typeof ReportsSearch>;
