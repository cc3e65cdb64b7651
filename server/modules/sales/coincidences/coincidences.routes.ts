import { urlOf } from '#contract/endpoint.ts';
import * as api from '#contract/sales/coincidences/endpoints.ts';
import { paginate } from '#contract/paging.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import { compareChanged, sweepCoincidences } from './coincidences.jobs.ts';
import { presentPairs } from './coincidences.present.ts';
import { countPending, findPair, findPairs } from './coincidences.queries.ts';
import { ignorePair, linkPair, merge, readPair, reopenPair } from './coincidences.service.ts';

export const coincidencesModule: Module = {
  name: 'coincidences',
  jobs: [compareChanged, sweepCoincidences],
  records: { coincidencia: async (ctx, id) => (await findPair(ctx, id)) !== undefined },
  counters: {
    coincidences: (ctx) =>
      scopeOf(ctx, 'ventas.editar') || scopeOf(ctx, 'ventas.aprobar') ? countPending(ctx) : null,
  },
  routes(app) {
    route(app, api.listCoincidences, async (ctx, { query }) => {
      const { found, total } = await findPairs(ctx, query);
      const url = urlOf(api.listCoincidences, { query });
      return {
        data: await presentPairs(ctx, found, { masked: true }),
        meta: { pagination: paginate(query, found.length, total, url) },
      };
    });
    route(app, api.getCoincidence, (ctx, { params }) => answer(ctx, params.id));
    route(app, api.mergePeople, async (ctx, { params, body }) => ({
      data: await merge(ctx, params.id, body),
    }));
    route(app, api.linkPeople, async (ctx, { params, body }) => {
      await linkPair(ctx, params.id, body);
      return answer(ctx, params.id);
    });
    route(app, api.ignoreCoincidence, async (ctx, { params, body }) => {
      await ignorePair(ctx, params.id, body);
      return answer(ctx, params.id);
    });
    route(app, api.reopenCoincidence, async (ctx, { params, body }) => {
      await reopenPair(ctx, params.id, body.version);
      return answer(ctx, params.id);
    });
  },
};

const answer = async (ctx: Context, id: number) => ({ data: await readPair(ctx, id) });
