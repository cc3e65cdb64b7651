import { sql } from 'drizzle-orm';
import { urlOf } from '#contract/endpoint.ts';
import { paginate } from '#contract/paging.ts';
import * as api from '#contract/works/stock/endpoints.ts';
import { COUNT_STATE } from '#contract/works/stock/rules.ts';
import { scopeOf, staffOf, type Context } from '#server/kernel/context.ts';
import { idOf } from '#server/kernel/db.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import type { TaskQuery } from '#server/kernel/tasks.ts';
import { siteInReach } from '#server/modules/works/materials/materials.scope.ts';
import { stockPostings } from './stock.postings.ts';
import { findCount, pageOfCounts, pageOfMoves, pageOfStock, usageOf } from './stock.queries.ts';
import { charge, count, decide, issue, returnFromHouse, transfer } from './stock.service.ts';

/** Counts whose difference the caller may approve. */
function countTasks(ctx: Context): TaskQuery | null {
  if (scopeOf(ctx, 'materiales.aprobar') === null) return null;
  return {
    rows: sql`select c.* from stock_counts c where c.state_id = ${idOf(COUNT_STATE.proposed)}
      and c.made_by <> ${staffOf(ctx).userId}
      and ${siteInReach(ctx, 'materiales.aprobar', sql`c.project_id`) ?? sql`true`}`,
    joins: sql`join materials m on m.id = w.material_id join projects p on p.id = w.project_id`,
    id: sql`w.id`,
    title: sql`m.name || ' · ' || p.name`,
    text: sql`'Aprobar la diferencia del conteo'::text`,
    due: sql`null::date`,
    since: sql`w.created_at`,
  };
}

/** Stock of materials by site, by movements alone. */
export const stockModule: Module = {
  name: 'stock',
  tasks: { conteo_material: countTasks },
  postings: [stockPostings],
  routes(app) {
    route(app, api.listStock, async (ctx, { query }) => {
      const { list, total } = await pageOfStock(ctx, query);
      return {
        data: list,
        meta: { pagination: paginate(query, list.length, total, urlOf(api.listStock, { query })) },
      };
    });
    route(app, api.listMoves, async (ctx, { query }) => {
      const { list, total } = await pageOfMoves(ctx, query);
      return {
        data: list,
        meta: { pagination: paginate(query, list.length, total, urlOf(api.listMoves, { query })) },
      };
    });
    route(app, api.issueMaterials, async (ctx, { body }) => ({ data: { moved: await issue(ctx, body) } }));
    route(app, api.returnMaterials, async (ctx, { body }) => ({
      data: { moved: await returnFromHouse(ctx, body) },
    }));
    route(app, api.transferMaterials, async (ctx, { body }) => ({
      data: { moved: await transfer(ctx, body) },
    }));
    route(app, api.listCounts, async (ctx, { query }) => {
      const { list, total } = await pageOfCounts(ctx, query);
      return {
        data: list,
        meta: { pagination: paginate(query, list.length, total, urlOf(api.listCounts, { query })) },
      };
    });
    route(app, api.countMaterial, async (ctx, { body }) => ({
      data: await findCount(ctx, await count(ctx, body)),
    }));
    route(app, api.decideCount, async (ctx, { params, body }) => {
      await decide(ctx, params.id, body);
      return { data: await findCount(ctx, params.id) };
    });
    route(app, api.getUsage, async (ctx, { query }) => ({ data: await usageOf(ctx, query.vivienda_id) }));
    route(app, api.chargeMaterials, async (ctx, { body }) => ({ data: await charge(ctx, body) }));
  },
};
