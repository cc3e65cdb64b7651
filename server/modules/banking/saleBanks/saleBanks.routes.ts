import * as api from '#contract/banking/requirements/requirements.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import { saleBanks } from './saleBanks.service.ts';

export const saleBanksModule: Module = {
  name: 'saleBanks',
  routes(app) {
    route(app, api.getSaleBanks, async (ctx, { params, query }) => ({
      data: await saleBanks(ctx, params.id, query.bancos?.split(',').map(Number) ?? []),
    }));
  },
};
