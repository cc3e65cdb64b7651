import type { z } from 'zod';
import { listComplaints } from '#contract/legal/complaints/endpoints.ts';
import { searchOf } from '#web/office/lib/list.ts';
import { filterId } from '#web/office/lib/listSearch.ts';

/** Search parameters of the complaints. */
export const ComplaintsSearch = searchOf(listComplaints, { reclamo: filterId });
export type ComplaintsSearch = z.infer<typeof ComplaintsSearch>;
