import { lotHistory } from '#contract/projects/lots/endpoints.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import { historyOfLot } from './lotHistory.queries.ts';

/** The history of a lot across all modules. */
export const lotHistoryModule: Module = {
  name: 'lotHistory',
  routes(app) {
    route(app, lotHistory, async (ctx, { params }) => ({ data: await historyOfLot(ctx, params.id) }));
  },
};
