import { and, eq, sql } from 'drizzle-orm';
import { urlOf } from '#contract/endpoint.ts';
import { offsetOf, paginate } from '#contract/paging.ts';
import * as api from '#contract/projects/prices/endpoints.ts';
import type { Context } from '#server/kernel/context.ts';
import { notFound } from '#server/kernel/errors.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import { findIncreases, increasesInReach, rowsOfIncrease } from './increases.queries.ts';
import { cancelIncrease, confirmIncrease, prepareIncrease, previewIncrease } from './increases.service.ts';
import { priceFollower } from './priceLog.service.ts';
import { applyIncreases, sweepIncreases } from './prices.jobs.ts';
import { pageOfChanges, pageOfPrices } from './prices.queries.ts';
import { changePrices } from './prices.service.ts';
import { priceIncreases } from './prices.table.ts';

export const pricesModule: Module = {
  name: 'prices',
  followers: [priceFollower],
  knows: {
    'lote usado': {
      priced: sql`exists (select from price_changes p where p.lot_id = lots.id)
        or exists (select from price_increase_rows r where r.lot_id = lots.id)`,
    },
  },
  jobs: [applyIncreases, sweepIncreases],
  records: { aumento: async (ctx, id) => (await findIncrease(ctx, id)) !== undefined },
  routes(app) {
    route(app, api.listPrices, async (ctx, { query }) => {
      const { list, total } = await pageOfPrices(ctx, {
        ...query,
        target: query.tipo,
        projectId: query.proyecto_id,
        limit: query.per_page,
        offset: offsetOf(query),
      });
      const url = urlOf(api.listPrices, { query });
      return { data: list, meta: { pagination: paginate(query, list.length, total, url) } };
    });
    route(app, api.changePrices, async (ctx, { body }) => {
      const changed = await changePrices(ctx, body);
      return { success: changed === 1 ? 'Se cambió 1 precio.' : `Se cambiaron ${changed} precios.` };
    });
    route(app, api.priceHistory, async (ctx, { query }) => {
      const { list, total } = await pageOfChanges(ctx, {
        ...query,
        projectId: query.proyecto_id,
        modelId: query.modelo_id,
        lotId: query.lote_id,
        limit: query.per_page,
        offset: offsetOf(query),
      });
      const url = urlOf(api.priceHistory, { query });
      return { data: list, meta: { pagination: paginate(query, list.length, total, url) } };
    });
    route(app, api.listIncreases, async (ctx, { query }) => {
      const where = increasesInReach(ctx, 'proyectos.ver');
      const list = await findIncreases(ctx, where, {
        ...query,
        limit: query.per_page,
        offset: offsetOf(query),
      });
      const total = await ctx.db.$count(priceIncreases, where);
      const url = urlOf(api.listIncreases, { query });
      return { data: list, meta: { pagination: paginate(query, list.length, total, url) } };
    });
    route(app, api.findIncrease, async (ctx, { params }) => ({
      data: { ...(await increaseInReach(ctx, params.id)), rows: await rowsOfIncrease(ctx, params.id) },
    }));
    route(app, api.previewIncrease, async (ctx, { body }) => ({ data: await previewIncrease(ctx, body) }));
    route(app, api.prepareIncrease, async (ctx, { body }) => ({ data: await prepareIncrease(ctx, body) }));
    route(app, api.confirmIncrease, async (ctx, { params }) => ({
      data: await confirmIncrease(ctx, params.id),
    }));
    route(app, api.cancelIncrease, async (ctx, { params, body }) => ({
      data: await cancelIncrease(ctx, params.id, body.motivo),
    }));
  },
};

async function findIncrease(ctx: Context, id: number) {
  const where = and(eq(priceIncreases.id, id), increasesInReach(ctx, 'proyectos.ver'));
  const [found] = await findIncreases(ctx, where, { limit: 1, offset: 0 });
  return found;
}

async function increaseInReach(ctx: Context, id: number) {
  const found = await findIncrease(ctx, id);
  if (!found) throw notFound();
  return found;
}
