import { z } from 'zod';
import { Id } from '#contract/ids.ts';
import { pageBy } from '#contract/paging.ts';
import { TransitionOffer } from '#contract/transitions.ts';
import { OfficeForm } from './form.ts';
import { Turn } from './turn.ts';

export const Named = z.object({ id: z.number().int(), name: z.string() });

const ids = z.preprocess(
  (value) => (value === undefined || value === '' ? undefined : Array.isArray(value) ? value : [value]),
  z.array(z.coerce.number().int().min(1).max(99)).max(19).optional(),
);
const flag = z.enum(['1', '0']).transform((text) => text === '1');

/** What may be asked of the queue. Columns to order by: id (newest first by default) · state_since · claim_until. */
export const SaleFilter = pageBy('id', 'state_since', 'claim_until').extend({
  estado_id: ids,
  proyecto_id: Id.optional(),
  /** `0`: those without a processor. */
  procesador_id: z.coerce.number().int().min(0).optional(),
  /** `0`: those without an adviser. */
  asesor_id: z.coerce.number().int().min(0).optional(),
  /** Code, name, telephone or document, in any format. */
  q: z.string().trim().max(80).optional(),
  turno: Turn.optional(),
  /** Only those whose adviser or processor I am. */
  mias: flag.optional(),
});
export type SaleFilter = z.infer<typeof SaleFilter>;

/** How far the required papers are. */
export const PapersProgress = z.object({
  required: z.number().int(),
  approved: z.number().int(),
  /** Uploaded or under review. */
  to_review: z.number().int(),
});

/** A claim on a lot: hold (30 minutes) · reservation (48 h) · separation (15 days) · sale. `until` null: does not end by itself. */
export const LotClaim = z.object({
  kind: z.enum(['hold', 'offer', 'reservation', 'separation', 'sale']),
  since: z.string(),
  until: z.string().nullable(),
});

/** A row of the queue. Telephone and document are masked: the record shows them whole. */
export const SaleRow = z.object({
  id: z.number().int(),
  /** Null while it is a draft. */
  code: z.string().nullable(),
  state: Named,
  version: z.number().int(),
  name: z.string(),
  document: z.string().nullable(),
  phone: z.string(),
  project: Named,
  model: Named,
  lot: z.object({ id: z.number().int(), lote: z.string() }).nullable(),
  claim: LotClaim.nullable(),
  adviser: Named.nullable(),
  processor: Named.nullable(),
  papers: PapersProgress,
  /** State of the separation payment. */
  separation_state_id: z.number().int().nullable(),
  turn: Turn,
  next: z.string(),
  last_action: Named,
  last_action_at: z.string(),
  /** Since when it is in its state. */
  state_since: z.string(),
  created_at: z.string(),
});
export type SaleRow = z.infer<typeof SaleRow>;

/** Sales per state under the same filter, less the filter by state: the numbers on the tabs. */
export const StateCount = z.object({ state_id: z.number().int(), total: z.number().int() });

/** Something the caller is allowed to do besides changing the state; `disabled` says why not now. Null: not allowed at all. */
const Action = z.object({ disabled: z.string().nullable() }).nullable();

export const SaleConsent = z.object({
  kind: z.enum(['datos', 'apc']),
  text_version: z.string(),
  channel: z.string(),
  given_at: z.string(),
  revoked_at: z.string().nullable(),
});

export const SalePayment = z.object({
  id: z.number().int(),
  type: Named,
  state: Named,
  due_centavos: z.number().int(),
  due_at: z.string().nullable(),
  reported_centavos: z.number().int().nullable(),
  receipt_number: z.number().int().nullable(),
  /** The number as the receipt has it: `R-000123`. */
  receipt: z.string().nullable(),
  confirmed_at: z.string().nullable(),
});

/** A sale as colleagues see it. Until it is received, the form's values come from the draft. */
export const SaleRecord = z.object({
  id: z.number().int(),
  code: z.string().nullable(),
  state: Named,
  version: z.number().int(),
  person_id: z.number().int(),
  form: z.object({
    nombre: z.string(),
    tipo_documento: z.string().nullable(),
    cedula: z.string().nullable(),
    /** E.164 */
    celular: z.string(),
    email: z.string().nullable(),
    sector_trabajo: z.string().nullable(),
    estatus_laboral: z.string().nullable(),
    forma_pago: z.string(),
    origen: z.string().nullable(),
    numero_camp: z.string().nullable(),
    grupo_familiar: z.array(
      z.object({ nombre: z.string(), cedula: z.string().nullable(), parentesco_id: z.number().int() }),
    ),
  }),
  /** Sentences for what still lacks before it can be received. */
  missing: z.array(z.string()),
  project: Named,
  model: Named,
  /** The lot that it claims, or claimed last: without `claim` it is free for others. */
  lot: z.object({ id: z.number().int(), lote: z.string() }).nullable(),
  claim: LotClaim.nullable(),
  price_centavos: z.number().int(),
  adviser: Named.nullable(),
  processor: Named.nullable(),
  /** Who does its legal work. */
  lawyer: Named.nullable(),
  papers: PapersProgress,
  payments: z.array(SalePayment),
  consents: z.array(SaleConsent),
  /** The 12 stages of the follow-up board, in order. */
  stages: z.array(z.object({ stage: z.number().int(), name: z.string(), state: Named, since: z.string() })),
  turn: Turn,
  next: z.string(),
  last_action: Named,
  last_action_at: z.string(),
  state_since: z.string(),
  received_at: z.string().nullable(),
  created_at: z.string(),
  /** Somebody signed the pre-contract: its PDF is there. */
  signed: z.boolean(),
  /** Prepared by one, waiting for another to decide it (rulings.md 39). */
  rescission: z.object({ by: z.string(), at: z.string(), reason: z.string() }).nullable(),
  transitions: z.array(TransitionOffer),
  actions: z.object({
    /** PATCH of the form: the person's data, sector and form of payment. */
    edit: Action,
    /** Only the sector, employment status and form of payment. */
    edit_terms: Action,
    lot: Action,
    processor: Action,
    adviser: Action,
    lawyer: Action,
    link: Action,
    /** A colleague's word that the buyer is who the form names; null also where nothing is to be confirmed. */
    vouch: Action,
    /** The one extension of a paid separation. */
    extend: Action,
    prepare_rescission: Action,
    drop_rescission: Action,
  }),
});
export type SaleRecord = z.infer<typeof SaleRecord>;

/** A pre-contract begun in the office. What is left out may follow. */
export const NewSale = OfficeForm.partial()
  .required({ nombre: true, celular: true })
  .extend({
    modelo_id: z.number().int().min(1),
    /** Held 30 minutes for this sale. */
    lote_id: z.number().int().min(1).optional(),
    /** The customer signed the data consent on paper, or agrees in person: needed before more than name, phone and mail is kept. */
    consentimiento_datos: z.boolean().optional(),
    consentimiento_apc: z.boolean().optional(),
  });
export type NewSale = z.infer<typeof NewSale>;

/** What is left out stays. With `version`, a change made meanwhile answers 409. */
export const SaleChange = OfficeForm.partial().extend({
  /** Of a draft only; its held lot is freed. */
  modelo_id: z.number().int().min(1).optional(),
  consentimiento_datos: z.literal(true).optional(),
  consentimiento_apc: z.literal(true).optional(),
  version: z.number().int().optional(),
});
export type SaleChange = z.infer<typeof SaleChange>;

/** One line of a sale's history: newest first. */
export const HistoryLine = z.object({
  id: z.string(),
  kind: z.enum(['estado', 'documento', 'pago', 'asignacion', 'comentario', 'hecho']),
  at: z.string(),
  /** Null: it happened by itself. */
  who: z.string().nullable(),
  /** What was done: "aprobó", "extendió la separación". */
  verb: z.string(),
  /** What it is about: the paper's or payment's label, what was changed; null for the sale itself. */
  subject: z.string().nullable(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** Reason of a change, or a comment's text. */
  text: z.string().nullable(),
});
export type HistoryLine = z.infer<typeof HistoryLine>;
