import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import {
  ClosingCost,
  DebtVerdict,
  InterestRule,
  LendingLimits,
  Percent,
} from '#contract/projects/interest/model.ts';
import { Id } from '#contract/ids.ts';
import { Cents } from '#contract/money.ts';
import { pageBy } from '#contract/paging.ts';
import { OfficeForm } from '#contract/sales/sale/form.ts';
import { ActionOffer } from '#contract/offers.ts';

const id = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
const amount = Cents.min(0, { error: 'Escribe cero o más.' });
const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^\P{Cc}*$/u, { error: 'Escribe una sola línea de texto.' });

export const Extra = z.object({
  nombre: line(80).min(2, { error: 'Escribe qué es.' }),
  centavos: amount,
});

/** User choices in a quote. Money in centavos, percents 0-100. */
export const QuoteTerms = z.object({
  extras: z.array(Extra).max(20, { error: 'Escribe hasta 20 extras.' }).default([]),
  descuento_centavos: amount.default(0),
  descuento_motivo: line(200).nullable().default(null),
  /** Of the price. */
  abono_percent: Percent,
  /** Takes precedence over the percent. */
  abono_centavos: amount.nullable().default(null),
  /** Monthly parts of the down payment after the separation; 0: one payment. */
  cuotas: z.number().int().min(0).max(60, { error: 'Escribe 60 cuotas o menos.' }).default(0),
  /** Day of the first one; null: one month later. */
  primera_cuota: IsoDate.nullable().default(null),
  forma_pago: z.enum(['hipoteca', 'contado']).default('hipoteca'),
  banco_id: z.number().int().min(1).max(9999).nullable().default(null),
  tasa_percent: Percent.max(30, { error: 'Escribe una tasa de hasta 30 %.' }),
  plazo_meses: z
    .number()
    .int({ error: 'Escribe meses enteros.' })
    .min(12, { error: 'Escribe al menos 12 meses.' })
    .max(420, { error: 'Escribe 420 meses o menos.' }),
  feci: z.boolean().default(false),
  vivienda_principal: z.boolean().default(true),
  primera_vivienda: z.boolean().default(true),
  residente: z.boolean().default(true),
  en_edificio: z.boolean().default(false),
  ingreso_centavos: amount.nullable().default(null),
  deudas_centavos: amount.default(0),
  /** Printed at the bottom, for the buyer. */
  nota: z.string().trim().max(600).nullable().default(null),
});
export type QuoteTerms = z.output<typeof QuoteTerms>;

const withReason = (terms: QuoteTerms, ctx: z.RefinementCtx) => {
  if (terms.descuento_centavos > 0 && !terms.descuento_motivo)
    ctx.addIssue({
      code: 'custom',
      path: ['descuento_motivo'],
      message: 'Escribe por qué se da el descuento.',
    });
};

/** A quote for an existing person (`person_id`) or a new one. */
export const NewQuote = QuoteTerms.extend({
  person_id: id.optional(),
  nombre: OfficeForm.shape.nombre.optional(),
  celular: OfficeForm.shape.celular.optional(),
  email: OfficeForm.shape.email.optional(),
  /** Its sale, if there is one. */
  sale_id: id.optional(),
  modelo_id: id,
  lote_id: id.nullable().default(null),
}).superRefine((form, ctx) => {
  withReason(form, ctx);
  if (form.person_id !== undefined || form.sale_id !== undefined) return;
  if (!form.nombre)
    ctx.addIssue({ code: 'custom', path: ['nombre'], message: 'Escribe el nombre del cliente.' });
  if (!form.celular) ctx.addIssue({ code: 'custom', path: ['celular'], message: 'Escribe el celular.' });
});
export type NewQuote = z.output<typeof NewQuote>;

export const QuoteRevision = QuoteTerms.extend({
  modelo_id: id,
  lote_id: id.nullable().default(null),
  version: z.number().int(),
}).superRefine(withReason);
export type QuoteRevision = z.output<typeof QuoteRevision>;

const Named = z.object({ id: z.number().int(), name: z.string() });

export const Limits = LendingLimits.extend({ financing_max: z.number() });

/** All inputs of a quote: with them the result can always be reproduced. */
export const QuoteSnapshot = z.object({
  date: z.string(),
  /** Last day of validity. */
  valid_until: z.string(),
  project: Named,
  region: z.union([z.literal(1), z.literal(2)]),
  model: Named.extend({ bedrooms: z.number(), bathrooms: z.number(), area_m2: z.number() }),
  lot: z.object({ id: z.number().int(), name: z.string(), area_m2: z.number() }).nullable(),
  delivery_month: z.string().nullable(),
  bank: z.string().nullable(),
  model_centavos: z.number().int(),
  lot_premium_centavos: z.number().int(),
  separation_centavos: z.number().int(),
  terms: QuoteTerms,
  rules: z.array(InterestRule),
  costs: z.array(ClosingCost),
  limits: Limits,
});
export type QuoteSnapshot = z.output<typeof QuoteSnapshot>;

const SubsidyShape = z.discriminatedUnion('applies', [
  z.object({
    applies: z.literal(true),
    rule_id: z.number().int(),
    regime: z.string(),
    points_percent: z.number(),
    months: z.number().int(),
    sure: z.boolean(),
    source: z.string(),
  }),
  z.object({ applies: z.literal(false), reason: z.string() }),
]);

const Cost = z.object({
  code: z.string(),
  label: z.string(),
  payer: z.enum(['comprador', 'promotora']),
  centavos: z.number().int(),
  sure: z.boolean(),
});

/** The result; see compute.ts. */
export const QuoteOutcome = z.object({
  list_centavos: z.number().int(),
  extras_centavos: z.number().int(),
  discount_centavos: z.number().int(),
  price_centavos: z.number().int(),
  down_centavos: z.number().int(),
  down_percent: z.number(),
  parts: z.array(
    z.object({
      kind: z.enum(['separacion', 'abono', 'cuota', 'hipoteca', 'saldo']),
      number: z.number().int().nullable(),
      due_on: z.string().nullable(),
      centavos: z.number().int(),
    }),
  ),
  financed_centavos: z.number().int(),
  subsidy: SubsidyShape.nullable(),
  loan: z
    .object({
      without: z.object({
        rate_percent: z.number(),
        installment_centavos: z.number().int(),
        total_centavos: z.number().int(),
      }),
      with: z
        .object({
          rate_percent: z.number(),
          months: z.number().int(),
          installment_centavos: z.number().int(),
          total_centavos: z.number().int(),
          saved_centavos: z.number().int(),
        })
        .nullable(),
      after: z
        .object({
          rate_percent: z.number(),
          months: z.number().int(),
          balance_centavos: z.number().int(),
          installment_centavos: z.number().int(),
        })
        .nullable(),
    })
    .nullable(),
  monthly_centavos: z.number().int().nullable(),
  costs: z.array(Cost),
  costs_centavos: z.number().int(),
  total_centavos: z.number().int(),
  income_needed_centavos: z.number().int().nullable(),
  ratio: DebtVerdict.nullable(),
  notes: z.array(z.string()),
});
export type QuoteOutcome = z.output<typeof QuoteOutcome>;

/** A list row. */
export const QuoteRow = z.object({
  id: z.number().int(),
  code: z.string(),
  /** Number of its current version. */
  number: z.number().int(),
  state: Named,
  person: Named,
  project: Named,
  model: Named,
  lot: z.object({ id: z.number().int(), lote: z.string() }).nullable(),
  adviser: Named.nullable(),
  price_centavos: z.number().int(),
  discount_centavos: z.number().int(),
  monthly_centavos: z.number().int().nullable(),
  valid_until: z.string(),
  sale: z.object({ id: z.number().int(), code: z.string().nullable() }).nullable(),
  sent_at: z.string().nullable(),
  created_at: z.string(),
});
export type QuoteRow = z.infer<typeof QuoteRow>;

export const QuoteVersion = z.object({
  number: z.number().int(),
  created_at: z.string(),
  created_by: z.string(),
  discount_percent: z.number(),
  snapshot: QuoteSnapshot,
  result: QuoteOutcome,
});
export type QuoteVersion = z.infer<typeof QuoteVersion>;

export const DiscountRequest = z.object({
  number: z.number().int(),
  discount_centavos: z.number().int(),
  discount_percent: z.number(),
  reason: z.string(),
  asked_by: z.string(),
  asked_at: z.string(),
  decided_by: z.string().nullable(),
  decided_at: z.string().nullable(),
  approved: z.boolean().nullable(),
  answer: z.string().nullable(),
});

const Action = ActionOffer.nullable();

/** A quote with all details: versions, latest first, and possible actions. */
export const QuoteRecord = QuoteRow.extend({
  version: z.number().int(),
  phone: z.string(),
  email: z.string().nullable(),
  opened_at: z.string().nullable(),
  opens: z.number().int(),
  accepted_at: z.string().nullable(),
  void_reason: z.string().nullable(),
  versions: z.array(QuoteVersion),
  discounts: z.array(DiscountRequest),
  history: z.array(
    z.object({
      at: z.string(),
      who: z.string().nullable(),
      from: z.string().nullable(),
      to: z.string(),
      reason: z.string().nullable(),
    }),
  ),
  actions: z.object({ send: Action, revise: Action, decide: Action, convert: Action, cancel: Action }),
});
export type QuoteRecord = z.infer<typeof QuoteRecord>;

const flag = z.enum(['1', '0']).transform((text) => text === '1');

export const QuoteFilter = pageBy('id', 'valid_until', 'price_centavos').extend({
  estado_id: z.preprocess(
    (value) => (value === undefined || value === '' ? undefined : Array.isArray(value) ? value : [value]),
    z.array(z.coerce.number().int().min(1).max(99)).max(8).optional(),
  ),
  proyecto_id: Id.optional(),
  asesor_id: Id.optional(),
  persona_id: Id.optional(),
  venta_id: Id.optional(),
  /** Code or name. */
  q: z.string().trim().max(80).optional(),
  mias: flag.optional(),
});
export type QuoteFilter = z.output<typeof QuoteFilter>;

/** Data for computing a quote on the screen while typing, including today's rules. */
export const QuoteFigures = z.object({
  date: z.string(),
  project: Named,
  region: z.union([z.literal(1), z.literal(2)]),
  model_centavos: z.number().int(),
  lot_premium_centavos: z.number().int(),
  separation_centavos: z.number().int(),
  rate_percent: z.number(),
  down_payment_percent: z.number(),
  term_months: z.number().int(),
  rules: z.array(InterestRule),
  costs: z.array(ClosingCost),
  limits: Limits,
  /** Discount limits in percent: of the user alone, and of any approver. */
  my_discount: z.number(),
  max_discount: z.number(),
});
export type QuoteFigures = z.infer<typeof QuoteFigures>;
