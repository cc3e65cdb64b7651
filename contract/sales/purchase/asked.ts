import { z } from 'zod';
import { CONSENT_KINDS } from '#contract/sales/consents/consents.ts';

/** A form without any consent (rulings 37): its data, the texts to accept, and the hours to do so. */
export const Asked = z.object({
  sent: z.array(z.object({ label: z.string(), value: z.string() })),
  consents: z.array(z.object({ kind: z.enum(CONSENT_KINDS), text: z.string() })),
  hours: z.number().int(),
});
export type Asked = z.infer<typeof Asked>;
