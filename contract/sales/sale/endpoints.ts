import { z } from 'zod';
import { data, endpoint } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import { Pagination } from '#contract/paging.ts';
import { StatusChange } from '#contract/transitions.ts';
import { HistoryLine, NewSale, SaleChange, SaleFilter, SaleRecord, SaleRow, StateCount } from './model.ts';
import { ASKED_TURN_LABELS, TURN_LABELS } from './turn.ts';
import { saleName } from '#contract/sales/sale/saleName.ts';

const base = '/api/sale/precontracts';
const one = `${base}/:id` as const;
const params = z.object({ id: Id });
const record = data(SaleRecord);
const reason = z.string().trim().min(1, { error: 'Escribe el motivo.' }).max(1000);
const version = z.number().int().optional();

export const listSales = endpoint({
  method: 'GET',
  path: base,
  access: 'ventas.ver',
  shows: ['precontrato', 'user'],
  summary: 'Las ventas, con sus filtros y cuántas hay en cada estado',
  query: SaleFilter,
  answer: z.object({
    data: z.array(SaleRow),
    meta: z.object({ pagination: Pagination, states: z.array(StateCount) }),
  }),
  exports: exportsOf(SaleRow, {
    title: 'Pre-contratos',
    permission: 'ventas.exportar',
    columns: [
      {
        key: 'codigo',
        of: 'id',
        title: 'Pre-contrato',
        type: 'text',
        width: 16,
        value: saleName,
      },
      { key: 'nombre', of: 'id', title: 'Cliente', type: 'text', width: 30, value: (row) => row.name },
      { key: 'estado', title: 'Estado', type: 'text', width: 20, value: (row) => row.state.name },
      { key: 'turno', title: 'Turno', type: 'text', width: 14, value: (row) => TURN_LABELS[row.turn] },
      {
        key: 'siguiente',
        of: 'turno',
        title: 'Siguiente paso',
        type: 'text',
        width: 34,
        value: (row) => row.next,
      },
      {
        key: 'aprobados',
        of: 'papeles',
        title: 'Documentos aprobados',
        type: 'number',
        width: 10,
        value: (row) => row.papers.approved,
      },
      {
        key: 'pedidos',
        of: 'papeles',
        title: 'Documentos pedidos',
        type: 'number',
        width: 10,
        value: (row) => row.papers.required,
      },
      {
        key: 'proyecto',
        of: 'vivienda',
        title: 'Proyecto',
        type: 'text',
        width: 24,
        value: (row) => row.project.name,
      },
      {
        key: 'modelo',
        of: 'vivienda',
        title: 'Modelo',
        type: 'text',
        width: 16,
        value: (row) => row.model.name,
      },
      { key: 'lote', of: 'vivienda', title: 'Lote', type: 'text', width: 9, value: (row) => row.lot?.lote },
      { key: 'claim_until', title: 'Lote hasta', type: 'instant', value: (row) => row.claim?.until },
      {
        key: 'procesador',
        title: 'Procesador',
        type: 'text',
        width: 22,
        value: (row) => row.processor?.name,
      },
      { key: 'state_since', title: 'En este estado desde', type: 'instant', value: (row) => row.state_since },
      { key: 'celular', title: 'Celular', type: 'text', width: 16, value: (row) => row.phone },
      {
        key: 'documento',
        of: 'celular',
        title: 'Documento',
        type: 'text',
        width: 16,
        value: (row) => row.document,
      },
      { key: 'asesor', title: 'Asesor', type: 'text', width: 22, value: (row) => row.adviser?.name },
      { key: 'created_at', of: 'asesor', title: 'Creado', type: 'instant', value: (row) => row.created_at },
    ],
    filters: {
      estado_id: { label: 'Estado', of: 'catalog:states_precontract' },
      proyecto_id: { label: 'Proyecto', of: 'proyecto' },
      procesador_id: { label: 'Procesador', of: 'usuario' },
      asesor_id: { label: 'Asesor', of: 'usuario' },
      turno: { label: 'Turno', values: ASKED_TURN_LABELS },
      recibida_desde: { label: 'Recibida desde' },
      recibida_hasta: { label: 'Recibida hasta' },
      mias: { label: 'Solo las mías' },
      q: { label: 'Búsqueda' },
    },
  }),
});

export const getSale = endpoint({
  method: 'GET',
  path: one,
  access: 'ventas.ver',
  shows: ['precontrato', 'apartado'],
  summary: 'Una venta con todo lo suyo y lo que se puede hacer con ella',
  params,
  answer: record,
});

export const createSale = endpoint({
  method: 'POST',
  path: base,
  access: 'ventas.crear',
  touches: ['precontrato', 'persona', 'documento', 'etapa', 'lote', 'apartado'],
  summary: 'Empieza un pre-contrato en la oficina; quien lo crea queda como su asesor',
  body: NewSale,
  answer: record,
  status: 201,
  errors: ['LOT_TAKEN'],
  idempotent: true,
});

export const changeSale = endpoint({
  method: 'PATCH',
  path: one,
  access: 'ventas.editar',
  touches: ['precontrato', 'persona', 'documento', 'etapa'],
  summary: 'Cambia datos del formulario de una venta',
  params,
  body: SaleChange,
  answer: record,
  errors: ['STALE'],
});

export const changeSaleStatus = endpoint({
  method: 'PATCH',
  path: `${one}/status`,
  access: 'ventas.ver',
  touches: [
    'precontrato',
    'etapa',
    'documento',
    'pago',
    'lote',
    'apartado',
    'solicitud',
    'cita',
    'comision',
    'devolucion',
  ],
  summary: 'Cambia el estado de una venta; cada cambio pide su propio permiso',
  params,
  body: StatusChange,
  answer: record,
  errors: ['TRANSITION', 'STALE', 'LOT_TAKEN'],
});

export const setSaleLot = endpoint({
  method: 'PATCH',
  path: `${one}/lot`,
  access: ['ventas.editar', 'ventas.aprobar'],
  touches: ['precontrato', 'lote', 'apartado', 'espera', 'etapa', 'pago'],
  summary: 'Elige o cambia el lote de una venta',
  params,
  body: z.object({ lote_id: z.number().int().min(1), version }),
  answer: record,
  errors: ['LOT_TAKEN', 'STALE'],
});

export const setSaleProcessor = endpoint({
  method: 'PATCH',
  path: `${one}/processor`,
  access: 'ventas.aprobar',
  touches: ['precontrato', 'etapa'],
  summary: 'Pasa la venta a otro procesador',
  params,
  body: z.object({ procesador_id: z.number().int().min(1), motivo: reason, version }),
  answer: record,
  errors: ['STALE'],
});

export const setSaleAdviser = endpoint({
  method: 'PATCH',
  path: `${one}/adviser`,
  access: 'ventas.aprobar',
  touches: ['precontrato', 'comision'],
  summary: 'Da la venta a un asesor, o la deja sin asesor',
  params,
  body: z.object({ asesor_id: z.number().int().min(1).nullable(), version }),
  answer: record,
  errors: ['STALE'],
});

export const setSaleLawyer = endpoint({
  method: 'PATCH',
  path: `${one}/lawyer`,
  access: ['ventas.editar', 'legal.editar'],
  touches: ['precontrato', 'lawyer'],
  summary: 'Da lo legal de la venta a un abogado, o la deja sin abogado',
  params,
  body: z.object({ abogado_id: z.number().int().min(1).nullable(), version }),
  answer: record,
  errors: ['STALE'],
});

export const sendSaleLink = endpoint({
  method: 'POST',
  path: `${one}/link`,
  access: 'ventas.editar',
  touches: ['precontrato', 'correo'],
  summary: 'Envía al cliente un enlace nuevo a su compra',
  params,
  answer: z.object({ success: z.string() }),
  limit: { max: 20, seconds: 60 },
});

export const saleHistory = endpoint({
  method: 'GET',
  path: `${one}/history`,
  access: 'ventas.ver',
  shows: ['precontrato', 'documento', 'pago', 'comentario'],
  summary: 'Todo lo que pasó en la venta, lo más nuevo primero',
  params,
  answer: data(z.array(HistoryLine)),
});

/** `exclude` leaves out ids: "7" or "7,8". Clients sort the map by name. */
export const listProcessors = endpoint({
  method: 'GET',
  path: '/api/sale/processors/list',
  access: 'ventas.ver',
  shows: ['precontrato', 'user'],
  summary: 'Procesadores activos: un mapa de número a nombre',
  query: z.object({
    exclude: z
      .string()
      .regex(/^\d{1,15}(,\d{1,15}){0,99}$/, { error: 'Escribe números separados por comas.' })
      .or(z.literal(''))
      .optional(),
  }),
  answer: data(z.record(z.string(), z.string())),
});

/** Users to whom a sale can be assigned, for filters and dialogs of the office. */
export const listSaleStaff = endpoint({
  method: 'GET',
  path: '/api/sale/staff',
  access: 'ventas.ver',
  shows: ['precontrato', 'user'],
  summary: 'Procesadores y asesores activos, con sus ventas abiertas',
  answer: data(
    z.array(
      z.object({
        id: z.number().int(),
        name: z.string(),
        processor: z.boolean(),
        adviser: z.boolean(),
        lawyer: z.boolean(),
        away: z.boolean(),
        /** Last day out of office; null when the end is open or the user is not away. */
        away_to: z.string().nullable(),
        /** Number of open sales as processor, as adviser, and as lawyer. */
        open: z.number().int(),
        open_adviser: z.number().int(),
        open_lawyer: z.number().int(),
      }),
    ),
  ),
});
