import { listSaleLots } from '#contract/projects/lots/endpoints.ts';
import { planStates } from '#contract/projects/lots/plan.ts';
import { notFound } from '#server/kernel/errors.ts';
import type { Module } from '#server/kernel/core.ts';
import { Prepared } from '#server/kernel/prepared.ts';
import { route } from '#server/kernel/route.ts';
import { statesOfPlan } from './plan.queries.ts';
import { lotsOfSale } from './saleLots.queries.ts';

/** Lots from the point of view of sales: which lots a sale may take, and which sale has each lot of a plan. */
export const saleLotsModule: Module = {
  name: 'saleLots',
  routes(app) {
    route(app, listSaleLots, async (ctx, { params, query }) => {
      const list = await lotsOfSale(ctx, params.id);
      if (!list) throw notFound();
      return { data: query.order_type === 'desc' ? list.toReversed() : list };
    });
    route(app, planStates, async (ctx, { query }) => {
      const states = await statesOfPlan(ctx, query.proyecto_id);
      if (!states) throw notFound();
      return new Prepared(planStates, { data: states });
    });
  },
};
