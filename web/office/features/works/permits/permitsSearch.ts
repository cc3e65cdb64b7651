import { z } from 'zod';
import { listPermits } from '#contract/works/permits/endpoints.ts';
import { searchOf } from '#web/office/lib/list.ts';
import { filterId } from '#web/office/lib/listSearch.ts';

/** Search parameters of the permits; `permiso` is the open one, `ver` the table of what is missing. */
export const PermitsSearch = searchOf(listPermits, {
  permiso: filterId,
  ver: z.enum(['modelo', 'vivienda']).optional().catch(undefined),
});
export type PermitsSearch = z.infer<typeof PermitsSearch>;
