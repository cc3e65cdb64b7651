import { moneyKnown } from './known.ts';
import { banks } from '#contract/company/catalogs/moneyLists.ts';
import { urlOf } from '#contract/endpoint.ts';
import { paginate } from '#contract/paging.ts';
import * as api from '#contract/money/payments/endpoints.ts';
import type { Permission } from '#contract/access.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '#server/kernel/context.ts';
import { invalid, notFound, transitionRefused } from '#server/kernel/errors.ts';
import { exportBatches } from '#server/kernel/exports/lists.ts';
import type { Module } from '#server/kernel/house.ts';
import { route } from '#server/kernel/route.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { isOffered } from '#server/modules/company/catalogs/catalogs.service.ts';
import { saleInReach, salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { bankMoneyFollower } from './bankMoney.service.ts';
import { presentPayment, presentPayments } from './payments.present.ts';
import { allPayments, findPayment, findPayments, type PaymentFound } from './payments.queries.ts';
import { countToVerify } from './payments.counters.ts';
import { reportPayment, paymentFollowers } from './payments.service.ts';
import { customerRoutes } from './customer.routes.ts';
import { remindLate, sweepPayments } from './payments.jobs.ts';
import { receiptPaper } from './papers.service.ts';
import { reversePayment } from './reversal.service.ts';
import { changePaymentState } from './review.service.ts';
import { saleMoneyRoutes, servePaper } from './saleMoney.routes.ts';

export const paymentsModule: Module = {
  name: 'payments',
  jobs: [remindLate, sweepPayments],
  knows: { precontrato: moneyKnown },
  followers: [...paymentFollowers, bankMoneyFollower],
  counters: { payments: countToVerify },
  records: {
    pago: async (ctx, id) => (await paymentInReach(ctx, id, 'pagos.ver')) !== undefined,
  },
  recordFiles: {
    precontrato: async (ctx, id) =>
      (await saleInReach(ctx, 'pagos.ver', id))
        ? sql`${files.id} in (select proof_file_id from payments where sale_id = ${id})`
        : null,
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
    servePaper(app, { path: `${api.getPayment.path}/recibo`, access: 'pagos.ver' }, async (ctx, id) => {
      const { sale } = await reached(ctx, id, 'pagos.ver');
      return receiptPaper(ctx, sale.id, id);
    });
    saleMoneyRoutes(app);
    customerRoutes(app);
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
