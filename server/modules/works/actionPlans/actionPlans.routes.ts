import { urlOf } from '#contract/endpoint.ts';
import { paginate } from '#contract/paging.ts';
import * as api from '#contract/works/actionPlans/endpoints.ts';
import type { Context } from '#server/kernel/context.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import { findPlanRow, pageOfPlans } from './actionPlans.queries.ts';
import {
  copyPlan,
  discardPlan,
  loadPlan,
  loadVersion,
  publishPlan,
  savePlan,
} from './actionPlans.service.ts';
import { planTasks } from './actionPlans.tasks.ts';

const answer = async (ctx: Context, modelId: number) => ({ data: await loadPlan(ctx, modelId) });

export const actionPlansModule: Module = {
  name: 'actionPlans',
  records: {
    plan_accion: async (ctx, id) => (await findPlanRow(ctx, id, 'proyectos.ver')) !== undefined,
  },
  tasks: { plan_accion: planTasks },
  routes(app) {
    route(app, api.listActionPlans, async (ctx, { query }) => {
      const { list, total } = await pageOfPlans(ctx, query);
      const url = urlOf(api.listActionPlans, { query });
      return { data: list, meta: { pagination: paginate(query, list.length, total, url) } };
    });
    route(app, api.findActionPlan, (ctx, { params }) => answer(ctx, params.modelId));
    route(app, api.findPlanVersion, async (ctx, { params }) => ({
      data: await loadVersion(ctx, params.modelId, params.number),
    }));
    route(app, api.saveActionPlan, async (ctx, { params, body }) => {
      await savePlan(ctx, params.modelId, body);
      return answer(ctx, params.modelId);
    });
    route(app, api.publishActionPlan, async (ctx, { params, body }) => {
      await publishPlan(ctx, params.modelId, body);
      return answer(ctx, params.modelId);
    });
    route(app, api.discardActionPlan, async (ctx, { params, body }) => {
      await discardPlan(ctx, params.modelId, body.version);
      return answer(ctx, params.modelId);
    });
    route(app, api.copyActionPlan, async (ctx, { params, body }) => {
      await copyPlan(ctx, params.modelId, body);
      return answer(ctx, params.modelId);
    });
  },
};
