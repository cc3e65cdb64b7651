import { z } from 'zod';
import { urlOf } from '#contract/endpoint.ts';
import * as api from '#contract/money/onlineDeposits/endpoints.ts';
import { paginate } from '#contract/paging.ts';
import type { Module } from '#server/kernel/core.ts';
import { job } from '#server/kernel/jobs.ts';
import { route } from '#server/kernel/route.ts';
import { endRejected } from './news.service.ts';
import { depositPostings } from './onlineDeposits.postings.ts';
import {
  answerDeposit,
  changeDepositState,
  depositTasks,
  mayOpenDeposit,
  pageOfDeposits,
  sumsOfDeposits,
} from './onlineDeposits.queries.ts';
import { payOnline } from './pay.service.ts';
import { reconcileDeposits } from './reconcile.service.ts';
import { settleDeposits, settlementLines } from './settle.service.ts';
import { depositWebhooks } from './webhooks.routes.ts';

/** Asks the providers for what they did not tell. */
export const reconcileJob = job({
  name: 'onlineDeposits.reconcile',
  payload: z.object({}),
  cron: '*/5 * * * *',
  ownTransactions: true,
  run: reconcileDeposits,
});

/** Payments of customers by Yappy or card. */
export const onlineDepositsModule: Module = {
  name: 'onlineDeposits',
  jobs: [reconcileJob],
  records: { pago_en_linea: mayOpenDeposit },
  tasks: { pago_en_linea: depositTasks },
  followers: [endRejected],
  postings: [depositPostings],
  routes(app) {
    depositWebhooks(app);
    route(app, api.payOnline, (ctx, { params, body }) =>
      payOnline(ctx, { saleId: params.id, paymentId: params.pagoId, via: body.via, phone: body.celular }),
    );
    route(app, api.listDeposits, async (ctx, { query }) => {
      const { list, total } = await pageOfDeposits(ctx, query);
      return {
        data: list,
        meta: { pagination: paginate(query, list.length, total, urlOf(api.listDeposits, { query })) },
      };
    });
    route(app, api.sumDeposits, async (ctx, { query }) => ({ data: await sumsOfDeposits(ctx, query) }));
    route(app, api.findDeposit, async (ctx, { params }) => ({ data: await answerDeposit(ctx, params.id) }));
    route(app, api.changeDepositStatus, async (ctx, { params, body }) => {
      await changeDepositState(ctx, params.id, body.params);
      return { data: await answerDeposit(ctx, params.id) };
    });
    route(app, api.listSettlementLines, async (ctx) => ({ data: await settlementLines(ctx) }));
    route(app, api.settleDeposits, async (ctx, { body }) => ({ data: await settleDeposits(ctx, body) }));
  },
};
