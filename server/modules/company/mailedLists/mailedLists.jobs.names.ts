import { z } from 'zod';
import type { JobName } from '#server/kernel/jobs.ts';

const payload = z.object({ id: z.number().int() });

/** Makes and mails one person's copy of a sending. */
export const makeCopy: JobName<typeof payload> = { name: 'mailedLists.copy', payload };
