import { z } from 'zod';

/** Payloads of this module's jobs; auth.jobs.ts has their handlers. */
export const ForgotPassword = {
  name: 'auth.forgot_password',
  payload: z.object({ userId: z.number().int().nullable() }),
};
