import { and, asc, desc, eq, isNull, sql, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import type { Permission } from '#contract/access.ts';
import { urlOf } from '#contract/endpoint.ts';
import * as api from '#contract/projects/houses/endpoints.ts';
import { offsetOf, paginate } from '#contract/paging.ts';
import { audit } from '#server/kernel/audit.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { hasPart, inOrder, violatedConstraint } from '#server/kernel/db.ts';
import { conflict, invalid, notFound, Refused } from '#server/kernel/errors.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { houseModels, projects } from '#server/modules/projects/projects/projects.table.ts';
import { archiveHouse, createHouses } from './housesBulk.service.ts';
import { houses } from './houses.table.ts';

const ORDER = { name: houses.name, progress_percent: houses.progressPercent, id: houses.id };

/** Houses as records: create, read, update. */
export const housesModule: Module = {
  name: 'houses',
  knows: {
    'lote construido': {
      house: sql`(select json_build_object('id', h.id, 'name', h.name, 'model', m.name, 'priceCents', m.price_cents)
        from houses h join house_models m on m.id = h.model_id where h.lot_id = lots.id and h.archived_at is null)`,
    },
    'lote usado': { built: sql`exists (select from houses h where h.lot_id = lots.id)` },
  },
  records: {
    vivienda: async (ctx, id) =>
      (await ctx.db.$count(houses, and(eq(houses.id, id), inReach(ctx, 'proyectos.ver')))) > 0,
  },
  routes(app) {
    route(app, api.listHouses, async (ctx, { query }) => {
      const where = and(
        inReach(ctx, 'proyectos.ver'),
        query.proyecto_id === undefined ? undefined : eq(houses.projectId, query.proyecto_id),
        named(query.q),
      );
      const [list, total] = await Promise.all([
        select(ctx)
          .where(where)
          .orderBy(inOrder(query, ORDER, houses.id, ['name', 'asc']))
          .limit(query.per_page)
          .offset(offsetOf(query)),
        ctx.db.$count(houses, where),
      ]);
      return {
        data: list,
        meta: { pagination: paginate(query, list.length, total, urlOf(api.listHouses, { query })) },
      };
    });
    route(app, api.listHouseOptions, async (ctx, { params, query }) => ({
      data: await ctx.db
        .select({ id: houses.id, name: houses.name })
        .from(houses)
        .where(and(inReach(ctx, 'proyectos.ver'), eq(houses.projectId, params.projectId), named(query.house)))
        .orderBy(query.order_type === 'desc' ? desc(houses.name) : asc(houses.name)),
    }));
    route(app, api.createHouse, async (ctx, { body }) => ({ data: await createHouse(ctx, body) }));
    route(app, api.createHouses, async (ctx, { body }) => {
      const made = await createHouses(ctx, body);
      return { success: made === 1 ? 'Se registró 1 vivienda.' : `Se registraron ${made} viviendas.` };
    });
    route(app, api.archiveHouse, async (ctx, { params }) => {
      await archiveHouse(ctx, params.id);
      return { success: 'Vivienda archivada.' };
    });
    route(app, api.changeHouse, async (ctx, { params, body }) => ({
      data: await changeHouse(ctx, params.id, body),
    }));
  },
};

function inReach(ctx: Pick<Context, 'staff'>, permission: Permission): SQL | undefined {
  const reach = scopeOf(ctx, permission);
  if (reach?.scope === 'todo') return isNull(houses.archivedAt);
  return reach
    ? sql`${houses.archivedAt} is null and ${houses.projectId} = any(${sql.param([...reach.projectIds])})`
    : sql`false`;
}

const named = (part: string | undefined): SQL | undefined => (part ? hasPart(houses.name, part) : undefined);

const select = (ctx: Context) =>
  ctx.db
    .select({
      id: houses.id,
      name: houses.name,
      project: { id: projects.id, name: projects.name },
      lot: { id: lots.id, lote: lots.name },
      model: { id: houseModels.id, name: houseModels.name },
      progress_percent: houses.progressPercent,
      delivery_on: houses.deliveryOn,
      version: houses.version,
    })
    .from(houses)
    .innerJoin(projects, eq(projects.id, houses.projectId))
    .innerJoin(lots, eq(lots.id, houses.lotId))
    .innerJoin(houseModels, eq(houseModels.id, houses.modelId));

type Form = z.output<typeof api.HouseForm>;

/** Raises 404 for a lot outside the caller's projects, 422 for a model of another project, 409 LOT_HAS_HOUSE. */
async function createHouse(ctx: Context, form: Form) {
  const reach = scopeOf(ctx, 'proyectos.editar');
  const [lot] = await ctx.db.select().from(lots).where(eq(lots.id, form.lot_id));
  if (!lot || !reach || (reach.scope !== 'todo' && !reach.projectIds.includes(lot.projectId)))
    throw notFound();
  await checkModel(ctx, form.model_id, lot.projectId);
  try {
    const [made] = await ctx.db
      .insert(houses)
      .values({
        projectId: lot.projectId,
        lotId: lot.id,
        modelId: form.model_id,
        name: form.name,
        deliveryOn: form.delivery_on,
        createdAt: ctx.now,
      })
      .returning({ id: houses.id });
    await audit(ctx, 'crear', 'vivienda', made!.id, { lot: lot.name });
    return (await select(ctx).where(eq(houses.id, made!.id)))[0]!;
  } catch (error) {
    if (violatedConstraint(error) !== 'houses_one_per_lot') throw error;
    throw new Refused(409, 'LOT_HAS_HOUSE', 'Ese lote ya tiene una vivienda.', {
      errors: [{ field: 'lot_id', message: 'Ese lote ya tiene una vivienda.' }],
    });
  }
}

/** Raises 404 outside the caller's projects, 409 STALE, 422 for a model of another project. */
async function changeHouse(ctx: Context, id: number, form: z.output<typeof api.changeHouse.body>) {
  const [before] = await ctx.db
    .select()
    .from(houses)
    .where(and(eq(houses.id, id), inReach(ctx, 'proyectos.editar')))
    .for('no key update');
  if (!before) throw notFound();
  if (form.version !== undefined && form.version !== before.version)
    throw conflict('STALE', undefined, { version: before.version });
  await checkModel(ctx, form.model_id, before.projectId);
  await ctx.db
    .update(houses)
    .set({
      modelId: form.model_id,
      name: form.name,
      deliveryOn: form.delivery_on,
      version: before.version + 1,
    })
    .where(eq(houses.id, id));
  await audit(ctx, 'cambiar', 'vivienda', id, { name: form.name });
  return (await select(ctx).where(eq(houses.id, id)))[0]!;
}

async function checkModel(ctx: Context, modelId: number, projectId: number): Promise<void> {
  const [model] = await ctx.db.select().from(houseModels).where(eq(houseModels.id, modelId));
  if (model?.projectId !== projectId)
    throw invalid([{ field: 'model_id', message: 'Ese modelo no es de este proyecto.' }]);
}
