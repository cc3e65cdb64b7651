import { z } from 'zod';
import { endpoint, page } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import { pageBy } from '#contract/paging.ts';

/** A house model in the list of all projects. */
export const ModelRow = z.object({
  id: z.number().int(),
  project: z.object({ id: z.number().int(), name: z.string() }),
  name: z.string(),
  /** URL of its first image, small. */
  photo: z.string().nullable(),
  bedrooms: z.number().int(),
  bathrooms: z.number(),
  area_m2: z.number(),
  price_centavos: z.number().int(),
  /** Last day of the price. */
  price_until: z.string().nullable(),
  /** The price expired: buyers do not see the model until it has a new price. */
  price_over: z.boolean(),
  /** Number of lots on which it can be bought today. */
  free_lots: z.number().int(),
  published: z.boolean(),
  archived: z.boolean(),
});
export type ModelRow = z.infer<typeof ModelRow>;

export const listModels = endpoint({
  method: 'GET',
  path: '/api/models',
  access: 'proyectos.ver',
  shows: ['modelo'],
  summary: 'Los modelos de vivienda de todos los proyectos, con sus lotes libres',
  query: pageBy('name', 'bedrooms', 'area_m2', 'price_centavos', 'price_until', 'free_lots').extend({
    q: z.string().max(80).optional(),
    proyecto_id: Id.optional(),
    recamaras: z.coerce.number().int().min(0).max(12).optional(),
    publicado: z.enum(['si', 'no']).optional(),
    archived: z.stringbool().default(false),
  }),
  answer: page(ModelRow),
  exports: exportsOf(ModelRow, {
    title: 'Modelos',
    permission: 'proyectos.exportar',
    columns: [
      { key: 'name', title: 'Modelo', type: 'text', width: 24, value: (row) => row.name },
      {
        key: 'proyecto',
        of: 'name',
        title: 'Proyecto',
        type: 'text',
        width: 24,
        value: (row) => row.project.name,
      },
      { key: 'bedrooms', title: 'Recámaras', type: 'number', width: 10, value: (row) => row.bedrooms },
      {
        key: 'banos',
        of: 'bedrooms',
        title: 'Baños',
        type: 'number',
        width: 9,
        value: (row) => row.bathrooms,
      },
      { key: 'area_m2', title: 'Área (m²)', type: 'number', value: (row) => row.area_m2 },
      { key: 'price_centavos', title: 'Precio', type: 'money', value: (row) => row.price_centavos },
      { key: 'price_until', title: 'Vale hasta', type: 'date', value: (row) => row.price_until },
      { key: 'free_lots', title: 'Lotes libres', type: 'number', value: (row) => row.free_lots },
      {
        key: 'publicado',
        of: 'estado',
        title: 'Publicado',
        type: 'text',
        width: 10,
        value: (row) => row.published,
      },
      {
        key: 'archivado',
        of: 'estado',
        title: 'Archivado',
        type: 'text',
        width: 10,
        value: (row) => row.archived,
      },
    ],
    filters: {
      q: { label: 'Búsqueda' },
      proyecto_id: { label: 'Proyecto', of: 'proyecto' },
      recamaras: { label: 'Recámaras' },
      publicado: { label: 'Publicado', values: { si: 'Sí', no: 'No' } },
      archived: { label: 'Con los archivados' },
    },
  }),
});
