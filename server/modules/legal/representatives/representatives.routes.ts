import { eq } from 'drizzle-orm';
import { urlOf } from '#contract/endpoint.ts';
import * as api from '#contract/legal/representatives/endpoints.ts';
import { paginate } from '#contract/paging.ts';
import { notFound } from '#server/kernel/errors.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import { ofCompany } from '#server/modules/legal/counsel/counsel.scope.ts';
import { representativeJobs } from './representatives.jobs.ts';
import { findRepresentative, pageOfRepresentatives } from './representatives.queries.ts';
import {
  addRepresentative,
  archiveRepresentative,
  attachPower,
  changeRepresentative,
} from './representatives.service.ts';
import { representatives } from './representatives.table.ts';

/** People who sign for the company, with their powers. */
export const representativesModule: Module = {
  name: 'representatives',
  jobs: representativeJobs,
  records: {
    representante: async (ctx, id) =>
      // A representative is no sale's: a scope of own rows does not reach it.
      ofCompany(ctx, 'legal.ver') && (await ctx.db.$count(representatives, eq(representatives.id, id))) > 0,
  },
  routes(app) {
    route(app, api.listRepresentatives, async (ctx, { query }) => {
      const { list, total } = await pageOfRepresentatives(ctx, query);
      return {
        data: list,
        meta: { pagination: paginate(query, list.length, total, urlOf(api.listRepresentatives, { query })) },
      };
    });
    route(app, api.getRepresentative, async (ctx, { params }) => {
      const data = await findRepresentative(ctx, params.id);
      if (!data) throw notFound();
      return { data };
    });
    route(app, api.addRepresentative, async (ctx, { body }) => ({
      data: await addRepresentative(ctx, body),
    }));
    route(app, api.changeRepresentative, async (ctx, { params, body }) => ({
      data: await changeRepresentative(ctx, params.id, body),
    }));
    route(app, api.attachPower, async (ctx, { params }) => ({
      data: await attachPower(ctx, params.id, ctx.uploads.get('archivo')?.[0]),
    }));
    route(app, api.archiveRepresentative, async (ctx, { params, body }) => ({
      data: await archiveRepresentative(ctx, params.id, body.params.archivado),
    }));
  },
};
