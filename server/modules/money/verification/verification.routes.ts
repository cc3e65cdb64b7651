import { banks } from '#contract/company/catalogs/moneyLists.ts';
import { urlOf } from '#contract/endpoint.ts';
import { paginate } from '#contract/paging.ts';
import * as api from '#contract/money/verification/endpoints.ts';
import * as lines from '#contract/money/statements/statementEndpoints.ts';
import type { Permission } from '#contract/access.ts';
import type { Context } from '#server/kernel/context.ts';
import { invalid, notFound, transitionRefused } from '#server/kernel/errors.ts';
import { exportBatches } from '#server/kernel/exports/lists.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import { isOffered } from '#server/modules/company/catalogs/catalogs.service.ts';
import { salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { presentPayment, presentPayments } from './verification.present.ts';
import {
  allPayments,
  findPayment,
  findPayments,
  sumsOfPayments,
  type PaymentFound,
} from './verification.queries.ts';
import { reportPayment } from '#server/modules/money/payments/payments.service.ts';
import { reversePayment } from '#server/modules/money/payments/reversal.service.ts';
import { exactPairs } from '#server/modules/money/statements/matching.service.ts';
import { assignLine, confirmPairs } from './confirm.service.ts';
import { changePaymentState } from './review.service.ts';
import { countToVerify, paymentTasks } from './verification.tasks.ts';

const count = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;

/**
 * Accounting matches reported payments with the bank: queue, confirmation with the bank's line, rejection, reversal.
 */
export const verificationModule: Module = {
  name: 'verification',
  counters: { payments: countToVerify },
  tasks: { pago: paymentTasks },
  records: {
    pago: async (ctx, id) => (await paymentInReach(ctx, id, 'pagos.ver')) !== undefined,
  },
  routes(app) {
    route(app, api.listPayments, async (ctx, { query }) => {
      const { found, total } = await findPayments(ctx.db, query, ctx.now, salesInReach(ctx, 'pagos.ver'));
      return {
        data: await presentPayments(ctx, found),
        meta: { pagination: paginate(query, found.length, total, urlOf(api.listPayments, { query })) },
      };
    });
    exportBatches(api.listPayments, async function* (ctx, { query }) {
      for await (const found of allPayments(ctx.db, query, ctx.now, salesInReach(ctx, 'pagos.ver')))
        yield presentPayments(ctx, found);
    });
    route(app, api.sumPayments, async (ctx, { query }) => ({
      data: await sumsOfPayments(ctx.db, query, ctx.now, salesInReach(ctx, 'pagos.ver')),
    }));
    route(app, api.getPayment, (ctx, { params }) => answer(ctx, params.id));
    route(app, api.changePaymentStatus, async (ctx, { params, body }) => {
      await changePaymentState(ctx, params.id, body.params);
      return answer(ctx, params.id);
    });
    route(app, api.reportPaymentForCustomer, async (ctx, { params, body }) => {
      const found =
        (await paymentInReach(ctx, params.id, 'pagos.crear')) ??
        (await reached(ctx, params.id, 'ventas.editar'));
      if (body.banco_id !== undefined && !(await isOffered(ctx.db, banks, body.banco_id)))
        throw invalid([{ field: 'banco_id', message: 'Elige un banco de la lista.' }]);
      const { report } = await presentPayment(ctx, found);
      if (report?.disabled) throw transitionRefused(report.disabled);
      const [proof] = ctx.uploads.get('archivo_comprobante') ?? [];
      await reportPayment(ctx, {
        saleId: found.sale.id,
        paymentId: params.id,
        cents: body.monto_pagado,
        proof,
        reference: body.referencia,
        bankId: body.banco_id,
      });
      return answer(ctx, params.id);
    });
    route(app, api.reversePayment, async (ctx, { params, body }) => {
      await reversePayment(ctx, params.id, body);
      return answer(ctx, params.id);
    });
    route(app, lines.listExactPairs, async (ctx, { query }) => ({ data: await exactPairs(ctx, query) }));
    route(app, lines.confirmExactPairs, async (ctx, { body }) => {
      const { confirmed, left } = await confirmPairs(ctx, body.pares);
      const kept = left.length > 0 ? ` ${count(left.length, 'quedó', 'quedaron')} sin confirmar.` : '';
      return {
        success: `${count(confirmed, 'pago confirmado', 'pagos confirmados')}.${kept}`,
        confirmed,
        left,
      };
    });
    route(app, lines.confirmLine, async (ctx, { params, body }) => {
      const payment_id = await assignLine(ctx, { lineId: params.id, dues: body.pagos });
      return { success: 'Pago confirmado con la línea del banco.', payment_id };
    });
  },
};

const paymentInReach = (ctx: Context, id: number, permission: Permission) =>
  findPayment(ctx.db, id, salesInReach(ctx, permission));

async function reached(ctx: Context, id: number, permission: Permission): Promise<PaymentFound> {
  const found = await paymentInReach(ctx, id, permission);
  if (!found) throw notFound();
  return found;
}

const answer = async (ctx: Context, id: number) => ({
  data: await presentPayment(ctx, await reached(ctx, id, 'pagos.ver')),
});
