import { inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { DAY_MS } from '#contract/dates.ts';
import { rows, type Db } from '#server/kernel/db.ts';
import { job, type JobContext } from '#server/kernel/jobs.ts';
import { files } from '#server/kernel/kernel.table.ts';

const MINUTE_MS = 60_000;
/** Longer than any use case takes from storing bytes to committing their row. */
const AGE_MS = 30 * MINUTE_MS;
const BATCH = 500;
/** Maximum hashes without a row in `files` per run: all other tables are searched for them. */
const MOST = 5000;
/** Tables that mention hashes but do not keep the bytes alive. */
const HISTORIES = ['audit_log', 'idempotency_keys', 'outbox_mails', 'changes', 'change_details'];

/**
 * Three times an hour: removes bytes that no row refers to half an hour after the upload (a failed commit, files of
 * purged records), only in folders that changed since yesterday; each night in all folders. If the same bytes are
 * uploaded meanwhile they stay: see `removeUnlessTouched`.
 */
export const sweepBytes = job({
  name: 'files.sweep',
  payload: z.object({}),
  cron: '10,30,50 * * * *',
  ownTransactions: true,
  run: (ctx) => sweep(ctx, false),
});
export const sweepAllBytes = job({
  name: 'files.sweepAll',
  payload: z.object({}),
  cron: '15 4 * * *',
  ownTransactions: true,
  run: (ctx) => sweep(ctx, true),
});

async function sweep(ctx: JobContext, all: boolean): Promise<void> {
  const before = new Date(ctx.now.getTime() - AGE_MS);
  const changedSince = all ? undefined : new Date(ctx.now.getTime() - DAY_MS);
  const { store } = ctx.files;
  const unnamed: string[] = [];
  let batch: string[] = [];
  const look = async () => {
    unnamed.push(...(await withoutFile(ctx.db, batch)));
    batch = [];
  };
  for await (const sha256 of store.receivedBefore(before, changedSince)) {
    batch.push(sha256);
    if (batch.length === BATCH) await look();
    if (unnamed.length >= MOST) break;
  }
  await look();
  let removed = 0;
  for (const sha256 of await withoutAnyRow(ctx.db, unnamed))
    if (await store.removeUnlessTouched(sha256, before)) removed += 1;
  if (removed > 0) ctx.log.info({ removed }, 'bytes without a row');
}

async function withoutFile(db: Db, hashes: readonly string[]): Promise<string[]> {
  if (hashes.length === 0) return [];
  const named = await db
    .selectDistinct({ sha256: files.sha256 })
    .from(files)
    .where(inArray(files.sha256, [...hashes]));
  const known = new Set(named.map(({ sha256 }) => sha256));
  return hashes.filter((hash) => !known.has(hash));
}

/**
 * Hashes that no table refers to: neither in a `sha256` column nor inside JSON (renderings, the logo). Reads the tables
 * from the database's schema, so new tables are included.
 */
async function withoutAnyRow(db: Db, hashes: readonly string[]): Promise<string[]> {
  if (hashes.length === 0) return [];
  const columns = await rows<{ table: string; column: string; json: boolean }>(
    db,
    sql`select c.table_name "table", c.column_name "column", c.data_type = 'jsonb' json
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where table_schema = 'public' and t.table_type = 'BASE TABLE' and not c.table_name = any(${sql.param(HISTORIES)})
        and (c.data_type = 'jsonb' or (c.data_type = 'text' and c.column_name like '%sha256%'))`,
  );
  const left = new Set(hashes);
  for (const { table, column, json } of columns) {
    if (left.size === 0) break;
    const [from, at] = [sql.identifier(table), sql.identifier(column)];
    const named = await rows<{ hash: string }>(
      db,
      json
        ? sql`select distinct found[1] hash from ${from}, regexp_matches(${at}::text, '[0-9a-f]{64}', 'g') found
            where ${at}::text ~ '[0-9a-f]{64}'`
        : sql`select distinct ${at} hash from ${from} where ${at} = any(${sql.param([...left])})`,
    );
    for (const { hash } of named) left.delete(hash);
  }
  return [...left];
}
