import { z } from 'zod';
import { PROOF_FILE } from '#contract/company/files/files.ts';
import { endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/ids.ts';
import { ConfirmedAmount } from '#contract/sales/purchase/amount.ts';
import { ReportedReference } from '#contract/money/payments/model.ts';

/** Dues other than the separation: installments, legal costs, extras, cash payment. */
export const reportDue = endpoint({
  method: 'POST',
  path: '/clientes/mi-compra/:id/pagos/:pagoId',
  access: 'client',
  summary: 'Reporta un pago de la compra con su comprobante y su monto',
  params: z.object({ id: Id, pagoId: Id }),
  body: z.object({
    monto_pagado: z.string().max(40).optional(),
    monto_confirmado: ConfirmedAmount,
    referencia: ReportedReference,
  }),
  files: { archivo_comprobante: PROOF_FILE },
  answer: z.object({ success: z.string(), redirect: z.string() }),
  errors: ['ALREADY_REPORTED'],
  idempotent: true,
  limit: { max: 600, seconds: 60 },
  seeOther: ({ redirect }: { redirect: string }) => redirect,
});
