import { z } from 'zod';
import { endpoint, page } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import { pageBy } from '#contract/paging.ts';

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
  /** 0-100. */
  approved_percent: z.number(),
  reported_percent: z.number(),
  quantity: z.number().nullable(),
  approved_quantity: z.number().nullable(),
  amount_centavos: z.number().int().nullable(),
  certified_centavos: z.number().int().nullable(),
});
export type JobRow = z.infer<typeof JobRow>;

export const JobFilter = pageBy('id').extend({
  contrato_id: Id.optional(),
  proyecto_id: Id.optional(),
  vivienda_id: Id.optional(),
  estado_id: Id.optional(),
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
    },
  }),
});
