import { and, asc, desc, eq, ilike, inArray, isNull, ne, or, sql, type SQL } from 'drizzle-orm';
import { alias, type AnyPgColumn } from 'drizzle-orm/pg-core';
import type { ContractFilter } from '#contract/works/contracts/endpoints.ts';
import { CONTRACT_STATE } from '#contract/works/contracts/rules.ts';
import type { ContractRow } from '#contract/works/contracts/model.ts';
import { offsetOf } from '#contract/paging.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { containing, hasPart, inOrder } from '#server/kernel/db.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { houseModels, projects } from '#server/modules/projects/projects/projects.table.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { contractsInReach } from './construction.scope.ts';
import { contractHouses, contracts } from './construction.table.ts';

const contractors = alias(partners, 'contractors');
const parties = alias(partners, 'parties');

const label = (catalog: string, id: AnyPgColumn) =>
  sql<string>`coalesce((select label from catalog_items where catalog = ${catalog} and catalog_items.id = ${id}), '')`;

/** Condition: the caller may see the amount of a row. contratos.montos has a scope of its own. */
export const seesAmount = (ctx: Context) => contractsInReach(ctx, 'contratos.montos') ?? sql`true`;

export const selectRows = (ctx: Context) =>
  ctx.db
    .select({
      id: contracts.id,
      name: contracts.name,
      reference: contracts.reference,
      project: { id: projects.id, name: projects.name },
      type: { id: contracts.typeId, name: label('tipo_contratos', contracts.typeId) },
      state: { id: contracts.stateId, name: label('estados_contrato', contracts.stateId) },
      contractor_id: contracts.contractorId,
      contractor: { id: contractors.id, name: contractors.name },
      contracting_party_id: contracts.contractingPartyId,
      contracting_party: { id: parties.id, name: parties.name },
      houses_count: sql<number>`(select count(*) from ${contractHouses} h where h.contract_id = ${contracts.id})::int`,
      starts_on: contracts.startsOn,
      ends_on: contracts.endsOn,
      amount_centavos: sql<
        number | null
      >`case when ${seesAmount(ctx)} then ${contracts.amountCents} end`.mapWith(
        (value: string | number | null) => (value === null ? null : Number(value)),
      ),
    })
    .from(contracts)
    .innerJoin(projects, eq(projects.id, contracts.projectId))
    .innerJoin(contractors, eq(contractors.id, contracts.contractorId))
    .innerJoin(parties, eq(parties.id, contracts.contractingPartyId));

const ORDER = {
  id: contracts.id,
  name: contracts.name,
  reference: contracts.reference,
  starts_on: contracts.startsOn,
  ends_on: contracts.endsOn,
};

const matching = (ctx: Context, query: ContractFilter) =>
  and(
    contractsInReach(ctx, 'contratos.ver'),
    query.proyecto_id === undefined ? undefined : eq(contracts.projectId, query.proyecto_id),
    query.tipo_contrato_id === undefined ? undefined : eq(contracts.typeId, query.tipo_contrato_id),
    query.estado_id === undefined ? undefined : eq(contracts.stateId, query.estado_id),
    query.contratista_id === undefined ? undefined : eq(contracts.contractorId, query.contratista_id),
    query.q
      ? or(hasPart(contracts.name, query.q), ilike(contracts.reference, containing(query.q)))
      : undefined,
  );

/** The sum over the whole filter, in centavos, of the amounts that the caller may see. */
export async function sumsOfContracts(ctx: Context, query: ContractFilter): Promise<{ monto: number }> {
  const [sums] = await ctx.db
    .select({ monto: sql<number>`coalesce(sum(${contracts.amountCents}), 0)::bigint`.mapWith(Number) })
    .from(contracts)
    .where(and(matching(ctx, query), seesAmount(ctx)));
  return sums!;
}

/** A page of the caller's contracts, newest first by default, and the total. */
export async function pageOfContracts(
  ctx: Context,
  query: ContractFilter,
): Promise<{ list: ContractRow[]; total: number }> {
  const where = matching(ctx, query);
  const [list, total] = await Promise.all([
    selectRows(ctx)
      .where(where)
      .orderBy(inOrder(query, ORDER, contracts.id, ['id', 'desc']))
      .limit(query.per_page)
      .offset(offsetOf(query)),
    ctx.db.$count(contracts, where),
  ]);
  return { list, total };
}

/** The caller's contracts that match `where`, as options. */
export const contractOptions = (ctx: Context, where: SQL | undefined, descending = false) =>
  ctx.db
    .select({
      id: contracts.id,
      name: contracts.name,
      reference: contracts.reference,
      contractor_id: contracts.contractorId,
    })
    .from(contracts)
    .where(and(where, contractsInReach(ctx, 'contratos.ver')))
    .orderBy((descending ? desc : asc)(contracts.name), asc(contracts.id));

/** Condition: contracts that cover a house. */
export const coversHouse = (ctx: Context, houseId: number): SQL =>
  inArray(
    contracts.id,
    ctx.db
      .select({ id: contractHouses.contractId })
      .from(contractHouses)
      .where(eq(contractHouses.houseId, houseId)),
  );

/** The houses of a contract with their progress. The caller has checked access to the contract. */
export const housesOf = (ctx: Context, contractId: number, descending = false) =>
  ctx.db
    .select({
      id: houses.id,
      name: houses.name,
      lote: lots.name,
      modelo: houseModels.name,
      progress_percent: houses.progressPercent,
      approved_percent:
        sql<number>`coalesce((select round(100.0 * sum(j.certified_cents) / nullif(sum(j.amount_cents), 0), 2) from jobs j
        where j.contract_id = ${contractHouses.contractId} and j.house_id = ${contractHouses.houseId}), 0)`.mapWith(
          Number,
        ),
      delivery_on: houses.deliveryOn,
    })
    .from(contractHouses)
    .innerJoin(houses, eq(houses.id, contractHouses.houseId))
    .innerJoin(lots, eq(lots.id, houses.lotId))
    .innerJoin(houseModels, eq(houseModels.id, houses.modelId))
    .where(eq(contractHouses.contractId, contractId))
    .orderBy((descending ? desc : asc)(houses.name), asc(houses.id));

/** The model of a house in the caller's scope: by its project, or by a contract that covers it. */
export async function modelOfHouse(ctx: Context, houseId: number): Promise<number | undefined> {
  const reach = scopeOf(ctx, 'contratos.ver');
  const covered = sql`exists (select from ${contractHouses} h join ${contracts} on ${contracts.id} = h.contract_id
    where h.house_id = ${houses.id} and ${contractsInReach(ctx, 'contratos.ver') ?? sql`true`})`;
  const [house] = await ctx.db
    .select({ modelId: houses.modelId })
    .from(houses)
    .where(
      and(
        eq(houses.id, houseId),
        isNull(houses.archivedAt),
        reach?.scope === 'todo'
          ? undefined
          : reach?.scope === 'sus_proyectos'
            ? inArray(houses.projectId, [...reach.projectIds])
            : covered,
      ),
    );
  return house?.modelId;
}

/**
 * First and last planned day of a project's contracts that were not rescinded, by their schedules or, without one, by the
 * contract; and the number without either.
 */
export async function plannedDays(ctx: Context, projectId: number) {
  const [found] = await ctx.db
    .select({
      from: sql<string | null>`min(coalesce(stamped.first, ${contracts.startsOn}))::text`,
      to: sql<string | null>`max(coalesce(stamped.last, ${contracts.endsOn}))::text`,
      without: sql<number>`(count(*) filter (where coalesce(stamped.first, ${contracts.startsOn}) is null))::int`,
    })
    .from(contracts)
    .leftJoin(
      sql`lateral (select min(t.start) first, max(t.finish) last from schedules s join schedule_tasks t on t.schedule_id = s.id
        where s.contract_id = ${contracts.id}) stamped`,
      sql`true`,
    )
    .where(and(eq(contracts.projectId, projectId), ne(contracts.stateId, CONTRACT_STATE.rescinded)));
  return found!;
}
