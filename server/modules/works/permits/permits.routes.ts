import { and, asc, desc, eq, isNull } from 'drizzle-orm';
import * as api from '#contract/works/permits/endpoints.ts';
import type { Context } from '#server/kernel/context.ts';
import type { Module } from '#server/kernel/house.ts';
import { route } from '#server/kernel/route.ts';
import { projectsInReach } from '#server/modules/projects/projects/projects.scope.ts';
import { houseModels, projects } from '#server/modules/projects/projects/projects.table.ts';
import { changeState, createPermit, permitsOf, setDependencies } from './permits.service.ts';

/** Plans, one per model, and the permits of each. */
export const permitsModule: Module = {
  name: 'permits',
  routes(app) {
    route(app, api.listBlueprints, async (ctx, { query }) => ({
      data: (await plans(ctx, query.order_type === 'desc')).map(
        ({ id, name, bedrooms, bathrooms, areaM2 }) => ({
          id,
          nombre: `Plano ${name}`,
          modelo: labelOf({ name, bedrooms, bathrooms, areaM2 }),
        }),
      ),
    }));
    route(app, api.listPermits, async (ctx, { query }) => {
      const list = (await plans(ctx, false)).filter(
        ({ id }) => query.plano_id === undefined || id === query.plano_id,
      );
      const found = await permitsOf(
        ctx,
        list.map(({ id }) => id),
      );
      return {
        data: list.map((plan) => ({
          id: plan.id,
          modelo: labelOf(plan),
          detalles: found.get(plan.id) ?? [],
        })),
      };
    });
    route(app, api.createPermit, async (ctx, { body }) => ({ data: await createPermit(ctx, body) }));
    route(app, api.setPermitDependencies, async (ctx, { params, body }) => ({
      data: await setDependencies(ctx, params.id, body),
    }));
    route(app, api.changePermitState, async (ctx, { params, body }) => ({
      data: await changeState(ctx, params.id, body.params),
    }));
  },
};

const labelOf = (plan: { name: string; bedrooms: number; bathrooms: number; areaM2: number }) =>
  `Modelo ${plan.name} ${plan.bedrooms}R/${plan.bathrooms}B ${plan.areaM2} m²`;

/** The offered models of the caller's projects, ordered by project. */
const plans = (ctx: Context, descending: boolean) =>
  ctx.db
    .select({
      id: houseModels.id,
      name: houseModels.name,
      bedrooms: houseModels.bedrooms,
      bathrooms: houseModels.bathrooms,
      areaM2: houseModels.areaM2,
    })
    .from(houseModels)
    .innerJoin(projects, eq(projects.id, houseModels.projectId))
    .where(and(isNull(houseModels.archivedAt), projectsInReach(ctx, 'permisos.ver')))
    .orderBy((descending ? desc : asc)(houseModels.id));
