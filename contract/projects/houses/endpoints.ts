import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { data, endpoint, page } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import { OrderQuery, pageBy } from '#contract/paging.ts';

export const House = z.object({
  id: z.number().int(),
  name: z.string(),
  project: z.object({ id: z.number().int(), name: z.string() }),
  lot: z.object({ id: z.number().int(), lote: z.string() }),
  model: z.object({ id: z.number().int(), name: z.string() }),
  progress_percent: z.number(),
  delivery_on: z.string().nullable(),
  version: z.number().int(),
});
export type House = z.infer<typeof House>;

export const HouseForm = z.object({
  lot_id: z.number().int(),
  model_id: z.number().int(),
  name: z.string().trim().min(1).max(60),
  delivery_on: IsoDate.nullable().default(null),
});

export const listHouses = endpoint({
  method: 'GET',
  path: '/api/houses',
  access: 'proyectos.ver',
  shows: ['vivienda'],
  summary: 'Las viviendas',
  query: pageBy('name', 'progress_percent', 'id').extend({
    proyecto_id: Id.optional(),
    q: z.string().max(60).optional(),
  }),
  answer: page(House),
  exports: exportsOf(House, {
    title: 'Viviendas',
    permission: 'proyectos.exportar',
    columns: [
      { key: 'name', title: 'Vivienda', type: 'text', width: 16, value: (row) => row.name },
      { key: 'proyecto', of: 'name', title: 'Proyecto', type: 'text', value: (row) => row.project.name },
      { key: 'lote', title: 'Lote', type: 'text', width: 9, value: (row) => row.lot.lote },
      { key: 'modelo', title: 'Modelo', type: 'text', width: 18, value: (row) => row.model.name },
      { key: 'progress_percent', title: 'Avance', type: 'percent', value: (row) => row.progress_percent },
      { key: 'entrega', title: 'Entrega', type: 'date', value: (row) => row.delivery_on },
    ],
    filters: { proyecto_id: { label: 'Proyecto', of: 'proyecto' }, q: { label: 'Búsqueda' } },
  }),
});

export const listHouseOptions = endpoint({
  method: 'GET',
  path: '/api/houses/list/:projectId',
  access: 'proyectos.ver',
  shows: ['vivienda'],
  summary: 'Viviendas de un proyecto para elegir; ?house= filtra por parte del nombre',
  params: z.object({ projectId: Id }),
  query: OrderQuery.extend({ house: z.string().max(60).optional() }),
  answer: data(z.array(z.object({ id: z.number().int(), name: z.string() }))),
});

export const createHouse = endpoint({
  method: 'POST',
  path: '/api/houses',
  access: 'proyectos.editar',
  touches: ['vivienda', 'lote'],
  summary: 'Registra la vivienda de un lote',
  body: HouseForm,
  answer: data(House),
  status: 201,
  errors: ['LOT_HAS_HOUSE'],
  idempotent: true,
});

export const changeHouse = endpoint({
  method: 'PATCH',
  path: '/api/houses/:id',
  access: 'proyectos.editar',
  touches: ['vivienda', 'lote'],
  summary: 'Cambia una vivienda',
  params: z.object({ id: Id }),
  /** `version`: the one on screen; missing: no check. */
  body: HouseForm.omit({ lot_id: true }).extend({ version: z.number().int().min(1).optional() }),
  answer: data(House),
  errors: ['STALE'],
});

export const createHouses = endpoint({
  method: 'POST',
  path: '/api/houses/bulk',
  access: 'proyectos.editar',
  touches: ['vivienda', 'lote'],
  summary: 'Registra una vivienda de un modelo en cada lote elegido; los que ya tienen una quedan como están',
  body: z.object({
    lot_ids: z.array(z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)).min(1).max(200),
    model_id: z.number().int(),
    delivery_on: IsoDate.nullable().default(null),
  }),
  answer: z.object({ success: z.string() }),
  status: 201,
  idempotent: true,
});

export const archiveHouse = endpoint({
  method: 'POST',
  path: '/api/houses/:id/archive',
  access: 'proyectos.editar',
  touches: ['vivienda', 'lote'],
  summary: 'Archiva una vivienda que nada usa; su lote queda libre para otra',
  params: z.object({ id: Id }),
  answer: z.object({ success: z.string() }),
  errors: ['HOUSE_USED'],
});
