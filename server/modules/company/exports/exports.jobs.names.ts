import { z } from 'zod';
import type { JobName } from '#server/kernel/jobs.ts';

const payload = z.object({ id: z.number().int() });

/** Creates the file of a prepared export. */
export const makeExport: JobName<typeof payload> = { name: 'exports.make', payload };
