import { z } from 'zod';
import { data, endpoint, page } from '../endpoint.ts';
import { Id } from '../ids.ts';
import { MoneyText } from '../money.ts';
import { Payment, PaymentFilter, PaymentRow, PaymentStatusChange, PROOF_FILE } from './model.ts';

const base = '/api/sale/costumer_payments';
const one = `${base}/:id` as const;
const params = z.object({ id: Id });

export const listPayments = endpoint({
  method: 'GET',
  path: base,
  access: 'pagos.ver',
  summary: 'Pagos de clientes, los que esperan desde hace más tiempo primero',
  query: PaymentFilter,
  answer: page(PaymentRow),
});

export const getPayment = endpoint({
  method: 'GET',
  path: one,
  access: 'pagos.ver',
  summary: 'Un pago con su comprobante y lo que se puede hacer con él',
  params,
  answer: data(Payment),
});

export const changePaymentStatus = endpoint({
  method: 'PATCH',
  path: `${one}/status`,
  access: 'pagos.ver',
  summary: 'Verifica, confirma con la línea del banco, rechaza o anula un pago',
  params,
  body: PaymentStatusChange,
  answer: data(Payment),
  errors: ['TRANSITION', 'STALE', 'BANK_LINE_USED'],
});

export const reportPaymentForCustomer = endpoint({
  method: 'POST',
  path: `${one}/report`,
  access: 'pagos.crear',
  summary: 'Registra el comprobante y el monto que trajo el cliente',
  params,
  body: z.object({ monto_pagado: MoneyText.optional() }),
  files: { archivo_comprobante: PROOF_FILE },
  answer: data(Payment),
  errors: ['TRANSITION'],
  idempotent: true,
});
