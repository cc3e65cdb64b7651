import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { Id } from '#contract/ids.ts';
import { MoneyText } from '#contract/money.ts';
import { pageBy } from '#contract/paging.ts';
import { StatusChange, TransitionOffer } from '#contract/transitions.ts';
import { LineSuggestion } from '#contract/money/statements/statements.ts';
import { ActionOffer } from '#contract/offers.ts';

const Named = z.object({ id: z.number().int(), name: z.string() });

const ids = z.preprocess(
  (value) => (value === undefined || value === '' ? undefined : Array.isArray(value) ? value : [value]),
  z.array(z.coerce.number().int().min(1).max(9)).max(9).optional(),
);

/** Sort columns: reported_at (default, oldest first) · id · due_at. */
export const PaymentFilter = pageBy('id', 'reported_at', 'due_at').extend({
  estado_id: ids,
  proyecto_id: Id.optional(),
  precontrato_id: Id.optional(),
  tipo_id: ids,
  vence_desde: IsoDate.optional(),
  vence_hasta: IsoDate.optional(),
  /**
   * cobrar: owed, in active sales · mora: of those, installments at least five days late and not reported · reversar:
   * confirmed payments that the bank took back
   */
  alerta: z.enum(['cobrar', 'mora', 'reversar']).optional(),
  /** Code, name, telephone, identity document or bank reference. */
  q: z.string().trim().max(80).optional(),
});
export type PaymentFilter = z.infer<typeof PaymentFilter>;

export const PaymentRow = z.object({
  id: z.number().int(),
  version: z.number().int(),
  state: Named,
  type: Named,
  sale: z.object({ id: z.number().int(), code: z.string().nullable() }),
  name: z.string(),
  project: Named,
  due_centavos: z.number().int(),
  /** The part of it that is still owed: nothing once it is settled, voided, or its sale ended. */
  owed_centavos: z.number().int(),
  due_at: z.string().nullable(),
  reported_centavos: z.number().int().nullable(),
  reported_at: z.string().nullable(),
  receipt_number: z.number().int().nullable(),
  /** Receipt number as printed: `R-000123`. */
  receipt: z.string().nullable(),
  /** "Cuota 3", the reason for a charge, or empty. */
  concept: z.string(),
  /** Days late and not reported; 0: not late. */
  days_late: z.number().int(),
  bank_centavos: z.number().int().nullable(),
  /** What the bank received and the company still has: null when nothing came, or it was reversed or refunded. */
  received_centavos: z.number().int().nullable(),
  /** YYYY-MM-DD: the bank's day (rulings.md 46), and the day of confirmation by accounting. */
  bank_date: z.string().nullable(),
  confirmed_at: z.string().nullable(),
  /** Paid completely by the surplus of another due. */
  covered: z.boolean(),
  reversed: z.boolean(),
  /** The bank took the money back, but the payment is not reversed yet. */
  to_reverse: z.boolean(),
});
export type PaymentRow = z.infer<typeof PaymentRow>;

/** One payment with all details. A confirmed payment never changes. */
export const Payment = PaymentRow.extend({
  proof: z.object({ name: z.string(), mime: z.string(), size: z.number().int(), url: z.string() }).nullable(),
  /** The bank's entry, as accounting found it. */
  bank: z
    .object({
      type: Named.nullable(),
      bank: Named,
      reference: z.string(),
      date: z.string(),
      centavos: z.number().int(),
    })
    .nullable(),
  /** Transfer number as typed by the customer. */
  reference: z.string().nullable(),
  /** Bank of the sender, as reported. */
  reported_bank: Named.nullable(),
  /** Matched line of an imported statement. */
  line: z.object({ id: z.number().int(), account: z.string(), description: z.string() }).nullable(),
  /** Bank lines that may match, best first; only during verification and for users who may confirm. */
  lines: z.array(LineSuggestion),
  reversal: z
    .object({ number: z.number().int(), reason: z.string(), by: z.string(), at: z.string() })
    .nullable(),
  /** Surplus of this payment and where it went, or surplus of others that covered part of this one. */
  credits: z.array(z.object({ text: z.string(), centavos: z.number().int() })),
  receipt_url: z.string().nullable(),
  rejection_reason: z.string().nullable(),
  /** Staff member who entered it for the customer; null when the customer reported it. */
  entered_by: z.string().nullable(),
  confirmed_by: z.string().nullable(),
  created_at: z.string(),
  transitions: z.array(TransitionOffer),
  /** Reporting for the customer; null: not permitted, `disabled` says why not now. */
  report: ActionOffer.extend({ url: z.string() }).nullable(),
  /** The reversal; null: not permitted, `disabled` says why not now. */
  reverse: ActionOffer.extend({ url: z.string() }).nullable(),
});
export type Payment = z.infer<typeof Payment>;

/** Number of a transfer or deposit: one line of text. */
export const ReportedReference = z
  .string()
  .trim()
  .max(60)
  .regex(/^\P{Cc}*$/u, { error: 'Escribe una sola línea de texto.' })
  .optional();

/**
 * Body of a payment's status PATCH. Confirming needs the bank's entry: `linea_id` of an imported statement, or its
 * parts as typed; `monto` as text (1,234.50), `tipo` an id of bank_payment_types.
 */
export const PaymentStatusChange = z.object({
  params: StatusChange.shape.params.extend({
    linea_id: Id.optional(),
    banco_id: z.coerce.number().int().min(1).max(9999).optional(),
    referencia: z
      .string()
      .trim()
      .max(60)
      .regex(/^\P{Cc}*$/u, { error: 'Escribe una sola línea de texto.' })
      .optional(),
    fecha: IsoDate.optional(),
    monto: MoneyText.optional(),
    tipo: z.coerce.number().int().min(1).max(9999).optional(),
  }),
});
export type PaymentStatusChange = z.infer<typeof PaymentStatusChange>['params'];
