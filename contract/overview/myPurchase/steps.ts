import { z } from 'zod';
import { NEXT_ACTIONS } from './nextAction.ts';

/** The customer's next action, with the target of its button. */
export const NextStep = z.object({
  kind: z.enum(NEXT_ACTIONS),
  title: z.string(),
  text: z.string(),
  button: z.string(),
  href: z.string(),
});
export type NextStep = z.infer<typeof NextStep>;
