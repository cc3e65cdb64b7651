import { z } from 'zod';
import { PARTS } from '#contract/care/covers/parts.ts';
import { IsoDate } from '#contract/dates.ts';
import { data, endpoint, page } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import { pageBy } from '#contract/paging.ts';
import { StatusChange } from '#contract/transitions.ts';
import * as model from './model.ts';
import { HANDOVER_LABELS, PUNCH_LABELS, SEVERITIES } from './rules.ts';
import { Rooms } from './template.ts';

/** Who sees deliveries: the sale's people, and who inspects. */
const SEES = ['ventas.ver', 'ventas.entregar', 'contratos.inspeccionar'] as const;
/** Who inspects with the buyer. */
const INSPECTS = ['ventas.entregar', 'contratos.inspeccionar'] as const;

const base = '/api/care/handovers';
const params = z.object({ id: Id });
const record = data(model.Handover);
const touches = ['entrega', 'pendiente_entrega', 'precontrato', 'sobre'] as const;
const shows = ['entrega', 'pendiente_entrega', 'sobre'] as const;

export const HANDOVER_VIEWS = {
  abiertas: 'En curso',
  pendientes: 'Con pendientes abiertos',
  entregadas: 'Entregadas',
} as const;
export const HandoverFilter = pageBy('id', 'scheduled_on', 'delivered_on').extend({
  grupo: z.enum(Object.keys(HANDOVER_VIEWS) as [keyof typeof HANDOVER_VIEWS]).optional(),
  estado_id: z.coerce.number().int().min(1).max(6).optional(),
  proyecto_id: Id.optional(),
  venta_id: Id.optional(),
  q: z.string().trim().max(80).optional(),
});
export type HandoverFilter = z.infer<typeof HandoverFilter>;

export const listHandovers = endpoint({
  method: 'GET',
  path: base,
  access: SEES,
  shows,
  summary: 'Las entregas de viviendas a sus compradores',
  query: HandoverFilter,
  answer: page(model.HandoverRow),
  exports: exportsOf(model.HandoverRow, {
    title: 'Entregas',
    permission: 'ventas.exportar',
    columns: [
      { key: 'id', title: 'Cliente', type: 'text', width: 30, value: (row) => row.name },
      { key: 'codigo', of: 'id', title: 'Pre-contrato', type: 'text', value: (row) => row.sale.code },
      { key: 'entrega', title: 'Entrega', type: 'text', value: (row) => row.code },
      { key: 'vivienda', title: 'Vivienda', type: 'text', value: (row) => row.house.name },
      { key: 'modelo', of: 'vivienda', title: 'Modelo', type: 'text', value: (row) => row.model.name },
      {
        key: 'estado',
        title: 'Estado',
        type: 'text',
        width: 24,
        value: (row) => HANDOVER_LABELS[row.state.id],
      },
      { key: 'scheduled_on', title: 'Programada', type: 'date', value: (row) => row.scheduled_on },
      { key: 'delivered_on', title: 'Entregada', type: 'date', value: (row) => row.delivered_on },
      { key: 'pendientes', title: 'Pendientes abiertos', type: 'number', value: (row) => row.open_items },
      {
        key: 'tarde',
        of: 'pendientes',
        title: 'Fuera de plazo',
        type: 'number',
        value: (row) => row.late_items,
      },
      { key: 'proyecto', title: 'Proyecto', type: 'text', value: (row) => row.project.name },
    ],
    filters: {
      grupo: { label: 'Grupo', values: HANDOVER_VIEWS },
      estado_id: { label: 'Estado', values: HANDOVER_LABELS },
      proyecto_id: { label: 'Proyecto', of: 'proyecto' },
      venta_id: { label: 'Venta' },
      q: { label: 'Búsqueda' },
    },
  }),
});

/** What a tablet needs for a day without a line: the open deliveries of the caller, whole. At most 60. */
export const listFieldHandovers = endpoint({
  method: 'GET',
  path: `${base}/field`,
  access: INSPECTS,
  shows: ['entrega', 'plantilla_entrega', 'pendiente_entrega'],
  summary: 'Las entregas por inspeccionar, con su lista de ambientes y puntos',
  answer: data(z.array(model.FieldHandover)),
});

export const getHandover = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  access: SEES,
  shows,
  summary: 'Una entrega con sus inspecciones, pendientes, llaves y acta',
  params,
  answer: record,
});

export const createHandover = endpoint({
  method: 'POST',
  path: base,
  access: 'ventas.entregar',
  touches,
  summary: 'Programa la entrega de la vivienda de una venta',
  body: model.NewHandover,
  answer: record,
  status: 201,
  errors: ['TAKEN', 'TRANSITION'],
  idempotent: true,
});

export const changeHandover = endpoint({
  method: 'PATCH',
  path: `${base}/:id`,
  access: 'ventas.entregar',
  touches,
  summary: 'Cambia el día de una entrega programada',
  params,
  body: z.object({ fecha: IsoDate, version: z.number().int() }),
  answer: record,
  errors: ['STALE', 'TRANSITION'],
});

export const changeHandoverStatus = endpoint({
  method: 'PATCH',
  path: `${base}/:id/status`,
  access: SEES,
  touches,
  summary: 'Cambia el estado de una entrega; el acta se envía a firmar',
  params,
  body: model.HandoverStatusChange,
  answer: record,
  errors: ['TRANSITION', 'STALE', 'ENVELOPE_OPEN'],
});

export const decideEarly = endpoint({
  method: 'POST',
  path: `${base}/:id/early`,
  access: 'ventas.aprobar',
  touches,
  summary: 'Gerencia decide entregar antes del desembolso: otra persona que quien lo pidió',
  params,
  body: z.object({
    aprobar: z.boolean(),
    motivo: z.string().trim().min(3, { error: 'Escribe el motivo.' }).max(1000),
  }),
  answer: record,
  errors: ['TRANSITION'],
});

export const inspectHandover = endpoint({
  method: 'POST',
  path: `${base}/:id/inspections`,
  access: INSPECTS,
  touches,
  summary: 'Guarda la inspección con el comprador: puntos, medidores, llaves y su respuesta',
  params,
  body: model.NewInspection,
  files: { fotos: model.INSPECTION_FILES },
  answer: record,
  status: 201,
  errors: ['KEY_USED', 'TRANSITION'],
  idempotent: true,
});

export const changeHouseKeys = endpoint({
  method: 'PUT',
  path: `${base}/:id/keys`,
  access: INSPECTS,
  touches,
  summary: 'Las llaves que hay de la vivienda',
  params,
  body: z.object({
    llaves: z
      .array(
        z.object({
          nombre: z.string().trim().min(1, { error: 'Escribe de qué es la llave.' }).max(60),
          cantidad: z.coerce.number().int().min(1, { error: 'Escribe cuántas.' }).max(20),
        }),
      )
      .max(20),
  }),
  answer: record,
});

/** The acta as it stands, or as it was signed. */
export const ACTA_PATH = `${base}/:id/acta`;

export const PunchFilter = pageBy('id', 'due_on').extend({
  estado_id: z.coerce.number().int().min(1).max(4).optional(),
  /** 1: open and late. */
  tarde: z.coerce.number().int().min(0).max(1).optional(),
  proyecto_id: Id.optional(),
  entrega_id: Id.optional(),
  q: z.string().trim().max(80).optional(),
});
export type PunchFilter = z.infer<typeof PunchFilter>;
/** Who sees items: contractors see those of their own contracts. */
const SEES_PUNCH = [...SEES, 'contratos.editar'] as const;
const punch = '/api/care/punch';
const item = data(model.PunchItem);

export const listPunch = endpoint({
  method: 'GET',
  path: punch,
  access: SEES_PUNCH,
  shows,
  summary: 'Los pendientes de las entregas, con su plazo y su contratista',
  query: PunchFilter,
  answer: page(model.PunchRow),
  exports: exportsOf(model.PunchRow, {
    title: 'Pendientes de entrega',
    permission: 'ventas.exportar',
    columns: [
      { key: 'id', title: 'Pendiente', type: 'text', width: 34, value: (row) => `${row.room}: ${row.point}` },
      { key: 'texto', of: 'id', title: 'Qué se observó', type: 'text', width: 40, value: (row) => row.text },
      { key: 'vivienda', title: 'Vivienda', type: 'text', value: (row) => row.house.name },
      { key: 'cliente', of: 'vivienda', title: 'Cliente', type: 'text', width: 26, value: (row) => row.name },
      { key: 'parte', title: 'Parte', type: 'text', value: (row) => PARTS[row.part].label },
      { key: 'gravedad', title: 'Gravedad', type: 'text', value: (row) => SEVERITIES[row.severity] },
      {
        key: 'contratista',
        title: 'Contratista',
        type: 'text',
        width: 26,
        value: (row) => row.contract?.contractor,
      },
      { key: 'estado', title: 'Estado', type: 'text', width: 24, value: (row) => PUNCH_LABELS[row.state.id] },
      { key: 'due_on', title: 'Vence', type: 'date', value: (row) => row.due_on },
    ],
    filters: {
      estado_id: { label: 'Estado', values: PUNCH_LABELS },
      tarde: { label: 'Fuera de plazo' },
      proyecto_id: { label: 'Proyecto' },
      entrega_id: { label: 'Entrega' },
      q: { label: 'Búsqueda' },
    },
  }),
});

export const getPunch = endpoint({
  method: 'GET',
  path: `${punch}/:id`,
  access: SEES_PUNCH,
  shows,
  summary: 'Un pendiente con sus fotografías',
  params,
  answer: item,
});

export const changePunch = endpoint({
  method: 'PATCH',
  path: `${punch}/:id`,
  access: 'ventas.entregar',
  touches,
  summary: 'Cambia la gravedad, el plazo o el contratista de un pendiente',
  params,
  body: model.PunchChange,
  answer: item,
  errors: ['STALE', 'TRANSITION'],
});

export const correctPunch = endpoint({
  method: 'POST',
  path: `${punch}/:id/correct`,
  access: SEES_PUNCH,
  touches,
  summary: 'Reporta un pendiente corregido, con fotografía',
  params,
  body: model.CorrectPunch,
  files: { fotos: model.PUNCH_FILES },
  answer: item,
  errors: ['TRANSITION'],
});

export const changePunchStatus = endpoint({
  method: 'PATCH',
  path: `${punch}/:id/status`,
  access: SEES_PUNCH,
  touches,
  summary: 'Verifica, devuelve o anula un pendiente',
  params,
  body: StatusChange,
  answer: item,
  errors: ['TRANSITION', 'STALE'],
});

const templates = '/api/care/handover-templates';
export const listTemplates = endpoint({
  method: 'GET',
  path: templates,
  access: SEES,
  shows: ['plantilla_entrega'],
  summary: 'Las listas de inspección de entrega: la general y la de cada modelo',
  answer: data(z.array(model.HandoverTemplate)),
});

export const changeTemplate = endpoint({
  method: 'PATCH',
  path: `${templates}/:modelo`,
  access: 'ventas.entregar',
  touches: ['plantilla_entrega'],
  summary: 'Guarda una versión nueva de la lista de un modelo; 0 es la general',
  params: z.object({ modelo: z.coerce.number().int().min(0) }),
  body: z.object({ ambientes: Rooms, version: z.number().int() }),
  answer: data(model.HandoverTemplate),
  errors: ['STALE'],
});

const given = '/api/care/handover-documents';
export const listGiven = endpoint({
  method: 'GET',
  path: given,
  access: SEES,
  shows: ['documento_entrega'],
  summary: 'Los manuales y reglamentos que se entregan con la vivienda',
  answer: data(z.array(model.GivenDocument)),
});

export const addGiven = endpoint({
  method: 'POST',
  path: given,
  access: 'ventas.entregar',
  touches: ['documento_entrega'],
  summary: 'Sube el manual o el reglamento de un proyecto o modelo; el anterior queda reemplazado',
  body: z.object({
    tipo: z.enum(Object.keys(model.GIVEN_KINDS) as [model.GivenKind, ...model.GivenKind[]]),
    proyecto_id: z.coerce.number({ error: 'Elige el proyecto.' }).int().min(1),
    modelo_id: z.preprocess((value) => (value === '' ? undefined : value), Id.optional()),
  }),
  files: { archivo: model.MANUAL_FILE },
  answer: data(model.GivenDocument),
  status: 201,
});

/** The buyer says whether a corrected item is right. */
export const verifyMine = endpoint({
  method: 'POST',
  path: '/clientes/entrega/pendientes/:id',
  access: 'client',
  touches,
  summary: 'El comprador confirma o devuelve un pendiente corregido',
  params,
  body: z.object({
    bien: z.enum(['1', '0']),
    motivo: z.string().trim().max(500).optional(),
  }),
  files: {},
  answer: z.object({ success: z.string(), redirect: z.string() }),
  errors: ['TRANSITION'],
  limit: { max: 60, seconds: 60 },
  seeOther: ({ redirect }: { redirect: string }) => redirect,
});
