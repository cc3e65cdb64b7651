import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { Id } from '#contract/ids.ts';
import { pageBy } from '#contract/paging.ts';
import { StatusChange, TransitionOffer } from '#contract/transitions.ts';
import { REFUND_CAUSE_NAMES } from './rules.ts';

const Named = z.object({ id: z.number().int(), name: z.string() });
const cents = z.number().int();
const line = (most: number) =>
  z
    .string()
    .trim()
    .max(most, { error: `Escribe como máximo ${most} caracteres.` })
    .regex(/^\P{Cc}*$/u, { error: 'Escribe una sola línea de texto.' });

/** A refund to the customer of an ended sale. Only users who may pay see the full account number. */
export const Refund = z.object({
  id: z.number().int(),
  version: z.number().int(),
  sale: z.object({ id: z.number().int(), code: z.string().nullable() }),
  name: z.string(),
  project: Named,
  state: Named,
  cause: z.enum(REFUND_CAUSE_NAMES),
  paid_centavos: cents,
  penalty_percent: z.number(),
  penalty_centavos: cents,
  amount_centavos: cents,
  payee: z.object({ name: z.string(), bank: Named, account: z.string() }),
  notes: z.string(),
  prepared: z.object({ by: z.string(), at: z.string() }),
  agreed: z.object({ by: z.string(), at: z.string() }).nullable(),
  approved: z.object({ by: z.string(), at: z.string() }).nullable(),
  paid: z.object({ by: z.string(), at: z.string(), reference: z.string(), on: z.string() }).nullable(),
  /** Last day of the promised payment. */
  due_on: z.string(),
  transitions: z.array(TransitionOffer),
});
export type Refund = z.infer<typeof Refund>;

export const RefundFilter = pageBy('id').extend({
  estado_id: z.coerce.number().int().min(1).max(5).optional(),
  q: z.string().trim().max(80).optional(),
});
export type RefundFilter = z.infer<typeof RefundFilter>;

/** Preview of a sale's refund by cause; `whyNot` says why none can be prepared. */
export const RefundDraft = z.object({
  whyNot: z.string().nullable(),
  paid_centavos: cents,
  causes: z.array(
    z.object({
      cause: z.enum(REFUND_CAUSE_NAMES),
      whyNot: z.string().nullable(),
      penalty_percent: z.number(),
      penalty_centavos: cents,
      amount_centavos: cents,
    }),
  ),
  payee_name: z.string(),
  refund: Refund.nullable(),
});
export type RefundDraft = z.infer<typeof RefundDraft>;

export const NewRefund = z.object({
  cause: z.enum(REFUND_CAUSE_NAMES, { error: 'Elige la causa.' }),
  /** The amount on screen; 409 when it has changed. */
  amount_centavos: cents,
  payee_name: line(120).min(3, { error: 'Escribe a nombre de quién está la cuenta.' }),
  bank_id: z.number().int().min(1, { error: 'Elige el banco.' }).max(32_000),
  account: line(40).min(4, { error: 'Escribe el número de la cuenta.' }),
  notes: z.string().trim().max(1000).default(''),
});
export type NewRefund = z.infer<typeof NewRefund>;

/** Paid (4) also needs transfer reference and date. */
export const RefundStatusChange = z.object({
  params: StatusChange.shape.params.extend({
    referencia: line(60).optional(),
    fecha: IsoDate.optional(),
    /** The company's bank account that it leaves from; without it, the usual one of the project. */
    cuenta_id: z.number().int().positive().nullish(),
  }),
});
export type RefundStatusChange = z.infer<typeof RefundStatusChange>['params'];

/** The refund as shown to the customer. */
export const MyRefund = z.object({
  state_id: z.number().int(),
  text: z.string(),
  paid_centavos: cents,
  penalty_centavos: cents,
  amount_centavos: cents,
  due_on: z.string(),
  days_left: z.number().int(),
  reference: z.string().nullable(),
});
export type MyRefund = z.infer<typeof MyRefund>;

export const refundParams = z.object({ id: Id });
