import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { priorities } from '#contract/company/catalogs/ticketLists.ts';
import { weekText } from '#contract/dates.ts';
import type { FieldError } from '#contract/errors.ts';
import { jobMachine } from '#contract/works/jobs/machine.ts';
import type { JobStatusChange, ProgramJobs } from '#contract/works/jobs/model.ts';
import { JOB_STATE as S } from '#contract/works/jobs/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Keeper } from '#server/kernel/changes.ts';
import type { Context } from '#server/kernel/context.ts';
import { forbidden, notFound, transitionRefused } from '#server/kernel/errors.ts';
import { checkTransition } from '#server/kernel/transition.ts';
import { isOffered } from '#server/modules/company/catalogs/catalogs.service.ts';
import { keepProgress } from '#server/modules/projects/houses/progress.service.ts';
import { weekClosings } from '#server/modules/projects/projects/weeks.table.ts';
import { contractsInReach } from '#server/modules/works/contracts/construction.scope.ts';
import { factsOf, heldHouses, isInForce, mayOf } from './jobs.present.ts';
import { lockJob, nameOf, selectJobs, type FoundJob } from './jobs.queries.ts';
import { jobs } from './jobs.table.ts';
import { moveJob, refuse } from './jobSteps.ts';

/** Changes a job's state for a colleague or its contractor. Raises 404, 403, 409 STALE, 422 TRANSITION and at the field. */
export async function changeJob(ctx: Context, id: number, change: JobStatusChange): Promise<void> {
  const found = await lockJob(ctx, id);
  if (!found) throw notFound();
  const { job } = found;
  const facts = factsOf(found, await heldHouses(ctx, [found]));
  checkTransition(jobMachine, job, change, facts, mayOf(found));
  if (job.stateId === S.suspended && change.estado_id !== job.resumeStateId)
    throw transitionRefused('Vuelve al estado que tenía antes de suspenderse.');
  if (change.estado_id === S.programmed && job.stateId === S.pending) {
    const faults = await faultsOfWeek(ctx, change, [found], (name) => `params[${name}]`);
    refuse(faults);
    await moveJob(ctx, found, [S.programmed], { week: change.semana!, priorityId: change.prioridad_id! });
  } else
    await moveJob(
      ctx,
      found,
      [change.estado_id],
      {
        resumeStateId: change.estado_id === S.suspended ? job.stateId : null,
        ...(change.estado_id === S.voided && { inForce: false }),
      },
      change.motivo,
    );
  await audit(ctx, 'cambiar_estado', 'trabajo', id, { from: job.stateId, to: change.estado_id });
}

/** What is wrong with a week and a priority for these jobs. */
async function faultsOfWeek(
  ctx: Context,
  { semana, prioridad_id }: { semana?: string | undefined; prioridad_id?: number | undefined },
  found: readonly FoundJob[],
  field: (name: string) => string = (name) => name,
): Promise<FieldError[]> {
  const faults: FieldError[] = [];
  if (semana === undefined) faults.push({ field: field('semana'), message: 'Elige la semana.' });
  else {
    const shut = await ctx.db
      .select({ id: weekClosings.projectId })
      .from(weekClosings)
      .where(
        and(
          inArray(weekClosings.projectId, [0, ...found.map(({ project }) => project.id)]),
          eq(weekClosings.week, semana),
          isNull(weekClosings.reopenedAt),
        ),
      );
    if (shut.length > 0)
      faults.push({ field: field('semana'), message: `${weekText(semana)} está cerrada. Elige otra.` });
  }
  if (prioridad_id === undefined || !(await isOffered(ctx.db, priorities, prioridad_id)))
    faults.push({ field: field('prioridad_id'), message: 'Elige la prioridad.' });
  return faults;
}

/**
 * Programs several jobs in a week, all or none: pending ones become programmed, programmed ones move. Answers how many.
 * Raises 404 when one is out of scope, 403, 422 at the field or when one cannot be programmed.
 */
export async function programJobs(ctx: Context, { ids, semana, prioridad_id }: ProgramJobs): Promise<number> {
  const wanted = [...new Set(ids)];
  await ctx.db.execute(sql`select from contracts where id in
    (select contract_id from jobs where id = any(${sql.param(wanted)}::bigint[])) order by id for share`);
  await ctx.db.execute(
    sql`select from jobs where id = any(${sql.param(wanted)}::bigint[]) order by id for no key update`,
  );
  const found = await selectJobs(ctx)
    .where(and(inArray(jobs.id, wanted), contractsInReach(ctx, 'contratos.ver')))
    .orderBy(asc(jobs.id));
  if (found.length < wanted.length) throw notFound();
  if (found.some(({ may }) => !may.plan)) throw forbidden();
  refuse(await faultsOfWeek(ctx, { semana, prioridad_id }, found));
  const stuck = found.find(
    (one) => !isInForce(one) || ![S.pending, S.programmed].some((state) => state === one.job.stateId),
  );
  if (stuck)
    throw transitionRefused(
      isInForce(stuck)
        ? `${nameOf(stuck)} ya empezó o terminó: no se puede programar.`
        : `${nameOf(stuck)}: el contrato no está vigente.`,
    );
  for (const one of found) {
    await moveJob(ctx, one, one.job.stateId === S.pending ? [S.programmed] : [], {
      week: semana,
      priorityId: prioridad_id,
    });
    await audit(ctx, 'programar', 'trabajo', one.job.id, {
      before: { week: one.job.week },
      after: { week: semana },
    });
  }
  return found.length;
}

/** Keeps the progress of the houses whose jobs changed. Until one is reported a house keeps what was typed. */
export const houseProgressKeeper: Keeper = {
  record: 'trabajo',
  keep: async ({ db }, ids) => {
    await keepProgress(
      db,
      sql`select changed.house_id from jobs changed where changed.id = any(${sql.param([...ids])}::bigint[])
        and exists (select from jobs j where j.house_id = changed.house_id and j.reported_bp > 0)`,
    );
  },
};
