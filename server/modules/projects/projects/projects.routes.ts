import { asc, and, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { offsetOf, paginate } from '#contract/paging.ts';
import * as api from '#contract/projects/projects/endpoints.ts';
import type { HouseModel, Media } from '#contract/projects/projects/model.ts';
import { listModels } from '#contract/projects/projects/models.ts';
import { urlOf } from '#contract/endpoint.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { invalid, notFound } from '#server/kernel/errors.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { mediaRoutes } from './media.routes.ts';
import { addMedia, changeMedia, orderMedia, removeMedia } from './media.service.ts';
import { pageOfModels } from './models.queries.ts';
import { planRoutes } from './plan.routes.ts';
import { findMediaOf, findModels, findProjectRow, pageOfProjects } from './projects.queries.ts';
import { changeModel, changeProject, createModel, createProject } from './projects.service.ts';
import { houseModels, media, projects } from './projects.table.ts';
import { requirementsFor } from './requirements.service.ts';
import { membersOf } from './team.service.ts';
import { weekOptions } from './weeks.service.ts';

export const projectsModule: Module = {
  name: 'projects',
  records: {
    proyecto: async (ctx, id) => (await findProjectRow(ctx, id, 'proyectos.ver')) !== undefined,
    modelo: async (ctx, id) => {
      const [model] = await ctx.db
        .select({ projectId: houseModels.projectId })
        .from(houseModels)
        .where(eq(houseModels.id, id));
      return (
        model !== undefined && (await findProjectRow(ctx, model.projectId, 'proyectos.ver')) !== undefined
      );
    },
  },
  routes(app) {
    mediaRoutes(app);
    planRoutes(app);
    route(app, api.listProjectOptions, async (ctx, { query }) => ({
      data: await (query.semanas === '1' ? weeks(ctx, query) : options(ctx, query.order_type)),
    }));
    route(app, api.findProject, (ctx, { params }) => answerProject(ctx, params.id));
    route(app, api.listProjectModels, async (ctx, { query }) => ({ data: await modelOptions(ctx, query) }));
    route(app, api.listProjects, async (ctx, { query }) => {
      const { list, total } = await pageOfProjects(ctx, {
        q: query.q,
        archived: query.archived,
        order_column: query.order_column,
        order_type: query.order_type,
        limit: query.per_page,
        offset: offsetOf(query),
      });
      return {
        data: list,
        meta: { pagination: paginate(query, list.length, total, urlOf(api.listProjects, { query })) },
      };
    });
    route(app, listModels, async (ctx, { query }) => {
      const { list, total } = await pageOfModels(ctx, query);
      const url = urlOf(listModels, { query });
      return { data: list, meta: { pagination: paginate(query, list.length, total, url) } };
    });
    route(app, api.createProject, async (ctx, { body }) => present(ctx, await createProject(ctx, body)));
    route(app, api.changeProject, async (ctx, { params, body }) => {
      await changeProject(ctx, params.id, body);
      return present(ctx, params.id);
    });
    route(app, api.createModel, async (ctx, { params, body }) => ({
      data: presentModel(await createModel(ctx, params.id, body)),
    }));
    route(app, api.changeModel, async (ctx, { params, body }) => ({
      data: presentModel(await changeModel(ctx, params.id, body)),
    }));
    route(app, api.addMedia, async (ctx, { params, body }) => {
      const [upload] = ctx.uploads.get('archivo') ?? [];
      if (!upload)
        throw invalid([{ field: 'archivo', message: 'Por favor, especifique la ruta al archivo a cargar!' }]);
      return {
        data: presentMedia(
          await addMedia(ctx, {
            projectId: params.id,
            modelId: body.model_id ?? null,
            kind: body.kind,
            alt: body.alt,
            upload,
          }),
        ),
      };
    });
    route(app, api.changeMedia, async (ctx, { params, body }) => ({
      data: presentMedia(await changeMedia(ctx, params.id, body)),
    }));
    route(app, api.orderMedia, async (ctx, { params, body }) => ({
      data: (await orderMedia(ctx, params.id, body)).map(presentMedia),
    }));
    route(app, api.removeMedia, async (ctx, { params }) => {
      await removeMedia(ctx, params.id);
      return { success: 'Imagen quitada.' };
    });
  },
};

async function answerProject(ctx: Context, id: number) {
  if (!(await findProjectRow(ctx, id, 'proyectos.ver'))) throw notFound();
  return present(ctx, id);
}

async function present(ctx: Context, id: number) {
  const [row] = await ctx.db.select().from(projects).where(eq(projects.id, id));
  const models = await findModels(ctx.db, id);
  const files = await findMediaOf(ctx.db, id);
  const team = await membersOf(ctx, id);
  const requirements = await requirementsFor(ctx, id);
  const project = row!;
  const [promoter] = await ctx.db
    .select({ id: partners.id, name: partners.name })
    .from(partners)
    .where(eq(partners.id, project.promoterId ?? 0));
  return {
    data: {
      ...project,
      seller_phone: project.sellerPhone,
      promoter: promoter ?? null,
      separation_centavos: project.separationCents,
      delivery_month: project.deliveryMonth?.slice(0, 7) ?? null,
      rate_percent: project.ratePercent,
      down_payment_percent: project.downPaymentPercent,
      term_months: project.termMonths,
      location_url: project.locationUrl,
      archived: project.archivedAt !== null,
      models: models.map(presentModel),
      media: files.map(presentMedia),
      team,
      requirements,
    },
  };
}

const presentModel = (row: typeof houseModels.$inferSelect): HouseModel => ({
  id: row.id,
  project_id: row.projectId,
  slug: row.slug,
  name: row.name,
  description: row.description,
  bedrooms: row.bedrooms,
  bathrooms: row.bathrooms,
  area_m2: row.areaM2,
  price_centavos: row.priceCents,
  price_until: row.priceUntil,
  position: row.position,
  published: row.published,
  archived: row.archivedAt !== null,
  version: row.version,
});

const presentMedia = (row: typeof media.$inferSelect): Media => ({
  id: row.id,
  model_id: row.modelId,
  kind: row.kind as Media['kind'],
  alt: row.alt,
  mime: row.mime,
  url: `/medios/${row.variants[0]?.sha256 ?? row.sha256}`,
  width: row.width,
  height: row.height,
  position: row.position,
});

/**
 * Colleagues may choose any project; a contractor only projects of its contracts (rulings.md 42); other outsiders none.
 */
const toChoose = (ctx: Context): SQL | undefined => {
  const { colleague, userId } = staffOf(ctx);
  return colleague
    ? undefined
    : sql`${projects.id} in (select c.project_id from contracts c join users u on u.partner_id = c.contractor_id where u.id = ${userId})`;
};

const options = async (ctx: Context, direction?: 'asc' | 'desc') => {
  const list = await ctx.db
    .select()
    .from(projects)
    .where(and(isNull(projects.archivedAt), toChoose(ctx)))
    .orderBy(asc(projects.name));
  const found = list.map(({ id, name, published }) => ({ id, text: name, disabled: !published }));
  return direction === 'desc' ? found.toReversed() : found;
};

async function modelOptions(
  ctx: Context,
  query: { proyecto_id?: number | undefined; order_type?: 'asc' | 'desc' | undefined },
) {
  const only: SQL | undefined =
    query.proyecto_id === undefined ? undefined : eq(houseModels.projectId, query.proyecto_id);
  const found = await ctx.db
    .select({ id: houseModels.id, name: houseModels.name })
    .from(houseModels)
    .where(and(only, isNull(houseModels.archivedAt)))
    .orderBy(asc(houseModels.projectId), asc(houseModels.position), asc(houseModels.id));
  return query.order_type === 'desc' ? found.toReversed() : found;
}

const weeks = async (
  ctx: Context,
  query: { proyecto_id?: number | undefined; order_type?: 'asc' | 'desc' | undefined },
) => {
  if (query.proyecto_id !== undefined) {
    const known = await ctx.db.$count(projects, and(eq(projects.id, query.proyecto_id), toChoose(ctx)));
    if (known === 0) throw notFound();
  }
  const found = await weekOptions(ctx, query.proyecto_id);
  return query.order_type === 'desc' ? found.toReversed() : found;
};
