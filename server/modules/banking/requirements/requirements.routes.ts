import * as api from '#contract/banking/requirements/requirements.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import { addRequirementRow, changeRequirementRow, listRequirementRows } from './requirements.service.ts';

export const requirementsModule: Module = {
  name: 'bankRequirements',
  routes(app) {
    route(app, api.listRequirements, async (ctx, { query }) => ({
      data: await listRequirementRows(ctx, { banco_id: query.banco_id, history: query.historia === '1' }),
    }));
    route(app, api.addRequirement, async (ctx, { body }) => ({
      data: await addRequirementRow(ctx, body),
    }));
    route(app, api.changeRequirement, async (ctx, { params, body }) => ({
      data: await changeRequirementRow(ctx, params.id, body),
    }));
  },
};
