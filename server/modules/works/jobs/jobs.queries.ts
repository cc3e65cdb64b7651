import { and, eq, sql, type SQLWrapper } from 'drizzle-orm';
import { offsetOf } from '#contract/paging.ts';
import type { JobFilter, JobRow } from '#contract/works/jobs/endpoints.ts';
import type { Context } from '#server/kernel/context.ts';
import { inOrder } from '#server/kernel/db.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { contractsInReach } from '#server/modules/works/contracts/construction.scope.ts';
import { contractItems, contracts } from '#server/modules/works/contracts/construction.table.ts';
import { jobs } from './jobs.table.ts';

const label = (catalog: string, id: SQLWrapper) =>
  sql<string>`coalesce((select label from catalog_items where catalog = ${catalog} and catalog_items.id = ${id}), '')`;
const cents = (value: string | number | null) => (value === null ? null : Number(value));

/** A page of the jobs within the caller's scope, and the total. Amounts only for who may see them. */
export async function pageOfJobs(ctx: Context, query: JobFilter): Promise<{ data: JobRow[]; total: number }> {
  const sees = contractsInReach(ctx, 'contratos.montos') ?? sql`true`;
  const where = and(
    contractsInReach(ctx, 'contratos.ver'),
    query.contrato_id === undefined ? undefined : eq(jobs.contractId, query.contrato_id),
    query.proyecto_id === undefined ? undefined : eq(contracts.projectId, query.proyecto_id),
    query.vivienda_id === undefined ? undefined : eq(jobs.houseId, query.vivienda_id),
    query.estado_id === undefined ? undefined : eq(jobs.stateId, query.estado_id),
  );
  const list = await ctx.db
    .select({
      job: jobs,
      contract: { id: contracts.id, name: contracts.name, reference: contracts.reference },
      project: { id: projects.id, name: projects.name },
      house: houses.name,
      activity: label('contract_activities', jobs.activityId),
      state: label('states_jobs', jobs.stateId),
      item: contractItems,
      amount: sql<number | null>`case when ${sees} then ${jobs.amountCents} end`.mapWith(cents),
      certified: sql<number | null>`case when ${sees} then ${jobs.certifiedCents} end`.mapWith(cents),
    })
    .from(jobs)
    .innerJoin(contracts, eq(contracts.id, jobs.contractId))
    .innerJoin(projects, eq(projects.id, contracts.projectId))
    .leftJoin(houses, eq(houses.id, jobs.houseId))
    .leftJoin(contractItems, eq(contractItems.id, jobs.itemId))
    .where(where)
    .orderBy(inOrder(query, { id: jobs.id }, jobs.id, ['id', 'asc']))
    .limit(query.per_page)
    .offset(offsetOf(query));
  const [counted] = await ctx.db
    .select({ total: sql<number>`count(*)::int` })
    .from(jobs)
    .innerJoin(contracts, eq(contracts.id, jobs.contractId))
    .where(where);
  return {
    total: counted!.total,
    data: list.map(({ job, contract, project, house, activity, state, item, amount, certified }) => ({
      id: job.id,
      version: job.version,
      contract,
      project,
      house: job.houseId === null ? null : { id: job.houseId, name: house ?? '' },
      activity: job.activityId === null ? null : { id: job.activityId, name: activity },
      item: item && { id: item.id, code: item.code, description: item.description, unit: item.unit },
      state: { id: job.stateId, name: state },
      approved_percent: job.approvedBp / 100,
      reported_percent: job.reportedBp / 100,
      quantity: job.quantity,
      approved_quantity: job.approvedQuantity,
      amount_centavos: amount,
      certified_centavos: certified,
    })),
  };
}
