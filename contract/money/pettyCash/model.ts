import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { Cents } from '#contract/money.ts';
import { HistoryLine, StoredFile } from '#contract/money/invoices/model.ts';
import { TransitionOffer } from '#contract/transitions.ts';

const int = () => z.number().int();
const Named = z.object({ id: int(), name: z.string() });
const text = (least: number, error: string, most = 120) =>
  z
    .string()
    .trim()
    .min(least, { error })
    .max(most, { error: `Escribe como máximo ${most} caracteres.` });
const Positive = Cents.min(1, { error: 'El monto debe ser mayor que cero.' });

export const FundRow = z.object({
  id: int(),
  version: int(),
  name: z.string(),
  company: Named,
  project: Named.nullable(),
  custodian: Named,
  cents: int(),
  /** What should be in the box now. */
  cash_centavos: int(),
  /** Vouchers that no replenishment took. */
  open_centavos: int(),
  counted_on: z.string().nullable(),
  open: z.boolean(),
});
export type FundRow = z.infer<typeof FundRow>;

export const Voucher = z.object({
  id: int(),
  number: int(),
  spent_on: z.string(),
  supplier: z.string(),
  paper: z.string(),
  concept: z.string(),
  cents: int(),
  itbms_centavos: int(),
  account: Named.nullable(),
  project: Named.nullable(),
  house: Named.nullable(),
  replenishment: int().nullable(),
  void_reason: z.string().nullable(),
  by: z.string(),
  file: StoredFile,
});
export type Voucher = z.infer<typeof Voucher>;

export const Fund = FundRow.extend({
  vouchers: z.array(Voucher),
  counts: z.array(
    z.object({
      id: int(),
      on: z.string(),
      expected_centavos: int(),
      counted_centavos: int(),
      difference_centavos: int(),
      reason: z.string(),
      by: z.string(),
    }),
  ),
  replenishments: z.array(
    z.object({
      id: int(),
      version: int(),
      number: int(),
      state: Named,
      cents: int(),
      asked_on: z.string(),
      paid_on: z.string().nullable(),
      by: z.string(),
      end_reason: z.string().nullable(),
      transitions: z.array(TransitionOffer),
    }),
  ),
  may: z.object({
    spend: z.boolean(),
    count: z.boolean(),
    ask: z.string().nullable(),
    change: z.boolean(),
    /** Why it is not closed now; null when it may be. */
    close: z.string().nullable(),
  }),
  history: z.array(HistoryLine),
});
export type Fund = z.infer<typeof Fund>;

export const FundForm = z.object({
  name: text(3, 'Escribe el nombre.', 80),
  company_id: int().positive({ error: 'Elige la empresa.' }),
  project_id: int().positive().nullable().default(null),
  custodian_id: int().positive({ error: 'Elige quién la custodia.' }),
  cents: Positive,
  /** The company's bank account that its money leaves from; without it, the usual one of the project. */
  bank_account_id: int().positive().nullable().default(null),
});
export type FundForm = z.output<typeof FundForm>;

/** What is corrected of an open fund: its money stays what left the bank. */
export const FundChange = FundForm.pick({ name: true, custodian_id: true, project_id: true }).extend({
  version: int().optional(),
});
export type FundChange = z.output<typeof FundChange>;

/** The last count, of the money that goes back to the bank. */
export const FundClose = z.object({
  counted_centavos: Cents.min(0, { error: 'No puede ser negativo.' }),
  version: int().optional(),
});
export type FundClose = z.output<typeof FundClose>;

/** A form with a photograph: numbers come as text. */
const id = (error: string) => z.coerce.number({ error }).int().positive({ error });
const optional = z
  .union([z.literal('').transform(() => null), z.coerce.number().int().positive()])
  .nullish()
  .transform((value) => value ?? null);
const centavos = (least: number) =>
  z.coerce
    .number({ error: 'Escribe el monto.' })
    .int()
    .min(least, { error: least > 0 ? 'El monto debe ser mayor que cero.' : 'No puede ser negativo.' })
    .max(99_999_999);
export const VoucherForm = z.object({
  spent_on: IsoDate,
  supplier: text(2, 'Escribe a quién se compró.'),
  ruc: z.string().trim().max(40).default(''),
  dv: z.string().trim().max(2).default(''),
  paper: text(1, 'Escribe el número del comprobante.', 40),
  concept: text(2, 'Escribe qué se compró.', 200),
  cents: centavos(1),
  itbms_centavos: centavos(0).default(0),
  account_id: id('Elige la cuenta contable.'),
  project_id: optional,
  house_id: optional,
});
export type VoucherForm = z.output<typeof VoucherForm>;

export const CountForm = z.object({
  counted_centavos: Cents.min(0, { error: 'No puede ser negativo.' }),
  reason: z.string().trim().max(500).default(''),
});
export type CountForm = z.output<typeof CountForm>;
