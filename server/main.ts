import path from 'node:path';
import { buildApp } from './app.ts';
import { ConfigError, readConfig } from './kernel/config.ts';
import { systemClock } from './kernel/clock.ts';
import { openDatabase } from './kernel/db.ts';
import { acquireInstanceLock, EmbeddedPostgresError, startPostgres } from './kernel/embedded-postgres.ts';
import { folderStore, openFiles } from './kernel/files.ts';
import { openLog } from './kernel/log.ts';
import { migrate } from './kernel/migrate.ts';
import { installationSecret } from './kernel/secrets.ts';
import { seed } from './seed.ts';

/** Ends at once, with the sentence when the error has one for people. */
function fail(error: unknown): never {
  const told = error instanceof ConfigError || error instanceof EmbeddedPostgresError;
  process.stderr.write(`${told ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
}

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = openLog(config.LOG_LEVEL);
  const dataDir = path.resolve(config.DATA_DIR);

  const postgres = config.DATABASE_URL ? undefined : await startPostgres({ dataDir, log });
  const url = config.DATABASE_URL ?? postgres!.url;
  const lock = postgres && (await acquireInstanceLock(url, dataDir, fail));
  postgres?.watch({ onGiveUp: fail });
  await migrate(url);
  await seed(url);
  const database = openDatabase(url, {
    onError: (error) => log.warn({ err: error }, 'database connection lost'),
  });
  const app = await buildApp({
    config,
    database,
    clock: systemClock,
    files: openFiles(folderStore(path.join(dataDir, 'files')), path.join(dataDir, 'tmp')),
    log,
    secret: await installationSecret(dataDir),
  });
  const announce = config.demo ? await (await import('./demo/demo.ts')).ensureDemo(app, dataDir) : [];

  let stopping: Promise<void> | undefined;
  const stop = (why: string) =>
    (stopping ??= (async () => {
      log.info({ why }, 'stopping');
      await app.close();
      if (config.WORKER) await app.house.jobs.stop();
      await database.close();
      await lock?.release();
      await postgres?.stop();
      process.exit(0);
    })());
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(signal));
  process.on('disconnect', () => void stop('the launcher is gone'));

  await app.house.jobs.start({ work: config.WORKER });
  await app.listen({ port: config.PORT, host: config.HOST });
  const address = config.APP_URL ?? `http://localhost:${(app.server.address() as { port: number }).port}`;
  process.stdout.write(
    [`\nLlave está en ${address}  ·  oficina: ${address}/ingresar`, ...announce, ''].join('\n'),
  );
}

await main().catch(fail);
