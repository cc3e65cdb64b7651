import { and, desc, eq, gt, lt, ne, sql } from 'drizzle-orm';
import { EXPORT_HOURS, type ExportRequest, type PreparedExport } from '#contract/company/exports/model.ts';
import { HOUR_MS } from '#contract/dates.ts';
import { MESSAGES } from '#contract/errors.ts';
import { audit } from '#server/kernel/audit.ts';
import { admit } from '#server/kernel/auth.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { invalid, Refused, tooMany } from '#server/kernel/errors.ts';
import { exportedList, type ExportedList } from '#server/kernel/exports/lists.ts';
import { exporter, fileNameOf, MIMES, produce, type Wanted } from '#server/kernel/exports/produce.ts';
import type { JobContext } from '#server/kernel/jobs.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { fieldName } from '#server/kernel/zodErrors.ts';
import { staffById } from '#server/modules/company/auth/staffById.service.ts';
import { addFile, fileUrl } from '#server/modules/company/files/files.service.ts';
import { makeExport } from './exports.jobs.names.ts';
import { exports } from './exports.table.ts';
import { headOf } from './head.ts';

type Row = typeof exports.$inferSelect;
const WAITING_MAX = 5;

/** Parses params and query with the list's own schemas. Raises 404 for its params, 422 for its query. */
export function parseFor({ spec }: ExportedList, params: unknown, query: unknown) {
  const address = spec.params?.safeParse(params);
  if (address && !address.success) throw new Refused(404, 'NOT_FOUND', MESSAGES.NOT_FOUND);
  const asked = spec.query?.safeParse(query);
  if (asked && !asked.success)
    throw invalid(asked.error.issues.map((one) => ({ field: fieldName(one.path), message: one.message })));
  return { params: address?.data, query: asked?.data ?? {} };
}

/** Writes a list to a file that the caller must remove, and an audit entry: user, filter, number of rows. */
export async function exportNow(
  ctx: Context,
  list: ExportedList,
  wanted: Wanted & { query: Record<string, unknown> },
  most?: number,
) {
  const { exports: declared, path } = list.spec;
  const head = await headOf(ctx, declared, wanted.query, wanted.ids?.length ?? 0);
  const made = await produce(ctx, list, wanted, { head, ...(most !== undefined && { most }) });
  await audit(ctx, 'exported', 'lista', path, {
    title: declared.title,
    format: wanted.format,
    rows: made.rows,
    cut: made.cut,
    filter: wanted.query,
    ...(wanted.params !== undefined && { params: wanted.params }),
    ...(wanted.ids && { ids: wanted.ids }),
  });
  return { ...made, name: fileNameOf(declared, wanted.format, ctx.now), mime: MIMES[wanted.format] };
}

/**
 * Starts an export in the background. Raises 403, 422 at its filters, 429 when the caller already has five in progress.
 */
export async function prepare(
  ctx: Context,
  list: ExportedList,
  params: unknown,
  { formato, columnas, filtro }: ExportRequest,
): Promise<PreparedExport> {
  const { userId } = exporter(staffOf(ctx), list.spec);
  parseFor(list, params, filtro);
  const waiting = await ctx.db.$count(
    exports,
    and(
      eq(exports.userId, userId),
      sql`${exports.state} in ('queued', 'running')`,
      gt(exports.expiresAt, ctx.now),
    ),
  );
  if (waiting >= WAITING_MAX)
    throw tooMany(30, 'Ya se preparan varios archivos tuyos. Espera a que estén listos.');
  const row = await queueExport(ctx, {
    userId,
    title: list.spec.exports.title,
    list: list.spec.path,
    format: formato,
    params: (params ?? {}) as Record<string, string>,
    query: filtro,
    columns: columnas ?? null,
    expiresAt: new Date(ctx.now.getTime() + EXPORT_HOURS * HOUR_MS),
  });
  await ctx.jobs.send(ctx.db, makeExport, { id: row.id });
  return present(ctx, row, null);
}

type Export = typeof exports.$inferSelect;
/** The row of a file that `makeExportFile` will make. */
export async function queueExport(
  { db, now }: Pick<Context, 'db' | 'now'>,
  given: Omit<typeof exports.$inferInsert, 'state' | 'createdAt'>,
): Promise<Export> {
  const [row] = await db
    .insert(exports)
    .values({ ...given, state: 'queued', createdAt: now })
    .returning();
  return row!;
}

/** The caller's own prepared exports that have not expired. */
export async function findExports(ctx: Context, id?: number): Promise<PreparedExport[]> {
  const found = await ctx.db
    .select({ row: exports, file: files })
    .from(exports)
    .leftJoin(files, eq(files.id, exports.fileId))
    .where(
      and(
        eq(exports.userId, staffOf(ctx).userId),
        gt(exports.expiresAt, ctx.now),
        id === undefined ? undefined : eq(exports.id, id),
      ),
    )
    .orderBy(desc(exports.id))
    .limit(20);
  return found.map(({ row, file }) => present(ctx, row, file));
}

const present = (ctx: Context, row: Row, file: typeof files.$inferSelect | null): PreparedExport => ({
  id: row.id,
  title: row.title,
  format: row.format,
  state: row.state,
  rows: row.rows,
  error: row.error,
  file: file && { name: file.name, size: file.size, url: fileUrl(ctx, file.id) },
  created_at: row.createdAt.toISOString(),
  expires_at: row.expiresAt.toISOString(),
});

/**
 * Creates the file of a prepared export, with its owner's current permissions. Idempotent. `watch` gets the rows as they
 * pass by.
 */
export async function makeExportFile(
  job: JobContext,
  id: number,
  watch?: (rows: readonly unknown[]) => void,
): Promise<void> {
  const [row] = await job.db
    .update(exports)
    .set({ state: 'running' })
    .where(and(eq(exports.id, id), ne(exports.state, 'ready'), gt(exports.expiresAt, job.now)))
    .returning();
  const list = row && exportedList(row.list);
  if (!row || !list) return;
  const fail = (error: string) =>
    job.db.update(exports).set({ state: 'failed', error, finishedAt: job.now }).where(eq(exports.id, id));
  const staff = await staffById(job.db, row.userId);
  if (!staff) return void (await fail(MESSAGES.FORBIDDEN));
  const ctx: Context = {
    ...job,
    staff,
    besideStaff: null,
    requestId: '',
    ip: '',
    userAgent: '',
    uploads: new Map(),
    refusedFiles: [],
    visitor: null,
    device: null,
    transaction: (act) => act(ctx),
    setCookie: () => undefined,
  };
  try {
    const { params, query } = parseFor(list, row.params, row.query);
    admit(list.spec.access, { staff, client: null, bearer: false });
    const made = await exportNow(ctx, watch ? watched(list, watch) : list, {
      format: row.format,
      columns: row.columns ?? undefined,
      params,
      query,
    });
    const kept = await job.files.adopt(made.file, made.name, made.mime);
    await job.db.transaction(async (tx) => {
      const fileId = await addFile(
        { ...ctx, db: tx },
        { reference: 'exportacion', referenceId: id, sensitive: true },
        kept,
      );
      await tx
        .update(exports)
        .set({ state: 'ready', rows: made.rows, fileId, finishedAt: job.now })
        .where(eq(exports.id, id));
    });
  } catch (error) {
    // A rule violation would repeat, so it is final; other errors are retried by the queue.
    await fail(error instanceof Refused ? error.message : MESSAGES.INTERNAL);
    if (!(error instanceof Refused)) throw error;
  }
}

const watched = (list: ExportedList, watch: (rows: readonly unknown[]) => void): ExportedList => ({
  ...list,
  async *batches(ctx, given) {
    for await (const batch of list.batches(ctx, given)) {
      watch(batch);
      yield batch;
    }
  },
});

/** Deletes expired exports and their files. */
export async function sweepExports({ db, now, files: store }: JobContext): Promise<void> {
  const ended = await db
    .select({ id: exports.id, fileId: exports.fileId, sha256: files.sha256 })
    .from(exports)
    .leftJoin(files, eq(files.id, exports.fileId))
    .where(lt(exports.expiresAt, now))
    .limit(500);
  for (const { id, fileId, sha256 } of ended) {
    await db.delete(exports).where(eq(exports.id, id));
    if (fileId) await db.delete(files).where(eq(files.id, fileId));
    if (sha256 && (await db.$count(files, eq(files.sha256, sha256))) === 0) await store.store.remove(sha256);
  }
}
