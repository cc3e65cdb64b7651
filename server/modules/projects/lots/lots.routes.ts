import { urlOf } from '#contract/endpoint.ts';
import * as api from '#contract/projects/lots/endpoints.ts';
import { offsetOf, paginate } from '#contract/paging.ts';
import type { FastifyInstance } from 'fastify';
import { and, eq } from 'drizzle-orm';
import { notFound } from '#server/kernel/errors.ts';
import type { Module } from '#server/kernel/house.ts';
import { route } from '#server/kernel/route.ts';
import { claimJobs } from '#server/modules/sales/precontracts/expiry.jobs.ts';
import { lotOptions, lotsInReach, pageOfLots } from './lots.queries.ts';
import { lots } from './lots.table.ts';
import { lotsOfSale } from '#server/modules/sales/claims/saleLots.queries.ts';
import { changeLots } from './lotsBulk.service.ts';
import { historyOfLot } from './lots.history.ts';
import { changeLot, createBlock } from './lots.service.ts';
import { planRoutes } from './plan.routes.ts';
import { waitlistJobs } from '#server/modules/sales/waitlist/waitlist.jobs.ts';
import { waitlistRoutes } from '#server/modules/sales/waitlist/waitlist.routes.ts';

export const lotsModule: Module = {
  name: 'lots',
  records: {
    lote: async (ctx, id) =>
      (await ctx.db.$count(lots, and(eq(lots.id, id), lotsInReach(ctx, 'proyectos.ver')))) > 0,
  },
  routes(app) {
    lotRoutes(app);
    planRoutes(app);
    waitlistRoutes(app);
  },
  jobs: [...claimJobs, ...waitlistJobs],
};

function lotRoutes(app: FastifyInstance): void {
  route(app, api.changeLots, async (ctx, { body }) => {
    const changed = await changeLots(ctx, body);
    return { success: changed === 1 ? 'Se cambió 1 lote.' : `Se cambiaron ${changed} lotes.` };
  });
  route(app, api.lotHistory, async (ctx, { params }) => ({ data: await historyOfLot(ctx, params.id) }));
  route(app, api.listLots, async (ctx, { query }) => {
    const filter = { ...query, projectId: query.proyecto_id, stateId: query.estado_id };
    const { list, total } = await pageOfLots(ctx, filter, { limit: query.per_page, offset: offsetOf(query) });
    return {
      data: list,
      meta: { pagination: paginate(query, list.length, total, urlOf(api.listLots, { query })) },
    };
  });
  route(app, api.listLotOptions, async (ctx, { query }) => ({
    data: await lotOptions(ctx, { projectId: query.proyecto_id, order_type: query.order_type }),
  }));
  route(app, api.listSaleLots, async (ctx, { params, query }) => {
    const list = (await lotsOfSale(ctx, params.id)) ?? missing();
    return { data: query.order_type === 'desc' ? list.toReversed() : list };
  });
  route(app, api.createBlock, async (ctx, { body }) => {
    const made = await createBlock(ctx, body);
    return {
      data: made,
      success: made.length === 1 ? 'Se creó 1 lote.' : `Se crearon ${made.length} lotes.`,
    };
  });
  route(app, api.changeLot, async (ctx, { params, body }) => ({
    data: await changeLot(ctx, params.id, body),
  }));
}

const missing = (): never => {
  throw notFound();
};
