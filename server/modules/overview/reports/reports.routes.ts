import * as api from '#contract/overview/reports/endpoints.ts';
import * as necks from '#contract/overview/reports/bottlenecks.ts';
import * as works from '#contract/overview/reports/works.ts';
import { paged } from '#server/kernel/exports/paged.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import { computeBoard, computeCompany } from './reports.jobs.ts';
import { listTargets, setTarget as setTargetSpec } from '#contract/overview/reports/targets.ts';
import { setTarget, targetsOf } from './targets.service.ts';
import { bankAnswersOf, bottlenecksOf } from './bottlenecks.service.ts';
import { houseCosts, lostCauses, progressCurve } from './works.queries.ts';
import { askFigures, boardOf, boardToList } from './reports.service.ts';

/** Business figures for management, also as tables for export. */
export const reportsModule: Module = {
  name: 'reports',
  jobs: [computeBoard, computeCompany],
  routes(app) {
    route(app, api.managementBoard, async (ctx, { query }) => ({
      data: await boardOf(ctx, query.proyecto_id),
    }));
    route(app, api.refreshBoard, async (ctx, { body }) => ({
      data: await askFigures(ctx, body.proyecto_id),
    }));
    route(app, api.listPipeline, async (ctx, { query }) =>
      paged(api.listPipeline, query, (await boardToList(ctx, query.proyecto_id)).pipeline),
    );
    route(app, api.listMonths, async (ctx, { query }) =>
      paged(api.listMonths, query, (await boardToList(ctx, query.proyecto_id)).months),
    );
    route(app, api.listAnswers, async (ctx, { query }) =>
      paged(api.listAnswers, query, (await boardToList(ctx, query.proyecto_id)).answers?.rows ?? []),
    );
    route(app, works.listWorksProgress, async (ctx, { query }) =>
      paged(works.listWorksProgress, query, await progressCurve(ctx, query.proyecto_id)),
    );
    route(app, works.listHouseCosts, async (ctx, { query }) =>
      paged(works.listHouseCosts, query, await houseCosts(ctx, query.proyecto_id)),
    );
    route(app, works.listLostCauses, async (ctx, { query }) =>
      paged(works.listLostCauses, query, await lostCauses(ctx, query.proyecto_id)),
    );
    route(app, necks.listBottlenecks, async (ctx, { query }) =>
      paged(necks.listBottlenecks, query, await bottlenecksOf(ctx, query.proyecto_id)),
    );
    route(app, necks.listBankAnswers, async (ctx, { query }) =>
      paged(necks.listBankAnswers, query, await bankAnswersOf(ctx, query.proyecto_id)),
    );
    route(app, listTargets, async (ctx, { query }) => ({ data: await targetsOf(ctx, query.mes) }));
    route(app, setTargetSpec, async (ctx, { body }) => {
      await setTarget(ctx, body);
      return { data: await targetsOf(ctx, body.mes) };
    });
    route(app, api.listConversion, async (ctx, { query }) => {
      const { advisers, origins } = (await boardToList(ctx, query.proyecto_id)).conversion;
      return paged(api.listConversion, query, query.por === 'asesor' ? advisers : origins);
    });
  },
};
