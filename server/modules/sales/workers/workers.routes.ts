import { reassignSales as reassign } from '#contract/sales/board/boardEndpoints.ts';
import { listProcessors, listSaleStaff } from '#contract/sales/sale/endpoints.ts';
import type { Module } from '#server/kernel/house.ts';
import { route } from '#server/kernel/route.ts';
import { lawyerFollower } from './lawyers.service.ts';
import { findSaleStaff, processorNames } from './processors.service.ts';
import { reassignSales } from './reassign.service.ts';

/** Who works on which sale. */
export const workersModule: Module = {
  name: 'workers',
  followers: [lawyerFollower],
  routes(app) {
    route(app, listProcessors, async (ctx, { query }) => ({
      data: await processorNames(ctx, query.exclude?.split(',').map(Number)),
    }));
    route(app, listSaleStaff, async (ctx) => ({ data: await findSaleStaff(ctx.db, ctx.now) }));
    route(app, reassign, async (ctx, { body }) => ({ data: await reassignSales(ctx, body) }));
  },
};
