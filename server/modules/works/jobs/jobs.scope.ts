import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { CONTRACT_STATE } from '#contract/works/contracts/rules.ts';
import { REPORTABLE } from '#contract/works/jobs/machine.ts';
import { JOB_STATE } from '#contract/works/jobs/rules.ts';
import { isoWeek, panamaDay } from '#contract/dates.ts';
import { scopeOf, staffOf, type Context } from '#server/kernel/context.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { contractsInReach } from '#server/modules/works/contracts/construction.scope.ts';
import { contracts } from '#server/modules/works/contracts/construction.table.ts';
import { jobReports } from './jobReports.table.ts';
import { jobs } from './jobs.table.ts';

/** Whether the caller may open a job: whoever may open its contract. Guards its comments and files. */
export async function mayOpenJob(ctx: Context, id: number): Promise<boolean> {
  const found = await ctx.db
    .select({ id: jobs.id })
    .from(jobs)
    .innerJoin(contracts, eq(contracts.id, jobs.contractId))
    .where(and(eq(jobs.id, id), contractsInReach(ctx, 'contratos.ver')));
  return found.length > 0;
}

/** Whose work it is to report: who may on a site or in a contract of their own, and does not plan. */
function reports(ctx: Context): boolean {
  const reach = scopeOf(ctx, 'contratos.editar');
  return reach !== null && reach.scope !== 'todo' && scopeOf(ctx, 'contratos.crear') === null;
}

/** Condition over jobs and contracts: work that the caller builds or reports, in a week that has come. */
export const toReport = (ctx: Context): SQL | null =>
  reports(ctx)
    ? and(
        inArray(jobs.stateId, [...REPORTABLE]),
        sql`(${jobs.week} is null or ${jobs.week} <= ${isoWeek(panamaDay(ctx.now))})`,
        eq(contracts.stateId, CONTRACT_STATE.inForce),
        contractsInReach(ctx, 'contratos.editar'),
      )!
    : null;

/** Condition over jobs and contracts: reports that the caller may inspect. */
export function toInspect(ctx: Context): SQL | null {
  if (scopeOf(ctx, 'contratos.inspeccionar') === null) return null;
  const { userId } = staffOf(ctx);
  return and(
    eq(jobs.stateId, JOB_STATE.inspecting),
    contractsInReach(ctx, 'contratos.inspeccionar'),
    sql`not exists (select from ${jobReports} r join ${users} u on u.id = ${userId}
      where r.job_id = ${jobs.id} and r.outcome is null
        and (r.author_id = u.id or u.partner_id in (r.partner_id, ${contracts.contractorId})))`,
  )!;
}

/** Condition: what waits for the caller, either way. */
export function forMe(ctx: Context): SQL {
  const either = [toReport(ctx), toInspect(ctx)].filter((one) => one !== null);
  return either.length === 0
    ? sql`false`
    : sql`(${sql.join(
        either.map((one) => sql`(${one})`),
        sql` or `,
      )})`;
}
