import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Client, Pool } from 'pg';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import {
  acquireInstanceLock,
  startPostgres,
  type EmbeddedPostgres,
} from '#server/kernel/embedded-postgres.ts';
import { readPostmaster, serversOf } from '#server/kernel/embedded-postgres/processes.ts';
import { renderSettings } from '#server/kernel/embedded-postgres/settings.ts';
import { makeTestFolder } from '#test/folders.ts';

const root = process.getuid?.() === 0;
const log = { info: () => undefined, warn: () => undefined };
const started: EmbeddedPostgres[] = [];
const folders: string[] = [];

async function dataFolder(): Promise<string> {
  const made = await makeTestFolder('llave-vida-');
  folders.push(made);
  return made;
}

let origin: string | undefined;
/** A data folder with a stopped cluster, a copy with its owners: making one takes a second and more. */
async function usedFolder(): Promise<string> {
  if (!origin) {
    origin = await makeTestFolder('llave-vida-');
    await (await start(origin)).stop();
  }
  const dataDir = await dataFolder();
  execFileSync('cp', ['-a', `${origin}/.`, dataDir]);
  return dataDir;
}

async function start(dataDir: string, settings: Record<string, string> = {}): Promise<EmbeddedPostgres> {
  // fsync off is safe here: a killed process loses nothing that the kernel already has.
  const made = await startPostgres({ dataDir, settings: { fsync: 'off', ...settings }, log });
  started.push(made);
  return made;
}

async function ask<R = Record<string, unknown>>(url: string, statement: string): Promise<R[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows as R[];
  } finally {
    await client.end();
  }
}

const keepOne = (url: string) => ask(url, 'create table kept as select 7 as one');
const kept = (url: string) => ask(url, 'select one from kept');
const pidOf = async ({ cluster }: EmbeddedPostgres): Promise<number> =>
  (await readPostmaster(cluster))?.pid ?? 0;

afterEach(async () => {
  for (const one of started.splice(0)) await one.stop();
  for (const one of folders.splice(0)) await rm(one, { recursive: true, force: true });
});

afterAll(async () => {
  if (origin) await rm(origin, { recursive: true, force: true });
});

describe('the life cycle of the embedded PostgreSQL', () => {
  test('has its declared settings, keeps data over a stop and leaves no process', async () => {
    const dataDir = await dataFolder();
    const first = await start(dataDir);
    await keepOne(first.url);
    const [made] = await ask(
      first.url,
      `select pg_encoding_to_char(encoding) as encoding, datlocale as locale, datlocprovider as provider,
        current_setting('server_version_num')::int / 10000 as version, current_setting('listen_addresses') as listens,
        current_setting('synchronous_commit') as commits, current_setting('jit') as jit, lower('ÑANDÚ') as lowered
       from pg_database where datname = current_database()`,
    );
    expect(made).toEqual({
      encoding: 'UTF8',
      locale: 'es-PA',
      provider: 'i',
      version: 18,
      listens: '127.0.0.1',
      commits: 'on',
      jit: 'off',
      lowered: 'ñandú',
    });
    expect((await stat(path.join(dataDir, 'postgres.clave'))).mode & 0o777).toBe(0o600);
    await expect(ask(first.url.replace(/:[^:@]+@/, ':otra@'), 'select 1')).rejects.toThrow('password');

    await first.stop();
    expect(serversOf(first.cluster)).toEqual([]);

    const second = await start(dataDir);
    expect(second.takenOver).toBe(false);
    expect(await kept(second.url)).toEqual([{ one: 7 }]);
  });

  test('has durable commits by default', () => {
    expect(renderSettings()).toContain("fsync = 'on'\nsynchronous_commit = 'on'");
  });

  test('recovers after kill -9 with clients connected', async () => {
    const dataDir = await usedFolder();
    const first = await start(dataDir);
    await keepOne(first.url);
    const idle = new Client({ connectionString: first.url });
    idle.on('error', () => undefined);
    await idle.connect();
    idle.query('select pg_sleep(60)').catch(() => undefined);
    process.kill(await pidOf(first), 'SIGKILL');

    const second = await start(dataDir);
    expect(second.takenOver).toBe(false);
    expect(await kept(second.url)).toEqual([{ one: 7 }]);
  });

  test('ignores a postmaster.pid whose pid now belongs to another process', async () => {
    const dataDir = await usedFolder();
    const first = await start(dataDir);
    await keepOne(first.url);
    const file = path.join(first.cluster, 'postmaster.pid');
    const text = await readFile(file, 'utf8');
    await first.stop();
    await writeFile(file, text.replace(/^\d+/, String(process.pid)));

    const second = await start(dataDir);
    expect(await kept(second.url)).toEqual([{ one: 7 }]);
  });

  test('reuses a server left running, and stops it as its own', async () => {
    const dataDir = await usedFolder();
    const first = await start(dataDir);
    const second = await start(dataDir);
    expect(second).toMatchObject({ takenOver: true, url: first.url });
    await second.stop();
    expect(serversOf(second.cluster)).toEqual([]);
  });

  test('restarts a leftover server with other settings, but never under a running application', async () => {
    const dataDir = await usedFolder();
    const first = await start(dataDir);
    const lock = await acquireInstanceLock(first.url, dataDir, () => undefined);
    const meanwhile = await start(dataDir, { work_mem: '5MB' });
    expect(meanwhile).toMatchObject({ takenOver: true, url: first.url });
    await lock.release();

    const second = await start(dataDir, { work_mem: '5MB' });
    expect(second.takenOver).toBe(false);
    expect(await ask(second.url, 'show work_mem')).toEqual([{ work_mem: '5MB' }]);
  });

  test('two first starts at once end with one server', async () => {
    const dataDir = await dataFolder();
    const script = path.join(dataDir, 'start.mjs');
    const source = path.resolve('server/kernel/embedded-postgres.ts');
    await writeFile(
      script,
      `import { startPostgres } from ${JSON.stringify(source)};
       const log = { info() {}, warn() {} };
       const made = await startPostgres({ dataDir: ${JSON.stringify(dataDir)}, settings: { fsync: 'off' }, log });
       process.send(made.url, () => process.exit());`,
    );
    const [one, other] = await Promise.all(
      [fork(script), fork(script)].map(async (child) => ((await once(child, 'message')) as [string])[0]),
    );
    expect(one).toBe(other);
    const mine = await start(dataDir);
    expect(mine).toMatchObject({ takenOver: true, url: one });
    const postmasters = serversOf(mine.cluster).filter((pid) =>
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('\0-D\0'),
    );
    expect(postmasters).toHaveLength(1);
  });

  test("does not receive the terminal's signals", async () => {
    const made = await start(await usedFolder());
    const [, , , , , session] = readFileSync(`/proc/${await pidOf(made)}/stat`, 'utf8').split(' ');
    const [, , , , , ours] = readFileSync('/proc/self/stat', 'utf8').split(' ');
    expect(session).not.toBe(ours);
  });
});

describe('while the application runs', () => {
  test('a killed PostgreSQL restarts on the same port and the pool continues', async () => {
    const dataDir = await usedFolder();
    const made = await start(dataDir);
    await keepOne(made.url);
    const [onExit, onGiveUp] = [vi.fn<() => void>(), vi.fn<() => void>()];
    made.watch({ onExit, onGiveUp });
    const pool = new Pool({ connectionString: made.url });
    pool.on('error', () => undefined);
    await pool.query('select 1');
    const before = await pidOf(made);
    process.kill(before, 'SIGKILL');

    // Its child processes still answer until they notice.
    await vi.waitFor(async () => expect([0, before]).not.toContain(await pidOf(made)), { timeout: 10_000 });
    await vi.waitFor(
      async () => expect((await pool.query('select one from kept')).rows).toEqual([{ one: 7 }]),
      {
        timeout: 10_000,
      },
    );
    expect(onExit).toHaveBeenCalledOnce();
    expect(onGiveUp).not.toHaveBeenCalled();
    await pool.end();
    await made.stop();
    expect(serversOf(made.cluster)).toEqual([]);
  });

  test('a second application on the same data is refused until the first one ends', async () => {
    const dataDir = await usedFolder();
    const made = await start(dataDir);
    const lost = vi.fn<() => void>();
    const lock = await acquireInstanceLock(made.url, dataDir, lost);
    await expect(acquireInstanceLock(made.url, dataDir, lost)).rejects.toThrow(
      `Llave ya está en marcha sobre ${dataDir}`,
    );
    await lock.release();
    const second = await acquireInstanceLock(made.url, dataDir, lost);
    await second.release();
    expect(lost).not.toHaveBeenCalled();
  });

  test('the instance lock is taken again after PostgreSQL restarts', async () => {
    const dataDir = await usedFolder();
    const made = await start(dataDir);
    made.watch({ onGiveUp: vi.fn<() => void>() });
    const lock = await acquireInstanceLock(made.url, dataDir, vi.fn<() => void>());
    process.kill(await pidOf(made), 'SIGKILL');
    await vi.waitFor(async () => expect(await ask(made.url, LOCKS)).toHaveLength(1), { timeout: 10_000 });
    await lock.release();
  });
});

const LOCKS = "select from pg_locks where locktype = 'advisory'";

describe.runIf(root)('as root', () => {
  test('runs as the unprivileged user llave', async () => {
    const made = await start(await usedFolder());
    const status = readFileSync(`/proc/${await pidOf(made)}/status`, 'utf8');
    const uid = Number(/^Uid:\s+(\d+)/m.exec(status)?.[1]);
    expect(uid).toBeGreaterThan(0);
    expect(uid).toBe((await stat(made.cluster)).uid);
  });

  test('keeps the cluster elsewhere if its user cannot enter the data folder', async () => {
    const closed = await dataFolder();
    const dataDir = path.join(closed, 'casa');
    await mkdir(dataDir);
    await chmod(closed, 0o700);
    const first = await start(dataDir);
    const place = path.dirname(first.cluster);
    folders.push(place);
    await keepOne(first.url);
    expect(first.cluster.startsWith('/var/lib/llave/')).toBe(true);
    expect((await readFile(path.join(dataDir, 'postgres.ruta'), 'utf8')).trim()).toBe(first.cluster);
    await first.stop();

    const second = await start(dataDir);
    expect(await kept(second.url)).toEqual([{ one: 7 }]);
    await second.stop();

    // A copy of the folder must not serve the same data as the original.
    const twin = path.join(closed, 'copia');
    await cp(dataDir, twin, { recursive: true });
    await expect(start(twin)).rejects.toThrow('es una copia de');

    // A deleted and recreated folder starts empty; the old cluster is renamed, not destroyed.
    await rm(dataDir, { recursive: true });
    const fresh = await start(dataDir);
    await expect(kept(fresh.url)).rejects.toThrow('does not exist');
    const aside = (await readdir(path.dirname(place))).filter((name) =>
      name.startsWith(`${path.basename(place)}.`),
    );
    expect(aside).toHaveLength(1);
    folders.push(path.join(path.dirname(place), aside[0]!));
  });
});
