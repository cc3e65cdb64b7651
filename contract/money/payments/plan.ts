import { PAYMENT_TYPE } from '#contract/company/catalogs/states.ts';
import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { Id } from '#contract/ids.ts';
import { MoneyText, percentOf } from '#contract/money.ts';
import { ActionOffer } from '#contract/offers.ts';

/** An installment is in arrears (mora) from this many days after its due day (domain.md §1, stage 10). */
export const ARREARS_DAYS = 5;
/** Days after the due day with one reminder each to customer and processor. */
export const REMINDER_DAYS = [1, 10, 30] as const;
/** Maximum installments of a plan. */
export const PARTS_MAX = 60;

/** Down payment in centavos, from a percent 0-100 with up to four decimals. */
export const downPayment = (priceCents: number, percent: number) => percentOf(priceCents, percent);

const motivo = z.string().trim().min(3, { error: 'Escribe el motivo.' }).max(500);

/** Body to create a plan or replace one (then with `motivo`). Either porcentaje or monto. */
export const NewPlan = z
  .object({
    porcentaje: z
      .number()
      .min(0.01, { error: 'Escribe un porcentaje mayor que cero.' })
      .max(100, { error: 'El porcentaje llega hasta 100.' })
      .optional(),
    monto: MoneyText.optional(),
    meses: z
      .number()
      .int()
      .min(0)
      .max(PARTS_MAX, { error: `Hasta ${PARTS_MAX} cuotas.` }),
    primera_fecha: IsoDate,
    /** The separation counts as part of the down payment. */
    incluye_separacion: z.boolean().default(true),
    motivo: motivo.optional(),
    /** Id of the plan to replace; 409 when another plan is active. */
    plan_id: Id.optional(),
  })
  .refine(({ porcentaje, monto }) => (porcentaje === undefined) !== (monto === undefined), {
    error: 'Escribe el abono como porcentaje o como monto.',
    path: ['monto'],
  });
export type NewPlan = z.infer<typeof NewPlan>;

/** Terms of a plan as a query: the installments that it would make. */
export const PlanTerms = z.object({
  porcentaje: z.coerce.number().min(0.01).max(100).optional(),
  monto: MoneyText.optional(),
  meses: z.coerce.number().int().min(0).max(PARTS_MAX),
  primera_fecha: IsoDate,
  incluye_separacion: z.enum(['1', '0']).default('1'),
});
export type PlanTerms = z.infer<typeof PlanTerms>;

/** What a plan would be, before it is made. */
export const PlanPreview = z.object({
  total_centavos: z.number().int(),
  separacion_centavos: z.number().int(),
  /** Installments that are paid or being verified; they stay. */
  pagado_centavos: z.number().int(),
  cuotas: z.array(
    z.object({
      part: z.number().int(),
      due_on: z.string(),
      centavos: z.number().int(),
    }),
  ),
});
export type PlanPreview = z.infer<typeof PlanPreview>;

/** Body to reschedule the open installments. Their sum stays the same. */
export const Reprogram = z.object({
  plan_id: Id,
  motivo,
  cuotas: z
    .array(z.object({ fecha: IsoDate, monto: MoneyText }))
    .min(1)
    .max(PARTS_MAX, { error: `Hasta ${PARTS_MAX} cuotas.` }),
});
export type Reprogram = z.infer<typeof Reprogram>;

/** A charge outside the plan: legal costs (4), extras (5), cash payment (7), other (9). */
export const CHARGE_TYPES = [
  PAYMENT_TYPE.legal,
  PAYMENT_TYPE.extras,
  PAYMENT_TYPE.cash,
  PAYMENT_TYPE.other,
] as const;
export const NewCharge = z.object({
  tipo_id: z
    .number()
    .int()
    .refine((id) => CHARGE_TYPES.some((one) => one === id), {
      error: 'Elige un concepto de la lista.',
    }),
  concepto: z.string().trim().max(120).default(''),
  monto: MoneyText.refine((cents) => cents > 0, { error: 'Escribe un monto mayor que cero.' }),
  vence: IsoDate.nullable().default(null),
});
export type NewCharge = z.infer<typeof NewCharge>;

const Cents = z.number().int();

/** A plan for the office. */
export const Plan = z.object({
  id: z.number().int(),
  total_centavos: Cents,
  percent: z.number().nullable(),
  separacion_centavos: Cents,
  meses: z.number().int(),
  primera_fecha: z.string(),
  motivo: z.string().nullable(),
  creado_por: z.string().nullable(),
  creado: z.string(),
});
export type Plan = z.infer<typeof Plan>;

/** A due of the sale, for plan and statement. */
export const Due = z.object({
  id: z.number().int(),
  version: z.number().int(),
  type: z.object({ id: z.number().int(), name: z.string() }),
  state: z.object({ id: z.number().int(), name: z.string() }),
  /** "Cuota 3 de 12", the concept of a charge, or empty. */
  concept: z.string(),
  due_centavos: Cents,
  due_at: z.string().nullable(),
  paid_centavos: Cents.nullable(),
  receipt: z.string().nullable(),
  days_late: z.number().int(),
  reversed: z.boolean(),
  /** Paid completely by the surplus of another due, independent of its state. */
  covered: z.boolean(),
  /** Surpluses that paid part of it, and where its own surplus went. */
  notes: z.array(z.string()),
});
export type Due = z.infer<typeof Due>;

/** A line of the statement of account, with running balance. Debits increase the debt. */
export const StatementEntry = z.object({
  /** YYYY-MM-DD: the bank's day for money, else the day of the event. */
  day: z.string(),
  /** Day on which accounting confirmed the money; null for other entries. */
  confirmed_on: z.string().nullable(),
  text: z.string(),
  receipt: z.string().nullable(),
  debit_centavos: Cents,
  credit_centavos: Cents,
  balance_centavos: Cents,
});
export type StatementEntry = z.infer<typeof StatementEntry>;

/** An entry, or a note below the entries without a day. */
export const StatementRow = StatementEntry.extend({ day: z.string().nullable() });
export type StatementRow = z.infer<typeof StatementRow>;

/** The account of a sale: the price with its payments, and separately the other charges. */
export const SaleAccount = z.object({
  price_centavos: Cents,
  paid_centavos: Cents,
  /** Price − confirmed payments of the price. Negative for an ended sale: the company's debt to the customer. */
  balance_centavos: Cents,
  others_balance_centavos: Cents,
  /** Surplus above all present dues; the next due uses it. */
  credit_centavos: Cents,
  overdue_centavos: Cents,
  /** The bank's part of the price, beyond what the customer owes; null when neither mortgage nor plan defines it. */
  bank_centavos: Cents.nullable(),
  /** Withdrawn, expired or rescinded: nothing is owed any more. */
  ended: z.boolean(),
  /** No installment is five or more days late (domain.md §1, stage 10). */
  up_to_date: z.boolean(),
  price: z.array(StatementEntry),
  others: z.array(StatementEntry),
});
export type SaleAccount = z.infer<typeof SaleAccount>;

/** All money data of a sale, for its office section. */
export const SaleMoney = z.object({
  plan: Plan.nullable(),
  /** The down payment offered in the sale's quote, separation included. */
  agreed: z.object({ cents: Cents, months: z.number().int(), first_on: z.string() }).nullable(),
  dues: z.array(Due),
  account: SaleAccount,
  /** Null: not permitted; `disabled` says why not now. */
  actions: z.object({
    plan: ActionOffer.nullable(),
    charge: ActionOffer.nullable(),
    disbursement: ActionOffer.nullable(),
    reprogram: ActionOffer.nullable(),
    /** Recording a proof that the customer brought. */
    report: ActionOffer.nullable(),
  }),
});
export type SaleMoney = z.infer<typeof SaleMoney>;
