import { z } from 'zod';

/** A colleague who saw a code or link of the buyer's before a signature, when and why: part of its evidence. */
export const StaffLook = z.object({
  /** ISO 8601 in UTC. */
  at: z.string(),
  by: z.string(),
  /** The kind of mail, as staff read it. */
  what: z.string(),
  reason: z.string(),
});
export type StaffLook = z.infer<typeof StaffLook>;
