import { eq } from 'drizzle-orm';
import type { FieldError } from '#contract/errors.ts';
import { bpOfQuantity } from '#contract/works/jobs/rules.ts';
import { announce } from '#server/kernel/changes.ts';
import type { Acting, Context } from '#server/kernel/context.ts';
import { invalid } from '#server/kernel/errors.ts';
import { addFiles } from '#server/modules/company/files/files.service.ts';
import { jobPhotos } from './jobReports.table.ts';
import type { FoundJob } from './jobs.queries.ts';
import { jobs } from './jobs.table.ts';

type Columns = Partial<typeof jobs.$inferInsert>;

/** Writes a job and announces each of its states in turn. The last one stays. */
export async function moveJob(
  ctx: Acting,
  { job }: Pick<FoundJob, 'job'>,
  states: readonly number[],
  set: Columns = {},
  reason?: string,
): Promise<void> {
  const last = states.at(-1) ?? job.stateId;
  await ctx.db
    .update(jobs)
    .set({ ...set, stateId: last, version: job.version + 1 })
    .where(eq(jobs.id, job.id));
  let from = job.stateId;
  for (const to of states) {
    await announce(ctx, {
      record: 'trabajo',
      id: job.id,
      from,
      to,
      of: ['contrato', job.contractId],
      ...(to === last && reason && { reason }),
    });
    from = to;
  }
}

/** Progress as typed. */
export interface Typed {
  porcentaje?: number | undefined;
  cantidad?: number | undefined;
}
/** Progress as stored. */
export interface Progress {
  bp: number;
  quantity: number | null;
}

/** Reads the percent of a job with a house or the quantity of an item; null: none was typed. */
export function progressOf({ job }: FoundJob, { porcentaje, cantidad }: Typed): Progress | null {
  if (job.quantity === null)
    return porcentaje === undefined ? null : { bp: Math.round(porcentaje * 100), quantity: null };
  return cantidad === undefined ? null : { bp: bpOfQuantity(cantidad, job.quantity), quantity: cantidad };
}

/** Where an error about the progress belongs. */
export const progressField = ({ job }: FoundJob) => (job.quantity === null ? 'porcentaje' : 'cantidad');

/** Whether a is more progress than b. */
export const isMore = (a: Progress, b: Progress): boolean =>
  a.quantity === null || b.quantity === null ? a.bp > b.bp : a.quantity > b.quantity;
export const approvedOf = ({ job }: FoundJob): Progress => ({
  bp: job.approvedBp,
  quantity: job.approvedQuantity,
});

/** `40 %` or `12 m³`. */
export const showProgress = ({ item }: FoundJob, { bp, quantity }: Progress): string =>
  quantity === null ? `${bp / 100} %` : `${quantity} ${item?.unit ?? ''}`.trim();

/** The error of a missing photograph; none when there is one. */
export const photoFaults = (ctx: Context): FieldError[] =>
  (ctx.uploads.get('fotos') ?? []).length > 0
    ? []
    : [{ field: 'fotos', message: 'Adjunta al menos una fotografía.' }];

/** Keeps the photographs of the request with a report or an inspection, and among the job's files. */
export async function keepPhotos(
  ctx: Context,
  jobId: number,
  of: { reportId: number } | { inspectionId: number },
): Promise<void> {
  const uploads = ctx.uploads.get('fotos') ?? [];
  if (uploads.length === 0) return;
  const ids = await addFiles(
    ctx,
    uploads.map(
      (upload) => [{ reference: 'trabajo', referenceId: jobId, sensitive: false }, upload] as const,
    ),
  );
  await ctx.db.insert(jobPhotos).values(ids.map((fileId, position) => ({ ...of, fileId, position })));
}

/** Raises 422 when there are faults. */
export function refuse(faults: readonly FieldError[]): void {
  if (faults.length > 0) throw invalid([...faults]);
}
