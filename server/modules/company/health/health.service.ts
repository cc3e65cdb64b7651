import { readFile, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { z } from 'zod';
import type { SystemHealth } from '#contract/company/health/model.ts';
import { healthChecks } from '#contract/company/health/rules.ts';
import { DAY_MS } from '#contract/dates.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import { notFound } from '#server/kernel/errors.ts';
import { LAST_BACKUP_FILE, LastBackup } from '#server/kernel/backup/manifest.ts';
import { row, rows, sql } from '#server/kernel/db.ts';
import { Lately } from '#server/kernel/lately.ts';
import { sendsMail } from '#server/kernel/mailServer.ts';
import { identityState } from '#server/kernel/seal/identity.ts';
import { VERSION } from '#server/kernel/version.ts';

type Needs = Pick<Context, 'db' | 'now' | 'config' | 'safeMode'>;

/** The state of the running system, with what an administrator should do. */
export async function systemHealth(ctx: Needs): Promise<z.infer<typeof SystemHealth>> {
  const { config, now } = ctx;
  const database = await row<{
    size: number;
    version: string;
    demo: boolean;
    since: Date | string | null;
  }>(
    ctx.db,
    sql`select pg_database_size(current_database())::float8 size, current_setting('server_version') version,
      exists (select from settings where key = 'demo' and value = 'true') demo,
      (select min(created_at) from users) since`,
  );
  const facts = {
    version: VERSION,
    node: process.versions.node,
    postgres: database!.version.split(' ')[0]!,
    started_at: new Date(now.getTime() - process.uptime() * 1000).toISOString(),
    disk: await diskOf(config.DATA_DIR),
    least_free: config.MIN_FREE_MB * 1_048_576,
    database_size: database!.size,
    backup: await backupOf(config),
    jobs: await jobsOf(ctx),
    mail: await mailOf(ctx),
    certificate: await certificateOf(ctx),
    safe_mode: ctx.safeMode.active(),
    demo: database!.demo,
    since: database!.since === null ? null : new Date(database!.since).toISOString(),
  };
  return { facts, checks: healthChecks(facts, now) };
}

/** Every open office of an administrator asks each minute; the sizes and queues are looked up once for all. */
const urgent = new Lately<string[]>({ ms: 60_000 });

/** The labels of what needs somebody to act now. */
export const urgentLabels = (ctx: Needs): Promise<string[]> =>
  urgent.read('', async () =>
    (await systemHealth(ctx)).checks.filter(({ tone }) => tone === 'negative').map(({ label }) => label),
  );

const diskOf = (folder: string) =>
  statfs(folder).then(
    ({ bavail, blocks, bsize }) => ({ free: bavail * bsize, total: blocks * bsize }),
    () => null,
  );

/** The last backup of this company, as `npm run respaldo` wrote it down. */
async function backupOf({ DATA_DIR, DATABASE_URL }: Context['config']) {
  if (DATABASE_URL) return { own_tools: true, taken_at: null, damaged: 0 };
  const text = await readFile(path.join(DATA_DIR, LAST_BACKUP_FILE), 'utf8').catch(() => '');
  const last = LastBackup.safeParse(text === '' ? null : parsed(text)).data;
  return { own_tools: false, taken_at: last?.takenAt ?? null, damaged: last?.damaged ?? 0 };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Failures older than this are history. */
const RECENT_MS = 7 * DAY_MS;
const recently = (now: Date) => new Date(now.getTime() - RECENT_MS);

/**
 * Queues again what failed for good in the last seven days under this name; a job is idempotent, so a repeat is
 * harmless. Raises 404 when nothing of that name failed.
 */
export async function retryFailedJobs(ctx: Context, name: string): Promise<number> {
  const count = await ctx.jobs.retryFailed(ctx.db, name, recently(ctx.now));
  if (count === 0) throw notFound();
  await audit(ctx, 'reintentar_tareas', 'configuracion', 0, { name, count });
  return count;
}

async function jobsOf({ db, now }: Pick<Needs, 'db' | 'now'>) {
  const late = await row<{ late: number }>(
    db,
    sql`select count(*)::int late from jobs.job
      where state in ('created', 'retry') and start_after < ${now}::timestamptz - interval '10 minutes'`,
  );
  const failed = await rows<{ name: string; count: number; at: Date | string }>(
    db,
    sql`select name, count(*)::int count, max(completed_on) at from jobs.job
      where state = 'failed' and completed_on > ${recently(now)} group by name order by name`,
  );
  return {
    late: late!.late,
    failed: failed.map(({ name, count, at }) => ({ name, count, last_at: new Date(at).toISOString() })),
  };
}

async function mailOf({ db, config }: Pick<Needs, 'db' | 'config'>) {
  const found = await row<{ queued: number; oldest: Date | string | null; failed: number }>(
    db,
    sql`select count(*) filter (where state = 'queued')::int queued, min(created_at) filter (where state = 'queued') oldest,
      count(*) filter (where state = 'failed')::int failed from outbox_mails where state in ('queued', 'failed')`,
  );
  const { queued, oldest, failed } = found!;
  return {
    configured: await sendsMail({ db, config }),
    queued,
    oldest_queued_at: oldest === null ? null : new Date(oldest).toISOString(),
    failed,
  };
}

async function certificateOf({ config, now }: Pick<Needs, 'config' | 'now'>) {
  const state = await identityState(config, now);
  if (state === null) return null;
  if ('fault' in state) return { own: false, not_before: null, not_after: null, fault: state.fault };
  return {
    own: state.own,
    not_before: state.notBefore.toISOString(),
    not_after: state.notAfter.toISOString(),
    fault: null,
  };
}
