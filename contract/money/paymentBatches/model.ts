import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { HistoryLine } from '#contract/money/invoices/model.ts';
import { StatusChange, TransitionOffer } from '#contract/transitions.ts';
import { FileFormat, FORMAT_PURPOSE_NAMES } from './formats.ts';
import { BATCH_KIND_NAMES, LINE_STATE_NAMES, PAYABLE_KIND_NAMES } from './rules.ts';

const int = () => z.number().int();
const Named = z.object({ id: int(), name: z.string() });
const text = (least: number, error: string, most = 120) =>
  z
    .string()
    .trim()
    .min(least, { error })
    .max(most, { error: `Escribe como máximo ${most} caracteres.` });

/** Something that can be paid now. */
export const Payable = z.object({
  kind: z.enum(PAYABLE_KIND_NAMES),
  id: int(),
  title: z.string(),
  beneficiary: z.string(),
  partner_id: int().nullable(),
  due_on: z.string().nullable(),
  late: z.boolean(),
  cents: int(),
  /** The last digits of the account that it would go to; null: none in force. */
  bank_account: z.string().nullable(),
  /** Why it cannot be paid now. */
  stops: z.array(z.string()),
  url: z.string(),
});
export type Payable = z.infer<typeof Payable>;

export const BatchRow = z.object({
  id: int(),
  version: int(),
  code: z.string(),
  kind: z.enum(BATCH_KIND_NAMES),
  bank_account: Named,
  state: Named,
  pay_on: z.string(),
  confirmed_on: z.string().nullable(),
  lines: int(),
  returned: int(),
  total_centavos: int(),
});
export type BatchRow = z.infer<typeof BatchRow>;

export const BatchLine = z.object({
  id: int(),
  kind: z.enum(PAYABLE_KIND_NAMES),
  source: Named,
  url: z.string(),
  beneficiary: z.string(),
  cents: int(),
  account: z.string().nullable(),
  cheque_number: int().nullable(),
  cheque_url: z.string().nullable(),
  state: z.enum(LINE_STATE_NAMES),
  paid_on: z.string().nullable(),
  returned_on: z.string().nullable(),
  return_reason: z.string().nullable(),
  stops: z.array(z.string()),
  may: z.object({ remove: z.boolean(), give_back: z.boolean() }),
});
export type BatchLine = z.infer<typeof BatchLine>;

export const Batch = BatchRow.extend({
  note: z.string(),
  reference: z.string().nullable(),
  end_reason: z.string().nullable(),
  made_by: z.string(),
  lines_list: z.array(BatchLine),
  /** The bank's file; null while it is not approved, and of cheques. */
  file_url: z.string().nullable(),
  transitions: z.array(TransitionOffer),
  history: z.array(HistoryLine),
});
export type Batch = z.infer<typeof Batch>;

export const PayableRef = z.object({ kind: z.enum(PAYABLE_KIND_NAMES), id: int().positive() });

export const BatchForm = z.object({
  bank_account_id: int().positive({ error: 'Elige de qué cuenta sale.' }),
  kind: z.enum(BATCH_KIND_NAMES, { error: 'Elige cómo se paga.' }),
  pay_on: IsoDate,
  note: z.string().trim().max(500).default(''),
  items: z.array(PayableRef).min(1, { error: 'Elige al menos un pago.' }).max(300),
});
export type BatchForm = z.output<typeof BatchForm>;

/** Confirming needs `fecha` and `referencia`. */
export const BatchStatusChange = z.object({
  params: StatusChange.shape.params.extend({
    fecha: IsoDate.optional(),
    referencia: text(3, 'Escribe la referencia del banco.', 60).optional(),
  }),
});
export type BatchStatusChange = z.output<typeof BatchStatusChange>['params'];

export const ReturnForm = z.object({
  returned_on: IsoDate,
  reason: text(3, 'Escribe por qué volvió.', 300),
});
export type ReturnForm = z.output<typeof ReturnForm>;

export const SupplierAccount = z.object({
  id: int(),
  partner: Named,
  bank: Named,
  number: z.string(),
  kind: z.enum(['corriente', 'ahorros']),
  holder: z.string(),
  state: z.enum(['propuesta', 'vigente', 'reemplazada', 'rechazada']),
  reason: z.string(),
  made_by: z.string(),
  at: z.string(),
  /** Why the caller may not decide it; null: the caller may. */
  why_not: z.string().nullable(),
});
export type SupplierAccount = z.infer<typeof SupplierAccount>;

export const SupplierAccountForm = z.object({
  partner_id: int().positive({ error: 'Elige de quién es.' }),
  bank_id: int().positive({ error: 'Elige el banco.' }),
  number: z
    .string()
    .trim()
    .regex(/^[0-9-]{4,30}$/, { error: 'Escribe solo números y guiones.' }),
  kind: z.enum(['corriente', 'ahorros'], { error: 'Elige el tipo.' }),
  holder: text(3, 'Escribe a nombre de quién está.', 160),
  reason: text(3, 'Escribe cómo se comprobó: carta del banco, llamada.', 300),
});
export type SupplierAccountForm = z.output<typeof SupplierAccountForm>;

export const SupplierAccountDecision = z.object({ accept: z.boolean() });

export const FormatRow = z.object({
  id: int(),
  version: int(),
  purpose: z.enum(FORMAT_PURPOSE_NAMES),
  bank: Named.nullable(),
  name: z.string(),
  ...FileFormat.shape,
});
export type FormatRow = z.infer<typeof FormatRow>;
export const FormatForm = FileFormat.extend({ version: int().optional() });

export const ChequeSeries = z.object({
  bank_account_id: int(),
  name: z.string(),
  next_number: int().nullable(),
  last_number: int().nullable(),
});
export const ChequeSeriesForm = z
  .object({
    next_number: int().min(1, { error: 'Escribe el próximo número.' }).max(999_999_999),
    last_number: int().min(1, { error: 'Escribe el último número.' }).max(999_999_999),
  })
  .refine(({ next_number, last_number }) => last_number >= next_number, {
    error: 'El último va después del próximo.',
    path: ['last_number'],
  });
