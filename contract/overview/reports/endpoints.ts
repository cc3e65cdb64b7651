import { z } from 'zod';
import { data, endpoint, page } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { pageBy } from '#contract/paging.ts';
import { AnswerRow, BoardQuery, ConversionRow, ManagementBoard } from './model.ts';
import { SALE_GROUPS } from './rules.ts';

const access = 'reportes.ver';

/** Without `proyecto_id`, a user whose scope is limited to some projects gets the first of them. */
export const managementBoard = endpoint({
  method: 'GET',
  path: '/api/reports/board',
  access,
  shows: [],
  summary:
    'El tablero de gerencia: embudo, meses, demoras, bancos y dinero esperado; null mientras se calcula por primera vez',
  query: BoardQuery,
  answer: data(ManagementBoard.nullable()),
});

export const refreshBoard = endpoint({
  method: 'POST',
  path: '/api/reports/board/refresh',
  access,
  touches: [],
  summary: 'Pide que el tablero se calcule otra vez; está listo cuando computed_at no es anterior a asked_at',
  body: BoardQuery,
  answer: data(z.object({ /** ISO 8601 UTC */ asked_at: z.string() })),
  limit: { max: 6, seconds: 60 },
});

const PipelineRow = ManagementBoard.shape.pipeline.element;
export const listPipeline = endpoint({
  method: 'GET',
  path: '/api/reports/pipeline',
  access,
  shows: [],
  summary: 'El embudo del tablero, fila por fila',
  query: pageBy('ventas', 'valor').extend(BoardQuery.shape),
  answer: page(PipelineRow),
  exports: exportsOf(PipelineRow, {
    title: 'Embudo de ventas',
    permission: 'reportes.exportar',
    columns: [
      {
        key: 'grupo',
        title: 'Grupo',
        type: 'text',
        width: 18,
        value: (row) => SALE_GROUPS[row.group],
      },
      { key: 'estado', title: 'Estado', type: 'text', width: 28, value: (row) => row.state },
      { key: 'ventas', title: 'Ventas', type: 'number', width: 12, value: (row) => row.sales },
      { key: 'valor', title: 'Valor', type: 'money', width: 18, value: (row) => row.value_centavos },
    ],
    filters: { proyecto_id: { label: 'Proyecto', of: 'proyecto' } },
  }),
});

const MonthRow = ManagementBoard.shape.months.element;
export const listMonths = endpoint({
  method: 'GET',
  path: '/api/reports/months',
  access,
  shows: [],
  summary: 'Los meses del tablero, fila por fila',
  query: pageBy(
    'mes',
    'recibidas',
    'conversion',
    'completas',
    'cartas',
    'promesas',
    'entregas',
    'perdidas',
    'cobrado',
  ).extend(BoardQuery.shape),
  answer: page(MonthRow),
  exports: exportsOf(MonthRow, {
    title: 'Ventas por mes',
    permission: 'reportes.exportar',
    columns: [
      { key: 'mes', title: 'Mes', type: 'text', width: 10, value: (row) => row.month },
      { key: 'recibidas', title: 'Recibidas', type: 'number', width: 11, value: (row) => row.received },
      { key: 'conversion', title: 'Conversión', type: 'percent', width: 11, value: (row) => row.conversion },
      {
        key: 'completas',
        title: 'Expediente completo',
        type: 'number',
        width: 11,
        value: (row) => row.complete,
      },
      { key: 'cartas', title: 'Carta promesa', type: 'number', width: 11, value: (row) => row.letters },
      { key: 'promesas', title: 'Promesa firmada', type: 'number', width: 11, value: (row) => row.promised },
      { key: 'entregas', title: 'Entregadas', type: 'number', width: 11, value: (row) => row.delivered },
      { key: 'perdidas', title: 'Perdidas', type: 'number', width: 11, value: (row) => row.lost },
      { key: 'cobrado', title: 'Cobrado', type: 'money', width: 18, value: (row) => row.collected_centavos },
    ],
    filters: { proyecto_id: { label: 'Proyecto', of: 'proyecto' } },
  }),
});

const KINDS = { asesor: 'Asesor', origen: 'Origen' } as const;
export const listConversion = endpoint({
  method: 'GET',
  path: '/api/reports/conversion',
  access,
  shows: [],
  summary:
    'Las ventas recibidas en los últimos doce meses, por asesor o por origen: cuántas firmaron promesa',
  query: pageBy('recibidas', 'promesas', 'perdidas', 'conversion').extend({
    ...BoardQuery.shape,
    por: z.enum(Object.keys(KINDS) as [keyof typeof KINDS]).default('asesor'),
  }),
  answer: page(ConversionRow),
  exports: exportsOf(ConversionRow, {
    title: 'Conversión de ventas',
    permission: 'reportes.exportar',
    columns: [
      { key: 'nombre', title: 'Asesor u origen', type: 'text', width: 28, value: (row) => row.name },
      { key: 'recibidas', title: 'Recibidas', type: 'number', width: 11, value: (row) => row.received },
      { key: 'promesas', title: 'Con promesa', type: 'number', width: 12, value: (row) => row.promised },
      { key: 'perdidas', title: 'Perdidas', type: 'number', width: 11, value: (row) => row.lost },
      { key: 'conversion', title: 'Conversión', type: 'percent', width: 12, value: (row) => row.conversion },
    ],
    filters: { proyecto_id: { label: 'Proyecto', of: 'proyecto' }, por: { label: 'Por', values: KINDS } },
  }),
});

export const listAnswers = endpoint({
  method: 'GET',
  path: '/api/reports/answers',
  access,
  shows: [],
  summary: 'Lo que esperaron los clientes una respuesta en el chat, por mes y por colega',
  query: pageBy('mes', 'quien', 'respuestas', 'mitad', 'noventa').extend(BoardQuery.shape),
  answer: page(AnswerRow),
  exports: exportsOf(AnswerRow, {
    title: 'Respuestas del chat',
    permission: 'reportes.exportar',
    columns: [
      { key: 'mes', title: 'Mes', type: 'text', width: 10, value: (row) => row.month },
      { key: 'quien', title: 'Quién', type: 'text', width: 32, value: (row) => row.name },
      { key: 'respuestas', title: 'Respuestas', type: 'number', width: 12, value: (row) => row.answers },
      {
        key: 'mitad',
        title: 'La mitad, en minutos',
        type: 'number',
        width: 20,
        value: (row) => row.median_minutes,
      },
      {
        key: 'noventa',
        title: '9 de cada 10, en minutos',
        type: 'number',
        width: 24,
        value: (row) => row.ninety_minutes,
      },
    ],
    filters: { proyecto_id: { label: 'Proyecto', of: 'proyecto' } },
  }),
});
