import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { Id } from '#contract/ids.ts';
import { MoneyText } from '#contract/money.ts';
import { pageBy } from '#contract/paging.ts';
import { StatusChange, TransitionOffer } from '#contract/transitions.ts';
import { LineSuggestion } from '#contract/money/statements/statements.ts';

const Named = z.object({ id: z.number().int(), name: z.string() });

const ids = z.preprocess(
  (value) => (value === undefined || value === '' ? undefined : Array.isArray(value) ? value : [value]),
  z.array(z.coerce.number().int().min(1).max(9)).max(9).optional(),
);

/** Columns to order by: reported_at (oldest first, by default) · id · due_at. */
export const PaymentFilter = pageBy('id', 'reported_at', 'due_at').extend({
  estado_id: ids,
  proyecto_id: Id.optional(),
  precontrato_id: Id.optional(),
  tipo_id: ids,
  vence_desde: IsoDate.optional(),
  vence_hasta: IsoDate.optional(),
  /** cobrar: what is owed, of sales that go on · mora: of that an installment, five days late or more, and not reported · reversar: the bank took the money of a confirmed one back */
  alerta: z.enum(['cobrar', 'mora', 'reversar']).optional(),
  /** Code, name, telephone, document or bank reference. */
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
  due_at: z.string().nullable(),
  reported_centavos: z.number().int().nullable(),
  reported_at: z.string().nullable(),
  receipt_number: z.number().int().nullable(),
  /** The number as the receipt has it: `R-000123`. */
  receipt: z.string().nullable(),
  /** "Cuota 3", what a charge is for, or empty. */
  concept: z.string(),
  /** Days since it was due and is not reported; 0: it is not late. */
  days_late: z.number().int(),
  bank_centavos: z.number().int().nullable(),
  /** YYYY-MM-DD: the day of the money (rulings.md 46), and when accounting confirmed it. */
  bank_date: z.string().nullable(),
  confirmed_at: z.string().nullable(),
  /** Money above another due paid it whole. */
  covered: z.boolean(),
  reversed: z.boolean(),
  /** The bank took its money back, and it still counts. */
  to_reverse: z.boolean(),
});
export type PaymentRow = z.infer<typeof PaymentRow>;

/** One payment, whole. Nothing of it changes once it is confirmed. */
export const Payment = PaymentRow.extend({
  proof: z.object({ name: z.string(), mime: z.string(), size: z.number().int(), url: z.string() }).nullable(),
  /** The bank's line, as accounting found it. */
  bank: z
    .object({
      type: Named.nullable(),
      bank: Named,
      reference: z.string(),
      date: z.string(),
      centavos: z.number().int(),
    })
    .nullable(),
  /** The transfer's number, as the customer wrote it. */
  reference: z.string().nullable(),
  /** The bank that it was paid from, as it was said. */
  reported_bank: Named.nullable(),
  /** The line of an imported statement that it is. */
  line: z.object({ id: z.number().int(), account: z.string(), description: z.string() }).nullable(),
  /** Lines of the bank that it may be, the likeliest first; while it is being verified, for who may confirm. */
  lines: z.array(LineSuggestion),
  reversal: z
    .object({ number: z.number().int(), reason: z.string(), by: z.string(), at: z.string() })
    .nullable(),
  /** Money above what was due and where it went, or whose money above covered part of this one. */
  credits: z.array(z.object({ text: z.string(), centavos: z.number().int() })),
  receipt_url: z.string().nullable(),
  rejection_reason: z.string().nullable(),
  /** Who typed it in for the customer; null when the customer reported it. */
  entered_by: z.string().nullable(),
  confirmed_by: z.string().nullable(),
  created_at: z.string(),
  transitions: z.array(TransitionOffer),
  /** Reporting on the customer's behalf; null: not allowed, `disabled` says why not now. */
  report: z.object({ url: z.string(), disabled: z.string().nullable() }).nullable(),
  /** The reverse entry; null: not allowed, `disabled` says why not now. */
  reverse: z.object({ url: z.string(), disabled: z.string().nullable() }).nullable(),
});
export type Payment = z.infer<typeof Payment>;

/** The number of a transfer or deposit: one line of text. */
export const ReportedReference = z
  .string()
  .trim()
  .max(60)
  .regex(/^\P{Cc}*$/u, { error: 'Escribe una sola línea de texto.' })
  .optional();

/**
 * Body of a payment's status PATCH. Confirming carries the bank's line: `linea_id` of an imported statement, or its parts typed by
 * hand; `monto` as text (1,234.50), `tipo` an id of bank_payment_types.
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
