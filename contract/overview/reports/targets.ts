import { z } from 'zod';
import { data, endpoint } from '#contract/endpoint.ts';

/** A month, YYYY-MM. */
export const Month = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/, { error: 'Elige un mes.' });

const base = '/api/reports/targets';
const count = z.number().int();

/** The target of a month and its sales so far. `id` null: of the company, whose sales are all of the month. */
export const Target = z.object({
  id: count.nullable(),
  name: z.string(),
  /** Sales received in the month, by the day of their reception. */
  sales: count,
  /** Sales to reach; null: none is set. */
  target: count.nullable(),
});
export type Target = z.infer<typeof Target>;

export const listTargets = endpoint({
  method: 'GET',
  path: base,
  access: 'reportes.ver',
  shows: ['meta', 'precontrato'],
  summary: 'Las ventas recibidas en un mes y sus metas: la de la empresa primero, y la de cada asesor',
  query: z.object({ mes: Month }),
  answer: data(z.array(Target)),
});

export const setTarget = endpoint({
  method: 'PATCH',
  path: base,
  access: 'reportes.crear',
  touches: ['meta'],
  summary: 'Escribe la meta de un mes, de la empresa o de un asesor; sin ventas, la quita',
  body: z.object({
    mes: Month,
    /** Null: the company. */
    asesor_id: count.min(1).nullable(),
    ventas: count
      .min(1, { error: 'Escribe al menos una venta.' })
      .max(9999, { error: 'Escribe hasta 9999 ventas.' })
      .nullable(),
  }),
  answer: data(z.array(Target)),
});
