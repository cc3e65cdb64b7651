import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { ActionOffer } from '#contract/offers.ts';
import { pageBy } from '#contract/paging.ts';
import { Named } from '#contract/company/users/people.ts';
import { StateHistory, TransitionOffer } from '#contract/transitions.ts';
import { Clause } from '#contract/legal/contractTemplates/clauses.ts';
import { AttorneyForm } from '#contract/legal/promises/model.ts';
import { Change } from './change.ts';
import { ADDENDUM_KIND_NAMES } from './rules.ts';

const many = z.preprocess(
  (value) => (value === undefined || value === '' ? undefined : Array.isArray(value) ? value : [value]),
  z.array(z.coerce.number().int().min(1).max(6)).max(6).optional(),
);

export const AddendumKindName = z.enum(ADDENDUM_KIND_NAMES);

export const AddendumFilter = pageBy('id', 'state_since').extend({
  estado_id: many,
  tipo: AddendumKindName.optional(),
  proyecto_id: z.coerce.number().int().min(1).optional(),
  venta_id: z.coerce.number().int().min(1).optional(),
  q: z.string().trim().max(80).optional(),
});
export type AddendumFilter = z.infer<typeof AddendumFilter>;

export const EffectLine = z.object({ label: z.string(), before: z.string(), after: z.string() });

export const AddendumRow = z.object({
  id: z.number().int(),
  code: z.string(),
  kind: AddendumKindName,
  state: Named,
  state_since: z.string(),
  sale: z.object({ id: z.number().int(), code: z.string().nullable() }),
  customer: z.string(),
  project: Named,
  lawyer: Named.nullable(),
  /** What it changes, in words. */
  effect: z.string(),
  /** Null: imported. */
  sign_by: z.string().nullable(),
  version: z.number().int(),
});
export type AddendumRow = z.infer<typeof AddendumRow>;

export const AddendumRecord = AddendumRow.extend({
  origin: z.enum(['generada', 'importada']),
  /** Null: imported. */
  change: Change.nullable(),
  lines: z.array(EffectLine),
  reason: z.string(),
  /** Null: a cession before the promise was signed. */
  promise: z.object({ id: z.number().int(), code: z.string() }).nullable(),
  /** The pre-contract that a signed cession made. */
  successor: z.object({ id: z.number().int(), code: z.string().nullable() }).nullable(),
  representative: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  representatives: z.array(
    z.object({ id: z.number().int(), name: z.string(), why_not: z.string().nullable() }),
  ),
  /** Who signs on the buyers' side, and who does so for them; empty: imported. */
  signers: z.array(
    z.object({
      person_id: z.number().int(),
      name: z.string(),
      company: z.boolean(),
      attorney: z.object({ name: z.string(), document: z.string(), power: z.string() }).nullable(),
    }),
  ),
  missing: z.array(z.string()),
  /** Null: imported. */
  document_url: z.string().nullable(),
  envelope_id: z.number().int().nullable(),
  signed_on: z.string().nullable(),
  rejection: z.object({ reason: z.string().nullable(), by: z.string().nullable() }).nullable(),
  history: StateHistory,
  transitions: z.array(TransitionOffer),
  clauses: z.array(Clause),
  /** The text of its template, to compare. */
  approved_clauses: z.array(Clause),
  template: z.object({ name: z.string(), number: z.number().int() }).nullable(),
  /** The text is not the template's. */
  deviates: z.boolean(),
  approval: z.object({ by: z.string(), at: z.string() }).nullable(),
  actions: z.object({
    edit: ActionOffer.nullable(),
    clauses: ActionOffer.nullable(),
    /** Approves a text that is not the template's; null while there is none. */
    approve: ActionOffer.nullable(),
  }),
});
export type AddendumRecord = z.infer<typeof AddendumRecord>;

export const AddendumForm = z.object({
  cambio: Change,
  motivo: z
    .string()
    .trim()
    .min(3, { error: 'Escribe el motivo.' })
    .max(300, { error: 'Escribe como máximo 300 caracteres.' })
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, { error: 'Escribe una sola línea de texto.' }),
  firmar_hasta: IsoDate,
  representante_id: z.number().int().min(1).nullable().default(null),
});
export type AddendumForm = z.output<typeof AddendumForm>;
/** Who signs for somebody of the buyers' side; null: they do. */
export const AddendumAttorneyForm = z.object({
  persona_id: z.number().int().min(1),
  apoderado: AttorneyForm.shape.apoderado,
  version: z.number().int().optional(),
});
export type AddendumAttorneyForm = z.output<typeof AddendumAttorneyForm>;
export const AddendumChange = AddendumForm.extend({ version: z.number().int().optional() });

/** What the form of a sale's addendum offers. */
export const SaleAddenda = z.object({
  addenda: z.array(AddendumRow),
  create: ActionOffer.nullable(),
  /** The kinds that this sale takes now. */
  kinds: z.array(AddendumKindName),
  now: z.object({
    price_centavos: z.number().int(),
    lot: z.object({ id: z.number().int(), name: z.string(), premium_centavos: z.number().int() }).nullable(),
    model: Named,
    delivery_on: z.string().nullable(),
    payment_form: z.enum(['hipoteca', 'contado']),
    buyers: z.array(z.object({ id: z.number().int(), name: z.string(), role: z.string() })),
  }),
  lots: z.array(z.object({ id: z.number().int(), name: z.string(), price_centavos: z.number().int() })),
  models: z.array(Named),
  representatives: z.array(
    z.object({ id: z.number().int(), name: z.string(), why_not: z.string().nullable() }),
  ),
  sign_by: z.string(),
});
export type SaleAddenda = z.infer<typeof SaleAddenda>;
