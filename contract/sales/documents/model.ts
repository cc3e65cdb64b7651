import { z } from 'zod';
import { StatusChange, TransitionOffer } from '#contract/transitions.ts';
import { IsoDate } from '#contract/dates.ts';

export const PaperVersion = z.object({
  number: z.number().int(),
  name: z.string(),
  mime: z.string(),
  size: z.number().int(),
  /** Signed and expiring; null when the caller may not open this kind of paper. */
  url: z.string().nullable(),
  uploaded_at: z.string(),
  uploaded_by: z.string(),
  replaced_at: z.string().nullable(),
});

/** One row of a sale's checklist, as colleagues see it. Versions: the newest first. */
export const Paper = z.object({
  id: z.number().int(),
  type: z.object({ id: z.number().int(), name: z.string() }),
  label: z.string(),
  position: z.number().int(),
  required: z.boolean(),
  privacy: z.enum(['identidad', 'ingresos', 'general']),
  state: z.object({ id: z.number().int(), name: z.string() }),
  version: z.number().int(),
  issued_on: z.string().nullable(),
  expires_on: z.string().nullable(),
  /** Days that it is good for from its date of issue; null when it does not expire by age. */
  valid_days: z.number().int().nullable(),
  expiry_on_face: z.boolean(),
  /** Approved, and dead before a bank would answer: it takes a newer file. Its last good day there. */
  renew_before: z.string().nullable(),
  rejection_reason: z.string().nullable(),
  reviewed_by: z.string().nullable(),
  reviewed_at: z.string().nullable(),
  versions: z.array(PaperVersion),
  transitions: z.array(TransitionOffer),
});
export type Paper = z.infer<typeof Paper>;

/** Body of a paper's status PATCH: the dates that the reviewer read from it come with the approval. */
export const PaperStatusChange = z.object({
  params: StatusChange.shape.params.extend({
    fecha_emision: IsoDate.optional(),
    fecha_vencimiento: IsoDate.optional(),
  }),
});
