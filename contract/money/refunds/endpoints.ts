import { data, endpoint, page, sumsOf } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { NewRefund, Refund, RefundDraft, RefundFilter, refundParams, RefundStatusChange } from './model.ts';
import { REFUND_CAUSES, REFUND_LABELS } from './rules.ts';

const one = '/api/sale/refunds/:id' as const;
const ofSale = '/api/sale/precontracts/:id/refund' as const;
const record = data(Refund);

export const listRefunds = endpoint({
  method: 'GET',
  path: '/api/sale/refunds',
  access: 'pagos.ver',
  shows: ['devolucion'],
  summary: 'Devoluciones a clientes, las más nuevas primero',
  query: RefundFilter,
  answer: page(Refund),
  exports: exportsOf(Refund, {
    title: 'Devoluciones',
    permission: 'pagos.exportar',
    columns: [
      { key: 'nombre', of: 'id', title: 'Cliente', type: 'text', width: 30, value: (row) => row.name },
      {
        key: 'precontrato',
        of: 'id',
        title: 'Pre-contrato',
        type: 'text',
        width: 16,
        value: (row) => row.sale.code ?? `Venta ${row.sale.id}`,
      },
      { key: 'estado', title: 'Estado', type: 'text', width: 20, value: (row) => row.state.name },
      { key: 'causa', title: 'Causa', type: 'text', width: 28, value: (row) => REFUND_CAUSES[row.cause] },
      { key: 'pagado', title: 'Pagado', type: 'money', value: (row) => row.paid_centavos },
      { key: 'retenido', title: 'Se retiene', type: 'money', value: (row) => row.penalty_centavos },
      { key: 'monto', title: 'Se devuelve', type: 'money', value: (row) => row.amount_centavos },
      { key: 'limite', title: 'A más tardar', type: 'date', value: (row) => row.due_on },
      { key: 'pago', title: 'Pagada el', type: 'date', value: (row) => row.paid?.on },
      { key: 'referencia', title: 'Referencia', type: 'text', value: (row) => row.paid?.reference },
    ],
    filters: { estado_id: { label: 'Estado', values: REFUND_LABELS }, q: { label: 'Búsqueda' } },
  }),
});

export const sumRefunds = endpoint({
  method: 'GET',
  path: '/api/sale/refunds/sumas',
  access: 'pagos.ver',
  shows: ['devolucion'],
  summary: 'Suma de las devoluciones, de todo lo que cumple el filtro',
  query: RefundFilter,
  answer: sumsOf('monto'),
});

export const getRefund = endpoint({
  method: 'GET',
  path: one,
  access: 'pagos.ver',
  shows: ['devolucion'],
  summary: 'Una devolución con quién la preparó, aprobó y pagó',
  params: refundParams,
  answer: record,
});

export const draftRefund = endpoint({
  method: 'GET',
  path: ofSale,
  access: 'pagos.ver',
  shows: ['devolucion', 'pago'],
  summary: 'Lo que se devolvería de una venta terminada, por causa, y la devolución que ya tiene',
  params: refundParams,
  answer: data(RefundDraft),
});

export const prepareRefund = endpoint({
  method: 'POST',
  path: ofSale,
  access: 'pagos.editar',
  touches: ['devolucion', 'pago', 'precontrato'],
  summary: 'Prepara la devolución de una venta desistida o rescindida',
  params: refundParams,
  body: NewRefund,
  answer: record,
  status: 201,
  errors: ['TRANSITION', 'STALE'],
  idempotent: true,
});

export const changeRefundStatus = endpoint({
  method: 'PATCH',
  path: `${one}/status`,
  access: 'pagos.ver',
  touches: ['devolucion', 'pago', 'precontrato'],
  summary: 'Aprueba, paga o anula una devolución; cada cambio pide su propio permiso',
  params: refundParams,
  body: RefundStatusChange,
  answer: record,
  errors: ['TRANSITION', 'STALE', 'BANK_LINE_USED'],
});
