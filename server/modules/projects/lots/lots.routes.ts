import { urlOf } from '#contract/endpoint.ts';
import * as api from '#contract/projects/lots/endpoints.ts';
import { offsetOf, paginate } from '#contract/paging.ts';
import type { FastifyInstance } from 'fastify';
import { and, eq } from 'drizzle-orm';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import { lotOptions, pageOfLots } from './lots.queries.ts';
import { lotsInReach } from './lots.scope.ts';
import { lots } from './lots.table.ts';
import { changeLots } from './lotsBulk.service.ts';
import { changeLot, createBlock } from './lots.service.ts';
import { planRoutes } from './plan.routes.ts';

export const lotsModule: Module = {
  name: 'lots',
  records: {
    lote: async (ctx, id) =>
      (await ctx.db.$count(lots, and(eq(lots.id, id), lotsInReach(ctx, 'proyectos.ver')))) > 0,
  },
  routes(app) {
    lotRoutes(app);
    planRoutes(app);
  },
};

function lotRoutes(app: FastifyInstance): void {
  route(app, api.changeLots, async (ctx, { body }) => {
    const changed = await changeLots(ctx, body);
    return { success: changed === 1 ? 'Se cambió 1 lote.' : `Se cambiaron ${changed} lotes.` };
  });
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
