import { z } from 'zod';
import { data, endpoint, page } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import {
  CashFilter,
  CashOutlook,
  CashRow,
  ErrorFilter,
  ErrorRow,
  Expectation,
  ExpectationFilter,
  ExpectationForm,
  MoveRow,
  MovesFilter,
  OfFilter,
  PaceRow,
} from './model.ts';
import { CASH_KINDS, CASH_KIND_NAMES, LINES, SIDES, SPANS } from './rules.ts';

const base = '/api/accounting/cash_forecast';
const permission = 'contabilidad.exportar';
/** Other records change it too, but a forecast is computed again every ten minutes, not with each of them. */
const SHOWS = ['flujo_caja', 'movimiento_previsto'] as const;
const TOUCHES = ['movimiento_previsto', 'flujo_caja'] as const;
const OF = { libro_id: { label: 'Empresa' }, proyecto_id: { label: 'Proyecto', of: 'proyecto' } } as const;
const titles = (list: Readonly<Record<string, { title: string }>>) =>
  Object.fromEntries(Object.entries(list).map(([key, { title }]) => [key, title]));

export const cashForecast = endpoint({
  method: 'GET',
  path: base,
  access: 'contabilidad.ver',
  shows: SHOWS,
  summary: 'Flujo de caja previsto de los próximos doce meses, por semana o mes, en tres líneas',
  query: CashFilter,
  answer: data(z.array(CashRow)),
  exports: exportsOf(CashRow, {
    title: 'Flujo de caja previsto',
    permission,
    columns: [
      { key: 'desde', title: 'Desde', type: 'date', width: 12, value: (row) => row.from },
      { key: 'hasta', title: 'Hasta', type: 'date', width: 12, value: (row) => row.to },
      { key: 'entra', title: 'Entra', type: 'money', value: (row) => row.entra },
      { key: 'sale', title: 'Sale', type: 'money', value: (row) => row.sale },
      { key: 'neto', title: 'Neto', type: 'money', value: (row) => row.neto },
      { key: 'pesimista', title: 'Saldo pesimista', type: 'money', value: (row) => row.pesimista },
      { key: 'esperada', title: 'Saldo esperado', type: 'money', value: (row) => row.esperada },
      { key: 'optimista', title: 'Saldo optimista', type: 'money', value: (row) => row.optimista },
      ...CASH_KIND_NAMES.map((key) => ({
        key,
        title: CASH_KINDS[key].title,
        type: 'money' as const,
        width: 12,
        value: (row: CashRow) => row.kinds[key] ?? 0,
      })),
    ],
    filters: {
      ...OF,
      por: { label: 'Por', values: SPANS },
      linea: { label: 'Línea', values: titles(LINES) },
    },
  }),
});

export const cashOutlook = endpoint({
  method: 'GET',
  path: `${base}/outlook`,
  access: 'contabilidad.ver',
  shows: SHOWS,
  summary: 'Saldo en bancos y punto más bajo de los próximos doce meses',
  query: OfFilter,
  answer: data(CashOutlook),
});

export const recalculateCash = endpoint({
  method: 'POST',
  path: `${base}/recalculate`,
  access: 'contabilidad.ver',
  touches: ['flujo_caja'],
  summary: 'Pide que el flujo de caja se calcule con los registros de ahora',
  body: z.object({}),
  answer: z.object({ success: z.string() }),
  limit: { max: 20, seconds: 60 },
});

export const listCashMoves = endpoint({
  method: 'GET',
  path: `${base}/moves`,
  access: 'contabilidad.ver',
  shows: SHOWS,
  summary: 'Los movimientos que espera el flujo de caja, cada uno con su registro',
  query: MovesFilter,
  answer: page(MoveRow),
  exports: exportsOf(MoveRow, {
    title: 'Movimientos previstos',
    permission,
    columns: [
      { key: 'dia', title: 'Esperado', type: 'date', width: 12, value: (row) => row.day },
      { key: 'de', title: 'De', type: 'text', width: 36, value: (row) => row.label },
      { key: 'clase', title: 'Clase', type: 'text', width: 24, value: (row) => CASH_KINDS[row.kind].title },
      { key: 'proyecto', title: 'Proyecto', type: 'text', width: 24, value: (row) => row.project?.name },
      { key: 'fecha', title: 'Su fecha', type: 'date', width: 12, value: (row) => row.base_on },
      { key: 'monto', title: 'Monto', type: 'money', value: (row) => row.centavos },
    ],
    filters: {
      ...OF,
      linea: { label: 'Línea', values: titles(LINES) },
      clase: { label: 'Clase', values: titles(CASH_KINDS) },
      lado: { label: 'Entra o sale', values: SIDES },
      desde: { label: 'Desde' },
      hasta: { label: 'Hasta' },
    },
  }),
});

export const listCashPaces = endpoint({
  method: 'GET',
  path: `${base}/paces`,
  access: 'contabilidad.ver',
  shows: ['flujo_caja'],
  summary: 'En cuántos días se mueve el dinero, según lo que ha pasado',
  answer: data(z.array(PaceRow)),
  exports: exportsOf(PaceRow, {
    title: 'Ritmos del flujo de caja',
    permission,
    columns: [
      { key: 'ritmo', title: 'Ritmo', type: 'text', width: 32, value: (row) => row.title },
      { key: 'de', title: 'De', type: 'text', width: 24, value: (row) => row.of },
      { key: 'desde', title: 'Desde cuándo', type: 'text', width: 24, value: (row) => row.since },
      { key: 'casos', title: 'Casos', type: 'number', value: (row) => row.sample },
      { key: 'p20', title: '2 de cada 10', type: 'number', value: (row) => row.p20 },
      { key: 'p50', title: '5 de cada 10', type: 'number', value: (row) => row.p50 },
      { key: 'p80', title: '8 de cada 10', type: 'number', value: (row) => row.p80 },
    ],
  }),
});

export const listCashErrors = endpoint({
  method: 'GET',
  path: `${base}/errors`,
  access: 'contabilidad.ver',
  shows: ['flujo_caja', 'asiento'],
  summary: 'Lo que se previó cada mes al lado de lo que dicen los libros',
  query: ErrorFilter,
  answer: data(z.array(ErrorRow)),
  exports: exportsOf(ErrorRow, {
    title: 'Error del flujo de caja',
    permission,
    columns: [
      { key: 'mes', title: 'Mes', type: 'text', width: 10, value: (row) => row.month },
      { key: 'grupo', title: 'De', type: 'text', width: 28, value: (row) => row.title },
      { key: 'previsto', title: 'Previsto', type: 'money', value: (row) => row.forecast },
      { key: 'real', title: 'Según los libros', type: 'money', value: (row) => row.actual },
      { key: 'diferencia', title: 'Diferencia', type: 'money', value: (row) => row.difference },
      { key: 'error', title: 'Error', type: 'percent', value: (row) => row.percent },
    ],
    filters: { ...OF, meses: { label: 'Meses de adelanto' } },
  }),
});

const expectations = `${base}/expectations`;
const params = z.object({ id: Id });

export const listExpectations = endpoint({
  method: 'GET',
  path: expectations,
  access: 'contabilidad.ver',
  shows: ['movimiento_previsto'],
  summary: 'Movimientos que ningún registro dice: planilla, préstamos, terrenos, impuestos',
  query: ExpectationFilter,
  answer: page(Expectation),
  exports: exportsOf(Expectation, {
    title: 'Otros movimientos previstos',
    permission,
    columns: [
      { key: 'concepto', title: 'Concepto', type: 'text', width: 32, value: (row) => row.concept },
      { key: 'tipo', title: 'Tipo', type: 'text', width: 22, value: (row) => row.type.name },
      { key: 'empresa', title: 'Empresa', type: 'text', width: 26, value: (row) => row.company.name },
      { key: 'proyecto', title: 'Proyecto', type: 'text', width: 24, value: (row) => row.project?.name },
      { key: 'dia', title: 'Primer día', type: 'date', value: (row) => row.first_on },
      { key: 'mensual', title: 'Cada mes', type: 'text', width: 10, value: (row) => row.monthly },
      { key: 'ultimo', title: 'Hasta', type: 'date', value: (row) => row.until },
      { key: 'proximo', title: 'Próximo', type: 'date', value: (row) => row.next_on },
      { key: 'monto', title: 'Monto', type: 'money', value: (row) => row.centavos },
    ],
    filters: {
      ...OF,
      tipo_id: { label: 'Tipo', of: 'catalog:cash_expectation_types' },
      archivadas: { label: 'Con los quitados' },
      q: { label: 'Búsqueda' },
    },
  }),
});

export const findExpectation = endpoint({
  method: 'GET',
  path: `${expectations}/:id`,
  access: 'contabilidad.ver',
  shows: ['movimiento_previsto'],
  summary: 'Un movimiento previsto',
  params,
  answer: data(Expectation),
});

export const createExpectation = endpoint({
  method: 'POST',
  path: expectations,
  access: 'contabilidad.crear',
  touches: TOUCHES,
  summary: 'Agrega un movimiento previsto que ningún registro dice',
  body: ExpectationForm,
  answer: data(Expectation),
  status: 201,
  idempotent: true,
});

export const changeExpectation = endpoint({
  method: 'PATCH',
  path: `${expectations}/:id`,
  access: 'contabilidad.editar',
  touches: TOUCHES,
  summary: 'Corrige o quita un movimiento previsto',
  params,
  body: ExpectationForm.extend({ version: z.number().int().optional() }),
  answer: data(Expectation),
  errors: ['STALE'],
});
