import { and, asc, desc, eq, isNull } from 'drizzle-orm';
import { listBlueprints } from '#contract/works/permits/endpoints.ts';
import type { Context } from '#server/kernel/context.ts';
import type { Module } from '#server/kernel/house.ts';
import { route } from '#server/kernel/route.ts';
import { projectsInReach } from '#server/modules/projects/projects/projects.scope.ts';
import { houseModels, projects } from '#server/modules/projects/projects/projects.table.ts';

/** Permits and plans: only the list of plans so far. */
export const permitsModule: Module = {
  name: 'permits',
  routes(app) {
    route(app, listBlueprints, async (ctx, { query }) => ({
      data: (await plans(ctx, query.order_type === 'desc')).map(
        ({ id, name, bedrooms, bathrooms, areaM2 }) => ({
          id,
          nombre: `Plano ${name}`,
          modelo: `Modelo ${name} ${bedrooms}R/${bathrooms}B ${areaM2} m²`,
        }),
      ),
    }));
  },
};

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
