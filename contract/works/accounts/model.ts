import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { Cents } from '#contract/money.ts';
import { StatusChange, TransitionOffer } from '#contract/transitions.ts';
import { DEDUCTION_KIND_NAMES } from './rules.ts';

const Named = z.object({ id: z.number().int(), name: z.string() });
/** Centavos; null for who may not see amounts. */
const amount = z.number().int().nullable();
const text = (least: number, error: string, most = 120) =>
  z
    .string()
    .trim()
    .min(least, { error })
    .max(most, { error: `Escribe como máximo ${most} caracteres.` });

/** A progress account of a contract: what is approved and was not billed. */
export const AccountRow = z.object({
  id: z.number().int(),
  version: z.number().int(),
  number: z.number().int(),
  contract: Named.extend({ reference: z.string() }),
  project: Named,
  contractor: Named,
  state: Named,
  measured_on: z.string(),
  paid_on: z.string().nullable(),
  disputed: z.number().int(),
  gross_centavos: amount,
  amortised_centavos: amount,
  retained_centavos: amount,
  itbms_centavos: amount,
  withheld_centavos: amount,
  deductions_centavos: amount,
  net_centavos: amount,
});
export type AccountRow = z.infer<typeof AccountRow>;

export const AccountLine = z.object({
  id: z.number().int(),
  job_id: z.number().int(),
  house: z.string().nullable(),
  work: z.string(),
  /** 0-100, or a quantity of the item's unit. */
  from: z.number(),
  to: z.number(),
  unit: z.string(),
  cents: amount,
  dispute: z.string().nullable(),
});
export type AccountLine = z.infer<typeof AccountLine>;

export const Account = AccountRow.extend({
  lines: z.array(AccountLine),
  deductions: z.array(
    z.object({
      id: z.number().int(),
      kind: z.enum(DEDUCTION_KIND_NAMES),
      reason: z.string(),
      paper: z.string(),
      cents: amount,
    }),
  ),
  payment: z.object({ paid_on: z.string(), bank: z.string(), reference: z.string() }).nullable(),
  /** SHA-256 of what the contractor countersigned. */
  countersigned: z.object({ at: z.string(), by: z.string(), hash: z.string() }).nullable(),
  reversal_reason: z.string().nullable(),
  /** Its PDF; null for who may not see amounts. */
  document_url: z.string().nullable(),
  history: z.array(
    z.object({
      id: z.string(),
      at: z.string(),
      who: z.string().nullable(),
      from: z.string().nullable(),
      to: z.string().nullable(),
      text: z.string().nullable(),
      reason: z.string().nullable(),
    }),
  ),
  transitions: z.array(TransitionOffer),
  may: z.object({ dispute: z.boolean(), deduct: z.boolean() }),
});
export type Account = z.infer<typeof Account>;

/** Without `payer_withholds`: as in the payer's last account. */
export const MeasureForm = z.object({
  payer_withholds: z.boolean().optional(),
  version: z.number().int().optional(),
});
export type MeasureForm = z.output<typeof MeasureForm>;

const payment = {
  fecha: IsoDate.optional(),
  banco: text(2, 'Escribe el banco.').optional(),
  referencia: text(3, 'Escribe el número de la transferencia o del cheque.', 60).optional(),
  /** The company's bank account that it leaves from; without it, the usual one of the project. */
  cuenta_id: z.number().int().positive().nullish(),
};
/** Payment needs `fecha` and `referencia`, and `banco` where the company has no account to pay from. */
export const AccountStatusChange = z.object({ params: StatusChange.shape.params.extend(payment) });
export type AccountStatusChange = z.output<typeof AccountStatusChange>['params'];

/** The call of the old client: pays the approved account that a job is in. */
export const JobPayment = z.object({
  params: z.object({ ...payment, version: z.coerce.number().int().optional() }),
});
export const JobTotals = z.object({
  id: z.number().int(),
  state_id: z.number().int(),
  total_amount: amount,
  total_amount_certified: amount,
  total_amount_pay: amount,
});

export const DisputeForm = z.object({ reason: text(3, 'Escribe por qué no estás de acuerdo.', 1000) });

export const DeductionForm = z.object({
  kind: z.enum(DEDUCTION_KIND_NAMES, { error: 'Elige qué se descuenta.' }),
  reason: text(3, 'Escribe por qué se descuenta.', 500),
  paper: text(1, 'Escribe el número del documento que lo sustenta.', 60),
  amount_centavos: Cents.min(1, { error: 'El monto debe ser mayor que cero.' }),
});
export type DeductionForm = z.output<typeof DeductionForm>;

export const RetentionReturn = z.object({
  paid_on: IsoDate,
  /** Needed where the company has no account to pay from. */
  bank: text(2, 'Escribe el banco.').optional(),
  bank_account_id: z.number().int().positive().nullish(),
  reference: text(3, 'Escribe el número de la transferencia o del cheque.', 60),
});
export type RetentionReturn = z.output<typeof RetentionReturn>;

export const RetentionCharge = z.object({
  amount_centavos: Cents.min(1, { error: 'El monto debe ser mayor que cero.' }),
  reason: text(3, 'Escribe qué se reparó.', 500),
  paper: text(1, 'Escribe el número del documento que lo sustenta.', 60),
});
export type RetentionCharge = z.output<typeof RetentionCharge>;

/** The contract as its contractor follows it; centavos without ITBMS, null for who may not see amounts. */
export const ContractStatement = z.object({
  contract: Named.extend({ reference: z.string() }),
  contract_centavos: amount,
  certified_centavos: amount,
  billed_centavos: amount,
  paid_centavos: amount,
  advance_centavos: amount,
  advance_left_centavos: amount,
  retained_centavos: amount,
  returnable_centavos: amount,
  accounts: z.array(AccountRow),
  retention: z.array(
    z.object({
      id: z.number().int(),
      kind: z.enum(['devolucion', 'cargo']),
      on: z.string(),
      text: z.string(),
      cents: amount,
    }),
  ),
  /** Its PDF; null for who may not see amounts. */
  document_url: z.string().nullable(),
  may: z.object({ measure: z.boolean(), return: z.boolean(), charge: z.boolean() }),
});
export type ContractStatement = z.infer<typeof ContractStatement>;
