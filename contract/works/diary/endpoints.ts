import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { data, endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/ids.ts';
import { Chain, Diary, DiaryDay, DiaryEntry, EntryChange, LostDay, NewEntry } from './model.ts';

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

export const listDiaries = endpoint({
  method: 'GET',
  path: '/api/diarios/list/:projectId/:typeId',
  access: 'bitacora.ver',
  shows: ['bitacora'],
  summary: 'Días de una bitácora entre dos fechas, a lo más 92',
  params: ofChain,
  query: z.object({ desde: IsoDate, hasta: IsoDate }),
  answer: data(z.array(DiaryDay)),
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
  files: {
    fotos: {
      maxCount: 10,
      maxSize: 15 * 1024 * 1024,
      types: ['image/jpeg', 'image/png', 'image/webp'],
      maxPixels: 50_000_000,
    },
  },
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
  path: '/api/diarios/dias_perdidos/:projectId/:typeId',
  access: 'bitacora.ver',
  shows: ['bitacora'],
  summary: 'Días con lluvia o paro, con su motivo y sus horas',
  params: ofChain,
  answer: data(z.array(LostDay)),
});
