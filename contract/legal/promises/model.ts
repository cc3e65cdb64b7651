import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { ActionOffer } from '#contract/offers.ts';
import { Phone } from '#contract/phone.ts';
import { pageBy } from '#contract/paging.ts';
import { Clause, Clauses } from '#contract/legal/contractTemplates/clauses.ts';
import { Named } from '#contract/company/users/people.ts';
import { StateHistory, TransitionOffer } from '#contract/transitions.ts';
import { Snapshot } from './snapshot.ts';

const many = z.preprocess(
  (value) => (value === undefined || value === '' ? undefined : Array.isArray(value) ? value : [value]),
  z.array(z.coerce.number().int().min(1).max(9)).max(9).optional(),
);

/** `turno`: whose work it is. mio: mine, as the sale's lawyer or, where it has none, anybody's of Legal. */
export const PromiseFilter = pageBy('id', 'state_since', 'sign_by', 'price_centavos').extend({
  estado_id: many,
  proyecto_id: z.coerce.number().int().min(1).optional(),
  abogado_id: z.coerce.number().int().min(0).optional(),
  turno: z.enum(['legal', 'firmantes', 'mio']).optional(),
  venta_id: z.coerce.number().int().min(1).optional(),
  /** Code of the promise or of the sale, or the buyer's name, phone or document. */
  q: z.string().trim().max(80).optional(),
});
export type PromiseFilter = z.infer<typeof PromiseFilter>;

export const PromiseRow = z.object({
  id: z.number().int(),
  code: z.string(),
  round: z.number().int(),
  state: Named,
  state_since: z.string(),
  sale: z.object({ id: z.number().int(), code: z.string().nullable() }),
  customer: z.string(),
  project: Named,
  model: z.string(),
  lot: z.string().nullable(),
  lawyer: Named.nullable(),
  /** legal: to write, approve or send · firmantes: to sign · null: nobody. */
  turn: z.enum(['legal', 'firmantes']).nullable(),
  price_centavos: z.number().int(),
  /** Agreed day of delivery. */
  delivery_on: z.string().nullable(),
  sign_by: z.string().nullable(),
  deviates: z.boolean(),
  version: z.number().int(),
});
export type PromiseRow = z.infer<typeof PromiseRow>;

export const PromiseRecord = PromiseRow.extend({
  origin: z.enum(['generada', 'importada']),
  template: z.object({ id: z.number().int(), name: z.string(), number: z.number().int() }).nullable(),
  frozen: Snapshot.nullable(),
  clauses: z.array(Clause),
  /** The approved text of its template. */
  approved_clauses: z.array(Clause),
  mother_finca: z.string().nullable(),
  location_code: z.string().nullable(),
  representative: z
    .object({ id: z.number().int(), name: z.string(), document_type: z.string(), document: z.string() })
    .nullable(),
  /** Who else signs for a buyer, by the id of the buyer (null: the main one). */
  attorneys: z.array(
    z.object({
      buyer_id: z.number().int().nullable(),
      name: z.string(),
      document: z.string(),
      power: z.string(),
    }),
  ),
  representatives: z.array(
    z.object({ id: z.number().int(), name: z.string(), why_not: z.string().nullable() }),
  ),
  summary: z.array(z.object({ label: z.string(), value: z.string() })),
  missing: z.array(z.string()),
  changed: z.array(z.string()),
  approval: z.object({ by: z.string(), at: z.string() }).nullable(),
  /** Address of the document as it is now, or as it was sent. */
  document_url: z.string().nullable(),
  /** Id of its envelope; null: never sent. */
  envelope_id: z.number().int().nullable(),
  sent_at: z.string().nullable(),
  signed_on: z.string().nullable(),
  rejection: z
    .object({ reason: z.string().nullable(), by: z.string().nullable(), clause: z.string().nullable() })
    .nullable(),
  /** A sentence about the bank's letter that ends too soon; null: no risk. */
  /** Finca or location code are not those of the house's legal file, as a sentence. */
  house_differs: z.string().nullable(),
  letter_risk: z.string().nullable(),
  /** Every round of the sale, the newest first. */
  rounds: z.array(
    z.object({
      id: z.number().int(),
      code: z.string(),
      round: z.number().int(),
      state: Named,
      at: z.string(),
    }),
  ),
  history: StateHistory,
  transitions: z.array(TransitionOffer),
  actions: z.object({
    terms: ActionOffer.nullable(),
    clauses: ActionOffer.nullable(),
    refreeze: ActionOffer.nullable(),
    round: ActionOffer.nullable(),
    mark: ActionOffer.nullable(),
  }),
});
export type PromiseRecord = z.infer<typeof PromiseRecord>;

/** A sale's promises, and whether the next one can be generated. */
export const SalePromises = z.object({
  promises: z.array(PromiseRow.extend({ rejection: z.string().nullable() })),
  generate: ActionOffer.nullable(),
  template: z.object({ name: z.string(), number: z.number().int() }).nullable(),
  representatives: z.array(
    z.object({ id: z.number().int(), name: z.string(), why_not: z.string().nullable() }),
  ),
  suggested: z.object({
    entrega: z.string().nullable(),
    finca_madre: z.string().nullable(),
    codigo_ubicacion: z.string().nullable(),
    firmar_hasta: z.string(),
    representante_id: z.number().int().nullable(),
  }),
});
export type SalePromises = z.infer<typeof SalePromises>;

const short = (max: number) =>
  z
    .string()
    .trim()
    .max(max, { error: `Escribe como máximo ${max} caracteres.` })
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, { error: 'Escribe una sola línea de texto.' })
    .transform((said) => said || null)
    .nullable()
    .default(null);

/** What a lawyer adds. The finca and the location code stay on the promise until the house's legal file has them. */
export const TermsForm = z.object({
  entrega: IsoDate.nullable().default(null),
  finca_madre: short(40),
  codigo_ubicacion: short(20),
  firmar_hasta: IsoDate,
  representante_id: z.number().int().min(1).nullable().default(null),
});
export type TermsForm = z.output<typeof TermsForm>;

export const TermsChange = TermsForm.extend({ version: z.number().int().optional() });
export const ClausesChange = z.object({ clausulas: Clauses, version: z.number().int().optional() });

/** Who signs for a buyer: with a power, or for a company; null: the buyer. */
export const AttorneyForm = z.object({
  comprador_id: z.number().int().nullable().default(null),
  apoderado: z
    .object({
      clase: z.enum(['apoderado', 'representante_legal']),
      nombre: z
        .string()
        .trim()
        .min(3, { error: 'Escribe su nombre completo.' })
        .max(120)
        .regex(/^[^\p{Cc}\p{Cs}]*$/u, { error: 'Escribe una sola línea de texto.' }),
      tipo_documento: z.enum(['cedula', 'pasaporte']).default('cedula'),
      documento: z.string().trim().min(1, { error: 'Escribe el número de su documento.' }).max(40),
      celular: Phone,
      email: z.email({ error: 'Escribe un correo válido.' }).max(160).nullable().default(null),
      poder: z
        .string()
        .trim()
        .min(3, { error: 'Escribe el número y los datos del poder.' })
        .max(300)
        .regex(/^[^\p{Cc}\p{Cs}]*$/u, { error: 'Escribe una sola línea de texto.' }),
    })
    .nullable(),
});
export type AttorneyForm = z.output<typeof AttorneyForm>;
