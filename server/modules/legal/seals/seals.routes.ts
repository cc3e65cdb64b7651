import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { urlOf } from '#contract/endpoint.ts';
import { Id } from '#contract/ids.ts';
import * as api from '#contract/legal/seals/endpoints.ts';
import { paginate } from '#contract/paging.ts';
import { audit } from '#server/kernel/audit.ts';
import { notFound } from '#server/kernel/errors.ts';
import type { Module } from '#server/kernel/core.ts';
import { route, serveBytes } from '#server/kernel/route.ts';
import { sealBundle } from './bundle.service.ts';
import { sealJobs } from './seals.jobs.ts';
import { findSeal, findSeals } from './seals.queries.ts';
import { sealsInReach } from './seals.scope.ts';
import { retrySeal } from './seals.service.ts';
import { seals } from './seals.table.ts';
import { sealTasks } from './seals.tasks.ts';

/** Seals of signed documents, for the office. */
export const sealsModule: Module = {
  name: 'seals',
  jobs: sealJobs,
  tasks: { sello: sealTasks },
  records: {
    sello: async (ctx, id) => ctx.staff !== null && (await findSeal(ctx, id)) !== undefined,
  },
  routes(app) {
    route(app, api.listSeals, async (ctx, { query }) => {
      const { data, total } = await findSeals(ctx, query);
      const url = urlOf(api.listSeals, { query });
      return { data, meta: { pagination: paginate(query, data.length, total, url) } };
    });
    route(app, api.getSeal, async (ctx, { params }) => {
      const data = await findSeal(ctx, params.id);
      if (!data) throw notFound();
      return { data };
    });
    route(app, api.changeSealStatus, async (ctx, { params, body }) => {
      await retrySeal(ctx, params.id, body.params);
      return { data: (await findSeal(ctx, params.id))! };
    });
    serveBytes(
      app,
      { path: api.SEAL_BUNDLE, access: 'legal.ver', limit: { max: 20, seconds: 60 } },
      async (ctx, request, reply) => {
        const { data } = z.object({ id: Id }).safeParse(request.params);
        const [seal] = data
          ? await ctx.db
              .select()
              .from(seals)
              .where(and(eq(seals.id, data.id), sealsInReach(ctx, 'legal.ver')))
          : [];
        if (!seal) throw notFound();
        const { name, bytes } = await sealBundle(ctx, seal);
        await audit(ctx, 'exported', 'sello', seal.id, { papel: name });
        return reply
          .headers({ 'cache-control': 'no-store', 'content-disposition': `attachment; filename="${name}"` })
          .type('application/zip')
          .send(bytes);
      },
    );
  },
};
