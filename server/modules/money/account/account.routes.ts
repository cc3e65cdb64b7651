import type { FastifyInstance } from 'fastify';
import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Access, Permission } from '#contract/access.ts';
import { Id } from '#contract/ids.ts';
import { getPayment } from '#contract/money/verification/endpoints.ts';
import * as api from '#contract/money/account/endpoints.ts';
import { statementOf } from '#contract/money/account/statement.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import { notFound, transitionRefused } from '#server/kernel/errors.ts';
import type { Module } from '#server/kernel/core.ts';
import { sendPaper, type Paper } from '#server/kernel/pdf/paper.ts';
import { route, serveBytes } from '#server/kernel/route.ts';
import { salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { saleMoney, saleAccount, whyNoDisbursement } from './account.service.ts';
import { accountPages } from './account.pages.ts';
import { customerRoutes } from './customer.routes.ts';
import { receiptPaper, statementPaper } from './papers.service.ts';
import { saleOfPayment } from '#server/modules/money/payments/locks.service.ts';
import {
  addCharge,
  makePlan,
  previewPlan,
  recordDisbursement,
  reprogram,
} from '#server/modules/money/payments/plan.service.ts';

async function reachedSale(ctx: Context, id: number, permission: Permission) {
  const [found] = await ctx.db
    .select()
    .from(sales)
    .where(and(eq(sales.id, id), salesInReach(ctx, permission)));
  if (!found) throw notFound();
  return found;
}
const answer = async (ctx: Context, id: number) => ({
  data: await saleMoney(ctx, await reachedSale(ctx, id, 'pagos.ver')),
});

/** The money of a sale: plan, charges, statement of account and receipts. */
export const accountModule: Module = { name: 'account', routes };

function routes(app: FastifyInstance): void {
  route(app, api.getSaleMoney, (ctx, { params }) => answer(ctx, params.id));
  route(app, api.listSaleStatement, async (ctx, { params }) => {
    const account = await saleAccount(ctx, await reachedSale(ctx, params.id, 'pagos.ver'));
    return {
      data: statementOf(account).flatMap(({ name, rows }) => rows.map((one) => ({ ...one, cuenta: name }))),
    };
  });
  servePaper(app, { path: `${api.listSaleStatement.path}/pdf`, access: 'pagos.ver' }, async (ctx, id) => {
    await reachedSale(ctx, id, 'pagos.ver');
    return statementPaper(ctx, id);
  });
  route(app, api.previewPlan, async (ctx, { params, query }) => {
    await reachedSale(ctx, params.id, 'pagos.crear');
    return { data: await previewPlan(ctx, params.id, query) };
  });
  route(app, api.makePlan, async (ctx, { params, body }) => {
    await reachedSale(ctx, params.id, 'pagos.crear');
    await makePlan(ctx, params.id, body);
    return answer(ctx, params.id);
  });
  route(app, api.reprogramPlan, async (ctx, { params, body }) => {
    await reachedSale(ctx, params.id, 'pagos.editar');
    await reprogram(ctx, params.id, body);
    return answer(ctx, params.id);
  });
  route(app, api.addCharge, async (ctx, { params, body }) => {
    await reachedSale(ctx, params.id, 'pagos.crear');
    await addCharge(ctx, params.id, body);
    return answer(ctx, params.id);
  });
  route(app, api.addDisbursement, async (ctx, { params, body }) => {
    const sale = await reachedSale(ctx, params.id, 'pagos.crear');
    const reason = whyNoDisbursement(sale);
    if (reason) throw transitionRefused(reason);
    await recordDisbursement(ctx, params.id, {
      cents: body.monto,
      reference: body.referencia,
      receivedOn: body.fecha,
    });
    return answer(ctx, params.id);
  });
  servePaper(app, { path: `${getPayment.path}/recibo`, access: 'pagos.ver' }, async (ctx, id) => {
    const saleId = await saleOfPayment(ctx.db, id, salesInReach(ctx, 'pagos.ver'));
    if (saleId === undefined) throw notFound();
    return receiptPaper(ctx, saleId, id);
  });
  customerRoutes(app);
  accountPages(app);
}

const Params = z.object({ id: Id });

/** A PDF of the record in the path's `:id`, made on request; shown inline and not cached by the browser. */
function servePaper(
  app: FastifyInstance,
  { path, access }: { path: string; access: Access },
  make: (ctx: Context, id: number) => Promise<Paper>,
): void {
  serveBytes(app, { path, access }, async (ctx, request, reply) => {
    const params = Params.safeParse(request.params);
    if (!params.success) throw notFound();
    const { name, bytes } = await make(ctx, params.data.id);
    if (ctx.staff) await audit(ctx, 'leer', 'papel_pago', params.data.id, { name });
    return sendPaper(reply, { name, bytes });
  });
}
