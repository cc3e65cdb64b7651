import { z } from 'zod';
import { data, endpoint, page } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import { pageBy } from '#contract/paging.ts';
import { HouseListForm, HouseListLine, MaterialForm, MaterialOption, MaterialRow } from './model.ts';

const base = '/api/works/materials';
const one = `${base}/:id` as const;
const params = z.object({ id: Id });
const version = z.number().int().optional();

export const MaterialFilter = pageBy('code', 'name').extend({
  q: z.string().max(80).optional(),
  codigo_costo_id: Id.optional(),
  archivados: z.enum(['1', '0']).optional(),
});
export type MaterialFilter = z.infer<typeof MaterialFilter>;

export const listMaterials = endpoint({
  method: 'GET',
  path: base,
  access: 'materiales.ver',
  shows: ['material'],
  summary: 'El catálogo de materiales; los precios, solo para quien puede verlos',
  query: MaterialFilter,
  answer: page(MaterialRow),
  exports: exportsOf(MaterialRow, {
    title: 'Materiales',
    permission: 'materiales.exportar',
    columns: [
      { key: 'code', title: 'Código', type: 'text', width: 14, value: (row) => row.code },
      { key: 'name', title: 'Material', type: 'text', width: 40, value: (row) => row.name },
      { key: 'unit', of: 'name', title: 'Unidad', type: 'text', width: 10, value: (row) => row.unit },
      {
        key: 'codigo_costo',
        title: 'Código de costo',
        type: 'text',
        width: 30,
        value: (row) => row.cost_code.name,
      },
      { key: 'precio', title: 'Precio usual sin ITBMS', type: 'money', value: (row) => row.price_centavos },
      {
        key: 'itbms',
        of: 'precio',
        title: 'Lleva ITBMS',
        type: 'text',
        width: 12,
        value: (row) => row.taxed,
      },
      {
        key: 'archivado',
        of: 'name',
        title: 'Archivado',
        type: 'text',
        width: 10,
        value: (row) => row.archived,
      },
    ],
    filters: {
      q: { label: 'Búsqueda' },
      codigo_costo_id: { label: 'Código de costo', of: 'catalog:codigos_costo' },
      archivados: { label: 'Con los archivados', values: { 1: 'Sí', 0: 'No' } },
    },
  }),
});

export const listMaterialOptions = endpoint({
  method: 'GET',
  path: `${base}/options`,
  access: 'materiales.ver',
  shows: ['material'],
  summary: 'Los materiales que se ofrecen, para elegir',
  answer: data(z.array(MaterialOption)),
});

export const createMaterial = endpoint({
  method: 'POST',
  path: base,
  access: 'materiales.editar',
  touches: ['material'],
  summary: 'Agrega un material al catálogo',
  body: MaterialForm,
  answer: data(MaterialRow),
  status: 201,
  errors: ['CODE_TAKEN'],
  idempotent: true,
});

export const changeMaterial = endpoint({
  method: 'PUT',
  path: one,
  access: 'materiales.editar',
  touches: ['material'],
  summary: 'Cambia un material del catálogo; lo pedido y lo comprado conserva su precio',
  params,
  body: MaterialForm.extend({ version }),
  answer: data(MaterialRow),
  errors: ['CODE_TAKEN', 'STALE'],
});

export const archiveMaterial = endpoint({
  method: 'POST',
  path: `${one}/archive`,
  access: 'materiales.editar',
  touches: ['material'],
  summary: 'Archiva un material, que ya no se ofrece, o lo vuelve a ofrecer',
  params,
  body: z.object({ archived: z.boolean(), version }),
  answer: data(MaterialRow),
  errors: ['CODE_TAKEN', 'STALE'],
});

const list = '/api/works/house_materials';

export const getHouseList = endpoint({
  method: 'GET',
  path: list,
  access: 'materiales.ver',
  shows: ['lista_materiales', 'material'],
  summary: 'Lo que lleva cada vivienda de un modelo: su presupuesto de materiales',
  query: z.object({ modelo_id: Id }),
  answer: data(z.array(HouseListLine)),
  exports: exportsOf(HouseListLine, {
    title: 'Materiales por vivienda',
    permission: 'materiales.exportar',
    columns: [
      { key: 'code', title: 'Código', type: 'text', width: 14, value: (row) => row.code },
      { key: 'name', title: 'Material', type: 'text', width: 40, value: (row) => row.name },
      { key: 'cantidad', title: 'Cantidad', type: 'number', value: (row) => row.quantity },
      { key: 'unit', title: 'Unidad', type: 'text', width: 10, value: (row) => row.unit },
      { key: 'precio', title: 'Precio usual sin ITBMS', type: 'money', value: (row) => row.price_centavos },
      { key: 'monto', title: 'Monto', type: 'money', value: (row) => row.cents },
    ],
    filters: { modelo_id: { label: 'Modelo' } },
  }),
});

export const setHouseList = endpoint({
  method: 'PUT',
  path: list,
  access: 'materiales.aprobar',
  touches: ['lista_materiales'],
  summary: 'Escribe lo que lleva cada vivienda de un modelo',
  body: HouseListForm,
  answer: data(z.array(HouseListLine)),
});
