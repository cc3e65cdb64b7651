import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { startPostgres, type EmbeddedPostgres } from '#server/kernel/embedded-postgres.ts';
import { isAlive, killServers } from '#server/kernel/embedded-postgres/processes.ts';
import { prepareQueues } from '#test/app.ts';
import { prepareTemplate } from '#test/db.ts';
import { makeTestFolder, quickParent } from '#test/folders.ts';

const PREFIX = 'llave-pruebas-';

let server: EmbeddedPostgres | undefined;
let dataDir: string | undefined;

/** One PostgreSQL for the run, without crash safety and therefore fast. */
export async function setup(project: TestProject): Promise<void> {
  await sweepAbandoned();
  dataDir = await makeTestFolder(`${PREFIX}${process.pid}-`);
  server = await startPostgres({
    dataDir,
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      // A database lives for seconds, and two cores have other work.
      autovacuum: 'off',
      max_connections: '200',
    },
    log: { info: () => undefined, warn: (message) => process.stderr.write(`${message}\n`) },
  });
  await prepareTemplate(server.url, server.app, prepareQueues);
  project.provide('postgresUrl', server.url);
  project.provide('appUrl', server.app.url);
}

export async function teardown(): Promise<void> {
  await server?.stop();
  if (dataDir) await rm(dataDir, { recursive: true, force: true });
}

/** Stops PostgreSQL servers of killed runs: they are no child processes and survive. */
async function sweepAbandoned(): Promise<void> {
  const folder = await quickParent();
  for (const name of await readdir(folder)) {
    if (!name.startsWith(PREFIX) || isAlive(Number.parseInt(name.slice(PREFIX.length)))) continue;
    await killServers(path.join(folder, name, 'postgres'));
    await rm(path.join(folder, name), { recursive: true, force: true }).catch(() => undefined);
  }
}
