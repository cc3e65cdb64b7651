import { z } from 'zod';
import { Email } from '#contract/company/auth/model.ts';
import { addDays, IsoDate } from '#contract/dates.ts';
import { readDocument } from '#contract/identity.ts';
import { pageBy } from '#contract/paging.ts';
import { Phone } from '#contract/phone.ts';
import { Named } from '#contract/company/users/people.ts';

/**
 * contratista: builds for the company · contratante: a company of the group that signs contracts (domain.md §2) · proveedor:
 * sells materials.
 */
export const PartnerKind = z.enum(['contratista', 'contratante', 'proveedor']);
export type PartnerKind = z.infer<typeof PartnerKind>;

/** Document kinds of a partner. Several bonds, and several documents of kind "other", may be valid at once. */
export const PAPER_KINDS = {
  aviso_operacion: 'Aviso de operación',
  paz_salvo_css: 'Paz y salvo de la CSS',
  paz_salvo_dgi: 'Paz y salvo de la DGI',
  ruc: 'RUC',
  certificado_registro: 'Certificado del Registro Público',
  fianza_cumplimiento: 'Fianza de cumplimiento',
  fianza_anticipo: 'Fianza de pago anticipado',
  otro: 'Otro documento',
} as const;
export type PaperKind = keyof typeof PAPER_KINDS;
const paperKinds = Object.keys(PAPER_KINDS) as [PaperKind, ...PaperKind[]];
const SEVERAL: readonly string[] = ['fianza_cumplimiento', 'fianza_anticipo', 'otro'];
/** A new document of this kind replaces the old one. */
export const isOneOfAKind = (kind: PaperKind) => !SEVERAL.includes(kind);

/** Days before expiry when a document counts as about to expire and administrators are told. */
export const PAPER_WARNING_DAYS = 30;

export const PaperState = z.enum(['vigente', 'por_vencer', 'vencido']);
export type PaperState = z.infer<typeof PaperState>;
export const PAPER_STATE_LABELS: Record<PaperState, string> = {
  vigente: 'Vigente',
  por_vencer: 'Por vencer',
  vencido: 'Vencido',
};

/** State of a document on a day; it is still valid on its last day. Without an end date it stays valid. */
export function paperState(expiresOn: string | null, today: string): PaperState {
  if (expiresOn === null) return 'vigente';
  if (expiresOn < today) return 'vencido';
  return expiresOn <= addDays(today, PAPER_WARNING_DAYS) ? 'por_vencer' : 'vigente';
}

/** Whether ITBMS is withheld of what a contractor bills (domain.md §4.6). */
export const ITBMS_WITHHOLDING = { retiene: 'Sí', no_retiene: 'No' } as const;
const ItbmsWithholding = z.enum(Object.keys(ITBMS_WITHHOLDING) as [keyof typeof ITBMS_WITHHOLDING]);
export type ItbmsWithholding = z.infer<typeof ItbmsWithholding>;

export const PartnerFilter = pageBy('name', 'ruc', 'next_expiry').extend({
  kind: PartnerKind,
  /** Part of the name, the RUC or the representative. */
  q: z.string().trim().max(80).optional(),
  /** Partners with a document in this state. */
  papeles: PaperState.optional(),
  archivados: z.enum(['1', '0']).optional(),
});
export type PartnerFilter = z.infer<typeof PartnerFilter>;

export const PartnerRow = z.object({
  id: z.number().int(),
  kind: PartnerKind,
  name: z.string(),
  ruc: z.string(),
  dv: z.string(),
  legal_representative: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  /** Valid documents by state, and the next expiry day. */
  papers: z.object({ vigente: z.number().int(), por_vencer: z.number().int(), vencido: z.number().int() }),
  next_expiry: z.string().nullable(),
  archived: z.boolean(),
});
export type PartnerRow = z.infer<typeof PartnerRow>;

export const PartnerPaper = z.object({
  id: z.number().int(),
  kind: z.enum(paperKinds),
  number: z.string().nullable(),
  issued_on: z.string().nullable(),
  expires_on: z.string().nullable(),
  state: PaperState,
  /** A newer document replaced it, or it was removed. */
  replaced: z.boolean(),
  /** When the administrators were told. */
  warned_at: z.string().nullable(),
  file: z.object({ name: z.string(), mime: z.string(), url: z.string() }).nullable(),
});
export type PartnerPaper = z.infer<typeof PartnerPaper>;

export const PartnerRecord = PartnerRow.extend({
  representative_document: z.string().nullable(),
  registry_sheet: z.string().nullable(),
  property_number: z.string().nullable(),
  location_code: z.string().nullable(),
  itbms_withholding: ItbmsWithholding.nullable(),
  notes: z.string(),
  version: z.number().int(),
  paper_list: z.array(PartnerPaper),
  users: z.array(Named.extend({ email: z.string(), active: z.boolean() })),
});
export type PartnerRecord = z.infer<typeof PartnerRecord>;

const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .nullable()
    .default(null)
    .transform((value) => value || null);

const Ruc = z.string().transform((typed, ctx) => {
  const number = readDocument('ruc', typed.trim());
  if (number && !/ DV /.test(number)) return number;
  ctx.addIssue({
    code: 'custom',
    message: number
      ? 'Escribe el DV en su propio campo.'
      : 'RUC inválido. Ejemplos: 155612345-2-2015, 8-712-4567',
  });
  return z.NEVER;
});

/** Checks only the format of the DGI's check digits: their computation differs by kind of RUC. */
const Dv = z
  .string()
  .trim()
  .regex(/^\d{1,2}$/, 'Escribe los dos dígitos del DV.')
  .transform((digits) => digits.padStart(2, '0'));

export const PartnerForm = z.object({
  name: z.string().trim().min(1, 'Escribe el nombre.').max(160),
  ruc: Ruc,
  dv: Dv,
  legal_representative: text(120),
  representative_document: text(40),
  registry_sheet: text(60),
  property_number: text(60),
  location_code: text(20),
  itbms_withholding: ItbmsWithholding.nullable().default(null),
  phone: Phone.nullable().default(null),
  email: Email.nullable().default(null),
  notes: z.string().trim().max(2000).default(''),
});
export type PartnerForm = z.output<typeof PartnerForm>;

const emptyAsNull = (schema: z.ZodType<string, string>) =>
  z
    .union([z.literal('').transform(() => null), schema])
    .optional()
    .transform((value) => value ?? null);

/** A form with a file: an empty field means unknown. */
export const PaperForm = z
  .object({
    kind: z.enum(paperKinds, { error: 'Elige qué documento es.' }),
    number: emptyAsNull(z.string().trim().max(60)),
    issued_on: emptyAsNull(IsoDate),
    expires_on: emptyAsNull(IsoDate),
  })
  .superRefine(({ issued_on, expires_on }, check) => {
    if (issued_on && expires_on && expires_on < issued_on)
      check.addIssue({
        code: 'custom',
        path: ['expires_on'],
        message: 'El vencimiento es antes de la emisión.',
      });
  });
export type PaperForm = z.output<typeof PaperForm>;
