import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { data, endpoint, page } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import { pageBy } from '#contract/paging.ts';
import {
  Chain,
  Diary,
  DiaryDay,
  DiaryEntry,
  ENTRY_PHOTOS,
  EntryChange,
  Field,
  LostDayRow,
  NewEntry,
  STOP_LABELS,
} from './model.ts';

const type = Id.max(32_767);
const ofChain = z.object({ projectId: Id, typeId: type });

export const checkDiary = endpoint({
  method: 'POST',
  path: '/api/diarios/check/bitacora',
  access: 'bitacora.ver',
  touches: [],
  summary: 'Si la bitácora tiene alguna anotación de ese día',
  body: z.object({
    proyecto_id: Id,
    fecha: IsoDate,
    tipo_contrato_id: type.optional(),
    vivienda_id: Id.optional(),
  }),
  answer: data(z.boolean()),
});

export const findDiaryContracts = endpoint({
  method: 'GET',
  path: '/api/diarios/find/contracts/:projectId/:createdAt',
  access: 'bitacora.ver',
  shows: ['bitacora', 'contrato'],
  summary: 'Bitácoras de un día con los contratos de su tipo',
  params: z.object({ projectId: Id, createdAt: IsoDate }),
  answer: data(
    z.array(
      z.object({
        id: z.number().int(),
        created_at: z.string(),
        proyecto_id: z.number().int(),
        tipo_contrato_id: z.number().int(),
        contrato: z.object({ id: z.number().int(), nombre: z.string() }).nullable(),
      }),
    ),
  ),
});

export const DiaryFilter = pageBy('fecha', 'id').extend({
  proyecto_id: Id.optional(),
  tipo_contrato_id: type.optional(),
  desde: IsoDate.optional(),
  hasta: IsoDate.optional(),
  /** Words of an entry. */
  texto: z.string().trim().max(80).optional(),
  /** 1: only days with rain or a stop. */
  con_paro: z.coerce.number().int().min(0).max(1).optional(),
  /** 1: only days on which nobody wrote. */
  sin_anotar: z.coerce.number().int().min(0).max(1).optional(),
});
export type DiaryFilter = z.output<typeof DiaryFilter>;

/** Rain and stops of a day in one line: `Lluvia 2 h`. */
export const stopsText = (paros: DiaryDay['paros']): string =>
  paros.map(({ motivo, horas }) => `${STOP_LABELS[motivo]} ${horas} h`).join(', ');

export const listDiaries = endpoint({
  method: 'GET',
  path: '/api/diarios/list',
  access: 'bitacora.ver',
  shows: ['bitacora'],
  summary: 'Días de las bitácoras por proyecto, fecha y tipo de contrato, con sus paros',
  query: DiaryFilter,
  answer: page(DiaryDay),
  exports: exportsOf(DiaryDay, {
    title: 'Bitácora',
    permission: 'bitacora.exportar',
    columns: [
      { key: 'fecha', title: 'Fecha', type: 'date', value: (row) => row.fecha },
      { key: 'proyecto', title: 'Proyecto', type: 'text', width: 24, value: (row) => row.proyecto.name },
      { key: 'tipo', title: 'Tipo', type: 'text', width: 24, value: (row) => row.tipo.name },
      { key: 'trabajo', title: 'Trabajo hecho', type: 'text', width: 60, value: (row) => row.trabajo },
      { key: 'entradas', title: 'Anotaciones', type: 'number', value: (row) => row.entradas },
      { key: 'adendas', of: 'entradas', title: 'Adendas', type: 'number', value: (row) => row.adendas },
      { key: 'personas', title: 'Personas', type: 'number', value: (row) => row.personas },
      {
        key: 'paros',
        title: 'Lluvia y paros',
        type: 'text',
        width: 30,
        value: (row) => stopsText(row.paros),
      },
      { key: 'fotos', title: 'Fotografías', type: 'number', value: (row) => row.fotos },
      { key: 'sello', title: 'Sellada el', type: 'instant', value: (row) => row.sellada_a },
    ],
    filters: {
      proyecto_id: { label: 'Proyecto', of: 'proyecto' },
      tipo_contrato_id: { label: 'Tipo', of: 'catalog:tipo_contratos' },
      desde: { label: 'Desde' },
      hasta: { label: 'Hasta' },
      texto: { label: 'Texto' },
      con_paro: { label: 'Con lluvia o paro' },
      sin_anotar: { label: 'Sin anotaciones' },
    },
  }),
});

/** What a phone keeps to write the diaries without a line. */
export const listFieldDiaries = endpoint({
  method: 'GET',
  path: '/api/diarios/campo',
  access: 'bitacora.crear',
  shows: ['bitacora', 'contrato'],
  summary: 'Las bitácoras que quien pregunta puede escribir, con los contratos vigentes y lo anotado hoy',
  answer: data(Field),
});

export const findDiary = endpoint({
  method: 'GET',
  path: '/api/diarios/find/:id',
  access: 'bitacora.ver',
  shows: ['bitacora'],
  summary: 'La bitácora de un día con sus anotaciones y adendas',
  params: z.object({ id: Id }),
  answer: data(Diary),
});

export const recordEntry = endpoint({
  method: 'POST',
  path: '/api/diarios/entradas',
  access: 'bitacora.crear',
  touches: ['bitacora'],
  summary: 'Anota en la bitácora, una sola vez por cliente_id; tras el sello queda como adenda',
  body: NewEntry,
  files: { fotos: ENTRY_PHOTOS },
  answer: data(DiaryEntry),
  status: 201,
  errors: ['ENTRY_TAKEN'],
  idempotent: true,
});

export const changeEntry = endpoint({
  method: 'PATCH',
  path: '/api/diarios/entradas/:id',
  access: 'bitacora.editar',
  touches: ['bitacora'],
  summary: 'Corrige una anotación mientras su día no está sellado',
  params: z.object({ id: Id }),
  body: EntryChange,
  answer: data(DiaryEntry),
  errors: ['DAY_SEALED'],
});

export const sealDiary = endpoint({
  method: 'POST',
  path: '/api/diarios/sellar/:id',
  access: 'bitacora.aprobar',
  touches: ['bitacora'],
  summary: 'Sella la bitácora hasta ese día',
  params: z.object({ id: Id }),
  answer: data(Diary),
});

export const checkChain = endpoint({
  method: 'GET',
  path: '/api/diarios/cadena/:projectId/:typeId',
  access: 'bitacora.ver',
  shows: ['bitacora'],
  summary: 'Comprueba los sellos de una bitácora',
  params: ofChain,
  answer: data(Chain),
});

export const listLostDays = endpoint({
  method: 'GET',
  path: '/api/diarios/dias_perdidos/:projectId',
  access: 'bitacora.ver',
  shows: ['bitacora'],
  summary: 'Días con lluvia o paro de un proyecto, con su motivo, sus horas y si el cronograma los pierde',
  params: z.object({ projectId: Id }),
  query: z.object({ tipo_contrato_id: type.optional() }),
  answer: data(z.array(LostDayRow)),
});

/** The diary of some days as a PDF; `contrato_id`: only what tells of that contract. */
export const DIARY_PAPER = '/api/diarios/pdf';
/** Most days of one PDF. */
export const PAPER_DAYS = 400;
export const DiaryPaperQuery = z.object({
  proyecto_id: Id,
  tipo_contrato_id: type,
  desde: IsoDate,
  hasta: IsoDate,
  contrato_id: Id.optional(),
});
export type DiaryPaperQuery = z.output<typeof DiaryPaperQuery>;
