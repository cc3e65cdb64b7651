import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { Cents } from '#contract/money.ts';
import { StatusChange } from '#contract/transitions.ts';
import { GUARANTEE_KIND_NAMES, MEASURE_NAMES } from './rules.ts';

const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max, { error: `Escribe como máximo ${max} caracteres.` })
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, { error: 'Escribe una sola línea de texto.' });

const choice = (sentence: string) => z.number({ error: sentence }).int().min(1, { error: sentence });

const percent = (most: number) =>
  z
    .number({ error: 'Escribe un porcentaje.' })
    .min(0, { error: 'Escribe un porcentaje desde 0.' })
    .max(most, { error: `Escribe un porcentaje hasta ${most}.` })
    .multipleOf(0.01, { error: 'Usa como máximo dos decimales.' });

const fields = {
  type_id: choice('Elige el tipo de contrato.').max(32_767),
  name: line(120).min(3, { error: 'Escribe de qué es el contrato.' }),
  /** The contract's number as people use it, unique in the project. */
  reference: line(40).min(1, { error: 'Escribe el número o la referencia.' }),
  contractor_id: choice('Elige el contratista.'),
  contracting_party_id: choice('Elige la empresa contratante.'),
  house_ids: z.array(z.number().int().min(1)).max(1000).default([]),
  /** Missing: as usual for its type. */
  measure: z.enum(MEASURE_NAMES).optional(),
  starts_on: IsoDate.nullable().default(null),
  ends_on: IsoDate.nullable().default(null),
  /** Percents 0-100; missing: those of the settings, or unchanged. */
  advance_percent: percent(50).optional(),
  retention_percent: percent(50).optional(),
  itbms_percent: percent(100).optional(),
  performance_percent: percent(100).optional(),
  /** Months of guarantee after the provisional reception; missing: 12, or unchanged. */
  retention_months: z
    .number({ error: 'Escribe los meses.' })
    .int({ error: 'Escribe meses enteros.' })
    .min(0, { error: 'Escribe desde 0 meses.' })
    .max(60, { error: 'Escribe hasta 60 meses.' })
    .optional(),
  /** Missing: stays unchanged. Only users who may see amounts may send one. */
  amount_centavos: Cents.min(1, { error: 'El monto debe ser mayor que cero.' }).nullable().optional(),
};

/** Both planned days or none, in order. */
function checkDays(
  { starts_on, ends_on }: { starts_on: string | null; ends_on: string | null },
  ctx: z.RefinementCtx,
): void {
  const fault = (field: string, message: string) => ctx.addIssue({ code: 'custom', path: [field], message });
  if (starts_on && !ends_on) fault('ends_on', 'Escribe también cuándo termina.');
  if (!starts_on && ends_on) fault('starts_on', 'Escribe también cuándo empieza.');
  if (starts_on && ends_on && ends_on < starts_on)
    fault('ends_on', 'Termina antes de empezar: revisa las fechas.');
}

export const NewContract = z
  .object({ project_id: choice('Elige el proyecto.'), ...fields })
  .superRefine(checkDays);
export type NewContract = z.output<typeof NewContract>;

/** A draft's data; the project stays. With `version`, a change by someone else meanwhile gives 409. */
export const ContractChange = z
  .object({ ...fields, version: z.number().int().optional() })
  .superRefine(checkDays);
export type ContractChange = z.output<typeof ContractChange>;

const version = z.number().int().optional();
const quantity = z
  .number({ error: 'Escribe la cantidad.' })
  .multipleOf(0.001, { error: 'Usa como máximo tres decimales.' })
  .min(-99_999_999, { error: 'Es demasiado.' })
  .max(99_999_999, { error: 'Es demasiado.' });
const price = Cents.min(1, { error: 'El precio debe ser mayor que cero.' });
const unique = <A>(list: readonly A[]) => new Set(list).size === list.length;

/** The amount of each house of a draft; their sum becomes the contract's amount. */
export const HouseAmounts = z.object({
  houses: z
    .array(z.object({ house_id: choice('Elige la vivienda.'), amount_centavos: Cents.min(0) }))
    .min(1, { error: 'Elige al menos una vivienda.' })
    .max(1000)
    .refine((list) => unique(list.map(({ house_id }) => house_id)), {
      error: 'Cada vivienda va una sola vez.',
    }),
  version,
});
export type HouseAmounts = z.output<typeof HouseAmounts>;

/** The activities of a draft, in basis points that add up to 10,000. */
export const ActivityWeights = z.object({
  activities: z
    .array(
      z.object({
        activity_id: choice('Elige la actividad.'),
        weight_bp: z.number().int().min(1, { error: 'El peso debe ser mayor que cero.' }).max(10_000),
      }),
    )
    .min(1, { error: 'Elige al menos una actividad.' })
    .max(200)
    .refine((list) => unique(list.map(({ activity_id }) => activity_id)), {
      error: 'Cada actividad va una sola vez.',
    })
    .refine((list) => list.reduce((sum, { weight_bp }) => sum + weight_bp, 0) === 10_000, {
      error: 'Los pesos deben sumar exactamente 100 %.',
    }),
  version,
});
export type ActivityWeights = z.output<typeof ActivityWeights>;

const itemFields = {
  code: line(30).min(1, { error: 'Escribe el código.' }),
  description: line(200).min(3, { error: 'Escribe qué es.' }),
  unit: line(12).min(1, { error: 'Escribe la unidad.' }),
  price_centavos: price,
  cost_code_id: choice('Elige el código de costo.'),
};

/** The items of a draft; their sum becomes the contract's amount. */
export const ContractItems = z.object({
  items: z
    .array(
      z.object({
        ...itemFields,
        quantity: quantity.min(0.001, { error: 'Escribe una cantidad mayor que cero.' }),
      }),
    )
    .min(1, { error: 'Escribe al menos una partida.' })
    .max(1000)
    .refine((list) => unique(list.map(({ code }) => code.toLowerCase())), {
      error: 'Cada código va una sola vez.',
    }),
  version,
});
export type ContractItems = z.output<typeof ContractItems>;

/** A contract's state change: the day of its signature, or of the acta of final acceptance; today when missing. */
export const ContractStatusChange = z.object({
  params: StatusChange.shape.params.extend({
    fecha: z.union([z.literal('').transform(() => undefined), IsoDate]).optional(),
  }),
});
export type ContractStatusChange = z.output<typeof ContractStatusChange>['params'];

export const AdvancePayment = z.object({
  paid_on: IsoDate,
  /** The company's bank account that it leaves from; without it, the usual one of the project. */
  bank_account_id: z.number().int().positive().nullish(),
  reference: line(60).min(3, { error: 'Escribe el número de la transferencia o del cheque.' }),
  version,
});
export type AdvancePayment = z.output<typeof AdvancePayment>;

/** A multipart form: amounts are text. `replaces` is the bond that this one renews. */
export const GuaranteeForm = z
  .object({
    kind: z.enum(GUARANTEE_KIND_NAMES, { error: 'Elige qué fianza es.' }),
    insurer: line(120).min(2, { error: 'Escribe la aseguradora o el banco.' }),
    number: line(60).min(1, { error: 'Escribe el número de la fianza.' }),
    amount_centavos: z.coerce
      .number({ error: 'Escribe el monto.' })
      .pipe(Cents.min(1, { error: 'El monto debe ser mayor que cero.' })),
    starts_on: IsoDate,
    ends_on: IsoDate,
    replaces: z.union([z.literal('').transform(() => undefined), z.coerce.number().int().min(1)]).optional(),
  })
  .refine(({ starts_on, ends_on }) => ends_on >= starts_on, {
    path: ['ends_on'],
    error: 'Termina antes de empezar: revisa las fechas.',
  });
export type GuaranteeForm = z.output<typeof GuaranteeForm>;

const HouseLine = z.object({
  house_id: choice('Elige la vivienda.'),
  delta_centavos: Cents.refine((value) => value !== 0, { error: 'Escribe cuánto cambia.' }),
});
/** More or less of an item of the contract. */
const ItemLine = z.object({
  item_id: choice('Elige la partida.'),
  delta_quantity: quantity.refine((value) => value !== 0, { error: 'Escribe cuánto cambia.' }),
});
const NewItemLine = z.object({ ...itemFields, delta_quantity: quantity.min(0.001) });

/** What an addendum changes: the amount of houses, or quantities and new items, or only the last day. */
export const ContractAddendumForm = z
  .object({
    reason: z
      .string()
      .trim()
      .min(3, { error: 'Escribe por qué cambia el contrato.' })
      .max(1000, { error: 'Escribe como máximo 1000 caracteres.' }),
    ends_on: IsoDate.nullable().default(null),
    houses: z.array(HouseLine).max(1000).default([]),
    items: z.array(ItemLine).max(1000).default([]),
    new_items: z.array(NewItemLine).max(200).default([]),
    version,
  })
  .superRefine(({ houses, items, new_items, ends_on }, ctx) => {
    const fault = (field: string, message: string) =>
      ctx.addIssue({ code: 'custom', path: [field], message });
    if (!unique(houses.map(({ house_id }) => house_id))) fault('houses', 'Cada vivienda va una sola vez.');
    if (!unique(items.map(({ item_id }) => item_id))) fault('items', 'Cada partida va una sola vez.');
    if (!unique(new_items.map(({ code }) => code.toLowerCase())))
      fault('new_items', 'Cada código va una sola vez.');
    if (houses.length + items.length + new_items.length === 0 && ends_on === null)
      fault('ends_on', 'Una adenda cambia montos, partidas o la fecha: escribe al menos un cambio.');
  });
export type ContractAddendumForm = z.output<typeof ContractAddendumForm>;

export const RescissionForm = z.object({
  reason: z
    .string()
    .trim()
    .min(3, { error: 'Escribe por qué se rescinde.' })
    .max(1000, { error: 'Escribe como máximo 1000 caracteres.' }),
  notified_on: IsoDate.nullable().default(null),
  successor_contractor_id: z.number().int().min(1).nullable().default(null),
  version,
});
export type RescissionForm = z.output<typeof RescissionForm>;
