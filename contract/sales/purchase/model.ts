import { z } from 'zod';
import { Id } from '#contract/ids.ts';
import { fieldError, PAPER_FIELDS, type TextField } from './rules.ts';

/** A sale in a URL: its code PC-2026-00001, or its number without a code. */
export const SaleName = z
  .string()
  .trim()
  .regex(/^(PC-\d{4}-\d{5,9}|\d{1,15})$/i)
  .transform((text) => text.toUpperCase());

/** A form field with the rules that the phone uses too; shows the message of `fieldError`. */
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
  /** Held for 30 minutes. */
  lote_id: optionalId,
});
export type BuyForm = z.infer<typeof BuyForm>;

const typed = z.string().max(2000, { error: 'Escribe menos texto.' }).optional();
const FamilyFields = z.object({ nombre: typed, cedula: typed, parentesco: typed });
/** More than a draft stores: more rows than `MAX_FAMILY` give a field error, so the typed rows are not lost. */
const FAMILY_ROWS = 100;
/** grupo_familiar[n][…]: n may have gaps and need not start at 0. */
const Family = z
  .union([z.array(FamilyFields), z.record(z.string(), FamilyFields)])
  .refine((rows) => Object.keys(rows).length <= FAMILY_ROWS, { error: 'Son demasiados familiares.' });

/**
 * The form as posted (spec §3, endpoints.tsv). This schema checks only the shape: `fieldError` checks the values after
 * the uploaded files are stored with the draft.
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

/** Some fields of a draft as typed so far; '' empties one. A consent is '1', or '' when withdrawn. */
export const DraftChange = z.object({
  campos: PrecontractForm.omit({
    codigo: true,
    precontrato_id: true,
    lote_id: true,
    push_subscription: true,
  }),
});
export type DraftChange = z.infer<typeof DraftChange>['campos'];

/** Result of a DraftChange. */
export const DraftKept = z.object({
  /** Stored on the server, also when malformed: typed text is not lost. */
  guardados: z.array(z.string()),
  /** Not stored until the data consent is given; send them again with it. */
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

/** A file to upload separately, in as many pieces as needed. */
export const NewUpload = z.object({
  campo: z.enum(PAPER_FIELDS, { error: 'Ese archivo no es de este formulario.' }),
  /** 1-5 for cedula_beneficiario, else 0. */
  posicion: z.coerce.number().int().min(0).max(5).default(0),
  nombre: z.string().max(300),
  /** Bytes. */
  tamano: z.coerce.number().int().min(1, { error: 'El archivo está vacío.' }),
  /**
   * Hex, computed in the browser. Selecting the same file again resumes its upload instead of sending it twice. Missing
   * when the browser cannot compute it.
   */
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
  /** Stored bytes: the next piece starts here. */
  recibido: z.number().int(),
  completo: z.boolean(),
  /** Present when the upload is complete; `mensaje` is the confirmation to show. */
  adjunto: z.object({ documento_id: z.number().int(), mensaje: z.string() }).nullable(),
});
export type UploadState = z.infer<typeof UploadState>;
