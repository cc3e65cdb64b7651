import { urlOf } from '#contract/endpoint.ts';
import * as api from '#contract/money/cashForecast/endpoints.ts';
import { paginate } from '#contract/paging.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import { computeCashDaily, computeCashNow } from './cashForecast.jobs.ts';
import { listErrors } from './errors.service.ts';
import {
  changeExpectation,
  createExpectation,
  findExpectation,
  listExpectations,
  mayOpenExpectation,
} from './expectations.service.ts';
import { listForecast, listMoves, listPaces, outlookOf, recalculate } from './forecast.service.ts';

/** Cash of the coming twelve months, by what the records of sales and works say. */
export const cashForecastModule: Module = {
  name: 'cashForecast',
  jobs: [computeCashNow, computeCashDaily],
  records: { movimiento_previsto: mayOpenExpectation },
  routes(app) {
    route(app, api.cashForecast, async (ctx, { query }) => ({ data: await listForecast(ctx, query) }));
    route(app, api.cashOutlook, async (ctx, { query }) => ({ data: await outlookOf(ctx, query) }));
    route(app, api.recalculateCash, async (ctx) => {
      await recalculate(ctx);
      return { success: 'Se está calculando. La página se actualiza sola.' };
    });
    route(app, api.listCashMoves, async (ctx, { query }) => {
      const { list, total } = await listMoves(ctx, query);
      const url = urlOf(api.listCashMoves, { query });
      return { data: list, meta: { pagination: paginate(query, list.length, total, url) } };
    });
    route(app, api.listCashPaces, async (ctx) => ({ data: await listPaces(ctx) }));
    route(app, api.listCashErrors, async (ctx, { query }) => ({ data: await listErrors(ctx, query) }));
    route(app, api.listExpectations, async (ctx, { query }) => {
      const { list, total } = await listExpectations(ctx, query);
      const url = urlOf(api.listExpectations, { query });
      return { data: list, meta: { pagination: paginate(query, list.length, total, url) } };
    });
    route(app, api.findExpectation, async (ctx, { params }) => ({
      data: await findExpectation(ctx, params.id),
    }));
    route(app, api.createExpectation, async (ctx, { body }) => ({
      data: await findExpectation(ctx, await createExpectation(ctx, body)),
    }));
    route(app, api.changeExpectation, async (ctx, { params, body }) => {
      await changeExpectation(ctx, params.id, body);
      return { data: await findExpectation(ctx, params.id) };
    });
  },
};
