import { z } from 'zod';
import { endpoint, page } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { pageBy } from '#contract/paging.ts';
import { STOP_LABELS, STOP_REASONS } from '#contract/works/diary/model.ts';
import { BoardQuery } from './model.ts';

const access = 'reportes.ver';
const filters = { proyecto_id: { label: 'Proyecto', of: 'proyecto' } } as const;
/** Null for who may not see amounts of works. */
const money = z.number().int().nullable();

/** Progress of the works at the end of a month, of all contracts together by their amounts. */
export const ProgressMonth = z.object({
  /** YYYY-MM */
  month: z.string(),
  /** 0-100; planned: evenly between the planned days of each contract; real: null in a month to come. */
  planned_percent: z.number(),
  real_percent: z.number().nullable(),
  planned_centavos: money,
  real_centavos: money,
});
export type ProgressMonth = z.infer<typeof ProgressMonth>;

export const listWorksProgress = endpoint({
  method: 'GET',
  path: '/api/reports/works/progress',
  access,
  shows: [],
  summary: 'La curva de avance de la obra: lo planificado y lo aprobado, mes por mes',
  query: pageBy('mes').extend(BoardQuery.shape),
  answer: page(ProgressMonth),
  exports: exportsOf(ProgressMonth, {
    title: 'Curva de avance de obra',
    permission: 'reportes.exportar',
    columns: [
      { key: 'mes', title: 'Mes', type: 'text', width: 10, value: (row) => row.month },
      { key: 'planificado', title: 'Planificado', type: 'percent', value: (row) => row.planned_percent },
      { key: 'real', title: 'Real', type: 'percent', value: (row) => row.real_percent },
      {
        key: 'monto_planificado',
        title: 'Monto planificado',
        type: 'money',
        width: 18,
        value: (row) => row.planned_centavos,
      },
      { key: 'monto_real', title: 'Monto real', type: 'money', width: 18, value: (row) => row.real_centavos },
    ],
    filters,
  }),
});

/** What a house costs by its contracts of works, without ITBMS. */
export const HouseCost = z.object({
  id: z.number().int(),
  house: z.string(),
  project: z.string(),
  model: z.string(),
  progress_percent: z.number(),
  committed_centavos: money,
  certified_centavos: money,
  paid_centavos: money,
});
export type HouseCost = z.infer<typeof HouseCost>;

export const listHouseCosts = endpoint({
  method: 'GET',
  path: '/api/reports/works/houses',
  access,
  shows: [],
  summary: 'El costo de obra de cada vivienda: contratado, aprobado y en cuentas pagadas',
  query: pageBy('vivienda').extend(BoardQuery.shape),
  answer: page(HouseCost),
  exports: exportsOf(HouseCost, {
    title: 'Costo por vivienda',
    permission: 'reportes.exportar',
    columns: [
      { key: 'vivienda', title: 'Vivienda', type: 'text', width: 20, value: (row) => row.house },
      { key: 'proyecto', title: 'Proyecto', type: 'text', width: 26, value: (row) => row.project },
      { key: 'modelo', title: 'Modelo', type: 'text', width: 22, value: (row) => row.model },
      { key: 'avance', title: 'Avance', type: 'percent', value: (row) => row.progress_percent },
      {
        key: 'contratado',
        title: 'Contratado',
        type: 'money',
        width: 16,
        value: (row) => row.committed_centavos,
      },
      {
        key: 'aprobado',
        title: 'Aprobado',
        type: 'money',
        width: 16,
        value: (row) => row.certified_centavos,
      },
      { key: 'pagado', title: 'Pagado', type: 'money', width: 16, value: (row) => row.paid_centavos },
    ],
    filters,
  }),
});

export const LostCause = z.object({
  cause: z.enum(STOP_REASONS),
  /** Days with a stop, once per project. */
  days: z.number().int(),
  hours: z.number(),
  /** The last of them. */
  last_on: z.string(),
});
export type LostCause = z.infer<typeof LostCause>;

export const listLostCauses = endpoint({
  method: 'GET',
  path: '/api/reports/works/lost-days',
  access,
  shows: [],
  summary: 'Los días y horas que la obra paró, por causa, según la bitácora',
  query: pageBy('causa').extend(BoardQuery.shape),
  answer: page(LostCause),
  exports: exportsOf(LostCause, {
    title: 'Días perdidos por causa',
    permission: 'reportes.exportar',
    columns: [
      { key: 'causa', title: 'Causa', type: 'text', width: 22, value: (row) => STOP_LABELS[row.cause] },
      { key: 'dias', title: 'Días', type: 'number', value: (row) => row.days },
      { key: 'horas', title: 'Horas', type: 'number', value: (row) => row.hours },
      { key: 'ultimo', title: 'El último', type: 'date', value: (row) => row.last_on },
    ],
    filters,
  }),
});
