import { listSalesForLine } from '#contract/money/reconciliation/endpoints.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import { salesForLine } from './candidates.queries.ts';

/** The desk where a line of a statement is given to a sale. */
export const reconciliationModule: Module = {
  name: 'reconciliation',
  routes(app) {
    route(app, listSalesForLine, async (ctx, { params, query }) => ({
      data: await salesForLine(ctx, params.id, query.q || undefined),
    }));
  },
};
