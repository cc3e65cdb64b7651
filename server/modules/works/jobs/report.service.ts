import { eq } from 'drizzle-orm';
import { delayReasons } from '#contract/company/catalogs/worksLists.ts';
import type { FieldError } from '#contract/errors.ts';
import { whyNotReport } from '#contract/works/jobs/machine.ts';
import type { NewReport } from '#contract/works/jobs/model.ts';
import { JOB_STATE as S } from '#contract/works/jobs/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { violatedConstraint } from '#server/kernel/db.ts';
import { conflict, forbidden, notFound, transitionRefused } from '#server/kernel/errors.ts';
import { isOffered } from '#server/modules/company/catalogs/catalogs.service.ts';
import { notify, whoMay } from '#server/modules/company/notifications/notify.service.ts';
import { jobPhotos, jobReports } from './jobReports.table.ts';
import { factsOf, heldHouses } from './jobs.present.ts';
import { lockJob, nameOf } from './jobs.queries.ts';
import { partnerOf } from '#server/modules/works/contracts/construction.scope.ts';
import {
  approvedOf,
  isMore,
  keepPhotos,
  moveJob,
  photoFaults,
  progressField,
  progressOf,
  refuse,
  showProgress,
} from './jobSteps.ts';

/** The states that a report passes, by where the job is: reporting also starts, or corrects, the work. */
const STEPS: Readonly<Record<number, readonly number[]>> = {
  [S.programmed]: [S.running, S.reported, S.inspecting],
  [S.running]: [S.reported, S.inspecting],
  [S.toCorrect]: [S.running, S.reported, S.inspecting],
};

/**
 * Reports a job's progress with photographs (domain.md §3, 3→4→5) and tells the project's inspectors. A report that
 * arrives again changes nothing. Raises 404, 403, 409 REPORTED and KEY_USED, 422 TRANSITION and at the field.
 */
export async function reportJob(ctx: Context, id: number, sent: NewReport): Promise<void> {
  const found = await lockJob(ctx, id);
  if (!found) throw notFound();
  if (!found.may.report) throw forbidden();
  const { userId } = staffOf(ctx);
  const [known] = await ctx.db.select().from(jobReports).where(eq(jobReports.key, sent.clave));
  if (known) {
    if (known.jobId === id && known.authorId === userId) return;
    throw conflict('KEY_USED', 'Este reporte ya se envió para otro trabajo. Escríbelo de nuevo.');
  }
  const { job } = found;
  if (job.stateId === S.inspecting)
    throw conflict('REPORTED', 'Ya está reportado: espera su inspección.', { estado_id: job.stateId });
  const reason = whyNotReport({
    stateId: job.stateId,
    ...factsOf(found, await heldHouses(ctx, [found])),
  });
  if (reason) throw transitionRefused(reason);
  const progress = progressOf(found, sent);
  const faults: FieldError[] = photoFaults(ctx);
  const at = progressField(found);
  if (!progress) faults.unshift({ field: at, message: 'Escribe el avance.' });
  else if (!isMore(progress, approvedOf(found)))
    faults.unshift({
      field: at,
      message: `Ya está aprobado ${showProgress(found, approvedOf(found))}: reporta un avance mayor.`,
    });
  else if (progress.quantity !== null && progress.quantity > job.quantity!)
    faults.unshift({
      field: at,
      message: `El contrato tiene ${showProgress(found, { bp: 0, quantity: job.quantity })}: más necesita una adenda.`,
    });
  if (sent.atraso_id !== undefined && !(await isOffered(ctx.db, delayReasons, sent.atraso_id)))
    faults.push({ field: 'atraso_id', message: 'Elige uno de los motivos.' });
  refuse(faults);
  const [report] = await insert(ctx, {
    jobId: id,
    key: sent.clave,
    reportedBp: progress!.bp,
    quantity: progress!.quantity,
    note: sent.nota ?? '',
    delayReasonId: sent.atraso_id ?? null,
    authorId: userId,
    partnerId: await partnerOf(ctx, userId),
    createdAt: ctx.now,
  });
  await keepPhotos(ctx, id, { reportId: report!.id });
  await moveJob(ctx, found, STEPS[job.stateId]!, {
    reportedBp: progress!.bp,
    reportedQuantity: progress!.quantity,
  });
  await audit(ctx, 'reportar', 'trabajo', id, { reporte: report!.id, bp: progress!.bp });
  await notify(ctx, {
    kind: 'trabajo_reportado',
    to: await whoMay(ctx.db, 'contratos.inspeccionar', found.project.id),
    text: `${nameOf(found)}: reportado ${showProgress(found, progress!)}, espera inspección.`,
    url: `/oficina/trabajos?trabajo=${id}`,
    event: `trabajo:${id}:reporte:${report!.id}`,
  });
}

/** Inserts a report. Raises 409 KEY_USED when the same one arrives twice at once, for two jobs. */
async function insert(ctx: Context, values: typeof jobReports.$inferInsert) {
  try {
    return await ctx.db.insert(jobReports).values(values).returning({ id: jobReports.id });
  } catch (error) {
    if (violatedConstraint(error) !== 'job_reports_key') throw error;
    throw conflict('KEY_USED', 'Este reporte ya se envió para otro trabajo. Escríbelo de nuevo.');
  }
}

/** Remembers the smaller copy of a photograph, which is in the store. Two who make it at once make the same bytes. */
export const keepSmall = async (
  { db }: Pick<Context, 'db'>,
  fileId: string,
  sha256: string,
): Promise<void> => {
  await db.update(jobPhotos).set({ smallSha256: sha256 }).where(eq(jobPhotos.fileId, fileId));
};
