import { z } from 'zod';
import { Id } from '#contract/ids.ts';
import { fieldError, PAPER_FIELDS, type TextField } from './rules.ts';

/** A sale in an address: its code PC-2026-00001, or its number while it has none. */
export const SaleName = z
  .string()
  .trim()
  .regex(/^(PC-\d{4}-\d{5,9}|\d{1,15})$/i)
  .transform((text) => text.toUpperCase());

/** A form's field under the rules that the phone applies too; the sentence of `fieldError` is the one shown. */
const field = (name: TextField) =>
  z
    .string()
    .trim()
    .superRefine((text, ctx) => {
      const message = fieldError(name, text);
      if (message) ctx.addIssue({ code: 'custom', message });
    });
const required = (name: TextField, message: string) => field(name).min(1, { error: message, abort: true });
const optionalId = z.preprocess(
  (value) => (value === '' || value === null ? undefined : value),
  Id.optional(),
);

export const BuyForm = z.object({
  nombre: required('nombre', 'Escribe tu nombre.'),
  email: required('email', 'Escribe tu correo.'),
  celular: required('celular', 'Escribe tu celular.'),
  /** Held 30 minutes. */
  lote_id: optionalId,
});
export type BuyForm = z.infer<typeof BuyForm>;

const typed = z.string().max(2000, { error: 'Escribe menos texto.' }).optional();
const FamilyFields = z.object({ nombre: typed, cedula: typed, parentesco: typed });
/** More than a draft keeps; `MAX_FAMILY` are told as a fault, so that what was typed stays. */
const FAMILY_ROWS = 100;
/** grupo_familiar[n][…]: n may have holes and need not begin at 0. */
const Family = z
  .union([z.array(FamilyFields), z.record(z.string(), FamilyFields)])
  .refine((rows) => Object.keys(rows).length <= FAMILY_ROWS, { error: 'Son demasiados familiares.' });

/**
 * The form as it is sent (spec §3, endpoints.tsv). Here only its shape: what the values must be is told by `fieldError`
 * at each field once the files that came along are safe with the draft.
 */
export const PrecontractForm = z.object({
  codigo: typed,
  precontrato_id: typed,
  nombre: typed,
  email: typed,
  celular: typed,
  tipo_documento: typed,
  cedula: typed,
  sector_trabajo: typed,
  estatus_laboral: typed,
  forma_pago: typed,
  numero_camp: typed,
  origen: typed,
  monto_pagado: typed,
  lote_id: typed,
  grupo_familiar: Family.optional(),
  consentimiento_datos: typed,
  consentimiento_apc: typed,
  /** A PushSubscription as JSON. */
  push_subscription: z.string().max(4000).optional(),
});
export type PrecontractForm = z.infer<typeof PrecontractForm>;

/** Some fields of a draft, as typed so far; '' empties one. A consent is '1', or '' when it is taken back. */
export const DraftChange = z.object({
  campos: PrecontractForm.omit({
    codigo: true,
    precontrato_id: true,
    lote_id: true,
    push_subscription: true,
  }),
});
export type DraftChange = z.infer<typeof DraftChange>['campos'];

/** What became of the fields of a DraftChange. */
export const DraftKept = z.object({
  /** Kept on the server, malformed ones too: nothing typed is lost. */
  guardados: z.array(z.string()),
  /** Not kept until the data consent is ticked; send them again with it. */
  sin_permiso: z.array(z.string()),
  errores: z.array(z.object({ field: z.string(), message: z.string() })),
});
export type DraftKept = z.infer<typeof DraftKept>;

export const Submitted = z.object({
  success: z.string(),
  /** The bare path; the client appends the code, else the id, else nothing (rulings.md 19). */
  redirect: z.string(),
  precontratoCodigo: z.string().nullable(),
  precontratoId: z.number().int(),
});
export type Submitted = z.infer<typeof Submitted>;

/** A file that is about to be sent by itself, in as many pieces as the line needs. */
export const NewUpload = z.object({
  campo: z.enum(PAPER_FIELDS, { error: 'Ese archivo no es de este formulario.' }),
  /** 1-5 for cedula_beneficiario, else 0. */
  posicion: z.coerce.number().int().min(0).max(5).default(0),
  nombre: z.string().max(300),
  /** Bytes. */
  tamano: z.coerce.number().int().min(1, { error: 'El archivo está vacío.' }),
  /** Hex, made in the browser; the same file again goes on where it stopped, and is not sent twice. Left out where the browser cannot make it. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
});
export type NewUpload = z.infer<typeof NewUpload>;

export const UploadState = z.object({
  id: z.string(),
  campo: z.enum(PAPER_FIELDS),
  posicion: z.number().int(),
  nombre: z.string(),
  tamano: z.number().int(),
  /** Bytes that are safe: the next piece begins here. */
  recibido: z.number().int(),
  completo: z.boolean(),
  /** Present once it is whole and in its place; `mensaje` is the confirmation to show. */
  adjunto: z.object({ documento_id: z.number().int(), mensaje: z.string() }).nullable(),
});
export type UploadState = z.infer<typeof UploadState>;
