import { urlOf } from '#contract/endpoint.ts';
import { paginate } from '#contract/paging.ts';
import { counterOf } from '#server/kernel/tasks.ts';
import { callTasks } from './prospects.tasks.ts';
import * as api from '#contract/sales/prospects/endpoints.ts';
import { type Context } from '#server/kernel/context.ts';
import { notFound } from '#server/kernel/errors.ts';
import { exportBatches } from '#server/kernel/exports/lists.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import { prospectStages } from '#contract/company/catalogs/salesLists.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { addContact, assignProspects } from './contacts.service.ts';
import { findKnown } from '#server/modules/sales/people/known.service.ts';
import { remindAdvisers, sweepProspects } from './prospects.jobs.ts';
import { presentProspect, presentProspects } from './prospects.present.ts';
import { allProspects, findBoard, findProspect, findProspects } from './prospects.queries.ts';
import { prospectsInReach } from './prospects.scope.ts';
import { changeProspect, changeStage, createProspect } from './prospects.service.ts';

export const prospectsModule: Module = {
  name: 'prospects',
  jobs: [sweepProspects, remindAdvisers],
  records: {
    prospecto: async (ctx, id) =>
      (await findProspect(ctx.db, id, { reach: prospectsInReach(ctx, 'ventas.ver') })) !== undefined,
  },
  tasks: { llamada: callTasks },
  counters: { prospects: counterOf(callTasks) },
  routes(app) {
    route(app, api.listProspects, async (ctx, { query }) => {
      const reach = prospectsInReach(ctx, 'ventas.ver');
      const { found, total } = await findProspects(ctx.db, query, ctx.now, reach);
      const { hoy, ...asked } = query;
      const url = urlOf(api.listProspects, {
        query: { ...asked, ...(hoy !== undefined && { hoy: hoy ? '1' : '0' }) },
      });
      return {
        data: await presentProspects(ctx, found),
        meta: { pagination: paginate(query, found.length, total, url) },
      };
    });
    exportBatches(api.listProspects, async function* (ctx, { query }) {
      const reach = prospectsInReach(ctx, 'ventas.ver');
      for await (const found of allProspects(ctx.db, query, ctx.now, reach))
        yield presentProspects(ctx, found);
    });
    route(app, api.prospectBoard, async (ctx, { query }) => {
      const stages = await catalogLabels(ctx.db, prospectStages);
      const columns = await findBoard(ctx.db, query, ctx.now, prospectsInReach(ctx, 'ventas.ver'));
      const data = [];
      for (const { stageId, total, found } of columns)
        data.push({
          stage: { id: stageId, name: stages.get(stageId) ?? '' },
          total,
          rows: await presentProspects(ctx, found),
        });
      return { data };
    });
    route(app, api.checkKeys, async (ctx, { body }) => ({ data: await findKnown(ctx, body) }));
    route(app, api.getProspect, async (ctx, { params }) => {
      const one = await findProspect(ctx.db, params.id, { reach: prospectsInReach(ctx, 'ventas.ver') });
      if (!one) throw notFound();
      return { data: await presentProspect(ctx, one) };
    });
    route(app, api.createProspect, async (ctx, { body }) => answer(ctx, await createProspect(ctx, body)));
    route(app, api.changeProspect, async (ctx, { params, body }) => {
      await changeProspect(ctx, params.id, body);
      return answer(ctx, params.id);
    });
    route(app, api.changeProspectStatus, async (ctx, { params, body }) => {
      await changeStage(ctx, params.id, body.params);
      return answer(ctx, params.id);
    });
    route(app, api.addContact, async (ctx, { params, body }) => {
      await addContact(ctx, params.id, body);
      return answer(ctx, params.id);
    });
    route(app, api.assignProspects, async (ctx, { body }) => {
      const passed = await assignProspects(ctx, body);
      return {
        success: passed.length === 1 ? 'Se pasó 1 prospecto.' : `Se pasaron ${passed.length} prospectos.`,
        data: { passed },
      };
    });
  },
};

/** The response for a prospect that the caller was allowed to change. */
async function answer(ctx: Context, id: number) {
  const one = await findProspect(ctx.db, id);
  if (!one) throw notFound();
  return { data: await presentProspect(ctx, one) };
}
