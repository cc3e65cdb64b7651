import { urlOf } from '#contract/endpoint.ts';
import { paginate } from '#contract/paging.ts';
import * as api from '#contract/company/lawyers/lawyers.ts';
import type { Context } from '#server/kernel/context.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import type { Order } from '#server/modules/company/staff/options.service.ts';
import * as service from './lawyers.service.ts';

/** The company's lawyers and external lawyers. */
export const lawyersModule: Module = {
  name: 'lawyers',
  routes(app) {
    route(app, api.lawyerNames, async (ctx, { query }) => options(ctx, query, false));
    route(app, api.lawyersWithUser, async (ctx, { query }) => options(ctx, query, true));
    route(app, api.listLawyers, async (ctx, { query }) => {
      const { list, total } = await service.pageOfLawyers(ctx, query);
      const url = urlOf(api.listLawyers, { query });
      return { data: list, meta: { pagination: paginate(query, list.length, total, url) } };
    });
    route(app, api.getLawyer, (ctx, { params }) => answer(ctx, params.id));
    route(app, api.createLawyer, async (ctx, { body }) => answer(ctx, await service.createLawyer(ctx, body)));
    route(app, api.changeLawyer, async (ctx, { params, body }) => {
      await service.changeLawyer(ctx, params.id, body);
      return answer(ctx, params.id);
    });
    route(app, api.archiveLawyer, async (ctx, { params, body }) => {
      await service.archiveLawyer(ctx, params.id, body);
      return answer(ctx, params.id);
    });
  },
};

async function options(ctx: Context, order: Order, withUser: boolean) {
  const found = await service.findLawyerOptions(ctx, order, withUser);
  return { data: found.map(({ id, name }) => ({ id, nombre_completo: name })) };
}

const answer = async (ctx: Context, id: number) => ({ data: await service.getLawyer(ctx, id) });
