import { and, asc, desc, eq, ilike, or, sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Lot } from '#contract/projects/lots/model.ts';
import type { Ordering } from '#contract/paging.ts';
import type { Context } from '#server/kernel/context.ts';
import { countUpTo, partOf } from '#server/kernel/db.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { lotBuilt, lotKnown } from './known.service.ts';
import { lotsInReach } from './lots.scope.ts';
import { lots } from './lots.table.ts';

export interface LotFilter extends Ordering<keyof typeof ORDER> {
  projectId?: number | undefined;
  stateId?: number | undefined;
  q?: string | undefined;
}

const label = (catalog: string, id: AnyPgColumn) =>
  sql<string>`coalesce((select label from catalog_items where catalog = ${catalog} and id = ${id}), '')`;

const ORDER = {
  lote: lots.name,
  area_m2: lots.areaM2,
  premium_centavos: lots.premiumCents,
  id: lots.id,
};

/** Lots with their claim, sale and house. */
const joined = (ctx: Context) =>
  ctx.db
    .select({
      id: lots.id,
      project: { id: projects.id, name: projects.name },
      lote: lots.name,
      block: lots.block,
      type: { id: lots.typeId, name: label('type_lots', lots.typeId) },
      area_m2: lots.areaM2,
      premium_centavos: lots.premiumCents,
      estado: { id: lots.stateId, name: label('lot_states', lots.stateId) },
      activo: lots.stateId,
      withheld: lots.withheld,
      withheld_reason: lots.withheldReason,
      known: lotKnown(ctx),
      built: lotBuilt(ctx),
      version: lots.version,
    })
    .from(lots)
    .innerJoin(projects, eq(projects.id, lots.projectId));

const toLot = ({
  known: { claim },
  built: { house },
  ...row
}: Awaited<ReturnType<typeof joined>>[number]): Lot => ({
  ...row,
  claimed_until: claim?.until ? new Date(claim.until).toISOString() : null,
  sale: claim && { id: claim.saleId, code: claim.saleCode },
  house: house && { id: house.id, name: house.name, model: house.model },
});

const matching = (ctx: Context, filter: LotFilter): SQL | undefined =>
  and(
    lotsInReach(ctx, 'proyectos.ver'),
    filter.projectId === undefined ? undefined : eq(lots.projectId, filter.projectId),
    filter.stateId === undefined ? undefined : eq(lots.stateId, filter.stateId),
    filter.q ? or(ilike(lots.name, partOf(filter.q)), eq(lots.block, filter.q.toUpperCase())) : undefined,
  );

/** Selects from lots alone, so that a page uses the index of its order. */
const chosenIds = (ctx: Context, filter: LotFilter) =>
  ctx.db.select({ id: lots.id }).from(lots).where(matching(ctx, filter));

/** A page of lots, and the total up to COUNT_LIMIT. */
export async function pageOfLots(
  ctx: Context,
  filter: LotFilter,
  at: { limit: number; offset: number },
): Promise<{ list: Lot[]; total: number }> {
  const by = filter.order_type === 'desc' ? desc : asc;
  const order = [by(ORDER[filter.order_column ?? 'lote']), by(lots.projectId), by(lots.id)];
  const page = chosenIds(ctx, filter)
    .orderBy(...order)
    .limit(at.limit)
    .offset(at.offset)
    .as('page');
  const list = await joined(ctx)
    .innerJoin(page, eq(page.id, lots.id))
    .orderBy(...order);
  const total = await countUpTo(ctx.db, chosenIds(ctx, filter).getSQL());
  return { list: list.map(toLot), total: Math.max(total, list.length === 0 ? 0 : at.offset + list.length) };
}

export const findLots = async (ctx: Context, where: SQL | undefined): Promise<Lot[]> =>
  (await joined(ctx).where(where).orderBy(asc(lots.name))).map(toLot);

/** Limit for options: more lots than any project has, but not the lots of all years. */
const MOST_OPTIONS = 5000;

/** The lots of a project, or of all projects, as options: `activo` is 1 when free. */
export const lotOptions = (ctx: Context, filter: LotFilter) =>
  ctx.db
    .select({ id: lots.id, lote: lots.name, activo: lots.stateId })
    .from(lots)
    .where(matching(ctx, filter))
    .orderBy(filter.order_type === 'desc' ? desc(lots.name) : asc(lots.name), asc(lots.id))
    .limit(MOST_OPTIONS);
