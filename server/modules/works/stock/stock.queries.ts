import { and, eq, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { offsetOf } from '#contract/paging.ts';
import { itemCents } from '#contract/works/contracts/allocation.ts';
import { round3 } from '#contract/works/materials/rules.ts';
import type { CountFilter, MoveFilter, StockFilter } from '#contract/works/stock/endpoints.ts';
import type { CountRow, MoveRow, StockRow, UsageRow } from '#contract/works/stock/model.ts';
import { COUNT_STATE, COUNT_STATES } from '#contract/works/stock/rules.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { alphabetic, hasPart, newestFirst } from '#server/kernel/db.ts';
import { notFound } from '#server/kernel/errors.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { accountDeductions, progressAccounts } from '#server/modules/works/accounts/accounts.table.ts';
import { contracts } from '#server/modules/works/contracts/construction.table.ts';
import {
  pricesInReach,
  reachesSite,
  seesPrices,
  siteInReach,
} from '#server/modules/works/materials/materials.scope.ts';
import { materials, modelMaterials } from '#server/modules/works/materials/materials.table.ts';
import { usedBy } from './stock.service.ts';
import { materialCharges, stockCounts, stockLevels, stockMovements } from './stock.table.ts';

const material = { id: materials.id, name: materials.name, code: materials.code, unit: materials.unit };
const project = { id: projects.id, name: projects.name };
const SIGNS = { asc: sql`asc`, desc: sql`desc` };

/** A page of what the sites have, by material, and the total. */
export async function pageOfStock(ctx: Context, query: StockFilter) {
  const where = and(
    siteInReach(ctx, 'materiales.ver', stockLevels.projectId),
    query.proyecto_id === undefined ? undefined : eq(stockLevels.projectId, query.proyecto_id),
    query.agotados === 1 ? undefined : sql`${stockLevels.quantity} > 0`,
    query.q ? or(hasPart(materials.name, query.q), hasPart(materials.code, query.q)) : undefined,
  );
  const direction = SIGNS[query.order_type ?? 'asc'];
  const column = query.order_column === 'quantity' ? stockLevels.quantity : alphabetic(materials.name);
  const list = await ctx.db
    .select({
      level: stockLevels,
      material,
      project,
      sees: sql<boolean>`${pricesInReach(ctx, stockLevels.projectId)}`,
    })
    .from(stockLevels)
    .innerJoin(materials, eq(materials.id, stockLevels.materialId))
    .innerJoin(projects, eq(projects.id, stockLevels.projectId))
    .where(where)
    .orderBy(sql`${column} ${direction}`, stockLevels.materialId, stockLevels.projectId)
    .limit(query.per_page)
    .offset(offsetOf(query));
  const [counted] = await ctx.db
    .select({ total: sql<number>`count(*)::int` })
    .from(stockLevels)
    .innerJoin(materials, eq(materials.id, stockLevels.materialId))
    .where(where);
  return {
    list: list.map(({ level, sees, ...one }): StockRow => ({
      id: `${level.projectId}-${level.materialId}`,
      ...one,
      quantity: level.quantity,
      value_centavos: sees ? level.valueCents : null,
    })),
    total: counted!.total,
  };
}

/** A page of movements, the last first, and the total. */
export async function pageOfMoves(ctx: Context, query: MoveFilter) {
  const where = and(
    siteInReach(ctx, 'materiales.ver', stockMovements.projectId),
    query.proyecto_id === undefined ? undefined : eq(stockMovements.projectId, query.proyecto_id),
    query.material_id === undefined ? undefined : eq(stockMovements.materialId, query.material_id),
    query.vivienda_id === undefined ? undefined : eq(stockMovements.houseId, query.vivienda_id),
    query.contrato_id === undefined ? undefined : eq(stockMovements.contractId, query.contrato_id),
    query.tipo === undefined ? undefined : eq(stockMovements.kind, query.tipo),
  );
  const list = await ctx.db
    .select({
      move: stockMovements,
      material,
      project,
      house: { id: houses.id, name: houses.name },
      contract: { id: contracts.id, name: contracts.name },
      by: users.name,
      other: sql<string | null>`(select p.name from stock_movements o join projects p on p.id = o.project_id
        where o.id = ${stockMovements.pairId} or o.pair_id = ${stockMovements.id} limit 1)`,
      charged: { id: progressAccounts.id, number: progressAccounts.number },
      sees: sql<boolean>`${pricesInReach(ctx, stockMovements.projectId)}`,
    })
    .from(stockMovements)
    .innerJoin(materials, eq(materials.id, stockMovements.materialId))
    .innerJoin(projects, eq(projects.id, stockMovements.projectId))
    .innerJoin(users, eq(users.id, stockMovements.madeBy))
    .leftJoin(houses, eq(houses.id, stockMovements.houseId))
    .leftJoin(contracts, eq(contracts.id, stockMovements.contractId))
    .leftJoin(materialCharges, eq(materialCharges.movementId, stockMovements.id))
    .leftJoin(accountDeductions, eq(accountDeductions.id, materialCharges.deductionId))
    .leftJoin(progressAccounts, eq(progressAccounts.id, accountDeductions.accountId))
    .where(where)
    .orderBy(newestFirst(stockMovements.id, query))
    .limit(query.per_page)
    .offset(offsetOf(query));
  return {
    list: list.map(({ move, sees, other, ...one }): MoveRow => ({
      id: move.id,
      on: move.movedOn,
      kind: move.kind,
      project: one.project,
      material: one.material,
      quantity: move.quantity,
      value_centavos: sees ? move.valueCents : null,
      house: one.house,
      contract: one.contract,
      other_site: other,
      paper: move.paper,
      note: move.note,
      by: one.by,
      charged: one.charged,
    })),
    total: await ctx.db.$count(stockMovements, where),
  };
}

const deciders = alias(users, 'deciders');

const selectCounts = ({ db }: Pick<Context, 'db'>) =>
  db
    .select({ count: stockCounts, material, project, by: users.name, decidedBy: deciders.name })
    .from(stockCounts)
    .innerJoin(materials, eq(materials.id, stockCounts.materialId))
    .innerJoin(projects, eq(projects.id, stockCounts.projectId))
    .innerJoin(users, eq(users.id, stockCounts.madeBy))
    .leftJoin(deciders, eq(deciders.id, stockCounts.decidedBy));

const presentCount = (
  ctx: Context,
  { count, ...one }: Awaited<ReturnType<typeof selectCounts>>[number],
): CountRow => ({
  id: count.id,
  project: one.project,
  material: one.material,
  counted: count.counted,
  expected: count.expected,
  difference: round3(count.counted - count.expected),
  reason: count.reason,
  state: { id: count.stateId, name: COUNT_STATES[count.stateId] ?? '' },
  by: one.by,
  at: count.createdAt.toISOString(),
  decided_by: one.decidedBy,
  decision_note: count.decisionNote,
  may_decide:
    count.stateId === COUNT_STATE.proposed &&
    count.madeBy !== staffOf(ctx).userId &&
    reachesSite(ctx, 'materiales.aprobar', count),
});

/** A page of counts, the last first, and the total. */
export async function pageOfCounts(ctx: Context, query: CountFilter) {
  const where = and(
    siteInReach(ctx, 'materiales.ver', stockCounts.projectId),
    query.proyecto_id === undefined ? undefined : eq(stockCounts.projectId, query.proyecto_id),
    query.material_id === undefined ? undefined : eq(stockCounts.materialId, query.material_id),
    query.estado_id === undefined ? undefined : eq(stockCounts.stateId, query.estado_id),
  );
  const list = await selectCounts(ctx)
    .where(where)
    .orderBy(newestFirst(stockCounts.id, query))
    .limit(query.per_page)
    .offset(offsetOf(query));
  return {
    list: list.map((one) => presentCount(ctx, one)),
    total: await ctx.db.$count(stockCounts, where),
  };
}

/** One count. Raises 404. */
export async function findCount(ctx: Context, id: number): Promise<CountRow> {
  const [found] = await selectCounts(ctx).where(
    and(eq(stockCounts.id, id), siteInReach(ctx, 'materiales.ver', stockCounts.projectId)),
  );
  if (!found) throw notFound();
  return presentCount(ctx, found);
}

/** What a house used of each material beside its model's list, by name. Raises 404 outside the caller's projects. */
export async function usageOf(ctx: Context, houseId: number): Promise<UsageRow[]> {
  const [house] = await ctx.db
    .select({ projectId: houses.projectId, modelId: houses.modelId })
    .from(houses)
    .where(and(eq(houses.id, houseId), siteInReach(ctx, 'materiales.ver', houses.projectId)));
  if (!house) throw notFound();
  const sees = seesPrices(ctx, house.projectId);
  const used = await usedBy(ctx, houseId);
  const list = await ctx.db
    .select({ material: materials, budget: modelMaterials.quantity })
    .from(materials)
    .leftJoin(
      modelMaterials,
      and(eq(modelMaterials.materialId, materials.id), eq(modelMaterials.modelId, house.modelId)),
    )
    .where(
      sql`(${modelMaterials.modelId} is not null or ${materials.id} = any(${sql.param([...used.keys()])}::bigint[]))`,
    )
    .orderBy(alphabetic(materials.name), materials.id);
  return list.map(({ material: one, budget }) => {
    const took = used.get(one.id) ?? { quantity: 0, cents: 0 };
    const should = budget ?? 0;
    return {
      id: one.id,
      code: one.code,
      name: one.name,
      unit: one.unit,
      budget: should,
      used: took.quantity,
      left: round3(should - took.quantity),
      budget_centavos: sees ? itemCents(should, one.priceCents) : null,
      used_centavos: sees ? took.cents : null,
    };
  });
}
