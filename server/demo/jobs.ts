import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { isoWeek, panamaDay } from '#contract/dates.ts';
import { JOB_STATE, WHOLE_BP } from '#contract/works/jobs/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { keepProgress } from '#server/modules/projects/houses/progress.service.ts';
import { checklistsInForce } from '#server/modules/works/jobs/checklists.service.ts';
import { inspectJob } from '#server/modules/works/jobs/inspection.service.ts';
import { listFor } from '#server/modules/works/jobs/jobs.present.ts';
import { jobReports } from '#server/modules/works/jobs/jobReports.table.ts';
import { jobs } from '#server/modules/works/jobs/jobs.table.ts';
import { reportJob } from '#server/modules/works/jobs/report.service.ts';
import { programJobs } from '#server/modules/works/jobs/status.service.ts';
import { contextAt, type Actor } from './actors.ts';

type Job = typeof jobs.$inferSelect;
const HOUR = 3_600_000;
/** Houses whose current job has a story of its own; the others are only programmed. */
const TOLD = 8;

/** Builds the houses of a contract up to their degree (0-100), activity by activity, and works on the next one. */
export async function buildHouses(
  app: FastifyInstance,
  db: Db,
  staff: ReadonlyMap<string, number>,
  now: Date,
  contract: { id: number; builder: Actor; degrees: ReadonlyMap<number, number> },
): Promise<void> {
  const all = await db
    .select()
    .from(jobs)
    .where(eq(jobs.contractId, contract.id))
    .orderBy(asc(jobs.houseId), asc(jobs.activityId));
  const done: number[] = [];
  const current: Job[] = [];
  for (const [houseId, degree] of contract.degrees) {
    const mine = all.filter((job) => job.houseId === houseId);
    const built = Math.floor((mine.length * degree) / 100);
    done.push(...mine.slice(0, built).map(({ id }) => id));
    current.push(...mine.slice(built, built + 1));
  }
  if (done.length > 0)
    await db
      .update(jobs)
      .set({ stateId: JOB_STATE.approved, approvedBp: WHOLE_BP, reportedBp: WHOLE_BP })
      .where(inArray(jobs.id, done));
  const at = (hours: number, actor: Actor) =>
    contextAt(app, db, staff, new Date(now.getTime() - hours * HOUR), actor);
  if (current.length > 0)
    await programJobs(at(60, { signIn: 'proyectos', role: 'proyectos' }), {
      ids: current.map(({ id }) => id),
      semana: isoWeek(panamaDay(now)),
      prioridad_id: 2,
    });
  const [photo] = await db.select().from(files).where(eq(files.mime, 'image/jpeg')).limit(1);
  if (photo)
    for (const [nth, job] of current.slice(0, TOLD).entries())
      await tell(
        { nth, job, fotos: new Map([['fotos', [{ ...photo, field: 'fotos' }]]]) },
        at(30 - nth, contract.builder),
        at(6 - nth / 2, { signIn: 'inspector', role: 'inspector' }),
      );
  await keepProgress(db, sql`select house_id from jobs where contract_id = ${contract.id}`);
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
    porcentaje: 40 + nth * 5,
    nota: course === 2 ? 'Falta terminar la esquina de atrás.' : '',
    ...(course === 3 && { atraso_id: 1 }),
  });
  if (course === 1) return;
  const [report] = await builder.db.select().from(jobReports).where(eq(jobReports.jobId, job.id));
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
