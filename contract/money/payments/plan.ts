import { PAYMENT_TYPE } from '#contract/company/catalogs/states.ts';
import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { Id } from '#contract/ids.ts';
import { MoneyText, percentOf } from '#contract/money.ts';

/** Days after its due day from which an installment is in arrears (mora, domain.md §1, stage 10). */
export const ARREARS_DAYS = 5;
/** Days after its due day on which the customer and the processor are told, once each. */
export const REMINDER_DAYS = [1, 10, 30] as const;
/** Installments of a plan, at most. */
export const PARTS_MAX = 60;

/** The down payment of a price, in cents, from a percent of 0-100 with four decimals. */
export const downPayment = (priceCents: number, percent: number) => percentOf(priceCents, percent);

const motivo = z.string().trim().min(3, { error: 'Escribe el motivo.' }).max(500);

/** Body that makes a plan, or puts another in its place (then with `motivo`). One of porcentaje and monto. */
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
    /** What the separation brings is part of the down payment. */
    incluye_separacion: z.boolean().default(true),
    motivo: motivo.optional(),
    /** Id of the plan that is replaced: 409 when it is another by now. */
    plan_id: Id.optional(),
  })
  .refine(({ porcentaje, monto }) => (porcentaje === undefined) !== (monto === undefined), {
    error: 'Escribe el abono como porcentaje o como monto.',
    path: ['monto'],
  });
export type NewPlan = z.infer<typeof NewPlan>;

/** Body that reprograms what is still to be paid: the open installments, anew. Their sum stays. */
export const Reprogram = z.object({
  plan_id: Id,
  motivo,
  cuotas: z
    .array(z.object({ fecha: IsoDate, monto: MoneyText }))
    .min(1)
    .max(PARTS_MAX, { error: `Hasta ${PARTS_MAX} cuotas.` }),
});
export type Reprogram = z.infer<typeof Reprogram>;

/** A charge beside the plan: legal costs (4), extras (5), payment in cash (7), another (9). */
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

/** A plan as the office shows it. */
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

/** A due of the sale as the plan and the statement show it. */
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
  /** Money above another due paid it whole: it is paid, whatever its state says. */
  covered: z.boolean(),
  /** Whose surplus paid how much of it, and where its own surplus went. */
  notes: z.array(z.string()),
});
export type Due = z.infer<typeof Due>;

/** A line of the statement of account; balances run. Debits raise what is owed. */
export const StatementEntry = z.object({
  /** YYYY-MM-DD: the bank's day of money, else the day on which it happened. */
  day: z.string(),
  /** The day on which accounting confirmed the money; null of what is no money. */
  confirmed_on: z.string().nullable(),
  text: z.string(),
  receipt: z.string().nullable(),
  debit_centavos: Cents,
  credit_centavos: Cents,
  balance_centavos: Cents,
});
export type StatementEntry = z.infer<typeof StatementEntry>;

/** An entry, or what stands beneath them without a day of its own. */
export const StatementRow = StatementEntry.extend({ day: z.string().nullable() });
export type StatementRow = z.infer<typeof StatementRow>;

/** The account of a sale: the price with what was paid of it, and apart the other charges. */
export const SaleAccount = z.object({
  price_centavos: Cents,
  paid_centavos: Cents,
  /** Price − confirmed money of the price; of an ended sale below zero: what the company owes the customer. */
  balance_centavos: Cents,
  others_balance_centavos: Cents,
  /** Money above every due so far; it goes to the next one that is made. */
  credit_centavos: Cents,
  overdue_centavos: Cents,
  /** What the bank is to pay of the price, beyond all that is asked of the customer; null where no mortgage or plan says so. */
  bank_centavos: Cents.nullable(),
  /** It was withdrawn, expired or rescinded: nothing of it is owed any more. */
  ended: z.boolean(),
  /** No installment is five days late or more (domain.md §1, stage 10). */
  up_to_date: z.boolean(),
  price: z.array(StatementEntry),
  others: z.array(StatementEntry),
});
export type SaleAccount = z.infer<typeof SaleAccount>;

/** Everything of a sale's money, for its section in the office. */
export const SaleMoney = z.object({
  plan: Plan.nullable(),
  /** The down payment that the sale's proforma offered, separation included. */
  agreed: z.object({ cents: Cents, months: z.number().int(), first_on: z.string() }).nullable(),
  dues: z.array(Due),
  account: SaleAccount,
  /** Null: not allowed; `disabled` says why not now. */
  actions: z.object({
    plan: z.object({ disabled: z.string().nullable() }).nullable(),
    charge: z.object({ disabled: z.string().nullable() }).nullable(),
    disbursement: z.object({ disabled: z.string().nullable() }).nullable(),
    /** A proof that the customer brought. */
    report: z.object({ disabled: z.string().nullable() }).nullable(),
  }),
});
export type SaleMoney = z.infer<typeof SaleMoney>;
