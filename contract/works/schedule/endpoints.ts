import { z } from 'zod';
import { data, endpoint, page } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import { pageBy } from '#contract/paging.ts';
import { IsoDate } from '#contract/dates.ts';
import { IsoWeek } from '#contract/projects/projects/weeks.ts';
import {
  ContractName,
  Gantt,
  HouseForecast,
  MoveForm,
  SchedulableContract,
  StampForm,
  StampPreview,
  Standing,
  Stop,
  StopForm,
  Task,
  TaskRow,
  WeekProgram,
} from './model.ts';
import { TASK_STANDINGS } from './rules.ts';

// Who programs the jobs of a contract plans its days too: contratos.crear. contratos.editar belongs to contractors and
// residents, who report the progress that these days measure.

const base = '/api/works/schedule';
const shows = ['cronograma', 'trabajo', 'contrato'] as const;
const touches = ['cronograma'] as const;
const done = z.object({ data: z.object({ schedule_id: z.number().int() }), success: z.string() });

export const findGantt = endpoint({
  method: 'GET',
  path: base,
  access: 'contratos.ver',
  shows: [...shows, 'bitacora', 'permiso', 'semana'],
  summary: 'El cronograma de un proyecto: sus contratos, viviendas y actividades, con línea base y paros',
  query: z.object({ proyecto_id: Id.optional(), contrato_id: Id.optional(), cronograma: Id.optional() }),
  answer: data(Gantt),
});

const TaskFilter = pageBy('id', 'start', 'finish', 'base_finish', 'float', 'late').extend({
  q: z.string().max(80).optional(),
  proyecto_id: Id.optional(),
  contrato_id: Id.optional(),
  vivienda_id: Id.optional(),
  actividad_id: Id.optional(),
  estado: Standing.optional(),
  /** 1: only what has no float in its house. */
  criticas: z.coerce.number().int().min(0).max(1).optional(),
  /** 1: only what ends after its base line and has not ended. */
  atrasadas: z.coerce.number().int().min(0).max(1).optional(),
});
export type TaskFilter = z.infer<typeof TaskFilter>;

export const listTasks = endpoint({
  method: 'GET',
  path: `${base}/tasks`,
  access: 'contratos.ver',
  shows,
  summary: 'Las actividades programadas, con su línea base, su plan y lo que pasó',
  query: TaskFilter,
  answer: page(TaskRow),
  exports: exportsOf(TaskRow, {
    title: 'Actividades programadas',
    permission: 'contratos.exportar',
    columns: [
      { key: 'actividad', title: 'Actividad', type: 'text', width: 26, value: (row) => row.activity.name },
      {
        key: 'vivienda',
        of: 'actividad',
        title: 'Vivienda',
        type: 'text',
        width: 18,
        value: (row) => row.house.name,
      },
      {
        key: 'manzana',
        of: 'actividad',
        title: 'Manzana',
        type: 'text',
        width: 10,
        value: (row) => row.house.block,
      },
      {
        key: 'contrato',
        title: 'Contrato',
        type: 'text',
        width: 24,
        value: (row) => row.contract.reference,
      },
      {
        key: 'proyecto',
        of: 'contrato',
        title: 'Proyecto',
        type: 'text',
        width: 24,
        value: (row) => row.project.name,
      },
      { key: 'base_start', of: 'base_finish', title: 'Base: empieza', type: 'date', value: (row) => row.base_start }, // prettier-ignore
      { key: 'base_finish', title: 'Base: termina', type: 'date', value: (row) => row.base_finish },
      { key: 'start', title: 'Empieza', type: 'date', value: (row) => row.start },
      { key: 'finish', title: 'Termina', type: 'date', value: (row) => row.finish },
      { key: 'late', title: 'Días de atraso', type: 'number', value: (row) => row.late },
      { key: 'float', title: 'Holgura', type: 'number', value: (row) => row.float },
      {
        key: 'estado',
        title: 'Estado',
        type: 'text',
        width: 14,
        value: (row) => TASK_STANDINGS[row.standing],
      },
      { key: 'avance', of: 'estado', title: 'Avance', type: 'percent', value: (row) => row.percent },
      { key: 'empezo', of: 'estado', title: 'Empezó', type: 'date', value: (row) => row.started_on },
      { key: 'termino', of: 'estado', title: 'Terminó', type: 'date', value: (row) => row.finished_on },
      { key: 'cuadrilla', of: 'actividad', title: 'Cuadrilla', type: 'number', value: (row) => row.crew + 1 },
    ],
    filters: {
      q: { label: 'Búsqueda' },
      proyecto_id: { label: 'Proyecto', of: 'proyecto' },
      contrato_id: { label: 'Contrato' },
      vivienda_id: { label: 'Vivienda' },
      actividad_id: { label: 'Actividad', of: 'catalog:contract_activities' },
      estado: { label: 'Estado', values: TASK_STANDINGS },
      criticas: { label: 'Solo críticas' },
      atrasadas: { label: 'Solo atrasadas' },
    },
  }),
});

export const findTask = endpoint({
  method: 'GET',
  path: `${base}/tasks/:id`,
  access: 'contratos.ver',
  shows,
  summary: 'Una actividad de una vivienda: sus fechas, lo que espera y sus movimientos',
  params: z.object({ id: Id }),
  answer: data(Task),
});

export const listForecasts = endpoint({
  method: 'GET',
  path: `${base}/forecasts`,
  access: 'contratos.ver',
  shows,
  summary: 'Cuándo termina cada vivienda: por su cronograma y por el ritmo de las anteriores',
  query: z.object({ proyecto_id: Id.optional(), contrato_id: Id.optional() }),
  answer: data(z.array(HouseForecast)),
});

export const listSchedulable = endpoint({
  method: 'GET',
  path: `${base}/contracts`,
  access: 'contratos.ver',
  shows,
  summary: 'Los contratos de viviendas con su cronograma, si lo tienen',
  query: z.object({ proyecto_id: Id.optional() }),
  answer: data(z.array(SchedulableContract)),
});

const ofContract = z.object({ id: Id });

export const previewStamp = endpoint({
  method: 'GET',
  path: `${base}/contracts/:id/preview`,
  access: 'contratos.crear',
  shows: [...shows, 'plan_accion'],
  summary: 'Prueba un cronograma sin guardarlo: cuándo terminaría y con cuántas cuadrillas',
  params: ofContract,
  query: z.object({ inicio: IsoDate, ritmo: z.coerce.number().int().min(1).max(60) }),
  answer: data(StampPreview),
});

export const stampSchedule = endpoint({
  method: 'POST',
  path: `${base}/contracts/:id/stamp`,
  access: 'contratos.crear',
  touches,
  summary: 'Programa todas las viviendas de un contrato por el plan de acción de su modelo',
  params: ofContract,
  body: StampForm,
  answer: done,
  status: 201,
  errors: ['STALE'],
  idempotent: true,
});

export const moveTask = endpoint({
  method: 'POST',
  path: `${base}/:id/moves`,
  access: 'contratos.crear',
  touches,
  summary: 'Mueve una actividad o una vivienda, con su motivo; lo que la espera se mueve con ella',
  params: ofContract,
  body: MoveForm,
  answer: z.object({ data: z.object({ move_id: z.number().int() }), success: z.string() }),
  status: 201,
  errors: ['STALE'],
  idempotent: true,
});

export const undoMove = endpoint({
  method: 'DELETE',
  path: `${base}/moves/:id`,
  access: 'contratos.crear',
  touches,
  summary: 'Deshace el último movimiento de una actividad o vivienda',
  params: ofContract,
  answer: done,
  errors: ['MOVED_SINCE'],
});

export const addStop = endpoint({
  method: 'POST',
  path: `${base}/stops`,
  access: 'contratos.crear',
  touches,
  summary: 'Anota días perdidos de un proyecto, un contrato o una vivienda, con su motivo',
  body: StopForm,
  answer: z.object({ data: Stop, success: z.string() }),
  status: 201,
  idempotent: true,
});

export const removeStop = endpoint({
  method: 'DELETE',
  path: `${base}/stops/:id`,
  access: 'contratos.crear',
  touches,
  summary: 'Quita días perdidos que se anotaron por error; quedan en la auditoría',
  params: ofContract,
  answer: z.object({ success: z.string() }),
});

export const findWeekProgram = endpoint({
  method: 'GET',
  path: `${base}/program`,
  access: 'contratos.ver',
  shows: [...shows, 'semana'],
  summary: 'El programa de una semana de un contrato: lo programado y lo que propone el cronograma',
  query: z.object({ contrato_id: Id, semana: IsoWeek }),
  answer: data(WeekProgram),
});

export const findProgramming = endpoint({
  method: 'GET',
  path: '/api/programming/:id',
  access: 'contratos.ver',
  shows,
  summary: 'Un cronograma con sus semanas y actividades',
  params: ofContract,
  answer: data(
    z.object({
      id: z.number().int(),
      contract: ContractName,
      weeks: z.array(
        z.object({
          id: z.string(),
          text: z.string(),
          /** Activities that are under way in it, and those that end in it. */
          activities: z.number().int(),
          finishing: z.number().int(),
        }),
      ),
      activities: z.array(TaskRow),
    }),
  ),
});

const Span = z.object({ start: z.string().nullable(), finish: z.string().nullable() });

export const findProgrammingDetails = endpoint({
  method: 'GET',
  path: '/api/programming/full_details/:contractId',
  access: 'contratos.ver',
  shows,
  summary: 'Lo planificado y lo real de cada actividad de cada vivienda; `average` es el avance medio',
  params: z.object({ contractId: Id }),
  answer: z.object({
    data: z.array(
      z.object({
        house: z.object({ id: z.number().int(), name: z.string() }),
        activity: z.object({ id: z.number().int(), name: z.string() }),
        planned: Span,
        actual: Span,
        percent: z.number(),
        /** Working days by plan, and really. */
        days: z.object({ planned: z.number().int(), actual: z.number().int().nullable() }),
      }),
    ),
    /** 0-100, weighted by days. */
    average: z.number(),
  }),
});

export const listPriorities = endpoint({
  method: 'GET',
  path: '/api/programming/priorities/:contractId',
  access: 'contratos.ver',
  shows,
  summary: 'Lo que falta de un contrato por su atraso, lo más atrasado primero, con su prioridad',
  params: z.object({ contractId: Id }),
  answer: data(
    z.array(
      z.object({
        activity: z.object({ id: z.number().int(), name: z.string() }),
        house: z.object({ id: z.number().int(), name: z.string() }),
        due: z.string(),
        delay_days: z.number().int(),
        priority: z.object({ id: z.number().int(), name: z.string() }),
      }),
    ),
  ),
});
