import { and, asc, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import type { Permission } from '#contract/access.ts';
import type { Ordering } from '#contract/paging.ts';
import type { Increase, PriceTarget } from '#contract/projects/prices/model.ts';
import { whyNotCancel, whyNotConfirm, type IncreaseState } from '#contract/projects/prices/rules.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { inOrder } from '#server/kernel/db.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { houseModels, projects } from '#server/modules/projects/projects/projects.table.ts';
import { nameOf } from '#server/modules/company/staff/names.service.ts';
import { projectInReach, type At } from './prices.queries.ts';
import { priceIncreaseRows, priceIncreases } from './prices.table.ts';

/** Row scope of increases: all their prices are in the caller's projects. */
export const increasesInReach = (ctx: Pick<Context, 'staff'>, permission: Permission): SQL | undefined => {
  const reach = scopeOf(ctx, permission);
  if (reach?.scope === 'todo') return undefined;
  if (!reach) return sql`false`;
  return sql`not exists (select from price_increase_rows r where r.increase_id = ${priceIncreases.id}
    and not (r.project_id = any(${sql.param([...reach.projectIds])})))`;
};

const pricesOf = sql<number>`(select count(*)::int from price_increase_rows r where r.increase_id = price_increases.id)`;
const ORDER = {
  dia: priceIncreases.effectiveOn,
  motivo: priceIncreases.reason,
  precios: pricesOf,
  quien: nameOf(priceIncreases.createdBy),
};

/** A page of increases in scope, the latest first. */
export async function findIncreases(
  ctx: Context,
  where: SQL | undefined,
  { limit, offset, ...asked }: At & Ordering<keyof typeof ORDER>,
): Promise<Increase[]> {
  const today = panamaDay(ctx.now);
  const list = await ctx.db
    .select({
      one: priceIncreases,
      prices: pricesOf,
      by: nameOf(priceIncreases.createdBy),
      confirmedBy: nameOf(priceIncreases.confirmedBy),
      cancelledBy: nameOf(priceIncreases.cancelledBy),
    })
    .from(priceIncreases)
    .where(where)
    .orderBy(inOrder(asked, ORDER, priceIncreases.id, ['dia', 'desc']))
    .limit(limit)
    .offset(offset);
  return list.map(({ one, prices, by, confirmedBy, cancelledBy }) => {
    const rule = { state: one.state as IncreaseState, effective_on: one.effectiveOn };
    return {
      id: one.id,
      reason: one.reason,
      ...rule,
      percent: one.percent,
      amount_centavos: one.amountCents,
      round_to_centavos: one.roundToCents,
      price_until: one.priceUntil,
      prices,
      by: by ?? '',
      at: one.createdAt.toISOString(),
      confirmed_by: confirmedBy,
      confirmed_at: one.confirmedAt?.toISOString() ?? null,
      cancelled_by: cancelledBy,
      cancelled_at: one.cancelledAt?.toISOString() ?? null,
      cancel_reason: one.cancelReason,
      applied_at: one.appliedAt?.toISOString() ?? null,
      why_not_confirm: whyNotConfirm(rule, today),
      why_not_cancel: whyNotCancel(rule, today),
    };
  });
}

/** The prices of an increase, before → after. */
export const rowsOfIncrease = (ctx: Context, increaseId: number) =>
  ctx.db
    .select({
      target: sql<PriceTarget>`case when ${priceIncreaseRows.modelId} is null then 'lot' else 'model' end`,
      id: sql<number>`coalesce(${priceIncreaseRows.modelId}, ${priceIncreaseRows.lotId})`,
      project: projects.name,
      name: sql<string>`coalesce(${houseModels.name}, ${lots.name})`,
      from_centavos: priceIncreaseRows.fromCents,
      to_centavos: priceIncreaseRows.toCents,
      state: sql<'pending' | 'applied' | 'cancelled' | 'skipped'>`${priceIncreaseRows.state}`,
    })
    .from(priceIncreaseRows)
    .innerJoin(projects, eq(projects.id, priceIncreaseRows.projectId))
    .leftJoin(houseModels, eq(houseModels.id, priceIncreaseRows.modelId))
    .leftJoin(lots, eq(lots.id, priceIncreaseRows.lotId))
    .where(eq(priceIncreaseRows.increaseId, increaseId))
    .orderBy(asc(projects.name), asc(priceIncreaseRows.modelId), asc(lots.name));

/** A price that an increase changes. */
export interface Priced {
  target: PriceTarget;
  id: number;
  projectId: number;
  project: string;
  name: string;
  cents: number;
}

/** The prices that an increase covers: active models and lots, by id or by project, within the caller's scope. */
export async function pricesFor(
  ctx: Context,
  chosen: { projectIds: number[]; withLots: boolean; modelIds: number[]; lotIds: number[] },
): Promise<Priced[]> {
  const models = await ctx.db
    .select({
      target: sql<PriceTarget>`'model'`,
      id: houseModels.id,
      projectId: projects.id,
      project: projects.name,
      name: houseModels.name,
      cents: houseModels.priceCents,
    })
    .from(houseModels)
    .innerJoin(projects, eq(projects.id, houseModels.projectId))
    .where(
      and(
        projectInReach(ctx, 'proyectos.editar', houseModels.projectId),
        isNull(houseModels.archivedAt),
        or(
          inArray(houseModels.projectId, [...chosen.projectIds, 0]),
          inArray(houseModels.id, [...chosen.modelIds, 0]),
        ),
      ),
    )
    .orderBy(asc(projects.name), asc(houseModels.position), asc(houseModels.id));
  const chosenLots = await ctx.db
    .select({
      target: sql<PriceTarget>`'lot'`,
      id: lots.id,
      projectId: projects.id,
      project: projects.name,
      name: lots.name,
      cents: lots.premiumCents,
    })
    .from(lots)
    .innerJoin(projects, eq(projects.id, lots.projectId))
    .where(
      and(
        projectInReach(ctx, 'proyectos.editar', lots.projectId),
        or(
          inArray(lots.projectId, [...(chosen.withLots ? chosen.projectIds : []), 0]),
          inArray(lots.id, [...chosen.lotIds, 0]),
        ),
      ),
    )
    .orderBy(asc(projects.name), asc(lots.name), asc(lots.id));
  return [...models, ...chosenLots];
}
