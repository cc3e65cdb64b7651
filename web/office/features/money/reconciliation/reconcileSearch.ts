import { z } from 'zod';
import { filterId } from '#web/office/lib/listSearch.ts';

/** Search parameters of the desk. */
export const ReconcileSearch = z.object({
  extracto_id: filterId,
  cuenta_id: filterId,
  /** The open line; the first one if absent. */
  linea: filterId,
  /** Set while the exact matches are shown. */
  exactas: z.coerce.boolean().optional().catch(undefined),
});
export type ReconcileSearch = z.infer<typeof ReconcileSearch>;

/** The lines that wait for a sale, the oldest first. */
export const QUEUE = {
  query: { estado: 'open', sentido: 'in', order_column: 'posted_on', order_type: 'asc', per_page: 100 },
} as const;
