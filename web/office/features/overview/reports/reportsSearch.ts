import { z } from 'zod';
import { filterId } from '#web/office/lib/listSearch.ts';

/** What the address of the reports holds. */
export const ReportsSearch = z.object({ proyecto_id: filterId });
export type ReportsSearch = z.infer<typeof ReportsSearch>;
