import { NOT_SOLD, LOT_STATE } from '#contract/company/catalogs/states.ts';
import { and, asc, desc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import { panamaDay } from '#contract/dates.ts';
import { offsetOf } from '#contract/paging.ts';
import type { listModels, ModelRow } from '#contract/projects/projects/models.ts';
import type { Context } from '#server/kernel/context.ts';
import { anyOf, hasPart, idOf } from '#server/kernel/db.ts';
import { projectsInReach } from './projects.scope.ts';
import { houseModels, projects } from './projects.table.ts';

/**
 * Number of lots where the model can be bought: on sale, available, and bare
 * or with a house of this model (rulings.md 20).
 */
const freeLots = sql<number>`(select count(*)::int from lots l
  where l.project_id = ${houseModels.projectId} and l.state_id = ${idOf(LOT_STATE.available)} and l.type_id not in ${anyOf(NOT_SOLD)}
    and not exists (select from houses h where h.lot_id = l.id and h.archived_at is null and h.model_id <> ${houseModels.id}))`;

/** The smallest rendering of its first picture. */
const photo = sql<string | null>`(select '/medios/' || coalesce(m.variants -> 0 ->> 'sha256', m.sha256)
  from media m where m.project_id = ${houseModels.projectId} and m.model_id = ${houseModels.id} and m.kind in ('foto', 'hero')
  order by m.position, m.id limit 1)`;

const ORDER = {
  name: houseModels.name,
  bedrooms: houseModels.bedrooms,
  area_m2: houseModels.areaM2,
  price_centavos: houseModels.priceCents,
  price_until: houseModels.priceUntil,
  free_lots: freeLots,
};

/** A page of the models of the caller's projects, and the total. Money in centavos. */
export async function pageOfModels(
  ctx: Context,
  query: z.output<typeof listModels.query>,
): Promise<{ list: ModelRow[]; total: number }> {
  const today = panamaDay(ctx.now);
  const where: SQL | undefined = and(
    projectsInReach(ctx, 'proyectos.ver'),
    query.archived ? undefined : and(isNull(houseModels.archivedAt), isNull(projects.archivedAt)),
    query.proyecto_id === undefined ? undefined : eq(houseModels.projectId, query.proyecto_id),
    query.recamaras === undefined ? undefined : eq(houseModels.bedrooms, query.recamaras),
    query.publicado === undefined ? undefined : eq(houseModels.published, query.publicado === 'si'),
    query.q ? hasPart(houseModels.name, query.q) : undefined,
  );
  const direction = query.order_type === 'desc' ? desc : asc;
  const order = [
    ...(query.order_column ? [direction(ORDER[query.order_column])] : []),
    asc(projects.name),
    asc(houseModels.position),
    asc(houseModels.id),
  ];
  // Counts only for the models of the page, not for all models.
  const page = ctx.db
    .select({ id: houseModels.id })
    .from(houseModels)
    .innerJoin(projects, eq(projects.id, houseModels.projectId))
    .where(where)
    .orderBy(...order)
    .limit(query.per_page)
    .offset(offsetOf(query));
  const [list, counted] = await Promise.all([
    ctx.db
      .select({
        id: houseModels.id,
        project: { id: projects.id, name: projects.name },
        name: houseModels.name,
        photo,
        bedrooms: houseModels.bedrooms,
        bathrooms: houseModels.bathrooms,
        area_m2: houseModels.areaM2,
        price_centavos: houseModels.priceCents,
        price_until: houseModels.priceUntil,
        price_over: sql<boolean>`coalesce(${houseModels.priceUntil} < ${today}, false)`,
        free_lots: freeLots,
        published: houseModels.published,
        archived: sql<boolean>`${houseModels.archivedAt} is not null`,
      })
      .from(houseModels)
      .innerJoin(projects, eq(projects.id, houseModels.projectId))
      .where(inArray(houseModels.id, page))
      .orderBy(...order),
    ctx.db
      .select({ total: sql<number>`count(*)::int` })
      .from(houseModels)
      .innerJoin(projects, eq(projects.id, houseModels.projectId))
      .where(where),
  ]);
  return { list, total: counted[0]?.total ?? 0 };
}
