import { and, desc, eq } from 'drizzle-orm';
import type { FieldError } from '#contract/errors.ts';
import { whyNotInspect, whyNotLower } from '#contract/works/jobs/machine.ts';
import type { LowerApproved, NewInspection } from '#contract/works/jobs/model.ts';
import { JOB_STATE as S, WHOLE_BP } from '#contract/works/jobs/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { violatedConstraint } from '#server/kernel/db.ts';
import { conflict, forbidden, notFound, transitionRefused } from '#server/kernel/errors.ts';
import { notify } from '#server/modules/company/notifications/notify.service.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { checklistsInForce } from './checklists.service.ts';
import { inspections, jobReports } from './jobReports.table.ts';
import { isInForce, listFor } from './jobs.present.ts';
import { lockJob, nameOf, type FoundJob } from './jobs.queries.ts';
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
  type Progress,
} from './jobSteps.ts';

type Report = typeof jobReports.$inferSelect;

/**
 * Approves or returns what was reported (domain.md §3, 5→7, 5→6). Approved below 100 % the job goes on (7→3). An
 * inspection that arrives again changes nothing. Raises 404, 403, 409 REPORT_DECIDED, CHECKLIST_CHANGED and KEY_USED,
 * 422 TRANSITION and at the field.
 */
export async function inspectJob(ctx: Context, id: number, sent: NewInspection): Promise<void> {
  const found = await lockJob(ctx, id);
  if (!found) throw notFound();
  if (!found.may.inspect) throw forbidden();
  if (await isKnown(ctx, id, sent.clave)) return;
  const [report] = await ctx.db
    .select()
    .from(jobReports)
    .where(and(eq(jobReports.id, sent.reporte_id), eq(jobReports.jobId, id)));
  if (!report) throw notFound();
  if (report.outcome !== null)
    throw conflict(
      'REPORT_DECIDED',
      report.outcome === 'anulado'
        ? 'El trabajo se anuló: su reporte ya no espera inspección.'
        : 'Otra persona ya inspeccionó este reporte.',
      { resultado: report.outcome },
    );
  const { userId } = staffOf(ctx);
  const reason = whyNotInspect({
    stateId: found.job.stateId,
    userId,
    partnerId: await partnerOf(ctx, userId),
    contractorId: found.contract.contractorId,
    report,
  });
  if (reason) throw transitionRefused(reason);
  if (!isInForce(found)) throw transitionRefused('El contrato no está vigente.');
  const list = listFor(await checklistsInForce(ctx), found.job.activityId);
  const approved = sent.resultado === 'aprobado' ? judged(ctx, found, report, sent, list) : approvedOf(found);
  if (sent.resultado === 'rechazado') refuse([...reasonFaults(sent.motivo), ...photoFaults(ctx)]);
  await decide(ctx, found, report, sent, approved, list?.id ?? null);
}

/** What an approval certifies: what was reported, or less with a reason. Every question has an answer, none is "no". */
function judged(
  ctx: Context,
  found: FoundJob,
  report: Report,
  sent: NewInspection,
  list: { id: number; questions: readonly string[] } | null,
): Progress {
  const reported: Progress = { bp: report.reportedBp, quantity: report.quantity };
  const approved = progressOf(found, sent) ?? reported;
  const at = progressField(found);
  const faults: FieldError[] = [];
  if (isMore(approved, reported))
    faults.push({ field: at, message: `Se reportó ${showProgress(found, reported)}: aprueba eso o menos.` });
  if (isMore(reported, approved)) faults.push(...reasonFaults(sent.motivo));
  if (isMore(approvedOf(found), approved)) faults.push(...photoFaults(ctx));
  const answers = sent.respuestas ?? [];
  if (list) {
    if (sent.lista_id !== list.id)
      throw conflict('CHECKLIST_CHANGED', 'La lista de inspección cambió: respóndela de nuevo.', {
        lista_id: list.id,
      });
    if (answers.length !== list.questions.length)
      faults.push({ field: 'respuestas', message: 'Responde todas las preguntas de la lista.' });
    else if (answers.includes('no'))
      faults.push({
        field: 'respuestas',
        message: 'Una respuesta es «No»: devuelve el trabajo con su motivo.',
      });
  }
  refuse(faults);
  return approved;
}

const reasonFaults = (reason: string | undefined): FieldError[] =>
  reason ? [] : [{ field: 'motivo', message: 'Escribe el motivo.' }];

async function decide(
  ctx: Context,
  found: FoundJob,
  report: Report,
  sent: NewInspection,
  approved: Progress,
  listId: number | null,
): Promise<void> {
  const { job } = found;
  const passes = sent.resultado === 'aprobado';
  const answers = sent.respuestas ?? [];
  const answered = listId !== null && listId === sent.lista_id && answers.length > 0;
  const [made] = await keyed(
    ctx.db
      .insert(inspections)
      .values({
        jobId: job.id,
        reportId: report.id,
        key: sent.clave,
        inspectorId: staffOf(ctx).userId,
        result: sent.resultado,
        beforeBp: job.approvedBp,
        approvedBp: approved.bp,
        approvedQuantity: approved.quantity,
        reason: sent.motivo || null,
        checklistId: answered ? listId : null,
        answers: answered ? answers : null,
        createdAt: ctx.now,
      })
      .returning({ id: inspections.id }),
  );
  await keepPhotos(ctx, job.id, { inspectionId: made!.id });
  await ctx.db.update(jobReports).set({ outcome: sent.resultado }).where(eq(jobReports.id, report.id));
  const rest = approved.bp < WHOLE_BP ? [S.running] : [];
  await moveJob(
    ctx,
    found,
    passes ? [S.approved, ...rest] : [S.toCorrect],
    passes ? approvedColumns(approved) : {},
    sent.motivo,
  );
  await audit(ctx, 'inspeccionar', 'trabajo', job.id, {
    reporte: report.id,
    resultado: sent.resultado,
    bp: approved.bp,
  });
  if (passes) await tellHouse(ctx, found);
  else await tellContractor(ctx, found, report, sent.motivo ?? '');
}

const approvedColumns = ({ bp, quantity }: Progress) => ({ approvedBp: bp, approvedQuantity: quantity });

/**
 * Lowers approved progress without a report, with its reason and a photograph, by somebody else than who reported it. The
 * job goes on. Raises 404, 403, 409 KEY_USED, 422 TRANSITION and at the field.
 */
export async function lowerApproved(ctx: Context, id: number, sent: LowerApproved): Promise<void> {
  const found = await lockJob(ctx, id);
  if (!found) throw notFound();
  if (!found.may.inspect) throw forbidden();
  if (await isKnown(ctx, id, sent.clave)) return;
  const { job } = found;
  const [last] = await ctx.db
    .select()
    .from(jobReports)
    .where(and(eq(jobReports.jobId, id), eq(jobReports.outcome, 'aprobado')))
    .orderBy(desc(jobReports.id))
    .limit(1);
  const { userId } = staffOf(ctx);
  const reason = whyNotLower({
    stateId: job.stateId,
    userId,
    partnerId: await partnerOf(ctx, userId),
    contractorId: found.contract.contractorId,
    report: last ?? null,
    approvedBp: job.approvedBp,
  });
  if (reason) throw transitionRefused(reason);
  const progress = progressOf(found, sent);
  const faults = [...reasonFaults(sent.motivo), ...photoFaults(ctx)];
  if (!progress || !isMore(approvedOf(found), progress))
    faults.unshift({
      field: progressField(found),
      message: `Está aprobado ${showProgress(found, approvedOf(found))}: escribe un avance menor.`,
    });
  refuse(faults);
  const [made] = await keyed(
    ctx.db
      .insert(inspections)
      .values({
        jobId: id,
        key: sent.clave,
        inspectorId: userId,
        result: 'rebajado',
        beforeBp: job.approvedBp,
        approvedBp: progress!.bp,
        approvedQuantity: progress!.quantity,
        reason: sent.motivo!,
        createdAt: ctx.now,
      })
      .returning({ id: inspections.id }),
  );
  await keepPhotos(ctx, id, { inspectionId: made!.id });
  const done: readonly number[] = [S.approved, S.inAccount, S.paid];
  await moveJob(
    ctx,
    found,
    done.includes(job.stateId) ? [S.running] : [],
    approvedColumns(progress!),
    sent.motivo,
  );
  await announce(ctx, {
    record: 'trabajo',
    id,
    verb: 'rebajar',
    of: ['contrato', job.contractId],
    ...(sent.motivo && { reason: sent.motivo }),
  });
  await audit(ctx, 'rebajar', 'trabajo', id, { before: { bp: job.approvedBp }, after: { bp: progress!.bp } });
  await tellHouse(ctx, found);
  if (last) await tellContractor(ctx, found, last, sent.motivo!);
}

/** The house's progress follows at the end of the transaction (keeper of trabajo). */
async function tellHouse(ctx: Context, { job }: FoundJob): Promise<void> {
  if (job.houseId !== null)
    await announce(ctx, { record: 'vivienda', id: job.houseId, verb: 'cambiar', of: ['trabajo', job.id] });
}

/** Tells who reported, and the contractor's other users. */
async function tellContractor(ctx: Context, found: FoundJob, report: Report, reason: string): Promise<void> {
  const company = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.partnerId, found.contract.contractorId), eq(users.active, true)));
  await notify(ctx, {
    kind: 'trabajo_rechazado',
    to: [report.authorId, ...company.map(({ id }) => id)],
    text: `${nameOf(found)}: ${reason}`,
    url: `/oficina/trabajos?trabajo=${found.job.id}`,
    event: `trabajo:${found.job.id}:version:${found.job.version + 1}`,
  });
}

/** Whether this inspection has arrived before. Raises 409 KEY_USED when its key belongs to another one. */
async function isKnown(ctx: Context, jobId: number, key: string): Promise<boolean> {
  const [known] = await ctx.db.select().from(inspections).where(eq(inspections.key, key));
  if (!known) return false;
  if (known.jobId === jobId && known.inspectorId === staffOf(ctx).userId) return true;
  throw keyUsed();
}
const keyUsed = () => conflict('KEY_USED', 'Esta inspección ya se envió para otro trabajo. Hazla de nuevo.');

async function keyed<A>(write: PromiseLike<A>): Promise<A> {
  try {
    return await write;
  } catch (error) {
    if (violatedConstraint(error) !== 'inspections_key') throw error;
    throw keyUsed();
  }
}
