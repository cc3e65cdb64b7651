import { asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { delayReasons, jobStates } from '#contract/company/catalogs/worksLists.ts';
import { panamaDay } from '#contract/dates.ts';
import { urlOf } from '#contract/endpoint.ts';
import { actionOf, offersOf } from '#contract/transitions.ts';
import { CONTRACT_STATE } from '#contract/works/contracts/rules.ts';
import { changeJobStatus, type Job } from '#contract/works/jobs/endpoints.ts';
import { jobMachine, whyNotInspect, whyNotLower, whyNotReport } from '#contract/works/jobs/machine.ts';
import type { Checklist } from '#contract/works/jobs/model.ts';
import { JOB_STATE } from '#contract/works/jobs/rules.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { fileUrl } from '#server/modules/company/files/files.service.ts';
import { namedStates, statesOf } from '#server/modules/company/staff/history.service.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { checklistsInForce } from './checklists.service.ts';
import { checklists, inspections, jobPhotos, jobReports } from './jobReports.table.ts';
import { presentRow, type FoundJob } from './jobs.queries.ts';
import { partnerOf } from '#server/modules/works/contracts/construction.scope.ts';
import { heldUp } from '#server/modules/works/permits/blockers.service.ts';

export const isInForce = ({ contract }: FoundJob) => contract.stateId === CONTRACT_STATE.inForce;

/** What decides about a job. `held`: the sentences of `heldUp`, by house. */
export const factsOf = (found: FoundJob, held: ReadonlyMap<number, string>) => ({
  inForce: isInForce(found),
  week: found.job.week,
  approvedBp: found.job.approvedBp,
  held: held.get(found.job.houseId ?? 0) ?? null,
});

/** What does not let the houses of these jobs be built today, by house. */
export const heldHouses = (ctx: Pick<Context, 'db' | 'now'>, found: readonly FoundJob[]) =>
  heldUp(ctx.db, [...new Set(found.flatMap(({ job }) => job.houseId ?? []))], panamaDay(ctx.now));

/** Whether the caller may change the state with a permission of the machine. */
export const mayOf =
  ({ may }: FoundJob) =>
  (permission: string): boolean =>
    permission === 'contratos.crear' ? may.plan : permission === 'contratos.editar' && may.report;

/** Jobs with reports, inspections, photographs and history, and what the caller may do with each. */
export async function presentJobs(ctx: Context, found: readonly FoundJob[]): Promise<Job[]> {
  const ids = [0, ...found.map(({ job }) => job.id)];
  const { userId } = staffOf(ctx);
  const partnerId = await partnerOf(ctx, userId);
  const reports = await ctx.db
    .select({ report: jobReports, by: users.name })
    .from(jobReports)
    .innerJoin(users, eq(users.id, jobReports.authorId))
    .where(inArray(jobReports.jobId, ids))
    .orderBy(desc(jobReports.id));
  const judged = await ctx.db
    .select({ inspection: inspections, by: users.name, questions: checklists.questions })
    .from(inspections)
    .innerJoin(users, eq(users.id, inspections.inspectorId))
    .leftJoin(checklists, eq(checklists.id, inspections.checklistId))
    .where(inArray(inspections.jobId, ids))
    .orderBy(desc(inspections.id));
  const photos = await ctx.db
    .select({ photo: jobPhotos, name: files.name })
    .from(jobPhotos)
    .innerJoin(files, eq(files.id, jobPhotos.fileId))
    .where(
      sql`${jobPhotos.reportId} in (select id from job_reports where job_id = any(${sql.param(ids)}::bigint[]))
        or ${jobPhotos.inspectionId} in (select id from inspections where job_id = any(${sql.param(ids)}::bigint[]))`,
    )
    .orderBy(asc(jobPhotos.position));
  const photosOf = (of: 'reportId' | 'inspectionId', id: number) =>
    photos
      .filter(({ photo }) => photo[of] === id)
      .map(({ photo, name }) => ({ id: photo.fileId, name, url: fileUrl(ctx, photo.fileId) }));
  const states = await statesOf(ctx.db, 'trabajo', ids);
  const words = await catalogLabels(ctx.db, jobStates);
  const delays = await catalogLabels(ctx.db, delayReasons);
  const lists = await checklistsInForce(ctx);
  const held = await heldHouses(ctx, found);
  const named = (id: number) => ({ id, name: words.get(id) ?? '' });

  return found.map((one) => {
    const { job } = one;
    const mine = reports.filter(({ report }) => report.jobId === job.id).map(({ report }) => report);
    const open = mine.find(({ outcome }) => outcome === null);
    const judging = {
      stateId: job.stateId,
      userId,
      partnerId,
      contractorId: one.contract.contractorId,
      report: open ?? null,
    };
    const lastApproved = mine.find(({ outcome }) => outcome === 'aprobado') ?? null;
    return {
      ...presentRow(one),
      transitions: offersOf(
        jobMachine,
        job.stateId,
        factsOf(one, held),
        urlOf(changeJobStatus, { params: { id: job.id } }),
        mayOf(one),
      ).filter(({ estado_id }) => job.stateId !== JOB_STATE.suspended || estado_id === job.resumeStateId),
      actions: {
        report: one.may.report
          ? actionOf(whyNotReport({ stateId: job.stateId, ...factsOf(one, held) }))
          : null,
        inspect: one.may.inspect ? actionOf(whyNotInspect(judging)) : null,
        lower: one.may.inspect
          ? actionOf(whyNotLower({ ...judging, report: lastApproved, approvedBp: job.approvedBp }))
          : null,
      },
      reports: reports
        .filter(({ report }) => report.jobId === job.id)
        .map(({ report, by }) => ({
          id: report.id,
          percent: report.reportedBp / 100,
          quantity: report.quantity,
          note: report.note,
          delay:
            report.delayReasonId === null
              ? null
              : { id: report.delayReasonId, name: delays.get(report.delayReasonId) ?? '' },
          by,
          at: report.createdAt.toISOString(),
          outcome: report.outcome,
          photos: photosOf('reportId', report.id),
        })),
      inspections: judged
        .filter(({ inspection }) => inspection.jobId === job.id)
        .map(({ inspection, by, questions }) => ({
          id: inspection.id,
          report_id: inspection.reportId,
          result: inspection.result,
          before_percent: inspection.beforeBp / 100,
          approved_percent: inspection.approvedBp / 100,
          approved_quantity: inspection.approvedQuantity,
          reason: inspection.reason,
          by,
          at: inspection.createdAt.toISOString(),
          checks: (questions ?? []).flatMap((question, at) => {
            const answer = inspection.answers?.[at];
            return answer ? [{ question, answer }] : [];
          }),
          photos: photosOf('inspectionId', inspection.id),
        })),
      checklist: listFor(lists, job.activityId),
      history: namedStates(states, job.id, named),
    };
  });
}

/** The list of an activity, or the general one. */
export const listFor = (lists: readonly Checklist[], activityId: number | null): Checklist | null =>
  lists.find(({ activity }) => activity !== null && activity.id === activityId) ??
  lists.find(({ activity }) => activity === null) ??
  null;
