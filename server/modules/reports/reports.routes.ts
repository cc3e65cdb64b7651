import { urlOf } from '#contract/endpoint.ts';
import { offsetOf, paginate, type PageQuery } from '#contract/paging.ts';
import * as api from '#contract/reports/endpoints.ts';
import type { Module } from '#server/kernel/house.ts';
import { route } from '#server/kernel/route.ts';
import { computeBoard, computeCompany } from './reports.jobs.ts';
import { askFigures, boardOf, boardToList } from './reports.service.ts';

/** Figures of the business for management, and the same as tables that leave as files. */
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
      paged((await boardToList(ctx, query.proyecto_id)).pipeline, query, urlOf(api.listPipeline, { query })),
    );
    route(app, api.listMonths, async (ctx, { query }) =>
      paged((await boardToList(ctx, query.proyecto_id)).months, query, urlOf(api.listMonths, { query })),
    );
  },
};

function paged<Row>(all: Row[], query: PageQuery, url: string) {
  const data = all.slice(offsetOf(query), offsetOf(query) + query.per_page);
  return { data, meta: { pagination: paginate(query, data.length, all.length, url) } };
}
