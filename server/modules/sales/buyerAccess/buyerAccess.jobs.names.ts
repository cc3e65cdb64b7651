import { z } from 'zod';

/** What may be asked of the jobs of this module; their work is in buyerAccess.jobs.ts. */
export const LostLink = {
  name: 'auth.lost_link',
  payload: z.object({ subject: z.string(), personIds: z.array(z.number().int()) }),
};
