import { z } from 'zod';
import { data, endpoint, page } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import {
  HOUSE_GAPS,
  HouseFile,
  HouseFileBulk,
  HouseFileChange,
  HouseFileFilter,
  HouseFileRow,
} from './model.ts';
import { HOUSE_PAPER_NAMES } from './rules.ts';

const base = '/api/legal/house_files';
const one = `${base}/:id` as const;
const params = z.object({ id: Id });
const record = data(HouseFile);
/** What a change of a house's legal file may move: its sale's stages and deed. */
const touches = ['expediente_vivienda', 'escritura', 'precontrato', 'etapa'] as const;

export const HOUSE_PAPER_FILE = {
  maxCount: 1,
  maxSize: 10 * 1_048_576,
  types: ['application/pdf', 'image/jpeg', 'image/png'],
} as const;

export const listHouseFiles = endpoint({
  method: 'GET',
  path: base,
  access: 'legal.ver',
  shows: ['expediente_vivienda', 'lote', 'vivienda', 'precontrato'],
  summary: 'El expediente legal de cada vivienda: finca, segregación, permiso, mejoras y liberación',
  query: HouseFileFilter,
  answer: page(HouseFileRow),
  exports: exportsOf(HouseFileRow, {
    title: 'Expedientes de viviendas',
    permission: 'legal.exportar',
    columns: [
      { key: 'lote', title: 'Lote', type: 'text', width: 10, value: (row) => row.lote },
      {
        key: 'proyecto',
        of: 'lote',
        title: 'Proyecto',
        type: 'text',
        width: 24,
        value: (row) => row.project.name,
      },
      { key: 'modelo', of: 'lote', title: 'Modelo', type: 'text', value: (row) => row.model },
      { key: 'venta', title: 'Venta', type: 'text', width: 26, value: (row) => row.sale?.name },
      { key: 'finca', title: 'Finca', type: 'text', value: (row) => row.finca },
      {
        key: 'codigo',
        of: 'finca',
        title: 'Código de ubicación',
        type: 'text',
        value: (row) => row.codigo_ubicacion,
      },
      { key: 'madre', of: 'finca', title: 'Finca madre', type: 'text', value: (row) => row.finca_madre },
      {
        key: 'catastral',
        title: 'Valor catastral',
        type: 'money',
        value: (row) => row.valor_catastral_centavos,
      },
      {
        key: 'segregacion_inscrita',
        title: 'Segregación inscrita',
        type: 'date',
        value: (row) => row.segregacion_inscrita,
      },
      {
        key: 'permiso',
        of: 'permiso_fecha',
        title: 'Permiso n.º',
        type: 'text',
        value: (row) => row.permiso_numero,
      },
      {
        key: 'permiso_fecha',
        title: 'Permiso de ocupación',
        type: 'date',
        value: (row) => row.permiso_fecha,
      },
      { key: 'mejoras', title: 'Mejoras inscritas', type: 'date', value: (row) => row.mejoras_inscrita },
      {
        key: 'liberacion',
        title: 'Liberación firmada',
        type: 'date',
        value: (row) => row.liberacion_firmada,
      },
      {
        key: 'falta',
        title: 'Falta para la escritura',
        type: 'text',
        width: 44,
        value: (row) => row.missing.map(({ label }) => label).join(' · ') || 'Nada',
      },
    ],
    filters: {
      proyecto_id: { label: 'Proyecto', of: 'proyecto' },
      manzana: { label: 'Manzana' },
      falta: { label: 'Falta', values: HOUSE_GAPS },
      con_venta: { label: 'Con venta', values: { 1: 'Sí', 0: 'No' } },
      q: { label: 'Búsqueda' },
    },
  }),
});

export const getHouseFile = endpoint({
  method: 'GET',
  path: one,
  access: 'legal.ver',
  shows: ['expediente_vivienda', 'lote', 'vivienda', 'precontrato'],
  summary: 'El expediente legal de una vivienda, con sus archivos y su historia',
  params,
  answer: record,
});

export const changeHouseFile = endpoint({
  method: 'PATCH',
  path: one,
  access: 'legal.crear',
  touches,
  summary: 'Escribe en el expediente legal de una vivienda',
  params,
  body: HouseFileChange.extend({ version: z.number().int().min(0).optional() }),
  answer: record,
  errors: ['STALE', 'TAKEN'],
});

/** All rows or none. A fault is told at its cell: `filas[3][finca]`. */
export const changeHouseFiles = endpoint({
  method: 'PATCH',
  path: base,
  access: 'legal.crear',
  touches,
  summary: 'Escribe en varios expedientes a la vez: todos o ninguno',
  body: HouseFileBulk,
  answer: z.object({ success: z.string(), data: z.object({ changed: z.number().int() }) }),
  errors: ['STALE', 'TAKEN'],
});

export const addHousePaper = endpoint({
  method: 'POST',
  path: `${one}/papers`,
  access: 'legal.crear',
  touches: ['expediente_vivienda'],
  summary: 'Guarda el archivo de una parte del expediente; el anterior queda entre los archivos',
  params,
  body: z.object({ parte: z.enum(HOUSE_PAPER_NAMES) }),
  files: { archivo: HOUSE_PAPER_FILE },
  answer: record,
  status: 201,
  idempotent: true,
});
