import { urlOf } from '#contract/endpoint.ts';
import { paginate } from '#contract/paging.ts';
import * as api from '#contract/money/received/endpoints.ts';
import { exportBatches } from '#server/kernel/exports/lists.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import { allReceived, findReceived, sumsOfReceived } from './received.queries.ts';

/** The register of money received, by the bank's day. */
export const receivedModule: Module = {
  name: 'received',
  routes(app) {
    route(app, api.listReceived, async (ctx, { query }) => {
      const { list, total } = await findReceived(ctx, query);
      return {
        data: list,
        meta: { pagination: paginate(query, list.length, total, urlOf(api.listReceived, { query })) },
      };
    });
    exportBatches(api.listReceived, (ctx, { query }) => allReceived(ctx, query));
    route(app, api.sumReceived, async (ctx, { query }) => ({ data: await sumsOfReceived(ctx, query) }));
  },
};
