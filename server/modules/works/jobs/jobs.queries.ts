import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Permission } from '#contract/access.ts';
import { offsetOf } from '#contract/paging.ts';
import type { JobFilter, JobRow } from '#contract/works/jobs/endpoints.ts';
import type { Context } from '#server/kernel/context.ts';
import { inOrder } from '#server/kernel/db.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { contractsInReach } from '#server/modules/works/contracts/construction.scope.ts';
import { contractItems, contracts } from '#server/modules/works/contracts/construction.table.ts';
import { forMe } from './jobs.scope.ts';
import { jobs } from './jobs.table.ts';

const label = (catalog: string, id: AnyPgColumn) =>
  sql<string>`(select label from catalog_items where catalog = ${catalog} and catalog_items.id = ${id})`;
const reaches = (ctx: Context, permission: Permission) =>
  sql<boolean>`(${contractsInReach(ctx, permission) ?? sql`true`})`;

/** Jobs with what their answers need. What the caller may do with each is in `may`. */
export const selectJobs = (ctx: Context) =>
  ctx.db
    .select({
      job: jobs,
      contract: {
        id: contracts.id,
        name: contracts.name,
        reference: contracts.reference,
        stateId: contracts.stateId,
        contractorId: contracts.contractorId,
      },
      project: { id: projects.id, name: projects.name },
      house: houses.name,
      activity: label('contract_activities', jobs.activityId),
      item: {
        code: contractItems.code,
        description: contractItems.description,
        unit: contractItems.unit,
      },
      state: label('states_jobs', jobs.stateId),
      priority: label('ticket_priorities', jobs.priorityId),
      may: {
        plan: reaches(ctx, 'contratos.crear'),
        report: reaches(ctx, 'contratos.editar'),
        inspect: reaches(ctx, 'contratos.inspeccionar'),
        amounts: reaches(ctx, 'contratos.montos'),
      },
    })
    .from(jobs)
    .innerJoin(contracts, eq(contracts.id, jobs.contractId))
    .innerJoin(projects, eq(projects.id, contracts.projectId))
    .leftJoin(houses, eq(houses.id, jobs.houseId))
    .leftJoin(contractItems, eq(contractItems.id, jobs.itemId));
export type FoundJob = Awaited<ReturnType<typeof selectJobs>>[number];

export function presentRow({ job, may, ...found }: FoundJob): JobRow {
  return {
    id: job.id,
    version: job.version,
    contract: { id: found.contract.id, name: found.contract.name, reference: found.contract.reference },
    project: found.project,
    house: job.houseId === null ? null : { id: job.houseId, name: found.house ?? '' },
    activity: job.activityId === null ? null : { id: job.activityId, name: found.activity },
    item: job.itemId === null || !found.item ? null : { id: job.itemId, ...found.item },
    state: { id: job.stateId, name: found.state },
    week: job.week,
    priority: job.priorityId === null ? null : { id: job.priorityId, name: found.priority },
    approved_percent: job.approvedBp / 100,
    reported_percent: job.reportedBp / 100,
    quantity: job.quantity,
    approved_quantity: job.approvedQuantity,
    amount_centavos: may.amounts ? job.amountCents : null,
    certified_centavos: may.amounts ? job.certifiedCents : null,
  };
}

/** The name of a job in a sentence: `Casa A-01, Repello`. */
export const nameOf = ({ house, contract, activity, item, job }: FoundJob): string =>
  job.houseId === null ? `${contract.name}, ${item?.description ?? ''}` : `${house}, ${activity}`;

const ORDER = { id: jobs.id, semana: jobs.week };

const matching = (ctx: Context, query: JobFilter): SQL | undefined =>
  and(
    contractsInReach(ctx, 'contratos.ver'),
    query.contrato_id === undefined ? undefined : eq(jobs.contractId, query.contrato_id),
    query.proyecto_id === undefined ? undefined : eq(contracts.projectId, query.proyecto_id),
    query.vivienda_id === undefined ? undefined : eq(jobs.houseId, query.vivienda_id),
    query.estado_id === undefined ? undefined : eq(jobs.stateId, query.estado_id),
    query.actividad_id === undefined ? undefined : eq(jobs.activityId, query.actividad_id),
    query.semana === undefined ? undefined : eq(jobs.week, query.semana),
    query.para_mi ? forMe(ctx) : undefined,
  );

/** A page of the caller's jobs, newest first by default, and the total. */
export async function pageOfJobs(ctx: Context, query: JobFilter): Promise<{ list: JobRow[]; total: number }> {
  const where = matching(ctx, query);
  const list = await selectJobs(ctx)
    .where(where)
    .orderBy(inOrder(query, ORDER, jobs.id, ['id', 'desc']))
    .limit(query.per_page)
    .offset(offsetOf(query));
  const [count] = await ctx.db
    .select({ total: sql<number>`count(*)::int` })
    .from(jobs)
    .innerJoin(contracts, eq(contracts.id, jobs.contractId))
    .where(where);
  return { list: list.map(presentRow), total: count!.total };
}

/** Most jobs that a phone keeps. */
const FIELD_MOST = 100;

/** The jobs that wait for the caller, by house. */
export const fieldJobs = (ctx: Context) =>
  selectJobs(ctx)
    .where(forMe(ctx))
    .orderBy(jobs.week, houses.name, jobs.activityId, jobs.id)
    .limit(FIELD_MOST);

/** A job in the caller's scope; undefined when it is out of scope. */
export async function findJob(ctx: Context, id: number): Promise<FoundJob | undefined> {
  const [found] = await selectJobs(ctx).where(and(eq(jobs.id, id), contractsInReach(ctx, 'contratos.ver')));
  return found;
}

/** The same, with the contract (against a change of its state) and the job locked, in this order. */
export async function lockJob(ctx: Context, id: number): Promise<FoundJob | undefined> {
  await ctx.db.execute(
    sql`select from contracts where id = (select contract_id from jobs where id = ${id}) for share`,
  );
  await ctx.db.execute(sql`select from jobs where id = ${id} for no key update`);
  return findJob(ctx, id);
}
