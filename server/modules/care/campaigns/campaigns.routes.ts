import * as api from '#contract/care/campaigns/endpoints.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import { campaignsJob } from './campaigns.jobs.ts';
import { cancel, countOf, create, findCampaigns } from './campaigns.service.ts';

/** A template to a group of prospects. */
export const campaignsModule: Module = {
  name: 'campaigns',
  jobs: [campaignsJob],
  routes(app) {
    route(app, api.listCampaigns, async (ctx) => ({ data: await findCampaigns(ctx) }));
    route(app, api.countGroup, async (ctx, { body }) => ({ data: await countOf(ctx, body) }));
    route(app, api.createCampaign, async (ctx, { body }) => ({ data: await create(ctx, body) }));
    route(app, api.cancelCampaign, async (ctx, { params }) => ({ data: await cancel(ctx, params.id) }));
  },
};
