import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { Id } from '#contract/ids.ts';
import { Cents } from '#contract/money.ts';
import { HistoryLine, StoredFile } from '#contract/money/invoices/model.ts';
import { StatusChange, TransitionOffer } from '#contract/transitions.ts';
import { DAY_COUNT_NAMES } from './interest.ts';

const int = () => z.number().int();
const Named = z.object({ id: int(), name: z.string() });
const text = (least: number, error: string, most: number) =>
  z
    .string()
    .trim()
    .min(least, { error })
    .max(most, { error: `Escribe como máximo ${most} caracteres.` });
const Positive = Cents.min(1, { error: 'El monto debe ser mayor que cero.' });
const NotNegative = Cents.min(0, { error: 'No puede ser negativo.' });
/** A percent with at most four decimals. */
const Percent = (most: number, error: string) =>
  z
    .number({ error })
    .min(0, { error: 'No puede ser negativo.' })
    .max(most, { error: `No puede pasar de ${most} %.` })
    .refine((value) => Math.abs(value * 10_000 - Math.round(value * 10_000)) < 1e-6, {
      error: 'Escribe cuatro decimales como máximo.',
    });

/** An interim loan in a list. Amounts in centavos. */
export const LoanRow = z.object({
  id: int(),
  version: int(),
  /** Bank and number. */
  name: z.string(),
  number: z.string(),
  bank: Named,
  company: Named,
  project: Named,
  state: Named,
  starts_on: z.string(),
  ends_on: z.string(),
  /** Owes capital, and ends within 60 days or has ended. */
  expiring: z.boolean(),
  /** Annual percent in force today. */
  rate: z.number(),
  limit_centavos: int(),
  /** Capital that is owed. */
  balance_centavos: int(),
  /** Of the limit, what can still be asked for. */
  available_centavos: int(),
  /** Interest of ended months that is not paid; negative: paid in advance. */
  interest_centavos: int(),
  releases_due: int(),
  releases_late: int(),
});
export type LoanRow = z.infer<typeof LoanRow>;

export const LoanRate = z.object({
  id: int(),
  from: z.string(),
  rate: z.number(),
  by: z.string(),
  /** Null: it waits for its approval and counts for nothing. */
  approved_by: z.string().nullable(),
  /** Why the caller may not approve it; undefined where there is nothing to approve or no permission. */
  why_not: z.string().nullable().optional(),
});
export const LoanPrice = z.object({
  id: int(),
  model: Named.nullable(),
  lot: Named.nullable(),
  cents: int().nullable(),
  percent: z.number().nullable(),
  least_centavos: int(),
});
export const Drawdown = z.object({
  id: int(),
  version: int(),
  number: int(),
  state: Named,
  cents: int(),
  purpose: z.string(),
  requested_on: z.string(),
  received_on: z.string().nullable(),
  reference: z.string().nullable(),
  /** The line of the bank's statement that shows it. */
  bank_line: z.string().nullable(),
  by: z.string(),
  approved_by: z.string().nullable(),
  end_reason: z.string().nullable(),
  transitions: z.array(TransitionOffer),
});
export type Drawdown = z.infer<typeof Drawdown>;

export const LoanPayment = z.object({
  id: int(),
  version: int(),
  number: int(),
  state: Named,
  interest_centavos: int(),
  capital_centavos: int(),
  fee_centavos: int(),
  total_centavos: int(),
  /** The houses that it releases. */
  lots: z.array(z.string()),
  pay_on: z.string(),
  paid_on: z.string().nullable(),
  reference: z.string().nullable(),
  by: z.string(),
  approved_by: z.string().nullable(),
  end_reason: z.string().nullable(),
  transitions: z.array(TransitionOffer),
});
export type LoanPayment = z.infer<typeof LoanPayment>;

export const Release = z.object({
  id: int(),
  version: int(),
  state: Named,
  lot: Named,
  house: z.string().nullable(),
  sale: z.object({ id: int(), code: z.string().nullable() }).nullable(),
  cents: int(),
  due_on: z.string(),
  late: z.boolean(),
  reason: z.string(),
  paid_on: z.string().nullable(),
  lifted_on: z.string().nullable(),
  letter: StoredFile.nullable(),
  may_lift: z.boolean(),
  transitions: z.array(TransitionOffer),
});
export type Release = z.infer<typeof Release>;

export const Loan = LoanRow.extend({
  day_count: z.enum(DAY_COUNT_NAMES),
  bank_account: Named,
  revolving: z.boolean(),
  release_days: int(),
  closing_fee_centavos: int(),
  fee_paid_centavos: int(),
  drawn_centavos: int(),
  /** Interest of the running month until today. */
  running_centavos: int(),
  opening: z
    .object({ on: z.string(), drawn_centavos: int(), repaid_centavos: int(), interest_centavos: int() })
    .nullable(),
  note: z.string(),
  end_reason: z.string().nullable(),
  by: z.string(),
  rates: z.array(LoanRate),
  prices: z.array(LoanPrice),
  drawdowns: z.array(Drawdown),
  payments: z.array(LoanPayment),
  releases: z.array(Release),
  months: z.array(
    z.object({ period: int(), from: z.string(), until: z.string(), days: int(), cents: int() }),
  ),
  /** The capital at the end of the days on which it changed. */
  balances: z.array(z.object({ day: z.string(), cents: int() })),
  transitions: z.array(TransitionOffer),
  may: z.object({
    edit: z.boolean(),
    /** Why not, or null; undefined: not the caller's work. */
    draw: z.string().nullable().optional(),
    pay: z.string().nullable().optional(),
    rate: z.boolean(),
    price: z.boolean(),
    release: z.boolean(),
  }),
  history: z.array(HistoryLine),
});
export type Loan = z.infer<typeof Loan>;

/** An amount, or a percent of the sale's price with a least amount. */
const priceFields = {
  release_cents: Positive.nullable().default(null),
  release_percent: Percent(100, 'Escribe el porcentaje.').nullable().default(null),
  release_least_cents: NotNegative.default(0),
};
const onePrice = (
  form: { release_cents: number | null; release_percent: number | null },
  fault: (path: string, message: string) => void,
) => {
  if ((form.release_cents === null) === (form.release_percent === null))
    fault(
      'release_cents',
      form.release_cents === null
        ? 'Escribe el monto, o el porcentaje del precio.'
        : 'Escribe el monto o el porcentaje, no los dos.',
    );
};

export const LoanForm = z
  .object({
    company_id: int().positive({ error: 'Elige la promotora.' }),
    project_id: int().positive({ error: 'Elige el proyecto.' }),
    bank_id: int().positive({ error: 'Elige el banco.' }),
    number: text(2, 'Escribe el número del préstamo.', 40),
    limit_cents: Positive,
    revolving: z.boolean().default(false),
    starts_on: IsoDate,
    ends_on: IsoDate,
    day_count: z.enum(DAY_COUNT_NAMES, { error: 'Elige cómo se cuentan los días.' }).default('real_360'),
    rate: Percent(60, 'Escribe la tasa anual.'),
    bank_account_id: int().positive({ error: 'Elige la cuenta del banco.' }),
    release_days: int().min(0, { error: 'No puede ser negativo.' }).max(365).default(5),
    closing_fee_cents: NotNegative.default(0),
    ...priceFields,
    note: z.string().trim().max(1000).default(''),
  })
  .superRefine((form, check) => {
    const fault = (path: string, message: string) =>
      check.addIssue({ code: 'custom', path: [path], message });
    if (form.ends_on <= form.starts_on) fault('ends_on', 'El vencimiento va después del inicio.');
    onePrice(form, fault);
  });
export type LoanForm = z.output<typeof LoanForm>;

export const RateForm = z.object({ from: IsoDate, rate: Percent(60, 'Escribe la tasa anual.') });
export type RateForm = z.output<typeof RateForm>;

export const PriceForm = z
  .object({
    model_id: int().positive().nullable().default(null),
    lot_id: int().positive().nullable().default(null),
    ...priceFields,
  })
  .superRefine((form, check) => {
    const fault = (path: string, message: string) =>
      check.addIssue({ code: 'custom', path: [path], message });
    if ((form.model_id === null) === (form.lot_id === null)) fault('model_id', 'Elige un modelo o un lote.');
    onePrice(form, fault);
  });
export type PriceForm = z.output<typeof PriceForm>;

export const DrawdownForm = z.object({
  cents: Positive,
  purpose: text(3, 'Escribe para qué es.', 300),
  requested_on: IsoDate,
});
export type DrawdownForm = z.output<typeof DrawdownForm>;

const done = {
  /** The bank's day, of what was received, paid or reversed. */
  fecha: IsoDate.optional(),
  referencia: z.string().trim().max(60).optional(),
};
export const DrawdownStatusChange = z.object({
  params: StatusChange.shape.params.extend({ ...done, linea_id: Id.optional() }),
});
export type DrawdownStatusChange = z.output<typeof DrawdownStatusChange>['params'];
export const LoanPaymentStatusChange = z.object({ params: StatusChange.shape.params.extend(done) });
export type LoanPaymentStatusChange = z.output<typeof LoanPaymentStatusChange>['params'];

export const LoanPaymentForm = z
  .object({
    interest_cents: NotNegative.default(0),
    /** Beside the capital of the releases. */
    capital_cents: NotNegative.default(0),
    fee_cents: NotNegative.default(0),
    release_ids: z.array(int().positive()).max(200).default([]),
    pay_on: IsoDate,
  })
  .refine((form) => form.interest_cents + form.capital_cents + form.fee_cents + form.release_ids.length > 0, {
    error: 'Escribe qué se paga, o elige una liberación.',
    path: ['interest_cents'],
  });
export type LoanPaymentForm = z.output<typeof LoanPaymentForm>;

export const ReleaseForm = z.object({
  lot_id: int().positive({ error: 'Elige la vivienda.' }),
  /** Empty: by the loan's prices. */
  cents: Positive.nullable().default(null),
  due_on: IsoDate,
  reason: text(3, 'Escribe por qué: venta de contado, por ejemplo.', 300),
});
export type ReleaseForm = z.output<typeof ReleaseForm>;

/** A form with a file: values come as text. */
export const LetterForm = z.object({ lifted_on: IsoDate });

/** A line of a loan's statement (estado del préstamo). */
export const LoanMove = z.object({
  id: z.string(),
  day: z.string(),
  text: z.string(),
  reference: z.string().nullable(),
  drawn_centavos: int(),
  repaid_centavos: int(),
  interest_centavos: int(),
  interest_paid_centavos: int(),
  fee_centavos: int(),
  balance_centavos: int(),
  interest_balance_centavos: int(),
});
export type LoanMove = z.infer<typeof LoanMove>;

/** How a sale's house stands with the loans that hold a mortgage over its lot; without amounts. */
export const SaleRelease = z.object({
  id: int(),
  /** Null: the caller does not see loans. */
  loan_id: int().nullable(),
  bank: z.string(),
  lot: z.string(),
  /** Null: no release was prepared yet. */
  state: Named.nullable(),
  due_on: z.string().nullable(),
  late: z.boolean(),
  lifted: z.boolean(),
});
export type SaleRelease = z.infer<typeof SaleRelease>;
