import { and, asc, eq, ilike, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Permission } from '#contract/access.ts';
import type { Ordering } from '#contract/paging.ts';
import type { PriceChange, PriceRow, PriceTarget } from '#contract/projects/prices/model.ts';
import { increased, type IncreaseRule } from '#contract/projects/prices/rules.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { countUpTo, hasPart, inOrder, partOf } from '#server/kernel/db.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { houseModels, projects } from '#server/modules/projects/projects/projects.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { priceChanges } from './prices.table.ts';

/** Row scope by project, for a `where` over the column with the project id. */
export function projectInReach(
  ctx: Pick<Context, 'staff'>,
  permission: Permission,
  column: PgColumn,
): SQL | undefined {
  const reach = scopeOf(ctx, permission);
  if (reach?.scope === 'todo') return undefined;
  return reach ? inArray(column, [...reach.projectIds, 0]) : sql`false`;
}

/** The page of a list. */
export interface At {
  limit: number;
  offset: number;
}

/** The next increase of a price with its rule, as JSON. */
type Next = Omit<NonNullable<PriceRow['next']>, 'to_centavos'> & { rule: IncreaseRule };
const nextOf = (column: SQL) => sql<Next | null>`(select json_build_object(
    'increase_id', i.id, 'effective_on', i.effective_on, 'confirmed', i.state = 'confirmed',
    'rule', json_build_object('percent', i.percent, 'amountCents', i.amount_cents, 'roundToCents', i.round_to_cents))
  from price_increase_rows r join price_increases i on i.id = r.increase_id
  where ${column} and r.state = 'pending' order by r.effective_on limit 1)`;

const MODEL_ORDER = { proyecto: projects.name, nombre: houseModels.name, precio: houseModels.priceCents };
const LOT_ORDER = { proyecto: projects.name, nombre: lots.name, precio: lots.premiumCents };

/** Current prices in scope: of active models, or of lots. */
export async function pageOfPrices(
  ctx: Context,
  filter: { target: PriceTarget; projectId?: number | undefined; q?: string | undefined } & At &
    Ordering<'proyecto' | 'nombre' | 'precio'>,
): Promise<{ list: PriceRow[]; total: number }> {
  if (filter.target === 'model') {
    const where = and(
      projectInReach(ctx, 'proyectos.ver', houseModels.projectId),
      isNull(houseModels.archivedAt),
      filter.projectId === undefined ? undefined : eq(houseModels.projectId, filter.projectId),
      filter.q ? hasPart(houseModels.name, filter.q) : undefined,
    );
    const list = await ctx.db
      .select({
        id: houseModels.id,
        project: { id: projects.id, name: projects.name },
        name: houseModels.name,
        price_centavos: houseModels.priceCents,
        price_until: houseModels.priceUntil,
        next: nextOf(sql`r.model_id = ${houseModels.id}`),
      })
      .from(houseModels)
      .innerJoin(projects, eq(projects.id, houseModels.projectId))
      .where(where)
      .orderBy(
        inOrder(
          filter,
          MODEL_ORDER,
          houseModels.id,
          ['proyecto', 'asc'],
          [asc(projects.name), asc(houseModels.position), asc(houseModels.id)],
        ),
      )
      .limit(filter.limit)
      .offset(filter.offset);
    return { list: list.map(rowOf('model')), total: await ctx.db.$count(houseModels, where) };
  }
  const where = and(
    projectInReach(ctx, 'proyectos.ver', lots.projectId),
    filter.projectId === undefined ? undefined : eq(lots.projectId, filter.projectId),
    filter.q ? ilike(lots.name, partOf(filter.q)) : undefined,
  );
  const order = inOrder(
    filter,
    LOT_ORDER,
    lots.id,
    ['proyecto', 'asc'],
    [asc(projects.name), asc(lots.name), asc(lots.id)],
  );
  // Looks up the next increase only for the rows of the page, not for all sorted rows.
  const page = ctx.db
    .select({ id: lots.id })
    .from(lots)
    .innerJoin(projects, eq(projects.id, lots.projectId))
    .where(where)
    .orderBy(order)
    .limit(filter.limit)
    .offset(filter.offset);
  const list = await ctx.db
    .select({
      id: lots.id,
      project: { id: projects.id, name: projects.name },
      name: lots.name,
      price_centavos: lots.premiumCents,
      price_until: sql<string | null>`null`,
      next: nextOf(sql`r.lot_id = ${lots.id}`),
    })
    .from(lots)
    .innerJoin(projects, eq(projects.id, lots.projectId))
    .where(inArray(lots.id, page))
    .orderBy(order);
  const total = await countUpTo(ctx.db, ctx.db.select({ id: lots.id }).from(lots).where(where).getSQL());
  return {
    list: list.map(rowOf('lot')),
    total: Math.max(total, list.length === 0 ? 0 : filter.offset + list.length),
  };
}

const rowOf =
  (target: PriceTarget) =>
  ({ next, ...row }: Omit<PriceRow, 'key' | 'target' | 'next'> & { next: Next | null }): PriceRow => ({
    ...row,
    key: `${target}-${row.id}`,
    target,
    // Calculated from today's price: the increase may have been prepared with an older price.
    next: next && {
      increase_id: next.increase_id,
      effective_on: next.effective_on,
      confirmed: next.confirmed,
      to_centavos: increased(row.price_centavos, next.rule),
    },
  });

/** The price history, the latest first. */
export async function pageOfChanges(
  ctx: Context,
  filter: {
    projectId?: number | undefined;
    modelId?: number | undefined;
    lotId?: number | undefined;
  } & At &
    Ordering<'id' | 'cuando'>,
): Promise<{ list: PriceChange[]; total: number }> {
  const where = and(
    projectInReach(ctx, 'proyectos.ver', priceChanges.projectId),
    filter.projectId === undefined ? undefined : eq(priceChanges.projectId, filter.projectId),
    filter.modelId === undefined ? undefined : eq(priceChanges.modelId, filter.modelId),
    filter.lotId === undefined ? undefined : eq(priceChanges.lotId, filter.lotId),
  );
  const list = await ctx.db
    .select({
      id: priceChanges.id,
      target: sql<PriceTarget>`case when ${priceChanges.modelId} is null then 'lot' else 'model' end`,
      name: sql<string>`coalesce(${houseModels.name}, ${lots.name})`,
      project: projects.name,
      from_centavos: priceChanges.fromCents,
      to_centavos: priceChanges.toCents,
      at: priceChanges.at,
      by: sql<string>`coalesce(${users.name}, 'Sistema, en su día')`,
      reason: priceChanges.reason,
      increase_id: priceChanges.increaseId,
    })
    .from(priceChanges)
    .innerJoin(projects, eq(projects.id, priceChanges.projectId))
    .leftJoin(houseModels, eq(houseModels.id, priceChanges.modelId))
    .leftJoin(lots, eq(lots.id, priceChanges.lotId))
    .leftJoin(users, eq(users.id, priceChanges.byId))
    .where(where)
    .orderBy(
      inOrder(filter, { id: priceChanges.id, cuando: priceChanges.at }, priceChanges.id, ['id', 'desc']),
    )
    .limit(filter.limit)
    .offset(filter.offset);
  return {
    list: list.map((one) => ({ ...one, at: one.at.toISOString() })),
    total: await ctx.db.$count(priceChanges, where),
  };
}
