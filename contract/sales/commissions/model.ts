import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { Id } from '#contract/ids.ts';
import { Cents } from '#contract/money.ts';
import { pageBy } from '#contract/paging.ts';
import { OfficeForm } from '#contract/sales/sale/form.ts';
import { Named } from '#contract/sales/sale/model.ts';
import { StatusChange, TransitionOffer } from '#contract/transitions.ts';
import { COMMISSION_EVENT_NAMES, sumsToWhole } from './rules.ts';
import { ActionOffer } from '#contract/offers.ts';

const payee = z.enum(['asesor', 'corredor'], { error: 'Elige asesor o corredor.' });
const line = (most: number) =>
  z
    .string()
    .trim()
    .max(most, { error: `Escribe como máximo ${most} caracteres.` })
    .regex(/^\P{Cc}*$/u, { error: 'Escribe una sola línea de texto.' });
const step = z.object({ by: z.string(), at: z.string() }).nullable();

/** One line: a part of a commission, or a reversal that takes one back (negative amount). */
export const CommissionLine = z.object({
  id: z.number().int(),
  version: z.number().int(),
  sale: z.object({ id: z.number().int(), code: z.string().nullable(), customer: z.string() }),
  project: Named,
  payee,
  /** The adviser or the broker. */
  person: Named,
  event: z.enum(COMMISSION_EVENT_NAMES),
  reverse: z.boolean(),
  state: Named,
  centavos: Cents,
  /**
   * Deducted for ended sales. Paid line: what was deducted; payable line: what would be deducted today; reversal: what
   * has been recovered so far.
   */
  descontado_centavos: Cents,
  /** Amount to transfer; for a reversal the remaining debt, negative. */
  neto_centavos: Cents,
  released_at: z.string().nullable(),
  prepared: step,
  approved: step,
  paid: z.object({ by: z.string(), at: z.string(), reference: z.string(), on: z.string() }).nullable(),
  transitions: z.array(TransitionOffer),
});
export type CommissionLine = z.infer<typeof CommissionLine>;

export const CommissionFilter = pageBy('id').extend({
  estado_id: z.coerce.number().int().min(1).max(7).optional(),
  asesor_id: Id.optional(),
  corredor_id: Id.optional(),
  /** Code, name or identity document of the customer. */
  q: z.string().trim().max(80).optional(),
});
export type CommissionFilter = z.infer<typeof CommissionFilter>;

/** Account of one payee: planned, owed and paid. */
export const CommissionAccount = z.object({
  id: z.string(),
  payee,
  person: Named,
  sales: z.number().int(),
  planned_centavos: Cents,
  /** Released and not paid yet, less what is taken back. */
  owed_centavos: Cents,
  paid_centavos: Cents,
});
export type CommissionAccount = z.infer<typeof CommissionAccount>;

/** Paid (5) also needs transfer reference and date, unless everything is deducted. */
export const CommissionStatusChange = z.object({
  params: StatusChange.shape.params.extend({
    referencia: line(60).optional(),
    fecha: IsoDate.optional(),
    /** The company's bank account that it leaves from; without it, the usual one of the project. */
    cuenta_id: z.number().int().positive().nullish(),
    /** The transfer amount on screen; 409 STALE when it has changed. */
    neto_centavos: Cents.optional(),
  }),
});
export type CommissionStatusChange = z.infer<typeof CommissionStatusChange>['params'];

const percent = (max: number) =>
  z
    .number()
    .min(0)
    .max(max, { error: `Escribe como máximo ${max} %.` });

export const CommissionRule = z.object({
  id: z.number().int(),
  /** Null: all projects without their own rule. */
  project: Named.nullable(),
  payee,
  percent: z.number().nullable(),
  fixed_centavos: Cents.nullable(),
  split: z.object({ separacion: z.number(), promesa: z.number(), desembolso: z.number() }),
  valid_from: z.string(),
  valid_to: z.string().nullable(),
  by: z.string().nullable(),
});
export type CommissionRule = z.infer<typeof CommissionRule>;

export const NewCommissionRule = z
  .object({
    proyecto_id: z.number().int().min(1).nullable(),
    para: payee,
    porcentaje: percent(20).multipleOf(0.001).nullable(),
    fijo_centavos: z.number().int().min(1).max(10_000_000).nullable(),
    separacion: percent(100).multipleOf(0.01),
    promesa: percent(100).multipleOf(0.01),
    desembolso: percent(100).multipleOf(0.01),
    desde: IsoDate,
    hasta: IsoDate.nullable(),
  })
  .superRefine((rule, ctx) => {
    const fault = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message });
    if ((rule.porcentaje === null) === (rule.fijo_centavos === null))
      fault('porcentaje', 'Escribe un porcentaje o un monto fijo, uno de los dos.');
    if (!sumsToWhole(rule)) fault('desembolso', 'Las tres partes deben sumar 100 %.');
    if (rule.hasta !== null && rule.hasta < rule.desde)
      fault('hasta', 'Termina antes de empezar: elige otro día.');
  });
export type NewCommissionRule = z.infer<typeof NewCommissionRule>;

export const Broker = z.object({
  id: z.number().int(),
  version: z.number().int(),
  name: z.string(),
  document: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  active: z.boolean(),
});
export type Broker = z.infer<typeof Broker>;

export const NewBroker = z.object({
  nombre: OfficeForm.shape.nombre,
  documento: line(40)
    .transform((text) => text || null)
    .nullable(),
  celular: OfficeForm.shape.celular.nullable(),
  email: OfficeForm.shape.email,
});
export type NewBroker = z.infer<typeof NewBroker>;

/** Commissions of a sale with their lines. */
export const SaleCommissions = z.object({
  commissions: z.array(
    z.object({
      id: z.number().int(),
      payee,
      person: Named,
      total_centavos: Cents,
      lines: z.array(
        z.object({
          id: z.number().int(),
          event: z.enum(COMMISSION_EVENT_NAMES),
          reverse: z.boolean(),
          state: Named,
          centavos: Cents,
        }),
      ),
    }),
  ),
  /** Assigning a payee by hand; null: not permitted. */
  name: z.object({
    asesor: ActionOffer.nullable(),
    corredor: ActionOffer.nullable(),
  }),
});
export type SaleCommissions = z.infer<typeof SaleCommissions>;
