import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { DocumentType } from '#contract/identity.ts';
import { Cents } from '#contract/money.ts';
import { nameFault } from '#contract/names.ts';
import { Phone } from '#contract/phone.ts';
import { pageBy } from '#contract/paging.ts';
import { POWER_KIND_NAMES, POWER_STANDING_NAMES } from './rules.ts';

const Named = z.object({ id: z.number().int(), name: z.string() });
const line = (most: number) =>
  z
    .string()
    .trim()
    .max(most, { error: `Escribe como máximo ${most} caracteres.` })
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, { error: 'Escribe una sola línea de texto.' });

/** A person who signs for the company, with the power that allows it. Days are YYYY-MM-DD. */
export const Representative = z.object({
  id: z.number().int(),
  version: z.number().int(),
  name: z.string(),
  document_type: DocumentType,
  document: z.string(),
  /** E.164 */
  phone: z.string(),
  email: z.string(),
  /** The user of the office who is this person. */
  user: Named.nullable(),
  power_kind: z.enum(POWER_KIND_NAMES),
  /** Number, notary or register sheet, as the documents must cite it. */
  power_text: z.string(),
  limit_centavos: z.number().int().nullable(),
  valid_from: z.string(),
  valid_until: z.string().nullable(),
  standing: z.enum(POWER_STANDING_NAMES),
  /** Signed address of the power's file for the caller's session. */
  file: z.object({ name: z.string(), url: z.string() }).nullable(),
  archived_at: z.string().nullable(),
  created: z.object({ by: z.string(), at: z.string() }),
});
export type Representative = z.infer<typeof Representative>;

export const RepresentativeFilter = pageBy('id', 'name', 'valid_until').extend({
  q: z.string().trim().max(80).optional(),
  estado: z.enum(POWER_STANDING_NAMES).optional(),
});
export type RepresentativeFilter = z.infer<typeof RepresentativeFilter>;

const fields = {
  name: line(120)
    .min(3, { error: 'Escribe el nombre completo.' })
    .superRefine((text, ctx) => {
      const fault = nameFault(text);
      if (fault) ctx.addIssue({ code: 'custom', message: fault });
    }),
  document_type: z.enum(['cedula', 'pasaporte'], { error: 'Elige cédula o pasaporte.' }).default('cedula'),
  document: line(40).min(1, { error: 'Escribe el número de su documento.' }),
  phone: Phone,
  email: z.email({ error: 'Escribe un correo válido: ahí le llega el enlace para firmar.' }).max(160),
  user_id: z.number().int().min(1).nullable().default(null),
  power_kind: z.enum(POWER_KIND_NAMES, { error: 'Elige de dónde viene el poder.' }),
  power_text: line(300).min(3, { error: 'Escribe el número y los datos del poder.' }),
  limit_centavos: Cents.min(1, { error: 'El límite debe ser mayor que cero.' }).nullable().default(null),
  valid_from: IsoDate,
  valid_until: IsoDate.nullable().default(null),
};

const inOrder = (
  { valid_from, valid_until }: { valid_from: string; valid_until: string | null },
  ctx: z.RefinementCtx,
): void => {
  if (valid_until !== null && valid_until < valid_from)
    ctx.addIssue({
      code: 'custom',
      path: ['valid_until'],
      message: 'El poder termina antes de empezar: revisa las fechas.',
    });
};

export const NewRepresentative = z.object(fields).superRefine(inOrder);
export type NewRepresentative = z.output<typeof NewRepresentative>;

export const RepresentativeChange = z
  .object({ ...fields, version: z.number().int().optional() })
  .superRefine(inOrder);
export type RepresentativeChange = z.output<typeof RepresentativeChange>;
