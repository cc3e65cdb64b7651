import { z } from 'zod';
import { data, endpoint } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import { Cents } from '#contract/money.ts';

const cents = z.number().int();

/**
 * One cost code of a budget, in centavos without ITBMS: budgeted; committed by contracts in force with their addenda, and by purchase orders;
 * certified of it; paid; still to come of the commitments; and free of commitments (negative: over the budget).
 */
export const BudgetRow = z.object({
  id: z.number().int(),
  name: z.string(),
  budget: cents,
  committed: cents,
  certified: cents,
  paid: cents,
  to_come: cents,
  free: cents,
  /** The own line of what is shown; null: none, or the house takes its model's. */
  own: cents.nullable(),
});
export type BudgetRow = z.infer<typeof BudgetRow>;

/** Without house and model: the whole project, its houses and its common works. */
export const BudgetFilter = z.object({
  proyecto_id: Id,
  vivienda_id: Id.optional(),
  modelo_id: Id.optional(),
});
export type BudgetFilter = z.infer<typeof BudgetFilter>;

export const getBudget = endpoint({
  method: 'GET',
  path: '/api/works/budgets',
  access: 'contratos.montos',
  shows: ['presupuesto', 'contrato', 'trabajo', 'orden_compra'],
  summary: 'Presupuesto por código de costo de un proyecto, un modelo o una vivienda',
  query: BudgetFilter,
  answer: data(z.array(BudgetRow)),
  exports: exportsOf(BudgetRow, {
    title: 'Presupuesto de obra',
    permission: 'contratos.exportar',
    columns: [
      { key: 'codigo', title: 'Código de costo', type: 'text', width: 34, value: (row) => row.name },
      { key: 'presupuesto', title: 'Presupuesto', type: 'money', value: (row) => row.budget },
      { key: 'comprometido', title: 'Comprometido', type: 'money', value: (row) => row.committed },
      { key: 'ejecutado', title: 'Ejecutado', type: 'money', value: (row) => row.certified },
      { key: 'pagado', title: 'Pagado', type: 'money', value: (row) => row.paid },
      { key: 'por_venir', title: 'Por ejecutar', type: 'money', value: (row) => row.to_come },
      { key: 'libre', title: 'Sin comprometer', type: 'money', value: (row) => row.free },
    ],
    filters: {
      proyecto_id: { label: 'Proyecto', of: 'proyecto' },
      vivienda_id: { label: 'Vivienda' },
      modelo_id: { label: 'Modelo' },
    },
  }),
});

/** The own lines of a project's common works, of each house of a model, or of one house; a missing code has none. */
export const BudgetForm = z
  .object({
    proyecto_id: z.number().int().min(1),
    vivienda_id: z.number().int().min(1).nullable().default(null),
    modelo_id: z.number().int().min(1).nullable().default(null),
    lines: z
      .array(z.object({ cost_code_id: z.number().int().min(1), amount_centavos: Cents.min(0) }))
      .max(500)
      .refine((list) => new Set(list.map(({ cost_code_id }) => cost_code_id)).size === list.length, {
        error: 'Cada código va una sola vez.',
      }),
  })
  .refine(({ vivienda_id, modelo_id }) => vivienda_id === null || modelo_id === null, {
    path: ['vivienda_id'],
    error: 'Elige una vivienda o un modelo, no los dos.',
  });
export type BudgetForm = z.output<typeof BudgetForm>;

export const setBudget = endpoint({
  method: 'PUT',
  path: '/api/works/budgets',
  access: 'contratos.crear',
  touches: ['presupuesto'],
  summary: 'Escribe el presupuesto de un proyecto, de un modelo o de una vivienda',
  body: BudgetForm,
  answer: data(z.array(BudgetRow)),
});
