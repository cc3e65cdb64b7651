import { z } from 'zod';
import { IsoDate, showDay } from '#contract/dates.ts';
import { Cents, formatMoney } from '#contract/money.ts';

/** Percent 0-100 with three decimals, because banks quote eighths. */
export const Percent = z
  .number()
  .min(0, { error: 'Escribe cero o más.' })
  .max(100, { error: 'Escribe 100 o menos.' })
  .refine((percent) => Math.abs(percent * 1000 - Math.round(percent * 1000)) < 1e-6, {
    error: 'Usa hasta tres decimales.',
  });

/** Regions of the law: 1 Panamá and Panamá Oeste, 2 Colón and the rest. */
export const Region = z.union([z.literal(1), z.literal(2)]);
export const REGION_NAMES: Readonly<Record<1 | 2, string>> = {
  1: 'Región 1 · Panamá y Panamá Oeste',
  2: 'Región 2 · Colón y demás provincias',
};

/** Conditions of a rule, besides region and price. */
export const CONDITIONS = {
  nueva: 'Vivienda nueva',
  principal: 'Vivienda principal',
  primera: 'Sin otra vivienda inscrita, una vez por persona',
  residente: 'Panameño o residente permanente',
  vertical: 'Solo en edificio (propiedad vertical)',
} as const;
export const Condition = z.enum(Object.keys(CONDITIONS) as [keyof typeof CONDITIONS]);
export type Condition = keyof typeof CONDITIONS;

/** A preferential interest rule with its dates (domain.md §4.1). Price and date ranges include both ends. */
export const InterestRule = z.object({
  id: z.number().int(),
  regime: z.string(),
  /** Null: both. */
  region: Region.nullable(),
  min_centavos: z.number().int(),
  max_centavos: z.number().int(),
  /** Points off the bank's rate; null: the whole rate. */
  points_percent: z.number().nullable(),
  months: z.number().int(),
  conditions: z.array(Condition),
  /** Maximum family income; null: no limit. */
  income_max_centavos: z.number().int().nullable(),
  /** Maximum percent of the bank's rate that the state pays; null: no limit. */
  share_max_percent: z.number().nullable(),
  valid_from: z.string(),
  /** Last day; null: open. */
  valid_to: z.string().nullable(),
  /** false: probable, still to be confirmed with the text of the law or the bank. */
  sure: z.boolean(),
  source: z.string(),
});
export type InterestRule = z.infer<typeof InterestRule>;

const source = z
  .string()
  .trim()
  .min(3, { error: 'Escribe de dónde sale: ley, artículo o circular.' })
  .max(300);
const reason = z.string().trim().min(3, { error: 'Escribe el motivo.' }).max(200);

export const RuleForm = z
  .object({
    regime: z.string().trim().min(3, { error: 'Escribe la ley o el régimen.' }).max(80),
    region: Region.nullable(),
    min_centavos: Cents.min(0, { error: 'Escribe cero o más.' }),
    max_centavos: Cents.min(1, { error: 'Escribe un monto mayor que cero.' }),
    points_percent: Percent.nullable(),
    months: z
      .number()
      .int({ error: 'Escribe meses enteros.' })
      .min(1, { error: 'Escribe al menos un mes.' })
      .max(480, { error: 'Escribe 480 meses o menos.' }),
    conditions: z.array(Condition).max(5).default([]),
    income_max_centavos: Cents.min(1, { error: 'Escribe un monto mayor que cero.' }).nullable().default(null),
    share_max_percent: Percent.nullable().default(null),
    valid_from: IsoDate,
    valid_to: IsoDate.nullable().default(null),
    sure: z.boolean(),
    source,
    motivo: reason,
  })
  .superRefine((form, ctx) => {
    const fault = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message });
    if (form.max_centavos < form.min_centavos)
      fault('max_centavos', `Escribe ${formatMoney(form.min_centavos)} o más.`);
    if (form.valid_to !== null && form.valid_to < form.valid_from)
      fault('valid_to', `Escribe el ${showDay(form.valid_from)} o un día posterior.`);
    if (form.points_percent === 0) fault('points_percent', 'Escribe los puntos que paga el Estado.');
  });
export type RuleForm = z.output<typeof RuleForm>;

/** A rule in the office list. */
export const RuleRow = InterestRule.extend({
  /** futura · vigente · pasada · reemplazada (kept for the quotes that used it) */
  standing: z.enum(['futura', 'vigente', 'pasada', 'reemplazada']),
  created_by: z.string(),
  created_at: z.string(),
  /** Number of quotes whose current version uses it. */
  quotes: z.number().int(),
});
export type RuleRow = z.infer<typeof RuleRow>;

/** What a closing cost is computed from. */
export const COST_BASES = {
  fijo: 'Monto fijo',
  precio: 'Porcentaje del precio',
  prestamo: 'Porcentaje del préstamo',
} as const;
export const PAYERS = { comprador: 'El comprador', promotora: 'La promotora' } as const;

/** A closing cost with its dates (domain.md §4.3): fixed, or a percent of price or loan. */
export const ClosingCost = z.object({
  id: z.number().int(),
  /** Stays the same through all versions: itbi, notaria … */
  code: z.string(),
  label: z.string(),
  /** Null: for every project without its own row. */
  project_id: z.number().int().nullable(),
  basis: z.enum(['fijo', 'precio', 'prestamo']),
  amount_centavos: z.number().int().nullable(),
  percent: z.number().nullable(),
  payer: z.enum(['comprador', 'promotora']),
  valid_from: z.string(),
  valid_to: z.string().nullable(),
  sure: z.boolean(),
  source: z.string(),
});
export type ClosingCost = z.infer<typeof ClosingCost>;

export const CostForm = z
  .object({
    code: z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^[a-z][a-z0-9_]{1,29}$/, { error: 'Usa letras minúsculas, números y guion bajo.' }),
    label: z.string().trim().min(2, { error: 'Escribe el nombre.' }).max(80),
    project_id: z.number().int().min(1).nullable().default(null),
    basis: z.enum(['fijo', 'precio', 'prestamo']),
    amount_centavos: Cents.min(0, { error: 'Escribe cero o más.' }).nullable().default(null),
    percent: Percent.nullable().default(null),
    payer: z.enum(['comprador', 'promotora']),
    valid_from: IsoDate,
    valid_to: IsoDate.nullable().default(null),
    sure: z.boolean(),
    source,
    motivo: reason,
  })
  .superRefine((form, ctx) => {
    const fault = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message });
    if (form.basis === 'fijo' && form.amount_centavos === null) fault('amount_centavos', 'Escribe el monto.');
    if (form.basis !== 'fijo' && form.percent === null) fault('percent', 'Escribe el porcentaje.');
    if (form.valid_to !== null && form.valid_to < form.valid_from)
      fault('valid_to', `Escribe el ${showDay(form.valid_from)} o un día posterior.`);
    // It is void to pass the transfer tax to the buyer (domain.md §4.3).
    if (form.code.startsWith('itbi') && form.payer === 'comprador')
      fault('payer', 'El ITBI lo paga quien vende: pasarlo al comprador es nulo por ley.');
  });
export type CostForm = z.output<typeof CostForm>;

export const CostRow = ClosingCost.extend({
  project: z.string().nullable(),
  standing: z.enum(['futura', 'vigente', 'pasada', 'reemplazada']),
  created_by: z.string(),
  created_at: z.string(),
});
export type CostRow = z.infer<typeof CostRow>;

/** Percent of the family's income, 0-100 (domain.md §4.4). */
export const LendingLimits = z.object({
  housing_green: z.number(),
  housing_amber: z.number(),
  debts_max: z.number(),
});
export type LendingLimits = z.infer<typeof LendingLimits>;

const InstallmentRatio = z.object({
  installment_centavos: z.number().int(),
  housing_percent: z.number(),
  total_percent: z.number(),
  light: z.enum(['verde', 'ambar', 'rojo']),
});
/** Verdict on a loan: see debtVerdict. */
export const DebtVerdict = InstallmentRatio.extend({
  decides: z.enum(['preferencial', 'comercial']),
  preferencial: InstallmentRatio.nullable(),
  comercial: InstallmentRatio,
});
/** A family's monthly income and debts, and the verdict on the loan. */
export const DebtLoad = z.object({
  income_centavos: z.number().int(),
  debts_centavos: z.number().int(),
  /** The installment that decides. */
  installment_centavos: z.number().int(),
  /** Null while the income is unknown. */
  verdict: DebtVerdict.nullable(),
});

/** A change of the rules: effective day, author and reason. */
export const RuleChange = z.object({
  id: z.number().int(),
  at: z.string(),
  by: z.string(),
  reason: z.string(),
  effective_on: z.string(),
  /** In words: "Región 1 · hasta USD 50,000.00: 5.00 % por 96 meses". */
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type RuleChange = z.infer<typeof RuleChange>;

/** A quote or sale that a change affects. */
export const TouchedRow = z.object({
  key: z.string(),
  kind: z.enum(['proforma', 'venta']),
  id: z.number().int(),
  code: z.string(),
  customer: z.string(),
  project: z.string(),
  price_centavos: z.number().int(),
  adviser: z.string().nullable(),
  state: z.string(),
});
export type TouchedRow = z.infer<typeof TouchedRow>;
