import { z } from 'zod';
import { StatusChange, TransitionOffer } from '#contract/transitions.ts';
import { IsoDate } from '#contract/dates.ts';

export const PaperVersion = z.object({
  number: z.number().int(),
  name: z.string(),
  mime: z.string(),
  size: z.number().int(),
  /** Signed URL with an expiry; null when the user may not open this kind of document. */
  url: z.string().nullable(),
  uploaded_at: z.string(),
  uploaded_by: z.string(),
  replaced_at: z.string().nullable(),
});

/** A row of a sale's checklist for staff. Versions newest first. */
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
  /** Days of validity from the issue date; null when age does not matter. */
  valid_days: z.number().int().nullable(),
  expiry_on_face: z.boolean(),
  /** Approved, but it expires before a bank would answer, so a newer file is accepted. Its last valid day. */
  renew_before: z.string().nullable(),
  rejection_reason: z.string().nullable(),
  reviewed_by: z.string().nullable(),
  reviewed_at: z.string().nullable(),
  /** How much longer the caller may undo the approval, in ms; null: not. */
  undo_ms: z.number().int().nullable(),
  versions: z.array(PaperVersion),
  transitions: z.array(TransitionOffer),
});
export type Paper = z.infer<typeof Paper>;

/** Body of a document's status PATCH: an approval includes the dates that the reviewer read from the document. */
export const PaperStatusChange = z.object({
  params: StatusChange.shape.params.extend({
    fecha_emision: IsoDate.optional(),
    fecha_vencimiento: IsoDate.optional(),
  }),
});
