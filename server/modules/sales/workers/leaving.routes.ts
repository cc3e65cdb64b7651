import * as api from '#contract/company/users/endpoints.ts';
import type { Module } from '#server/kernel/house.ts';
import { route } from '#server/kernel/route.ts';
import { getUser } from '#server/modules/company/users/people.service.ts';
import { openWork } from './leaving.queries.ts';
import { handOverOf, leave, openWorkOf } from './leaving.service.ts';

/** Who works on sales: what somebody has open, and who goes on with it when they leave. */
export const workersModule: Module = {
  name: 'workers',
  knows: { usuario: { openProcessor: openWork('processor'), openAdviser: openWork('adviser') } },
  routes(app) {
    route(app, api.deactivateUser, async (ctx, { params, body }) => {
      await leave(ctx, params.id, body);
      return { data: await getUser(ctx, params.id) };
    });
    route(app, api.getOpenWork, async (ctx, { params }) => ({ data: await openWorkOf(ctx, params.id) }));
    route(app, api.handOverWork, async (ctx, { params, body }) => ({
      data: await handOverOf(ctx, params.id, body),
    }));
  },
};
