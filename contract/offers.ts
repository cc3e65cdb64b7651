import { z } from 'zod';

/** Pages of the office that a refusal may lead to, by their routes, and the words on the way: the office's types check the routes. */
export const LEADS = { '/oficina/desembolsos': 'Ir a desembolsos' } as const;
type Lead = keyof typeof LEADS;

/** The page where what is missing can be mended; `params` fill its route. */
export const LeadsTo = z.object({
  route: z.enum(Object.keys(LEADS) as [Lead, ...Lead[]]),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
export type LeadsTo = z.infer<typeof LeadsTo>;

/** One thing that is missing: `code` says of which kind, for the screen's way there. */
export const Missing = z.object({ code: z.string(), label: z.string() });
export type Missing = z.infer<typeof Missing>;

/** Something that may be done. Screens show `disabled` and decide by `code`, never by the words of the sentence. */
export const ActionOffer = z.object({
  /** Why it cannot be done now; null when it can. */
  disabled: z.string().nullable(),
  code: z.string().optional(),
  leads_to: LeadsTo.optional(),
  /** All that is missing before it can be done; `disabled` tells the first of it. */
  missing: z.array(Missing).optional(),
});
export type ActionOffer = z.infer<typeof ActionOffer>;
