import { z } from 'zod';
import { data, endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/ids.ts';

const Named = z.object({ id: z.number().int(), name: z.string() });

/** A permit that holds a house up. Without `permiso_id` nobody has begun it. Answered by the works' permits. */
export const HouseBlocker = z.object({
  tipo: Named,
  detiene: z.enum(['obra', 'entrega']),
  permiso_id: z.number().int().nullable(),
  estado: Named.nullable(),
  vencio: z.string().nullable(),
  previsto: z.string().nullable(),
});
export type HouseBlocker = z.infer<typeof HouseBlocker>;

/** By house, or by the lot that it stands on. */
export const houseBlockers = endpoint({
  method: 'GET',
  path: '/api/permission/detenidas',
  access: 'permisos.ver',
  shows: ['permiso', 'vivienda'],
  summary: 'Los permisos que detienen la obra o la entrega de una vivienda',
  query: z.object({ vivienda_id: Id.optional(), lote_id: Id.optional() }),
  answer: data(z.array(HouseBlocker)),
});
