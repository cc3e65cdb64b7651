import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { Id } from '#contract/ids.ts';
import { Cents } from '#contract/money.ts';
import { StatusChange } from '#contract/transitions.ts';

const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max, { error: `Escribe como máximo ${max} caracteres.` })
    .regex(/^\P{Cc}*$/u, { error: 'Escribe una sola línea de texto.' });

/** A permit step; days are YYYY-MM-DD, `costo` is in cents. */
export const Permit = z.object({
  id: z.number().int(),
  tipo: z.object({ id: z.number().int(), name: z.string() }),
  entidad: z.string(),
  numero: z.string().nullable(),
  ingreso: z.string().nullable(),
  aprobacion: z.string().nullable(),
  vence: z.string().nullable(),
  costo: z.number().int().nullable(),
  estado: z.object({ id: z.number().int(), name: z.string() }),
  /** Ids of the permits that it waits for. */
  depende_de: z.array(z.number().int()),
  version: z.number().int(),
});
export type Permit = z.infer<typeof Permit>;

/** A permit of a model (plano). */
export const NewPermit = z.object({
  plano_id: Id,
  tipo_id: z.number().int().min(1).max(32_767),
  entidad: line(120).min(2, { error: 'Escribe la entidad.' }),
  costo: Cents.nullable().default(null),
});
export type NewPermit = z.output<typeof NewPermit>;

export const PermitDependencies = z.object({
  depende_de: z.array(z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)).max(50),
  version: z.number().int().optional(),
});
export type PermitDependencies = z.output<typeof PermitDependencies>;

/** Entering takes its day and number, approving its day and last day of validity; without a day, today. */
export const PermitStatusChange = z.object({
  params: StatusChange.shape.params.extend({
    fecha: IsoDate.optional(),
    numero: line(40).min(1).optional(),
    vence: IsoDate.optional(),
  }),
});
export type PermitStatusChange = z.output<typeof PermitStatusChange>['params'];
