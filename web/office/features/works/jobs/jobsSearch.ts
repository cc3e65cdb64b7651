import { z } from 'zod';
import { listJobs } from '#contract/works/jobs/endpoints.ts';
import { searchOf } from '#web/office/lib/list.ts';

/** Search parameters of the jobs; `trabajo` is the open one. */
export const JobsSearch = searchOf(listJobs, {
  trabajo: z.coerce.number().int().optional().catch(undefined),
});
export type JobsSearch = z.infer<typeof JobsSearch>;
