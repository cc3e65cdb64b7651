import { z } from 'zod';
import { data, endpoint } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import { Pagination } from '#contract/paging.ts';
import {
  BoardFilter,
  BoardRow,
  CustomerAction,
  dueStage,
  NewCustomerAction,
  Reassign,
  Reassigned,
  Stage,
  StageCard,
  StageChange,
  StageEdit,
  StageTime,
} from './board.ts';
import { CELL_LABELS, STAGES } from './cards.ts';
import { SaleRecord, StateCount } from '#contract/sales/sale/model.ts';
import { ASKED_TURN_LABELS, TURN_LABELS } from '#contract/sales/sale/turn.ts';
import { saleName } from '#contract/sales/sale/saleName.ts';

const one = '/api/sale/precontracts/:id' as const;
const params = z.object({ id: Id });
const stageParams = z.object({ id: Id, etapa: Stage });

export const listBoard = endpoint({
  method: 'GET',
  path: '/api/sale/board',
  access: 'ventas.ver',
  shows: ['precontrato', 'etapa', 'tiempo_etapa'],
  summary: 'El tablero de seguimiento: una fila por venta con sus 12 etapas',
  query: BoardFilter,
  answer: z.object({
    data: z.array(BoardRow),
    meta: z.object({ pagination: Pagination, states: z.array(StateCount) }),
  }),
  exports: exportsOf(BoardRow, {
    title: 'Tablero de seguimiento',
    permission: 'ventas.exportar',
    columns: [
      {
        key: 'venta',
        title: 'Pre-contrato',
        type: 'text',
        width: 16,
        value: saleName,
      },
      { key: 'cliente', of: 'venta', title: 'Cliente', type: 'text', width: 28, value: (row) => row.name },
      { key: 'lote', of: 'venta', title: 'Lote', type: 'text', width: 9, value: (row) => row.lot?.lote },
      {
        key: 'estado',
        title: 'Estado',
        type: 'text',
        width: 20,
        value: (row) => row.state.name,
      },
      {
        key: 'proyecto',
        title: 'Proyecto',
        type: 'text',
        width: 22,
        value: (row) => row.project.name,
      },
      { key: 'turno', title: 'Turno', type: 'text', width: 16, value: (row) => TURN_LABELS[row.turn] },
      {
        key: 'siguiente',
        of: 'turno',
        title: 'Siguiente paso',
        type: 'text',
        width: 32,
        value: (row) => row.next,
      },
      { key: 'due', title: 'Vence', type: 'date', value: (row) => row.due_on },
      {
        key: 'etapa_vence',
        of: 'due',
        title: 'Etapa que vence',
        type: 'text',
        width: 15,
        value: (row) => STAGES[(dueStage(row) ?? 0) - 1],
      },
      {
        key: 'age',
        title: 'Etapa actual',
        type: 'text',
        width: 15,
        value: (row) => STAGES[(row.stage?.id ?? 0) - 1],
      },
      {
        key: 'dias',
        of: 'age',
        title: 'Días en la etapa',
        type: 'number',
        width: 10,
        value: (row) => row.stage?.days,
      },
      {
        key: 'normal',
        of: 'age',
        title: 'Días normales',
        type: 'number',
        width: 10,
        value: (row) => row.stage?.normal,
      },
      ...STAGES.map((name, at) => ({
        key: `etapa_${at + 1}` as const,
        of: 'etapas' as const,
        title: name,
        type: 'text' as const,
        width: 13,
        value: (row: BoardRow) => CELL_LABELS[row.cells.find(({ stage }) => stage === at + 1)?.state_id ?? 1],
      })),
      {
        key: 'accion',
        title: 'Última acción',
        type: 'text',
        width: 20,
        value: (row) => row.last_action.name,
      },
      {
        key: 'accion_fecha',
        of: 'accion',
        title: 'Fecha',
        type: 'instant',
        value: (row) => row.last_action_at,
      },
      {
        key: 'proximo',
        of: 'accion',
        title: 'Próximo contacto',
        type: 'date',
        value: (row) => row.next_contact_on,
      },
      {
        key: 'procesador',
        title: 'Procesador',
        type: 'text',
        width: 22,
        value: (row) => row.processor?.name,
      },
      { key: 'asesor', title: 'Asesor', type: 'text', width: 22, value: (row) => row.adviser?.name },
    ],
    filters: {
      estado_id: { label: 'Estado', of: 'catalog:states_precontract' },
      proyecto_id: { label: 'Proyecto', of: 'proyecto' },
      procesador_id: { label: 'Procesador', of: 'usuario' },
      asesor_id: { label: 'Asesor', of: 'usuario' },
      turno: { label: 'Turno', values: ASKED_TURN_LABELS },
      recibida_desde: { label: 'Recibida desde' },
      recibida_hasta: { label: 'Recibida hasta' },
      etapa: {
        label: 'Etapa',
        values: Object.fromEntries(STAGES.map((name, at) => [String(at + 1), name])),
      },
      celda: {
        label: 'Estado de la etapa',
        values: Object.fromEntries(Object.entries(CELL_LABELS).map(([id, name]) => [id, name])),
      },
      abierta: { label: 'Con la etapa abierta' },
      vencidas: { label: 'Solo vencidas' },
      mias: { label: 'Solo las mías' },
      q: { label: 'Búsqueda' },
    },
  }),
});

export const saleStages = endpoint({
  method: 'GET',
  path: `${one}/stages`,
  access: 'ventas.ver',
  shows: ['etapa', 'tiempo_etapa'],
  summary: 'Las 12 etapas de una venta: qué les falta, qué pasó y qué se puede hacer',
  params,
  answer: data(z.array(StageCard)),
});

export const changeStageStatus = endpoint({
  method: 'PATCH',
  path: `${one}/stages/:etapa/status`,
  access: 'ventas.ver',
  touches: ['etapa', 'precontrato'],
  summary: 'Cambia el estado de una etapa; cada cambio pide su propio permiso',
  params: stageParams,
  body: StageChange,
  answer: data(StageCard),
  errors: ['TRANSITION', 'STALE'],
});

export const editStage = endpoint({
  method: 'PATCH',
  path: `${one}/stages/:etapa`,
  access: 'ventas.ver',
  touches: ['etapa', 'precontrato'],
  summary: 'Escribe el responsable, la nota o la fecha límite de una etapa',
  params: stageParams,
  body: StageEdit,
  answer: data(StageCard),
  errors: ['STALE'],
});

export const listCustomerActions = endpoint({
  method: 'GET',
  path: `${one}/actions`,
  access: 'ventas.ver',
  shows: ['precontrato'],
  summary: 'Lo que hizo el cliente, anotado por la oficina, lo más nuevo primero',
  params,
  answer: data(z.array(CustomerAction)),
});

export const addCustomerAction = endpoint({
  method: 'POST',
  path: `${one}/actions`,
  access: 'ventas.editar',
  touches: ['precontrato', 'etapa'],
  summary: 'Anota la última acción del cliente y cuándo volver a hablarle',
  params,
  body: NewCustomerAction,
  answer: data(CustomerAction),
  status: 201,
  idempotent: true,
});

export const reassignSales = endpoint({
  method: 'POST',
  path: '/api/sale/board/reassign',
  access: 'ventas.aprobar',
  touches: ['precontrato', 'etapa', 'comision'],
  summary: 'Pasa varias ventas a otro procesador o asesor; con `probar` solo dice qué pasaría',
  body: Reassign,
  answer: data(z.array(Reassigned)),
  idempotent: true,
});

export const listStageTimes = endpoint({
  method: 'GET',
  path: '/api/sale/stage_times',
  access: 'ventas.ver',
  shows: ['tiempo_etapa'],
  summary: 'Cuántos días toma normalmente cada etapa',
  answer: data(z.array(StageTime)),
});

export const setStageTime = endpoint({
  method: 'PATCH',
  path: '/api/sale/stage_times/:etapa',
  access: 'ventas.aprobar',
  touches: ['tiempo_etapa'],
  summary: 'Cambia los días normales de una etapa',
  params: z.object({ etapa: Stage }),
  body: z.object({
    dias: z
      .number({ error: 'Escribe los días.' })
      .int()
      .min(1, { error: 'Escribe al menos un día.' })
      .max(1500, { error: 'Escribe hasta 1500 días.' }),
  }),
  answer: data(z.array(StageTime)),
});

/**
 * Staff who may edit the sale are in contact with its customer, so `ventas.editar` is enough. The audit keeps the
 * stated reason.
 */
export const vouchForBuyer = endpoint({
  method: 'POST',
  path: `${one}/confirmacion`,
  access: 'ventas.editar',
  touches: ['precontrato', 'persona', 'etapa'],
  summary: 'Confirma que el cliente es quien dice el formulario: su lote se guarda lo normal',
  params,
  body: z.object({
    motivo: z.string().trim().min(10, { error: 'Escribe en una oración cómo lo sabes.' }).max(1000),
    version: z.number().int().optional(),
  }),
  answer: data(SaleRecord),
  errors: ['STALE'],
  idempotent: true,
});

export const extendSeparation = endpoint({
  method: 'POST',
  path: `${one}/extension`,
  access: 'ventas.aprobar',
  touches: ['apartado', 'precontrato', 'etapa'],
  summary: 'Extiende una sola vez la separación de una venta por 15 días',
  params,
  body: z.object({
    motivo: z.string().trim().min(1, { error: 'Escribe el motivo.' }).max(1000),
    version: z.number().int().optional(),
  }),
  answer: data(SaleRecord),
  errors: ['STALE'],
  idempotent: true,
});
