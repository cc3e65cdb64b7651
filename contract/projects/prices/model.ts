import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { Cents } from '#contract/money.ts';
import { ROUNDINGS } from './rules.ts';

export const PriceTarget = z.enum(['model', 'lot']);
export type PriceTarget = z.infer<typeof PriceTarget>;
const named = z.object({ id: z.number().int(), name: z.string() });

/** A price in force: a model's, or a lot's premium on top of it. */
export const PriceRow = z.object({
  /** model-3, lot-17 */
  key: z.string(),
  target: PriceTarget,
  id: z.number().int(),
  project: named,
  name: z.string(),
  price_centavos: z.number().int(),
  /** Models only: the last day of the price. */
  price_until: z.string().nullable(),
  /** The next increase that affects it. */
  next: z
    .object({
      increase_id: z.number().int(),
      effective_on: z.string(),
      to_centavos: z.number().int(),
      confirmed: z.boolean(),
    })
    .nullable(),
});
export type PriceRow = z.infer<typeof PriceRow>;

const id = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
const reason = z.string().trim().min(3, { error: 'Escribe el motivo.' }).max(200);

/** Prices edited in the grid. `from_centavos` is the value on screen; 409 when it changed meanwhile. */
export const PriceEdits = z.object({
  motivo: reason,
  cambios: z
    .array(
      z.object({
        target: PriceTarget,
        id,
        from_centavos: Cents,
        to_centavos: Cents.min(0, { error: 'Escribe cero o más.' }),
        /** Missing: stays unchanged. */
        price_until: IsoDate.nullable().optional(),
      }),
    )
    .min(1, { error: 'No hay cambios por guardar.' })
    .max(500, { error: 'Guarda hasta 500 precios de una vez.' }),
});

export const IncreaseForm = z
  .object({
    motivo: reason,
    effective_on: IsoDate,
    kind: z.enum(['percent', 'amount']),
    /** Percent 0-100. */
    percent: z
      .number()
      .min(-50, { error: 'Escribe de -50 a 100.' })
      .max(100, { error: 'Escribe de -50 a 100.' })
      .nullable()
      .default(null),
    amount_centavos: Cents.nullable().default(null),
    round_to_centavos: z.number().refine((step) => ROUNDINGS.some(({ cents }) => cents === step), {
      error: 'Elige uno de los redondeos.',
    }),
    /** Last day of the models' new prices; null keeps the present one. */
    price_until: IsoDate.nullable().default(null),
    /** All models of these projects; with `with_lots` also their lots' premiums. */
    project_ids: z.array(id).max(50).default([]),
    with_lots: z.boolean().default(false),
    model_ids: z.array(id).max(500).default([]),
    lot_ids: z.array(id).max(2_000).default([]),
  })
  .superRefine((form, ctx) => {
    const fault = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message });
    if (form.kind === 'percent' && !form.percent) fault('percent', 'Escribe un porcentaje distinto de cero.');
    if (form.kind === 'amount' && !form.amount_centavos)
      fault('amount_centavos', 'Escribe un monto distinto de cero.');
    if (form.project_ids.length + form.model_ids.length + form.lot_ids.length === 0)
      fault('project_ids', 'Elige al menos un proyecto, modelo o lote.');
    if (form.price_until !== null && form.price_until < form.effective_on)
      fault('price_until', 'Escribe un día igual o posterior al del aumento.');
  });

/** One price of an increase: before → after. */
export const IncreaseRow = z.object({
  target: PriceTarget,
  id: z.number().int(),
  project: z.string(),
  name: z.string(),
  from_centavos: z.number().int(),
  to_centavos: z.number().int(),
  state: z.enum(['pending', 'applied', 'cancelled', 'skipped']),
});
export type IncreaseRow = z.infer<typeof IncreaseRow>;

export const Increase = z.object({
  id: z.number().int(),
  reason: z.string(),
  effective_on: z.string(),
  state: z.enum(['prepared', 'confirmed', 'applied', 'cancelled']),
  percent: z.number().nullable(),
  amount_centavos: z.number().int().nullable(),
  round_to_centavos: z.number().int(),
  price_until: z.string().nullable(),
  prices: z.number().int(),
  by: z.string(),
  at: z.string(),
  confirmed_by: z.string().nullable(),
  confirmed_at: z.string().nullable(),
  cancelled_by: z.string().nullable(),
  cancelled_at: z.string().nullable(),
  cancel_reason: z.string().nullable(),
  applied_at: z.string().nullable(),
  why_not_confirm: z.string().nullable(),
  why_not_cancel: z.string().nullable(),
});
export type Increase = z.infer<typeof Increase>;

/** A line of the price history. */
export const PriceChange = z.object({
  id: z.number().int(),
  target: PriceTarget,
  name: z.string(),
  project: z.string(),
  from_centavos: z.number().int(),
  to_centavos: z.number().int(),
  at: z.string(),
  /** The author; "Sistema, en su día" for an applied increase. */
  by: z.string(),
  reason: z.string(),
  increase_id: z.number().int().nullable(),
});
export type PriceChange = z.infer<typeof PriceChange>;
