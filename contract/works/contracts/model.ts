import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { Cents } from '#contract/money.ts';

const Named = z.object({ id: z.number().int(), name: z.string() });
const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max, { error: `Escribe como máximo ${max} caracteres.` })
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, { error: 'Escribe una sola línea de texto.' });

/** A contract as a select option. */
export const ContractOption = z.object({
  id: z.number().int(),
  name: z.string(),
  reference: z.string(),
  contractor_id: z.number().int(),
});

/** A row of the office's contract list. `amount_centavos` is also null for users who may not see amounts. */
export const ContractRow = ContractOption.extend({
  project: Named,
  type: Named,
  state: Named,
  contractor: Named,
  contracting_party: Named,
  contracting_party_id: z.number().int(),
  /** Number of its houses. */
  houses_count: z.number().int(),
  /** Planned days, YYYY-MM-DD. */
  starts_on: z.string().nullable(),
  ends_on: z.string().nullable(),
  amount_centavos: z.number().int().nullable(),
});
export type ContractRow = z.infer<typeof ContractRow>;

/** A contract with all details. */
export const Contract = ContractRow.extend({
  houses: z.array(Named),
  /** Whether the user may see the amount: then null means not agreed yet. */
  amount_visible: z.boolean(),
  version: z.number().int(),
  created_at: z.string(),
});
export type Contract = z.infer<typeof Contract>;

/** A house of a contract with its progress, 0-100. */
export const ContractHouse = Named.extend({
  lote: z.string(),
  modelo: z.string(),
  progress_percent: z.number(),
  delivery_on: z.string().nullable(),
});

const choice = (sentence: string) => z.number({ error: sentence }).int().min(1, { error: sentence });

const fields = {
  type_id: choice('Elige el tipo de contrato.').max(32_767),
  name: line(120).min(3, { error: 'Escribe de qué es el contrato.' }),
  /** The contract's number as people use it, unique in the project. */
  reference: line(40).min(1, { error: 'Escribe el número o la referencia.' }),
  contractor_id: choice('Elige el contratista.'),
  contracting_party_id: choice('Elige la empresa contratante.'),
  house_ids: z.array(z.number().int().min(1)).max(1000).default([]),
  starts_on: IsoDate.nullable().default(null),
  ends_on: IsoDate.nullable().default(null),
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
