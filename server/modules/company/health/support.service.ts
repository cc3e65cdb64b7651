import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import { rows, sql } from '#server/kernel/db.ts';
import { supportLines } from '#server/kernel/recentLog.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { systemHealth } from './health.service.ts';

/** Environment that says how the system runs; values of the others are secrets or addresses of people. */
const SHOWN = [
  'PORT', 'HOST', 'TRUST_PROXY', 'REQUESTS_PER_MINUTE', 'VISITOR_MB_PER_HOUR', 'ADDRESS_MB_PER_HOUR', 'MIN_FREE_MB',
  'WORKER', 'MAIL_PORTS', 'LOG_LEVEL', 'demo', 'secure',
] as const; // prettier-ignore
/** Environment of which only its presence is told. */
const PRESENT = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'SMTP_URL',
  'WEATHER_URL',
  'APP_URL',
  'COOKIE_DOMAIN',
] as const;
/** Settings without names, numbers or addresses of the company and its people. */
const SETTINGS = [
  'claims',
  'unconfirmed',
  'appointments',
  'retention',
  'refunds',
  'cedulaMaxAsiento',
] as const;

/**
 * A ZIP for whoever helps with a fault: the state of the system, settings without secrets, the queue by name and state,
 * row counts and the last warnings of the log. No personal data: no record's content is in it.
 */
export async function supportBundle(ctx: Context): Promise<{ name: string; bytes: Buffer }> {
  const health = await systemHealth(ctx);
  const settings = await readSettings(ctx.db);
  const queue = await rows(
    ctx.db,
    sql`select name, state, count(*)::int count, min(start_after) earliest, max(completed_on) latest
      from jobs.job group by name, state order by name, state`,
  );
  const tables = await rows(
    ctx.db,
    sql`select relname "table", n_live_tup::float8 "rows", n_dead_tup::float8 dead, last_autoanalyze analyzed
      from pg_stat_user_tables where schemaname = 'public' order by relname`,
  );
  const mails = await rows(
    ctx.db,
    sql`select state, count(*)::int count, max(created_at) latest from outbox_mails group by state order by state`,
  );
  const pieces: Record<string, unknown> = {
    'salud.json': health,
    'entorno.json': {
      ...Object.fromEntries(SHOWN.map((key) => [key, ctx.config[key]])),
      configured: PRESENT.filter((key) => ctx.config[key] !== undefined),
      platform: `${process.platform} ${process.arch}`,
      memory: process.memoryUsage(),
    },
    'ajustes.json': Object.fromEntries(SETTINGS.map((key) => [key, settings[key]])),
    'tareas.json': queue,
    'tablas.json': tables,
    'correos.json': mails,
  };
  const zip = new ZipFile();
  for (const [name, value] of Object.entries(pieces))
    zip.addBuffer(Buffer.from(`${JSON.stringify(value, null, 2)}\n`), name);
  zip.addBuffer(Buffer.from(`${supportLines().join('\n')}\n`), 'registro.txt');
  zip.end();
  await audit(ctx, 'exported', 'soporte', 0, {});
  return {
    name: `llave-soporte-${ctx.now.toISOString().slice(0, 10)}.zip`,
    bytes: await buffer(zip.outputStream),
  };
}
