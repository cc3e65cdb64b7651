import { sql } from 'drizzle-orm';
import { withoutAccents } from '#contract/accents.ts';
import { permitTypes } from '#contract/company/catalogs/permitLists.ts';
import { panamaDay } from '#contract/dates.ts';
import { urlOf } from '#contract/endpoint.ts';
import { paginate } from '#contract/paging.ts';
import { planLabel } from '#contract/works/blueprints/rules.ts';
import { houseBlockers } from '#contract/projects/houses/blockers.ts';
import * as api from '#contract/works/permits/endpoints.ts';
import type { PermitFilter } from '#contract/works/permits/model.ts';
import type { Context } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import { invalid, notFound } from '#server/kernel/errors.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { projectInReach, projectsInReach } from '#server/modules/projects/projects/projects.scope.ts';
import { allPlans } from '#server/modules/works/blueprints/blueprints.service.ts';
import { permitPostings } from './permits.postings.ts';
import { permitBlockers } from './blockers.service.ts';
import { changePermit } from './correct.service.ts';
import { permitMatrix } from './matrix.service.ts';
import { permitsNight } from './permits.jobs.ts';
import { presentDetails, presentPermit, presentPermits } from './permits.present.ts';
import {
  dependenciesOfModels,
  findEntities,
  findPermit,
  findPermits,
  permitsOfModels,
} from './permits.queries.ts';
import * as service from './permits.service.ts';
import { permitTasks } from './permits.tasks.ts';

const inReach = (ctx: Context) => projectsInReach(ctx, 'permisos.ver') ?? sql`true`;

/** The permits of projects, models and houses, and what each house still waits for. */
export const permitsModule: Module = {
  name: 'permits',
  jobs: [permitsNight],
  records: { permiso: async (ctx, id) => (await findPermit(ctx.db, id, inReach(ctx))) !== undefined },
  tasks: { permiso: permitTasks },
  postings: [permitPostings],
  routes(app) {
    route(app, api.listPlanPermits, async (ctx, { query }) => ({
      data: await detailsOf(ctx, query.plano_id),
    }));
    route(app, api.listPermits, async (ctx, { query }) => {
      const types = await typesNamed(ctx.db, query);
      const { found, total } = await findPermits(ctx.db, query, inReach(ctx), panamaDay(ctx.now), types);
      const url = urlOf(api.listPermits, { query });
      return {
        data: await presentPermits(ctx, found),
        meta: { pagination: paginate(query, found.length, total, url) },
      };
    });
    route(app, api.listPermitEntities, async (ctx) => ({
      data: (await findEntities(ctx.db, inReach(ctx))).map(({ entity }) => entity),
    }));
    route(app, api.getPermit, (ctx, { params }) => answer(ctx, params.id));
    route(app, api.createPermit, async (ctx, { body }) => answer(ctx, await service.createPermit(ctx, body)));
    route(app, api.startPermits, async (ctx, { body }) => {
      const made = await service.startPermits(ctx, body);
      return {
        success: made === 1 ? 'Se agregó 1 permiso.' : `Se agregaron ${made} permisos.`,
        data: { made },
      };
    });
    route(app, api.changePermit, async (ctx, { params, body }) => {
      await changePermit(ctx, params.id, body);
      return answer(ctx, params.id);
    });
    route(app, api.setPermitDependencies, async (ctx, { params, body }) => {
      await service.setDependencies(ctx, params.id, body);
      return answer(ctx, params.id);
    });
    route(app, api.changePermitState, async (ctx, { params, body }) => {
      await service.changeState(ctx, params.id, body.params);
      return answer(ctx, params.id);
    });
    route(app, api.extendPermit, async (ctx, { params, body }) => {
      await service.extendPermit(ctx, params.id, body);
      return answer(ctx, params.id);
    });
    route(app, api.setPermitFile, async (ctx, { params }) => {
      await service.setPermitFile(ctx, params.id);
      return answer(ctx, params.id);
    });
    route(app, api.deletePermit, async (ctx, { params }) => {
      await service.deletePermit(ctx, params.id);
      return { success: 'Permiso quitado.' };
    });
    route(app, api.permitMatrix, async (ctx, { query }) => {
      if (!(await projectInReach(ctx, query.proyecto_id, 'permisos.ver'))) throw notFound();
      return { data: await permitMatrix(ctx, query) };
    });
    route(app, houseBlockers, async (ctx, { query }) => ({ data: await blockersOf(ctx, query) }));
  },
};

/** One permit as the caller sees it. Raises 404. */
async function answer(ctx: Context, id: number) {
  const found = await findPermit(ctx.db, id, inReach(ctx));
  if (!found) throw notFound();
  return { data: await presentPermit(ctx, found) };
}

/** The plans in reach, each with the permits of its model. */
async function detailsOf(ctx: Context, planId: number | undefined) {
  const plans = (await allPlans(ctx.db, inReach(ctx), false)).filter(
    ({ id }) => planId === undefined || id === planId,
  );
  const ids = plans.map(({ id }) => id);
  const found = await permitsOfModels(ctx.db, ids);
  const details = await presentDetails(ctx, found, await dependenciesOfModels(ctx.db, ids));
  return plans.map((plan) => ({
    id: plan.id,
    modelo: planLabel(plan),
    detalles: details.filter((_, at) => found[at]!.modelId === plan.id),
  }));
}

/** The types whose name has the sought text. */
async function typesNamed(db: Db, { q }: PermitFilter): Promise<number[]> {
  if (!q) return [];
  const plain = (text: string) => withoutAccents(text).toLowerCase();
  return [...(await catalogLabels(db, permitTypes))].flatMap(([id, label]) =>
    plain(label).includes(plain(q)) ? [id] : [],
  );
}

/** What holds up the house, or the house on the lot. A lot without a house has nothing to hold up. */
async function blockersOf(
  ctx: Context,
  { vivienda_id, lote_id }: { vivienda_id?: number | undefined; lote_id?: number | undefined },
) {
  if (vivienda_id === undefined && lote_id === undefined)
    throw invalid([{ field: 'vivienda_id', message: 'Elige una vivienda o un lote.' }]);
  const house = vivienda_id === undefined ? sql`h.lot_id = ${lote_id}` : sql`h.id = ${vivienda_id}`;
  const found = await permitBlockers(
    ctx.db,
    sql`${house} and exists (select from projects where projects.id = h.project_id and ${inReach(ctx)})`,
    panamaDay(ctx.now),
  );
  return [...found.values()].flat();
}
