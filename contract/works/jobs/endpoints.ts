import { z } from 'zod';
import { weekText } from '#contract/dates.ts';
import { data, endpoint, page } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import { pageBy } from '#contract/paging.ts';
import { IsoWeek } from '#contract/projects/projects/weeks.ts';
import {
  Checklist,
  ChecklistForm,
  jobDetail,
  JobStatusChange,
  LowerApproved,
  NewInspection,
  NewReport,
  PHOTO_FILES,
  ProgramJobs,
} from './model.ts';

const Named = z.object({ id: z.number().int(), name: z.string() });

/** A job: an activity of a house, or an item measured by quantity. Amounts are null for who may not see them. */
export const JobRow = z.object({
  id: z.number().int(),
  version: z.number().int(),
  contract: Named.extend({ reference: z.string() }),
  project: Named,
  house: Named.nullable(),
  activity: Named.nullable(),
  item: z
    .object({ id: z.number().int(), code: z.string(), description: z.string(), unit: z.string() })
    .nullable(),
  state: Named,
  /** `2026-W12`; null: not programmed. */
  week: z.string().nullable(),
  priority: Named.nullable(),
  /** 0-100. */
  approved_percent: z.number(),
  reported_percent: z.number(),
  quantity: z.number().nullable(),
  approved_quantity: z.number().nullable(),
  amount_centavos: z.number().int().nullable(),
  certified_centavos: z.number().int().nullable(),
});
export type JobRow = z.infer<typeof JobRow>;

export const JobFilter = pageBy('id', 'semana').extend({
  contrato_id: Id.optional(),
  proyecto_id: Id.optional(),
  vivienda_id: Id.optional(),
  estado_id: Id.optional(),
  actividad_id: Id.optional(),
  semana: IsoWeek.optional(),
  /** 1: what waits for the caller: to build and report, or to inspect. */
  para_mi: z.coerce.number().int().min(0).max(1).optional(),
});
export type JobFilter = z.infer<typeof JobFilter>;

export const listJobs = endpoint({
  method: 'GET',
  path: '/api/works/jobs',
  access: 'contratos.ver',
  shows: ['trabajo', 'contrato'],
  summary: 'Los trabajos de los contratos: actividades de viviendas y partidas',
  query: JobFilter,
  answer: page(JobRow),
  exports: exportsOf(JobRow, {
    title: 'Trabajos',
    permission: 'contratos.exportar',
    columns: [
      {
        key: 'trabajo',
        title: 'Trabajo',
        type: 'text',
        width: 34,
        value: (row) => row.activity?.name ?? `${row.item?.code} ${row.item?.description}`,
      },
      { key: 'vivienda', title: 'Vivienda', type: 'text', width: 18, value: (row) => row.house?.name },
      { key: 'contrato', title: 'Contrato', type: 'text', width: 30, value: (row) => row.contract.name },
      {
        key: 'proyecto',
        of: 'contrato',
        title: 'Proyecto',
        type: 'text',
        width: 24,
        value: (row) => row.project.name,
      },
      { key: 'estado', title: 'Estado', type: 'text', width: 18, value: (row) => row.state.name },
      {
        key: 'semana',
        title: 'Semana',
        type: 'text',
        width: 34,
        value: (row) => row.week && weekText(row.week),
      },
      {
        key: 'prioridad',
        of: 'semana',
        title: 'Prioridad',
        type: 'text',
        width: 12,
        value: (row) => row.priority?.name,
      },
      { key: 'reportado', title: 'Reportado', type: 'percent', value: (row) => row.reported_percent },
      { key: 'aprobado', title: 'Aprobado', type: 'percent', value: (row) => row.approved_percent },
      { key: 'cantidad', of: 'aprobado', title: 'Cantidad', type: 'number', value: (row) => row.quantity },
      {
        key: 'unidad',
        of: 'aprobado',
        title: 'Unidad',
        type: 'text',
        width: 8,
        value: (row) => row.item?.unit,
      },
      { key: 'monto', title: 'Monto sin ITBMS', type: 'money', value: (row) => row.amount_centavos },
      { key: 'certificado', title: 'Ejecutado', type: 'money', value: (row) => row.certified_centavos },
    ],
    filters: {
      contrato_id: { label: 'Contrato' },
      proyecto_id: { label: 'Proyecto', of: 'proyecto' },
      vivienda_id: { label: 'Vivienda' },
      estado_id: { label: 'Estado', of: 'catalog:states_jobs' },
      actividad_id: { label: 'Actividad', of: 'catalog:contract_activities' },
      semana: { label: 'Semana' },
      para_mi: { label: 'Para mí' },
    },
  }),
});

/** A job with its reports, inspections and history. */
export const Job = JobRow.extend(jobDetail);
export type Job = z.infer<typeof Job>;

const params = z.object({ id: Id });
const one = '/api/works/jobs/:id';
const touches = ['trabajo', 'contrato', 'vivienda'] as const;

/** What a phone needs to work a day without a line: the jobs that wait for the caller, whole. At most 100. */
export const listFieldJobs = endpoint({
  method: 'GET',
  path: '/api/works/jobs/field',
  access: ['contratos.editar', 'contratos.inspeccionar'],
  shows: ['trabajo', 'contrato', 'lista_inspeccion'],
  summary: 'Los trabajos que esperan por quien pregunta: por reportar y por inspeccionar, con su lista',
  answer: data(z.array(Job)),
});

export const getJob = endpoint({
  method: 'GET',
  path: one,
  access: 'contratos.ver',
  shows: ['trabajo', 'contrato', 'lista_inspeccion'],
  summary: 'Un trabajo con sus reportes, inspecciones, fotografías e historia',
  params,
  answer: data(Job),
});

export const changeJobStatus = endpoint({
  method: 'PATCH',
  path: `${one}/status`,
  access: 'contratos.ver',
  touches,
  summary: 'Cambia el estado de un trabajo; al programarlo lleva semana y prioridad',
  params,
  body: JobStatusChange,
  answer: data(Job),
});

export const programJobs = endpoint({
  method: 'POST',
  path: '/api/works/jobs/program',
  access: 'contratos.crear',
  touches,
  summary: 'Programa varios trabajos en una semana, todos o ninguno',
  body: ProgramJobs,
  answer: data(z.object({ programmed: z.number().int() })),
});

export const reportJob = endpoint({
  method: 'POST',
  path: `${one}/reports`,
  access: 'contratos.editar',
  touches,
  summary: 'Reporta el avance de un trabajo con fotografías',
  params,
  body: NewReport,
  files: { fotos: PHOTO_FILES },
  answer: data(Job),
  status: 201,
  errors: ['REPORTED', 'KEY_USED', 'TRANSITION'],
  idempotent: true,
});

export const inspectJob = endpoint({
  method: 'POST',
  path: `${one}/inspections`,
  access: 'contratos.inspeccionar',
  touches,
  summary: 'Aprueba o devuelve lo reportado de un trabajo',
  params,
  body: NewInspection,
  files: { fotos: PHOTO_FILES },
  answer: data(Job),
  status: 201,
  errors: ['REPORT_DECIDED', 'CHECKLIST_CHANGED', 'KEY_USED', 'TRANSITION'],
  idempotent: true,
});

export const lowerApproved = endpoint({
  method: 'POST',
  path: `${one}/lower`,
  access: 'contratos.inspeccionar',
  touches,
  summary: 'Baja el avance aprobado de un trabajo, con motivo y fotografía',
  params,
  body: LowerApproved,
  files: { fotos: PHOTO_FILES },
  answer: data(Job),
  status: 201,
  errors: ['KEY_USED', 'TRANSITION'],
  idempotent: true,
});

export const listChecklists = endpoint({
  method: 'GET',
  path: '/api/works/checklists',
  access: 'contratos.ver',
  shows: ['lista_inspeccion'],
  summary: 'La lista de inspección vigente de cada actividad',
  answer: data(z.array(Checklist)),
});

export const changeChecklist = endpoint({
  method: 'PATCH',
  path: '/api/works/checklists/:actividad',
  access: 'contratos.crear',
  touches: ['lista_inspeccion'],
  summary: 'Guarda una versión nueva de la lista de una actividad; 0 es la lista general',
  params: z.object({ actividad: z.coerce.number().int().min(0) }),
  body: ChecklistForm,
  answer: data(Checklist),
});
