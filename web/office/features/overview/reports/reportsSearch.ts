import { z } from 'zod';
import { filterId, filterText } from '#web/office/lib/listSearch.ts';

/** Search parameters of the reports. */
export const ReportsSearch = z.object({
  proyecto_id: filterId,
  /** The month of the answers: YYYY-MM. */
  mes: filterText,
  /** Set while the targets are open. */
  metas: z.coerce.boolean().optional().catch(undefined),
});
export type ReportsSearch = z.infer<typeof ReportsSearch>;

/** Search parameters of the bottlenecks. */
export const BottlenecksSearch = z.object({ proyecto_id: filterId });
export type BottlenecksSearch = z.infer<typeof BottlenecksSearch>;
