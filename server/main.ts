import type { FastifyInstance } from 'fastify';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { HOUR_MS } from '#contract/dates.ts';
import { ownDatabase } from './kernel/appRole.ts';
import { ConfigError, readConfig } from './kernel/config.ts';
import { systemClock } from './kernel/clock.ts';
import { openDatabase } from './kernel/db.ts';
import {
  acquireInstanceLock,
  EmbeddedPostgresError,
  startPostgres,
  type EmbeddedPostgres,
  type PostgresLog,
} from './kernel/embedded-postgres.ts';
import { folderStore, openFiles, sweepHalves } from './kernel/files.ts';
import { openLog } from './kernel/log.ts';
import { migrate } from './kernel/migrate.ts';
import { startFault } from './kernel/startFault.ts';
import { installationSecret } from './kernel/secrets.ts';

/** Close functions of what was opened, in opening order. */
const opened: (() => Promise<unknown>)[] = [];
let ending: Promise<never> | undefined;

/** Finishes requests in progress, closes everything in reverse order and leaves no process behind. */
function end(code: number): Promise<never> {
  ending ??= (async () => {
    for (const undo of opened.toReversed()) await undo().catch(tell);
    process.exit(code);
  })();
  return ending;
}

/** Prints the error (only its sentence if it has one for people) and ends with code 1. */
function fail(error: unknown): Promise<never> {
  if (!ending) tell(error);
  return end(1);
}

function tell(error: unknown): void {
  const forPeople = error instanceof ConfigError || error instanceof EmbeddedPostgresError;
  const { code, port, stack } = error as NodeJS.ErrnoException & { port?: number };
  const text = forPeople ? error.message : (startFault(error) ?? stack ?? String(error));
  process.stderr.write(
    `${code === 'EADDRINUSE' ? `El puerto ${port} está ocupado. Usa otro, por ejemplo: PORT=8081 npm start` : text}\n`,
  );
}

/** Starts the embedded database and claims it. A database that another application is using must not be stopped. */
async function claimPostgres(dataDir: string, log: PostgresLog): Promise<EmbeddedPostgres> {
  const postgres = await startPostgres({ dataDir, log });
  await acquireInstanceLock(postgres.url, dataDir, (lost) => {
    tell(lost);
    process.exit(1);
  });
  postgres.watch({ onGiveUp: fail });
  return postgres;
}

/** How long a stop waits for requests in progress. */
const PATIENCE_MS = 25_000;

/** Finishes requests in progress. Closes idle connections repeatedly: a busy one would stay open after its response. */
async function closeGently(app: FastifyInstance): Promise<void> {
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50);
  const last = setTimeout(() => app.server.closeAllConnections(), PATIENCE_MS);
  await app.close();
  clearInterval(sweep);
  clearTimeout(last);
}

/** Head start for PostgreSQL before this thread is blocked by loading modules. */
const BEGIN_MS = 100;

/** Imports the application. That blocks the thread for about a second, while PostgreSQL starts or creates its cluster. */
async function load() {
  const [{ buildApp }, { seed }, setup, { vapidKeys }] = await Promise.all([
    import('./app.ts'),
    import('./seed.ts'),
    import('./modules/overview/setup/start.service.ts'),
    import('./modules/company/push/vapid.service.ts'),
  ]);
  return { buildApp, seed, vapidKeys, ...setup };
}

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = openLog(config.LOG_LEVEL);
  const dataDir = path.resolve(config.DATA_DIR);

  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end(0));
  process.on('disconnect', () => void end(0));

  const isFirst = !existsSync(path.join(dataDir, 'secret'));
  let { owner, app: role } = ownDatabase(config);
  if (!owner) {
    const claimed = claimPostgres(dataDir, log);
    opened.push(() =>
      claimed.then(
        (postgres) => postgres.stop(),
        () => undefined,
      ),
    );
    await Promise.race([claimed, pause(BEGIN_MS)]);
    await load();
    if (config.demo && isFirst) await import('./demo/fill.ts');
    const postgres = await claimed;
    [owner, role] = [postgres.url, postgres.app];
  }
  const { buildApp, seed, vapidKeys, prepareSetup, setupLines } = await load();
  const halves = path.join(dataDir, 'tmp');
  // With an external database, other processes may be writing here now: sweep only files older than an hour.
  await sweepHalves(halves, Date.now() - (config.DATABASE_URL ? HOUR_MS : 0));
  await migrate(owner, { app: role });
  await seed(owner);
  const database = openDatabase(role?.url ?? owner, {
    // Not the error itself: it contains the whole connection.
    onError: (error) => void (ending ?? log.warn({ reason: error.message }, 'database connection lost')),
  });
  opened.push(() => database.close());
  const app = await buildApp({
    config,
    database,
    clock: systemClock,
    files: openFiles(folderStore(path.join(dataDir, 'files')), halves),
    log,
    secret: await installationSecret(dataDir),
  });
  await vapidKeys({ ...app.core.services, db: database.db, now: systemClock.now() });
  opened.push(() => app.core.jobs.stop());
  await app.core.jobs.start();
  const announce = config.demo ? await (await import('./demo/demo.ts')).ensureDemo(app, dataDir) : [];
  const code = await prepareSetup(database.db, dataDir);
  opened.push(() => closeGently(app));
  await app.listen({ port: config.PORT, host: config.HOST });
  const address = config.APP_URL ?? `http://localhost:${(app.server.address() as { port: number }).port}`;
  process.stdout.write(
    [
      `\nLlave está en ${address}  ·  oficina: ${address}/ingresar`,
      ...announce,
      ...setupLines(address, code),
      '',
    ].join('\n'),
  );
  // Last: nobody waits for the jobs, and they would take time from loading the demo company.
  if (config.WORKER) await app.core.jobs.work();
}

await main().catch(fail);
