import { z } from 'zod';

/** A staff member saw a code or link of the buyer before a signature: part of the signature's evidence. */
export const StaffLook = z.object({
  /** ISO 8601 in UTC. */
  at: z.string(),
  by: z.string(),
  /** Label of the mail kind. */
  what: z.string(),
  reason: z.string(),
});
export type StaffLook = z.infer<typeof StaffLook>;
