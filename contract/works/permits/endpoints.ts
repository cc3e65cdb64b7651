import { z } from 'zod';
import { data, endpoint } from '#contract/endpoint.ts';
import { OrderQuery } from '#contract/paging.ts';

/** One plan per house model (domain.md §2), with the model's id. `modelo` is the label for selection. */
export const listBlueprints = endpoint({
  method: 'GET',
  path: '/api/permission/planos/list',
  access: 'permisos.ver',
  shows: [],
  summary: 'Planos: uno por modelo de vivienda',
  query: OrderQuery,
  answer: data(z.array(z.object({ id: z.number().int(), nombre: z.string(), modelo: z.string() }))),
});
