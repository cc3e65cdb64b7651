import { commissionPostings } from './commissions.postings.ts';
import { commissionFollower, paymentFollower } from './release.service.ts';
import * as api from '#contract/sales/commissions/endpoints.ts';
import { urlOf } from '#contract/endpoint.ts';
import { paginate } from '#contract/paging.ts';
import { notFound } from '#server/kernel/errors.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import { findAccounts, findLine, findLines, sumsOfAccounts, sumsOfLines } from './commissions.queries.ts';
import {
  addBroker,
  addRule,
  allBrokers,
  changeBroker,
  changeLine,
  commissionsOfSale,
  endRule,
  listRules,
  nameByHand,
} from './commissions.service.ts';
import { commissionTasks } from './commissions.tasks.ts';

/** Commissions of advisers and external brokers. */
export const commissionsModule: Module = {
  name: 'commissions',
  tasks: { comision: commissionTasks },
  postings: [commissionPostings],
  followers: [commissionFollower, paymentFollower],
  records: {
    comision: async (ctx, id) =>
      api.SEES_COMMISSIONS.some((one) => ctx.staff?.grants.has(one)) &&
      (await findLine(ctx, id)) !== undefined,
  },
  routes(app) {
    route(app, api.listCommissions, async (ctx, { query }) => {
      const { data, total } = await findLines(ctx, query);
      const url = urlOf(api.listCommissions, { query });
      return { data, meta: { pagination: paginate(query, data.length, total, url) } };
    });
    route(app, api.commissionAccounts, async (ctx, { query }) => {
      const { data, total } = await findAccounts(ctx, query);
      const url = urlOf(api.commissionAccounts, { query });
      return { data, meta: { pagination: paginate(query, data.length, total, url) } };
    });
    route(app, api.sumCommissions, async (ctx, { query }) => ({ data: await sumsOfLines(ctx, query) }));
    route(app, api.sumCommissionAccounts, async (ctx) => ({ data: await sumsOfAccounts(ctx) }));
    route(app, api.getCommission, async (ctx, { params }) => {
      const data = await findLine(ctx, params.id);
      if (!data) throw notFound();
      return { data };
    });
    route(app, api.changeCommissionStatus, async (ctx, { params, body }) => ({
      data: await changeLine(ctx, params.id, body.params),
    }));
    route(app, api.listCommissionRules, async (ctx) => ({ data: await listRules(ctx) }));
    route(app, api.addCommissionRule, async (ctx, { body }) => ({ data: await addRule(ctx, body) }));
    route(app, api.endCommissionRule, async (ctx, { params, body }) => ({
      data: await endRule(ctx, params.id, body.hasta),
    }));
    route(app, api.listBrokers, async (ctx) => ({ data: await allBrokers(ctx) }));
    route(app, api.addBroker, async (ctx, { body }) => ({ data: await addBroker(ctx, body) }));
    route(app, api.changeBroker, async (ctx, { params, body }) => ({
      data: await changeBroker(ctx, params.id, body),
    }));
    route(app, api.saleCommissions, async (ctx, { params }) => ({
      data: await commissionsOfSale(ctx, params.id),
    }));
    route(app, api.nameCommission, async (ctx, { params, body }) => {
      await nameByHand(ctx, params.id, body);
      return { data: await commissionsOfSale(ctx, params.id) };
    });
  },
};
