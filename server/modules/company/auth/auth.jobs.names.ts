import { z } from 'zod';

/** What may be asked of the jobs of this module; their work is in auth.jobs.ts. */
export const ForgotPassword = {
  name: 'auth.forgot_password',
  payload: z.object({ userId: z.number().int().nullable() }),
};
