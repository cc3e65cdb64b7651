import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import {
  amount,
  Key,
  line,
  Named,
  Quantity,
  reason,
  SomeQuantity,
  words,
} from '#contract/works/materials/model.ts';
import { MOVE_KIND_NAMES } from './rules.ts';

const Material = Named.extend({ code: z.string(), unit: z.string() });

/** What a site has of a material: the sum of its movements. */
export const StockRow = z.object({
  /** Of the project and the material. */
  id: z.string(),
  project: Named,
  material: Material,
  quantity: z.number(),
  value_centavos: amount,
});
export type StockRow = z.infer<typeof StockRow>;

export const MoveRow = z.object({
  id: z.number().int(),
  on: z.string(),
  kind: z.enum(MOVE_KIND_NAMES),
  project: Named,
  material: Material,
  /** Negative: it left. */
  quantity: z.number(),
  value_centavos: amount,
  house: Named.nullable(),
  /** The contract whose contractor it was given to. */
  contract: Named.nullable(),
  /** The other site of a transfer. */
  other_site: z.string().nullable(),
  paper: z.string(),
  note: z.string(),
  by: z.string(),
  /** The progress account that deducts it. */
  charged: z.object({ id: z.number().int(), number: z.number().int() }).nullable(),
});
export type MoveRow = z.infer<typeof MoveRow>;

const lines = z
  .array(
    z.object({
      material_id: z.number({ error: 'Elige el material.' }).int().min(1),
      quantity: SomeQuantity,
    }),
  )
  .min(1, { error: 'Agrega al menos un material.' })
  .max(100)
  .refine((list) => new Set(list.map(({ material_id }) => material_id)).size === list.length, {
    error: 'Cada material va una sola vez.',
  });
const id = (error: string) => z.number({ error }).int().min(1);
const move = {
  clave: Key,
  project_id: id('Elige el proyecto.'),
  moved_on: IsoDate,
  paper: line(1, 'Escribe el número del vale.', 60),
  note: words(500).default(''),
  lines,
};

/** Materials for a house; `contract_id`: given to the contractor, who pays for them by a deduction. */
export const IssueForm = z.object({
  ...move,
  house_id: id('Elige la vivienda.'),
  contract_id: z.number().int().min(1).nullable().default(null),
});
export type IssueForm = z.output<typeof IssueForm>;

/** Materials that a house did not use go back to the store. */
export const HouseReturnForm = z.object({ ...move, house_id: id('Elige la vivienda.') });
export type HouseReturnForm = z.output<typeof HouseReturnForm>;

export const TransferForm = z.object({ ...move, to_project_id: id('Elige el proyecto de destino.') });
export type TransferForm = z.output<typeof TransferForm>;

/** What somebody counted; another person approves the difference. */
export const CountForm = z.object({
  clave: Key,
  project_id: id('Elige el proyecto.'),
  material_id: id('Elige el material.'),
  counted: Quantity,
  reason: reason('Escribe por qué se contó o a qué se debe la diferencia.'),
});
export type CountForm = z.output<typeof CountForm>;

export const CountRow = z.object({
  id: z.number().int(),
  project: Named,
  material: Material,
  counted: z.number(),
  /** What the movements said when it was counted. */
  expected: z.number(),
  difference: z.number(),
  reason: z.string(),
  state: Named,
  by: z.string(),
  at: z.string(),
  decided_by: z.string().nullable(),
  decision_note: z.string(),
  may_decide: z.boolean(),
});
export type CountRow = z.infer<typeof CountRow>;

export const CountDecision = z.object({
  approve: z.boolean(),
  note: words(500).default(''),
});
export type CountDecision = z.output<typeof CountDecision>;

/** What a house took of a material beside what it should. */
export const UsageRow = z.object({
  id: z.number().int(),
  code: z.string(),
  name: z.string(),
  unit: z.string(),
  budget: z.number(),
  used: z.number(),
  /** Negative: beyond the budget. */
  left: z.number(),
  budget_centavos: amount,
  used_centavos: amount,
});
export type UsageRow = z.infer<typeof UsageRow>;

/** Materials given to a contractor become deductions of its open progress account. */
export const ChargeForm = z.object({
  account_id: id('Elige la cuenta.'),
  movement_ids: z
    .array(z.number().int().min(1))
    .min(1, { error: 'Elige al menos una entrega.' })
    .max(100)
    .refine((list) => new Set(list).size === list.length, { error: 'Cada entrega va una sola vez.' }),
});
export type ChargeForm = z.output<typeof ChargeForm>;
