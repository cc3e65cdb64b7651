import { z } from 'zod';
import { PROOF_FILE } from '#contract/company/files/files.ts';
import { data, endpoint, page, sumsOf } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import { MoneyText } from '#contract/money.ts';
import {
  Payment,
  PaymentFilter,
  PaymentRow,
  PaymentStatusChange,
  ReportedReference,
} from '#contract/money/payments/model.ts';

const base = '/api/sale/costumer_payments';
const one = `${base}/:id` as const;
const params = z.object({ id: Id });

export const listPayments = endpoint({
  method: 'GET',
  path: base,
  access: 'pagos.ver',
  shows: ['pago'],
  summary: 'Pagos de clientes, los que esperan desde hace más tiempo primero',
  query: PaymentFilter,
  answer: page(PaymentRow),
  exports: exportsOf(PaymentRow, {
    title: 'Pagos de clientes',
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
      { key: 'concepto', title: 'Concepto', type: 'text', width: 18, value: (row) => row.type.name },
      {
        key: 'estado',
        title: 'Estado',
        type: 'text',
        width: 16,
        value: (row) => (row.covered ? 'Cubierto por excedente' : row.state.name),
      },
      { key: 'monto', title: 'Dice que pagó', type: 'money', value: (row) => row.reported_centavos },
      { key: 'debe', title: 'Se debe', type: 'money', value: (row) => row.owed_centavos },
      { key: 'reported_at', title: 'Reportado', type: 'instant', value: (row) => row.reported_at },
      { key: 'due_at', title: 'Vence', type: 'instant', value: (row) => row.due_at },
      {
        key: 'detalle',
        of: 'concepto',
        title: 'Detalle',
        type: 'text',
        width: 18,
        value: (row) => row.concept,
      },
      { key: 'recibido', title: 'Recibido', type: 'money', value: (row) => row.received_centavos },
      { key: 'banco_dia', title: 'Fecha del banco', type: 'date', value: (row) => row.bank_date },
      { key: 'confirmado', title: 'Confirmado', type: 'instant', value: (row) => row.confirmed_at },
      { key: 'atraso', of: 'due_at', title: 'Días de atraso', type: 'number', value: (row) => row.days_late },
      { key: 'reversado', of: 'estado', title: 'Reversado', type: 'text', value: (row) => row.reversed },
      { key: 'proyecto', title: 'Proyecto', type: 'text', value: (row) => row.project.name },
      { key: 'recibo', title: 'Recibo', type: 'text', width: 12, value: (row) => row.receipt },
    ],
    filters: {
      estado_id: { label: 'Estado', of: 'catalog:costumer_payments_status' },
      proyecto_id: { label: 'Proyecto', of: 'proyecto' },
      precontrato_id: { label: 'Pre-contrato' },
      tipo_id: { label: 'Concepto', of: 'catalog:tipo_pagos' },
      vence_desde: { label: 'Vence desde' },
      vence_hasta: { label: 'Vence hasta' },
      alerta: { label: 'Aviso', values: { cobrar: 'Por cobrar', mora: 'En mora', reversar: 'Por reversar' } },
      q: { label: 'Búsqueda' },
    },
  }),
});

export const sumPayments = endpoint({
  method: 'GET',
  path: `${base}/sumas`,
  access: 'pagos.ver',
  shows: ['pago'],
  summary: 'Sumas de los pagos de clientes, de todo lo que cumple el filtro',
  query: PaymentFilter,
  answer: sumsOf('monto', 'debe', 'recibido'),
});

export const getPayment = endpoint({
  method: 'GET',
  path: one,
  access: 'pagos.ver',
  shows: ['pago'],
  summary: 'Un pago con su comprobante y lo que se puede hacer con él',
  params,
  answer: data(Payment),
});

export const changePaymentStatus = endpoint({
  method: 'PATCH',
  path: `${one}/status`,
  access: 'pagos.ver',
  touches: ['pago', 'precontrato', 'linea_banco', 'etapa', 'comision'],
  summary: 'Verifica, confirma con la línea del banco, rechaza o anula un pago',
  params,
  body: PaymentStatusChange,
  answer: data(Payment),
  errors: ['TRANSITION', 'STALE', 'BANK_LINE_USED', 'LINE_TAKEN'],
});

export const reversePayment = endpoint({
  method: 'POST',
  path: `${one}/reverse`,
  access: 'pagos.anular',
  touches: ['pago', 'precontrato', 'linea_banco', 'etapa', 'comision'],
  summary: 'Reversa un pago confirmado con un asiento contrario; lo que se debía vuelve a deberse',
  params,
  body: z.object({
    motivo: z.string().trim().min(3, { error: 'Escribe el motivo.' }).max(500),
    version: z.coerce.number().int().optional(),
  }),
  answer: data(Payment),
  errors: ['TRANSITION', 'STALE'],
  idempotent: true,
});

export const reportPaymentForCustomer = endpoint({
  method: 'POST',
  path: `${one}/report`,
  // Sales staff record what the customer brings; accounting confirms it (rulings.md 47).
  access: ['pagos.crear', 'ventas.editar'],
  touches: ['pago', 'precontrato', 'etapa'],
  summary: 'Registra el comprobante y el monto que trajo el cliente',
  params,
  body: z.object({
    monto_pagado: MoneyText.optional(),
    referencia: ReportedReference,
    banco_id: z.coerce.number().int().min(1).max(32_767).optional(),
  }),
  files: { archivo_comprobante: PROOF_FILE },
  answer: data(Payment),
  errors: ['TRANSITION'],
  idempotent: true,
});
