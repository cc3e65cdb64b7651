import { z } from 'zod';
import { data, endpoint } from '#contract/endpoint.ts';

/** The usual calendar days of a deed in a state (domain.md §1, rows 12-15); it is late after the most. */
export const DeedDays = z.object({
  state: z.object({ id: z.number().int(), name: z.string() }),
  least: z.number().int(),
  most: z.number().int(),
  valid_from: z.string(),
});
export type DeedDays = z.infer<typeof DeedDays>;

const Days = z
  .number({ error: 'Escribe los días.' })
  .int()
  .min(1, { error: 'Escribe al menos un día.' })
  .max(365, { error: 'Escribe hasta 365 días.' });
export const DeedDaysForm = z
  .object({ minimo: Days, maximo: Days })
  .refine(({ minimo, maximo }) => minimo <= maximo, {
    path: ['maximo'],
    error: 'No puede ser menos que el mínimo.',
  });
export type DeedDaysForm = z.output<typeof DeedDaysForm>;

const base = '/api/legal/deeds/days';

export const listDeedDays = endpoint({
  method: 'GET',
  path: base,
  access: 'legal.ver',
  shows: ['dias_escritura'],
  summary: 'Cuántos días toma normalmente cada paso de una escritura',
  answer: data(z.array(DeedDays)),
});

export const changeDeedDays = endpoint({
  method: 'PATCH',
  path: `${base}/:estado`,
  access: 'legal.aprobar',
  touches: ['dias_escritura'],
  summary: 'Cambia los días normales de un paso de la escritura, desde hoy',
  params: z.object({ estado: z.coerce.number().int().min(1).max(13) }),
  body: DeedDaysForm,
  answer: data(z.array(DeedDays)),
});
