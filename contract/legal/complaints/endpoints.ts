import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { data, endpoint, page } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import { pageBy } from '#contract/paging.ts';
import { StateHistory, StatusChange, TransitionOffer } from '#contract/transitions.ts';
import { COMPLAINT_KINDS, COMPLAINT_LABELS, type ComplaintKind } from './rules.ts';

const Named = z.object({ id: z.number().int(), name: z.string() });
const Kind = z.enum(Object.keys(COMPLAINT_KINDS) as [ComplaintKind, ...ComplaintKind[]]);

export const ComplaintRow = z.object({
  id: z.number().int(),
  version: z.number().int(),
  state: Named,
  kind: Kind,
  number: z.string().nullable(),
  sale: z.object({ id: z.number().int(), code: z.string().nullable() }),
  name: z.string(),
  project: Named,
  filed_on: z.string(),
  asked_on: z.string().nullable(),
  due_on: z.string().nullable(),
  /** Working days until it is due; negative when it is over. */
  days_left: z.number().int().nullable(),
  answered_on: z.string().nullable(),
  resolved_on: z.string().nullable(),
});
export type ComplaintRow = z.infer<typeof ComplaintRow>;

export const Complaint = ComplaintRow.extend({
  detail: z.string(),
  history: StateHistory,
  transitions: z.array(TransitionOffer),
  may_edit: z.boolean(),
});
export type Complaint = z.infer<typeof Complaint>;

export const ComplaintForm = z.object({
  tipo: Kind,
  numero: z
    .string()
    .trim()
    .max(40)
    .regex(/^\P{Cc}*$/u, { error: 'Escribe una sola línea de texto.' })
    .default(''),
  presentado: IsoDate,
  detalle: z.string().trim().min(3, { error: 'Escribe qué reclama.' }).max(2000),
});
export const NewComplaint = ComplaintForm.extend({
  /** PC-2026-00012 */
  venta: z.string().trim().toUpperCase().min(3, { error: 'Escribe el código de la venta.' }).max(20),
});

export const ComplaintFilter = pageBy('id', 'filed_on', 'due_on').extend({
  estado: z.enum(['abiertos', 'en_plazo', 'cerrados']).optional(),
  proyecto_id: Id.optional(),
  q: z.string().trim().max(80).optional(),
});
export type ComplaintFilter = z.infer<typeof ComplaintFilter>;
export const COMPLAINT_VIEWS = {
  abiertos: 'Abiertos',
  en_plazo: 'Con plazo nuestro',
  cerrados: 'Cerrados',
} as const;

const base = '/api/legal/complaints';
const params = z.object({ id: Id });
const record = data(Complaint);
const touches = ['reclamo_acodeco', 'precontrato'] as const;

export const listComplaints = endpoint({
  method: 'GET',
  path: base,
  access: 'legal.ver',
  shows: ['reclamo_acodeco'],
  summary: 'Los reclamos ante ACODECO con sus plazos',
  query: ComplaintFilter,
  answer: page(ComplaintRow),
  exports: exportsOf(ComplaintRow, {
    title: 'Reclamos ACODECO',
    permission: 'legal.exportar',
    columns: [
      { key: 'id', title: 'Cliente', type: 'text', width: 30, value: (row) => row.name },
      { key: 'codigo', of: 'id', title: 'Pre-contrato', type: 'text', value: (row) => row.sale.code },
      {
        key: 'tipo',
        title: 'Qué reclama',
        type: 'text',
        width: 20,
        value: (row) => COMPLAINT_KINDS[row.kind],
      },
      { key: 'numero', of: 'tipo', title: 'Expediente', type: 'text', value: (row) => row.number },
      {
        key: 'estado',
        title: 'Estado',
        type: 'text',
        width: 24,
        value: (row) => COMPLAINT_LABELS[row.state.id],
      },
      { key: 'filed_on', title: 'Presentado', type: 'date', value: (row) => row.filed_on },
      { key: 'pedido', title: 'Documentos pedidos', type: 'date', value: (row) => row.asked_on },
      { key: 'due_on', title: 'Vence', type: 'date', value: (row) => row.due_on },
      { key: 'respondido', title: 'Respondido', type: 'date', value: (row) => row.answered_on },
      { key: 'proyecto', title: 'Proyecto', type: 'text', value: (row) => row.project.name },
    ],
    filters: {
      estado: { label: 'Estado', values: COMPLAINT_VIEWS },
      proyecto_id: { label: 'Proyecto', of: 'proyecto' },
      q: { label: 'Búsqueda' },
    },
  }),
});

export const getComplaint = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  access: 'legal.ver',
  shows: ['reclamo_acodeco'],
  summary: 'Un reclamo con su historia y lo que se puede hacer',
  params,
  answer: record,
});

export const createComplaint = endpoint({
  method: 'POST',
  path: base,
  access: 'legal.crear',
  touches,
  summary: 'Anota un reclamo de un comprador ante ACODECO',
  body: NewComplaint,
  answer: record,
  status: 201,
  errors: ['TAKEN'],
  idempotent: true,
});

export const changeComplaint = endpoint({
  method: 'PATCH',
  path: `${base}/:id`,
  access: 'legal.crear',
  touches,
  summary: 'Corrige los datos de un reclamo',
  params,
  body: ComplaintForm.extend({ version: z.number().int().optional() }),
  answer: record,
  errors: ['STALE', 'TAKEN'],
});

export const changeComplaintStatus = endpoint({
  method: 'PATCH',
  path: `${base}/:id/status`,
  access: 'legal.ver',
  touches,
  summary: 'Cambia el estado de un reclamo, con el día de cada paso',
  params,
  body: z.object({
    params: StatusChange.shape.params.extend({
      /** The day of the step; today when it is missing. */
      fecha: z.union([z.literal('').transform(() => undefined), IsoDate]).optional(),
    }),
  }),
  answer: record,
  errors: ['TRANSITION', 'STALE'],
});
