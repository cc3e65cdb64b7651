import { z } from 'zod';
import { CONSENT_KINDS } from '#contract/sales/consents/consents.ts';
import { NEXT_ACTIONS } from './nextAction.ts';

/** The one next thing for the customer to do, with where its button leads. */
export const NextStep = z.object({
  kind: z.enum(NEXT_ACTIONS),
  title: z.string(),
  text: z.string(),
  button: z.string(),
  href: z.string(),
});
export type NextStep = z.infer<typeof NextStep>;

/** A form that came without a word of the consents (rulings 37): what it said, and what there is to agree to within so many hours. */
export const Asked = z.object({
  sent: z.array(z.object({ label: z.string(), value: z.string() })),
  consents: z.array(z.object({ kind: z.enum(CONSENT_KINDS), text: z.string() })),
  hours: z.number().int(),
});
export type Asked = z.infer<typeof Asked>;
