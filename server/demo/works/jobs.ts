import { asc, eq, sql } from 'drizzle-orm';
import { DAY_MS, HOUR_MS, isoWeek, panamaDay } from '#contract/dates.ts';
import { JOB_STATE as S, WHOLE_BP } from '#contract/works/jobs/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { changes, files } from '#server/kernel/kernel.table.ts';
import { checklistsInForce } from '#server/modules/works/jobs/checklists.service.ts';
import { inspectJob } from '#server/modules/works/jobs/inspection.service.ts';
import { listFor } from '#server/modules/works/jobs/jobs.present.ts';
import { inspections, jobPhotos, jobReports } from '#server/modules/works/jobs/jobReports.table.ts';
import { reportJob } from '#server/modules/works/jobs/report.service.ts';
import { heldUp } from '#server/modules/works/permits/blockers.service.ts';
import { programJobs } from '#server/modules/works/jobs/status.service.ts';
import { photoOf, type Photographs } from './photographs.ts';
import type { Step, Steps } from './steps.ts';
import { INSPECTOR, MANAGER, type Site } from './telling.ts';

type Job = Step['job'];
/** Rows per insert: PostgreSQL allows 65,535 parameters. */
const AT_ONCE = 1000;
/** Jobs under way that have a story of their own; the others are only programmed. */
const TOLD = 16;
const NORMAL = 2;

/** Where a job is while its past is told. */
interface Place {
  state: number;
  version: number;
}
const places = (list: readonly Step[]) =>
  new Map<number, Place>(list.map(({ job }) => [job.id, { state: job.stateId, version: job.version }]));

/** Writes what was reported and inspected up to so many days ago and is not written yet, and takes it off the list. */
export async function tellSteps(
  site: Site,
  photos: Photographs,
  steps: Steps,
  daysAgo: number,
): Promise<void> {
  const until = site.now.getTime() - daysAgo * DAY_MS;
  const due = steps.past.filter(({ at }) => at.getTime() <= until);
  steps.past = steps.past.filter(({ at }) => at.getTime() > until);
  for (let at = 0; at < due.length; at += AT_ONCE) await write(site, photos, due.slice(at, at + AT_ONCE));
}

async function write(site: Site, photos: Photographs, due: readonly Step[]): Promise<void> {
  const manager = site.at(0, MANAGER);
  const { db } = manager;
  const inspectorId = site.staff.get(INSPECTOR.signIn)!;
  const lists = await checklistsInForce(manager);
  const author = ({ contract }: Step) => site.staff.get(contract.builder.signIn)!;
  const reported = await db
    .insert(jobReports)
    .values(
      due.map((step) => ({
        jobId: step.job.id,
        key: crypto.randomUUID(),
        reportedBp: step.bp,
        quantity: step.quantity,
        authorId: author(step),
        partnerId: step.contract.partnerId,
        outcome: step.approved ? ('aprobado' as const) : ('rechazado' as const),
        createdAt: step.at,
      })),
    )
    .returning({ id: jobReports.id });
  const before = new Map<number, number>();
  const inspected = await db
    .insert(inspections)
    .values(
      due.map((step, at) => {
        const { job } = step;
        const list = step.approved ? listFor(lists, job.activityId) : null;
        const beforeBp = before.get(job.id) ?? job.approvedBp;
        if (step.approved) before.set(job.id, step.bp);
        return {
          jobId: job.id,
          reportId: reported[at]!.id,
          key: crypto.randomUUID(),
          inspectorId,
          result: step.approved ? ('aprobado' as const) : ('rechazado' as const),
          beforeBp,
          approvedBp: step.approved ? step.bp : beforeBp,
          approvedQuantity: step.approved ? step.quantity : job.approvedQuantity,
          reason: step.approved ? null : 'Falta terminar las esquinas y limpiar la mezcla.',
          checklistId: list?.id ?? null,
          answers: list?.questions.map(() => 'si' as const) ?? null,
          createdAt: new Date(step.at.getTime() + HOUR_MS),
        };
      }),
    )
    .returning({ id: inspections.id });
  const shown = due.flatMap((step, at) => [
    { step, of: { reportId: reported[at]!.id }, by: author(step), seen: step.at },
    // What is returned is photographed by who returns it.
    ...(step.approved ? [] : [{ step, of: { inspectionId: inspected[at]!.id }, by: inspectorId, seen: new Date(step.at.getTime() + HOUR_MS) }]),
  ]); // prettier-ignore
  const kept = await db
    .insert(files)
    .values(
      shown.map(({ step: { job, bp }, by, seen }) => {
        const { sha256, mime, size, name } = photoOf(photos, job.activityId, bp);
        return { reference: 'trabajo', referenceId: job.id, sensitive: false, sha256, mime, size, name, uploadedBy: `staff:${by}`, createdAt: seen }; // prettier-ignore
      }),
    )
    .returning({ id: files.id });
  await db
    .insert(jobPhotos)
    .values(shown.map(({ of }, at) => ({ ...of, fileId: kept[at]!.id, position: 0 })));
  await moveAll(site, due);
}

/** Moves the jobs along their states, with the history that a use case would have left. */
async function moveAll(site: Site, due: readonly Step[]): Promise<void> {
  const { db } = site.at(0, MANAGER);
  const [managerId, inspectorId] = [MANAGER, INSPECTOR].map(({ signIn }) => site.staff.get(signIn)!) as [number, number]; // prettier-ignore
  const place = places(due);
  const told: (typeof changes.$inferInsert)[] = [];
  const move = ({ job, contract }: Step, at: Date, by: number, states: readonly number[]) => {
    const here = place.get(job.id)!;
    here.version += 1;
    for (const to of states) {
      told.push({ record: 'trabajo', recordId: job.id, from: here.state, to, ofRecord: 'contrato', ofId: contract.id, actorKind: 'staff', actorId: String(by), at }); // prettier-ignore
      here.state = to;
    }
  };
  for (const step of due) {
    const here = place.get(step.job.id)!;
    if (here.state === S.pending) move(step, new Date(step.at.getTime() - 7 * DAY_MS), managerId, [S.programmed]); // prettier-ignore
    const starts = here.state === S.programmed || here.state === S.toCorrect ? [S.running] : [];
    move(step, step.at, site.staff.get(step.contract.builder.signIn)!, [...starts, S.reported, S.inspecting]);
    const ends = step.approved ? [S.approved, ...(step.bp < WHOLE_BP ? [S.running] : [])] : [S.toCorrect];
    move(step, new Date(step.at.getTime() + HOUR_MS), inspectorId, ends);
  }
  for (let at = 0; at < told.length; at += AT_ONCE)
    await db.insert(changes).values(told.slice(at, at + AT_ONCE));
  // The last step of each job is what it shows.
  const last = new Map(due.map((step) => [step.job.id, step] as const));
  const approved = new Map(due.filter((step) => step.approved).map((step) => [step.job.id, step] as const));
  for (const { job, ...step } of last.values()) {
    const sure = approved.get(job.id);
    Object.assign(job, {
      stateId: place.get(job.id)!.state,
      version: place.get(job.id)!.version,
      week: step.week,
      priorityId: NORMAL,
      approvedBp: sure?.bp ?? job.approvedBp,
      approvedQuantity: sure?.quantity ?? job.approvedQuantity,
      reportedBp: step.bp,
      reportedQuantity: step.quantity,
    });
  }
  await db.execute(sql`update jobs j set state_id = n.state_id, version = n.version, week = n.week, priority_id = n.priority_id,
      approved_bp = n.approved_bp, approved_quantity = n.approved_quantity, reported_bp = n.reported_bp,
      reported_quantity = n.reported_quantity
    from jsonb_to_recordset(${JSON.stringify(
      [...last.values()].map(({ job }) => ({
        id: job.id,
        state_id: job.stateId,
        version: job.version,
        week: job.week,
        priority_id: job.priorityId,
        approved_bp: job.approvedBp,
        approved_quantity: job.approvedQuantity,
        reported_bp: job.reportedBp,
        reported_quantity: job.reportedQuantity,
      })),
    )}::jsonb) n (id bigint, state_id smallint, version int, week text, priority_id smallint, approved_bp int,
      approved_quantity numeric, reported_bp int, reported_quantity numeric)
    where j.id = n.id`);
}

/** Programs what is under way and what comes next, and tells a story of some of it, by the services. */
export async function tellNow(site: Site, photos: Photographs, { current, next }: Steps): Promise<void> {
  const week = isoWeek(panamaDay(site.now));
  const program = (ids: number[], semana: string) =>
    ids.length === 0 ? undefined : programJobs(site.at(2.5, MANAGER), { ids, semana, prioridad_id: NORMAL });
  await program(current.map(({ job }) => job.id), week); // prettier-ignore
  await program(next.map(({ id }) => id), isoWeek(panamaDay(new Date(site.now.getTime() + 7 * DAY_MS)))); // prettier-ignore
  const held = await heldUp(
    site.at(0, MANAGER).db,
    current.flatMap(({ job }) => job.houseId ?? []),
    panamaDay(site.now),
  );
  const told = current.filter(({ job }) => !held.has(job.houseId ?? 0)).slice(0, TOLD);
  for (const [nth, { job, contract }] of told.entries()) {
    const photo = photoOf(photos, job.activityId, 4000);
    await tell(
      { nth, job, fotos: new Map([['fotos', [{ ...photo, field: 'fotos' }]]]) },
      site.at((30 - nth) / 24, contract.builder),
      site.at((8 - nth / 2) / 24, INSPECTOR),
    );
  }
}

interface Story {
  nth: number;
  job: Job;
  fotos: Context['uploads'];
}

/** One of four: only programmed, waiting for its inspection, returned, or approved in part. */
async function tell({ nth, job, fotos }: Story, builder: Context, inspector: Context): Promise<void> {
  const course = nth % 4;
  if (course === 0) return;
  await reportJob({ ...builder, uploads: fotos }, job.id, {
    clave: crypto.randomUUID(),
    ...(job.quantity === null ? { porcentaje: 40 + nth } : { cantidad: Math.floor(job.quantity * 0.4) }),
    nota: course === 2 ? 'Falta terminar la esquina de atrás.' : '',
    ...(course === 3 && { atraso_id: 1 }),
  });
  if (course === 1) return;
  const [report] = await builder.db
    .select()
    .from(jobReports)
    .where(eq(jobReports.jobId, job.id))
    .orderBy(asc(jobReports.id));
  const list = listFor(await checklistsInForce(builder), job.activityId);
  await inspectJob(
    { ...inspector, ...(course === 2 && { uploads: fotos }) },
    job.id,
    course === 2
      ? {
          clave: crypto.randomUUID(),
          reporte_id: report!.id,
          resultado: 'rechazado',
          motivo: 'La esquina de atrás no está a plomo.',
        }
      : {
          clave: crypto.randomUUID(),
          reporte_id: report!.id,
          resultado: 'aprobado',
          ...(list && { lista_id: list.id, respuestas: list.questions.map(() => 'si' as const) }),
        },
  );
}
