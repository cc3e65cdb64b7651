import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { data, endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/ids.ts';
import { ALLOCATION_BASES, type AllocationBasis } from './model.ts';
import { Voucher } from './vouchers.ts';

const base = '/api/accounting/allocations';
const Named = z.object({ id: z.number().int(), name: z.string() });
const BASIS_NAMES = Object.keys(ALLOCATION_BASES) as [AllocationBasis, ...AllocationBasis[]];

/** How a pool of a project reaches its houses, from a day on. */
export const Allocation = z.object({
  id: z.number().int(),
  project: Named,
  account: Named,
  target: Named,
  basis: z.enum(BASIS_NAMES),
  valid_from: z.string(),
  made_by: z.string(),
});
export type Allocation = z.infer<typeof Allocation>;

export const listAllocations = endpoint({
  method: 'GET',
  path: base,
  access: 'contabilidad.ver',
  shows: ['regla_contable', 'proyecto', 'catalog_item'],
  summary: 'Repartos de costos de los proyectos a sus viviendas',
  answer: data(z.array(Allocation)),
});

export const NewAllocation = z.object({
  project_id: z.number({ error: 'Elige el proyecto.' }).int().min(1),
  account_id: z.number({ error: 'Elige la cuenta.' }).int().min(1),
  target_id: z.number({ error: 'Elige la cuenta.' }).int().min(1),
  basis: z.enum(BASIS_NAMES, { error: 'Elige cómo se reparte.' }),
  valid_from: IsoDate,
});
export type NewAllocation = z.infer<typeof NewAllocation>;

export const createAllocation = endpoint({
  method: 'POST',
  path: base,
  access: 'contabilidad.aprobar',
  touches: ['regla_contable'],
  summary: 'Agrega un reparto desde un día',
  body: NewAllocation,
  answer: data(z.array(Allocation)),
  status: 201,
  errors: ['ALLOCATION_TAKEN'],
  idempotent: true,
});

export const runAllocation = endpoint({
  method: 'POST',
  path: `${base}/:id/run`,
  access: 'contabilidad.crear',
  touches: ['comprobante_diario'],
  summary: 'Prepara el comprobante que reparte lo acumulado hasta el fin de un mes',
  params: z.object({ id: Id }),
  body: z.object({ period: z.number({ error: 'Escribe el mes.' }).int().min(200_001).max(210_012) }),
  answer: data(Voucher),
  status: 201,
  errors: ['TRANSITION', 'ALLOCATED'],
  idempotent: true,
});

/** Splits an amount by weights: each part rounded, the rest to the last, so that they add up. Raises nothing for no weight. */
export function splitBy(cents: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((sum, one) => sum + one, 0);
  if (whole <= 0) return weights.map(() => 0);
  let seen = 0;
  let given = 0;
  return weights.map((one) => {
    seen += one;
    const part = Math.round((cents * seen) / whole) - given;
    given += part;
    return part;
  });
}
