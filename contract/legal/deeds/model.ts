import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { Id } from '#contract/ids.ts';
import { ActionOffer, Missing } from '#contract/offers.ts';
import { pageBy } from '#contract/paging.ts';
import { StateHistory, StatusChange, TransitionOffer } from '#contract/transitions.ts';
import { CERTIFICATE_NAMES, CERTIFICATE_STANDINGS, type CertificateStanding } from './rules.ts';
import { DEED_TAX_NAMES, RATE_KIND_NAMES } from './taxes.ts';

const Named = z.object({ id: z.number().int(), name: z.string() });
const File = z.object({ name: z.string(), mime: z.string(), size: z.number().int(), url: z.string() });
const Standing = z.enum(
  Object.keys(CERTIFICATE_STANDINGS) as [CertificateStanding, ...CertificateStanding[]],
);

/** One line of text that a person types. */
export const deedLine = (most: number) =>
  z
    .string()
    .trim()
    .max(most, { error: `Escribe ${most} caracteres como máximo.` })
    .regex(/^\P{Cc}*$/u, { error: 'Escribe una sola línea de texto.' });
const Empty = z.literal('').transform(() => undefined);
const Day = z.union([Empty, IsoDate]).optional();
const Text = (most: number) => z.union([Empty, deedLine(most)]).optional();

/** A transition of a deed with what each one records; which of them a step needs is checked by the server. */
export const DeedStatusChange = StatusChange.shape.params.extend({
  /** The day of the step: sent, approved, entered, returned, inscribed. Today when it is missing. */
  fecha: Day,
  notaria: Text(80),
  firma_comprador: Day,
  firma_promotora: Day,
  firma_banco: Day,
  numero: Text(20),
  entrada: Text(30),
  /** Last day to correct the defect. */
  limite: Day,
  folio: Text(40),
  entregada_banco: Day,
  entregada_cliente: Day,
});
export type DeedStatusChange = z.output<typeof DeedStatusChange>;

export const DeedRow = z.object({
  id: z.number().int(),
  version: z.number().int(),
  state: Named,
  state_since: z.string(),
  /** Last day by which the step is usual, or by which the defect must be corrected. Null: the deed is finished. */
  due_on: z.string().nullable(),
  late: z.boolean(),
  sale: z.object({ id: z.number().int(), code: z.string().nullable(), state_id: z.number().int() }),
  name: z.string(),
  project: Named,
  lote: z.string().nullable(),
  lawyer: Named.nullable(),
  bank: z.string().nullable(),
  letter_until: z.string().nullable(),
  notary: z.string().nullable(),
  notary_on: z.string().nullable(),
  number: z.string().nullable(),
  entry: z.string().nullable(),
  holder: z.string().nullable(),
  /** What stops the next step, as sentences; empty: nothing. */
  blocked: z.array(z.string()),
});
export type DeedRow = z.infer<typeof DeedRow>;

export const DeedEntry = z.object({
  id: z.number().int(),
  number: z.string(),
  entered_on: z.string(),
  defect: z.string().nullable(),
  defect_on: z.string().nullable(),
  limit_on: z.string().nullable(),
});
export const DeedTax = z.object({
  kind: z.enum(DEED_TAX_NAMES),
  base_centavos: z.number().int(),
  /** Null: no rate is in force today. */
  percent: z.number().nullable(),
  /** What the rate gives: today's until it is paid, then as it was on that day. */
  computed_centavos: z.number().int(),
  paid: z
    .object({
      receipt: z.string().nullable(),
      paid_on: z.string(),
      centavos: z.number().int(),
      exempt_reason: z.string().nullable(),
      by: z.string().nullable(),
      file: File.nullable(),
    })
    .nullable(),
});
export const DeedCertificate = z.object({
  kind: z.enum(CERTIFICATE_NAMES),
  standing: Standing,
  number: z.string().nullable(),
  issued_on: z.string().nullable(),
  expires_on: z.string().nullable(),
  file: File.nullable(),
});

export const Deed = DeedRow.extend({
  mortgage: z.boolean(),
  ph: z.boolean(),
  price_centavos: z.number().int(),
  cadastral_centavos: z.number().int().nullable(),
  finca: z.string().nullable(),
  lot_id: z.number().int().nullable(),
  house_missing: z.array(Missing),
  sent_to_bank_on: z.string().nullable(),
  bank_approved_on: z.string().nullable(),
  buyer_signed_on: z.string().nullable(),
  company_signed_on: z.string().nullable(),
  bank_signed_on: z.string().nullable(),
  closed_on: z.string().nullable(),
  folio: z.string().nullable(),
  inscribed_on: z.string().nullable(),
  given_bank_on: z.string().nullable(),
  given_buyer_on: z.string().nullable(),
  notes: z.string(),
  entries: z.array(DeedEntry),
  taxes: z.array(DeedTax),
  certificates: z.array(DeedCertificate),
  void_asked: z.object({ by: z.string(), at: z.string(), reason: z.string(), mine: z.boolean() }).nullable(),
  history: StateHistory,
  transitions: z.array(TransitionOffer),
  actions: z.object({
    edit: ActionOffer.nullable(),
    taxes: ActionOffer.nullable(),
    certificates: ActionOffer.nullable(),
    ask_void: ActionOffer.nullable(),
    decide_void: ActionOffer.nullable(),
  }),
});
export type Deed = z.infer<typeof Deed>;

const states = z.preprocess(
  (value) => (value === undefined || value === '' ? undefined : Array.isArray(value) ? value : [value]),
  z.array(z.coerce.number().int().min(1).max(13)).max(13).optional(),
);

/** mias: those of the caller's sales as their lawyer. Without a filter: those on their way to the registry. */
export const DeedFilter = pageBy('id', 'state_since', 'due_on', 'letter_until').extend({
  estado_id: states,
  proyecto_id: Id.optional(),
  abogado_id: z.coerce.number().int().min(0).optional(),
  mias: z.enum(['0', '1']).optional(),
  /** 1: the day by which their step should have passed is over. */
  tardias: z.enum(['0', '1']).optional(),
  /** 1: also those that are inscribed or void. */
  todas: z.enum(['0', '1']).optional(),
  q: z.string().trim().max(80).optional(),
});
export type DeedFilter = z.infer<typeof DeedFilter>;

/** Corrects what was recorded; only what is already there, and signatures one by one while they are collected. */
export const DeedChange = z
  .object({
    notaria: deedLine(80).nullable(),
    fecha_notaria: IsoDate.nullable(),
    firma_comprador: IsoDate.nullable(),
    firma_promotora: IsoDate.nullable(),
    firma_banco: IsoDate.nullable(),
    numero: deedLine(20).nullable(),
    folio: deedLine(40).nullable(),
    ph: z.boolean(),
    notas: z.string().trim().max(1000),
  })
  .partial();
export type DeedChange = z.output<typeof DeedChange>;

export const DeedRate = z.object({
  id: z.number().int(),
  kind: z.enum(RATE_KIND_NAMES),
  up_to_centavos: z.number().int().nullable(),
  percent: z.number(),
  valid_from: z.string(),
  valid_to: z.string().nullable(),
  version: z.number().int(),
});
export type DeedRate = z.infer<typeof DeedRate>;
export const DeedRateForm = z.object({
  tipo: z.enum(RATE_KIND_NAMES),
  hasta_centavos: z.number().int().min(1).max(99_999_999_999).nullable(),
  porcentaje: z.number().min(0).max(100),
  desde: IsoDate,
  hasta: IsoDate.nullable().default(null),
});
