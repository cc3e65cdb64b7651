import { z } from 'zod';
import { urlOf } from '#contract/endpoint.ts';
import { Id } from '#contract/ids.ts';
import { batchPostings } from './batches.postings.ts';
import * as api from '#contract/money/paymentBatches/endpoints.ts';
import { LOAN_PAYMENT_STATE } from '#contract/money/interimLoans/rules.ts';
import { paginate } from '#contract/paging.ts';
import { ACCOUNT_STATE } from '#contract/works/accounts/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Change } from '#server/kernel/changes.ts';
import type { Acting, Context } from '#server/kernel/context.ts';
import { notFound, transitionRefused } from '#server/kernel/errors.ts';
import type { Module } from '#server/kernel/core.ts';
import { sendPaper } from '#server/kernel/pdf/paper.ts';
import { route, serveBytes } from '#server/kernel/route.ts';
import { answerBatch, batchTasks, mayOpenBatch, pageOfBatches } from './batches.queries.ts';
import * as service from './batches.service.ts';
import { changeSeries, chequePaper, listOfSeries } from './cheques.service.ts';
import { batchFile, changeFormat, listOfFormats } from './formats.service.ts';
import { heldBy, listOfPayables, loanHeldBy } from './payables.service.ts';
import { returnLine } from './returned.service.ts';
import { decideAccount, listOfAccounts, proposeAccount } from './supplierAccounts.service.ts';
import { sendText } from './textFile.service.ts';

const answer = async (ctx: Context, id: number) => ({ data: await answerBatch(ctx, id) });
const Params = z.object({ id: Id });
const LineParams = Params.extend({ line: Id });

/** While a batch holds an account of works, only the batch pays it, and nothing reverses it: one payment, one truth. */
async function keepAccount(ctx: Acting, { id, to }: Change): Promise<void> {
  if (to !== ACCOUNT_STATE.paid && to !== ACCOUNT_STATE.reversed) return;
  const code = await heldBy(ctx, id);
  if (code) throw transitionRefused(`La cuenta está en el lote de pago ${code}: confírmalo, o sácala de él.`);
}

/** The same of a payment to a lender; what a batch paid is given back in the batch. */
async function keepLoanPayment(ctx: Acting, { id, to }: Change): Promise<void> {
  if (to === LOAN_PAYMENT_STATE.prepared || to === LOAN_PAYMENT_STATE.approved) return;
  const code = await loanHeldBy(ctx, id, to === LOAN_PAYMENT_STATE.paid);
  if (code)
    throw transitionRefused(`El pago está en el lote de pago ${code}: confírmalo, sácalo o devuélvelo ahí.`);
}

/** Batches of payments, bank files, cheques, and bank accounts of suppliers. */
export const paymentBatchesModule: Module = {
  name: 'paymentBatches',
  records: { lote_pago: mayOpenBatch },
  tasks: { lote_pago: batchTasks },
  postings: [batchPostings],
  followers: [
    { record: 'cuenta_obra', follow: keepAccount },
    { record: 'pago_prestamo', follow: keepLoanPayment },
  ],
  routes(app) {
    route(app, api.listPayables, async (ctx, { query }) => ({ data: await listOfPayables(ctx, query) }));
    route(app, api.listBatches, async (ctx, { query }) => {
      const { list, total } = await pageOfBatches(ctx, query);
      return {
        data: list,
        meta: { pagination: paginate(query, list.length, total, urlOf(api.listBatches, { query })) },
      };
    });
    route(app, api.findBatch, (ctx, { params }) => answer(ctx, params.id));
    route(app, api.createBatch, async (ctx, { body }) => answer(ctx, await service.createBatch(ctx, body)));
    route(app, api.addToBatch, async (ctx, { params, body }) => {
      await service.addToBatch(ctx, params.id, body.items);
      return answer(ctx, params.id);
    });
    route(app, api.removeFromBatch, async (ctx, { params }) => {
      await service.removeFromBatch(ctx, params.id, params.line);
      return answer(ctx, params.id);
    });
    route(app, api.changeBatchStatus, async (ctx, { params, body }) => {
      await service.changeBatchState(ctx, params.id, body.params);
      return answer(ctx, params.id);
    });
    route(app, api.returnLine, async (ctx, { params, body }) => {
      await returnLine(ctx, params.id, params.line, body);
      return answer(ctx, params.id);
    });
    route(app, api.listSupplierAccounts, async (ctx, { query }) => ({
      data: await listOfAccounts(ctx, query.proveedor_id),
    }));
    route(app, api.proposeSupplierAccount, async (ctx, { body }) => ({
      data: await proposeAccount(ctx, body),
    }));
    route(app, api.decideSupplierAccount, async (ctx, { params, body }) => ({
      data: await decideAccount(ctx, params.id, body.accept),
    }));
    route(app, api.listFormats, async (ctx) => ({ data: await listOfFormats(ctx) }));
    route(app, api.changeFormat, async (ctx, { params, body }) => ({
      data: await changeFormat(ctx, params.id, body),
    }));
    route(app, api.listChequeSeries, async (ctx) => ({ data: await listOfSeries(ctx) }));
    route(app, api.changeChequeSeries, async (ctx, { params, body }) => ({
      data: await changeSeries(ctx, params.id, body),
    }));
    serveBytes(
      app,
      { path: api.BATCH_FILE, access: 'contabilidad.exportar' },
      async (ctx, request, reply) => {
        const params = Params.safeParse(request.params);
        if (!params.success) throw notFound();
        const file = await batchFile(ctx, params.data.id);
        await audit(ctx, 'exported', 'lote_pago', params.data.id, { name: file.name });
        return sendText(reply, file);
      },
    );
    serveBytes(app, { path: api.CHEQUE_PAPER, access: 'contabilidad.ver' }, async (ctx, request, reply) => {
      const params = LineParams.safeParse(request.params);
      if (!params.success) throw notFound();
      const paper = await chequePaper(ctx, params.data.id, params.data.line);
      await audit(ctx, 'leer', 'lote_pago', params.data.id, { name: paper.name });
      return sendPaper(reply, paper);
    });
  },
};
