import { z } from 'zod';

/** Names and payloads of this module's jobs; the jobs are in buyerAccess.jobs.ts. */
export const LostLink = {
  name: 'auth.lost_link',
  payload: z.object({ subject: z.string(), personIds: z.array(z.number().int()) }),
};
