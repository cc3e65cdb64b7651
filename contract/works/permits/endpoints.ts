import { z } from 'zod';
import { data, endpoint } from '#contract/endpoint.ts';
import { OrderQuery } from '#contract/paging.ts';

/** One plan per house model (domain.md §2): its number is the model's. `modelo` is the label that people choose by. */
export const listBlueprints = endpoint({
  method: 'GET',
  path: '/api/permission/planos/list',
  access: 'permisos.ver',
  summary: 'Planos: uno por modelo de vivienda',
  query: OrderQuery,
  answer: data(z.array(z.object({ id: z.number().int(), nombre: z.string(), modelo: z.string() }))),
});
