import { z } from 'zod';
import { CONSENT_KINDS } from '#contract/sales/consents/consents.ts';

/** A form that came without a word of the consents (rulings 37): what it said, and what there is to agree to within so many hours. */
export const Asked = z.object({
  sent: z.array(z.object({ label: z.string(), value: z.string() })),
  consents: z.array(z.object({ kind: z.enum(CONSENT_KINDS), text: z.string() })),
  hours: z.number().int(),
});
export type Asked = z.infer<typeof Asked>;
