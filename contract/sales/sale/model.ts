import { z } from 'zod';
import { Id } from '#contract/ids.ts';
import { IsoDate } from '#contract/dates.ts';
import { pageBy } from '#contract/paging.ts';
import { TransitionOffer } from '#contract/transitions.ts';
import { OfficeForm } from './form.ts';
import { AskedTurn, Turn } from './turn.ts';
import { ActionOffer } from '#contract/offers.ts';

export const Named = z.object({ id: z.number().int(), name: z.string() });

const ids = z.preprocess(
  (value) => (value === undefined || value === '' ? undefined : Array.isArray(value) ? value : [value]),
  z.array(z.coerce.number().int().min(1).max(99)).max(19).optional(),
);
const flag = z.enum(['1', '0']).transform((text) => text === '1');

/** Filters of the queue. Sort columns: id (default, newest first) · state_since · claim_until. */
export const SaleFilter = pageBy('id', 'state_since', 'claim_until').extend({
  estado_id: ids,
  proyecto_id: Id.optional(),
  /** `0`: without a processor. */
  procesador_id: z.coerce.number().int().min(0).optional(),
  /** `0`: without an adviser. */
  asesor_id: z.coerce.number().int().min(0).optional(),
  /** Code, name, telephone or identity document, in any format. */
  q: z.string().trim().max(80).optional(),
  turno: AskedTurn.optional(),
  /** First and last day of the reception, in Panama. */
  recibida_desde: IsoDate.optional(),
  recibida_hasta: IsoDate.optional(),
  /** Only sales whose adviser or processor is the user. */
  mias: flag.optional(),
});
export type SaleFilter = z.infer<typeof SaleFilter>;

/** Progress of the required documents. */
export const PapersProgress = z.object({
  required: z.number().int(),
  approved: z.number().int(),
  /** Uploaded or in review. */
  to_review: z.number().int(),
});

/** A claim on a lot: hold (30 minutes) · reservation (48 h) · separation (15 days) · sale. `until` null: no end. */
export const LotClaim = z.object({
  kind: z.enum(['hold', 'offer', 'reservation', 'separation', 'sale']),
  since: z.string(),
  until: z.string().nullable(),
});

/** A row of the queue. Telephone and document are masked; the record has them in full. */
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
  /** Time of the last state change. */
  state_since: z.string(),
  created_at: z.string(),
});
export type SaleRow = z.infer<typeof SaleRow>;

/** Number of sales per state with the same filter except the state: the numbers on the tabs. */
export const StateCount = z.object({ state_id: z.number().int(), total: z.number().int() });

/** An action besides state changes; `disabled` says why it is not possible now. Null: not permitted. */
const Action = ActionOffer.nullable();

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
  /** Receipt number as printed: `R-000123`. */
  receipt: z.string().nullable(),
  confirmed_at: z.string().nullable(),
});

const CessionSide = z.object({ id: z.number().int(), code: z.string().nullable(), customer: z.string() });

/** A sale for staff. Until it is received, form values come from the draft. */
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
  /** What is missing before it can be received, as sentences. */
  missing: z.array(z.string()),
  project: Named,
  model: Named,
  /** The present or last claimed lot: without `claim` it is free for others. */
  lot: z.object({ id: z.number().int(), lote: z.string() }).nullable(),
  claim: LotClaim.nullable(),
  price_centavos: z.number().int(),
  adviser: Named.nullable(),
  processor: Named.nullable(),
  /** The lawyer responsible for it. */
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
  /** Someone signed the pre-contract, so its PDF exists. */
  signed: z.boolean(),
  /** Prepared by one person, waits for another person's decision (rulings.md 39). */
  rescission: z.object({ by: z.string(), at: z.string(), reason: z.string() }).nullable(),
  /** The pre-contracts on the other side of a cession. */
  ceded: z.object({ from: CessionSide.nullable(), to: CessionSide.nullable() }),
  transitions: z.array(TransitionOffer),
  actions: z.object({
    /** PATCH of the form: person, sector and form of payment. */
    edit: Action,
    /** Only sector, employment status and form of payment. */
    edit_terms: Action,
    lot: Action,
    processor: Action,
    adviser: Action,
    lawyer: Action,
    link: Action,
    /** Confirms the buyer's identity; also null when there is nothing to confirm. */
    vouch: Action,
    /** The single extension of a paid separation. */
    extend: Action,
    prepare_rescission: Action,
    drop_rescission: Action,
  }),
});
export type SaleRecord = z.infer<typeof SaleRecord>;

/** A pre-contract created in the office. Missing fields can follow later. */
export const NewSale = OfficeForm.partial()
  .required({ nombre: true, celular: true })
  .extend({
    modelo_id: z.number().int().min(1),
    /** Held for 30 minutes for this sale. */
    lote_id: z.number().int().min(1).optional(),
    /**
     * The customer signed the data consent on paper, or agrees in person: required to store more than name, phone and
     * mail.
     */
    consentimiento_datos: z.boolean().optional(),
    consentimiento_apc: z.boolean().optional(),
  });
export type NewSale = z.infer<typeof NewSale>;

/** Missing fields stay unchanged. With `version`, a change meanwhile gives 409. */
export const SaleChange = OfficeForm.partial().extend({
  /** Only for a draft; releases its held lot. */
  modelo_id: z.number().int().min(1).optional(),
  consentimiento_datos: z.literal(true).optional(),
  consentimiento_apc: z.literal(true).optional(),
  version: z.number().int().optional(),
});
export type SaleChange = z.infer<typeof SaleChange>;

/** One line of a sale's history, newest first. */
export const HistoryLine = z.object({
  id: z.string(),
  kind: z.enum(['estado', 'documento', 'pago', 'asignacion', 'comentario', 'hecho']),
  at: z.string(),
  /** Null: automatic. */
  who: z.string().nullable(),
  /** What was done: "aprobó", "extendió la separación". */
  verb: z.string(),
  /** Label of the document, payment or change; null for the sale itself. */
  subject: z.string().nullable(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** Reason of a change, or text of a comment. */
  text: z.string().nullable(),
});
export type HistoryLine = z.infer<typeof HistoryLine>;
