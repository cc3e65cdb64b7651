import * as api from '#contract/money/pettyCash/endpoints.ts';
import type { Context } from '#server/kernel/context.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import { changeFund, closeFund, createFund } from './funds.service.ts';
import { answerFund, custodians, fundTasks, listOfFunds, mayOpenFund } from './pettyCash.queries.ts';
import { fundPostings, voucherPostings } from './pettyCash.postings.ts';
import * as service from './pettyCash.service.ts';

const answer = async (ctx: Context, id: number) => ({ data: await answerFund(ctx, id) });

/** Petty cash: funds, vouchers, counts and replenishments. */
export const pettyCashModule: Module = {
  name: 'pettyCash',
  records: { caja_menuda: mayOpenFund },
  tasks: { caja_menuda: fundTasks },
  postings: [fundPostings, voucherPostings],
  routes(app) {
    route(app, api.listFunds, async (ctx) => ({ data: await listOfFunds(ctx) }));
    route(app, api.listCustodians, async (ctx) => ({ data: await custodians(ctx) }));
    route(app, api.findFund, (ctx, { params }) => answer(ctx, params.id));
    route(app, api.createFund, async (ctx, { body }) => answer(ctx, await createFund(ctx, body)));
    route(app, api.changeFund, async (ctx, { params, body }) => {
      await changeFund(ctx, params.id, body);
      return answer(ctx, params.id);
    });
    route(app, api.closeFund, async (ctx, { params, body }) => {
      await closeFund(ctx, params.id, body);
      return answer(ctx, params.id);
    });
    route(app, api.addVoucher, async (ctx, { params, body }) => {
      await service.addVoucher(ctx, params.id, body);
      return answer(ctx, params.id);
    });
    route(app, api.voidVoucher, async (ctx, { params, body }) => {
      await service.voidVoucher(ctx, params.id, params.voucher, body.reason);
      return answer(ctx, params.id);
    });
    route(app, api.countFund, async (ctx, { params, body }) => {
      await service.countFund(ctx, params.id, body);
      return answer(ctx, params.id);
    });
    route(app, api.askReplenishment, async (ctx, { params }) => {
      await service.askReplenishment(ctx, params.id);
      return answer(ctx, params.id);
    });
    route(app, api.changeReplenishmentStatus, async (ctx, { params, body }) =>
      answer(ctx, await service.changeReplenishment(ctx, params.id, body.params)),
    );
  },
};
