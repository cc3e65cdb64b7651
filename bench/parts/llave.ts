import { fork, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DATABASE, readPassword, SUPERUSER } from '#server/kernel/embedded-postgres/cluster.ts';
import { findHome } from '#server/kernel/embedded-postgres/home.ts';
import { freePort } from '#server/kernel/embedded-postgres/launch.ts';
import { readPostmaster } from '#server/kernel/embedded-postgres/processes.ts';
import { openDatabase, type Database } from '#server/kernel/db.ts';

export const root = path.resolve(import.meta.dirname, '../..');
export const PASSWORD = 'demo-llave-2026';

/** Creates the demo company of that size in its folder, if it does not exist yet. */
export function ensureCompany(dataDir: string, sales: number): void {
  const done = spawnSync(
    process.execPath,
    ['server/commands/demo.ts', '--sales', String(sales), '--data', dataDir],
    { cwd: root, stdio: 'inherit', env: { ...process.env, DEMO_PASSWORD: PASSWORD } },
  );
  if (done.status !== 0) throw new Error(`no company of ${sales} sales in ${dataDir}`);
}

/** Our server on a company's folder, as `npm start` runs it but without the request limit. */
export interface Llave {
  url: string;
  readonly pid: number;
  database: Database;
  databaseUrl: string;
  /** Milliseconds from the start of the process until it is ready. */
  ready: number;
  /** kill -9 of the server; PostgreSQL goes on. */
  kill(): Promise<void>;
  /** Starts the server again, at the same address. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export async function startLlave(dataDir: string, environment: Record<string, string> = {}): Promise<Llave> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const limits = JSON.parse(await readFile(path.join(root, 'bin/lib/server-process.json'), 'utf8')) as {
    args: string[];
    env: Record<string, string>;
  };
  const launch = () =>
    fork('server/main.ts', {
      cwd: root,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: limits.args,
      env: {
        ...limits.env,
        PATH: process.env['PATH'],
        NODE_ENV: 'production',
        NODE_COMPILE_CACHE: path.join(root, '.cache/node'),
        PORT: String(port),
        DATA_DIR: dataDir,
        TRUST_PROXY: '127.0.0.1',
        // One colleague sends all requests, as many as a whole office would.
        REQUESTS_PER_MINUTE: '1000000000',
        DEMO_PASSWORD: PASSWORD,
        ...environment,
      },
    });
  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const gone = once(app, 'exit');
    app.kill(signal);
    await gone;
  }
  const began = performance.now();
  let app = launch();
  await untilReady(app, url);
  const ready = performance.now() - began;
  const databaseUrl = await databaseUrlOf(dataDir);
  const database = openDatabase(databaseUrl, { max: 4 });
  return {
    url,
    get pid() {
      return app.pid!;
    },
    database,
    databaseUrl,
    ready,
    kill: () => end('SIGKILL'),
    async restart() {
      app = launch();
      await untilReady(app, url);
    },
    async stop() {
      await database.close();
      await end('SIGTERM');
    },
  };
}

async function untilReady(app: ChildProcess, url: string): Promise<void> {
  const deadline = performance.now() + 120_000;
  while (app.exitCode === null && performance.now() < deadline) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
    await pause(10);
  }
  throw new Error('the server does not start');
}

async function databaseUrlOf(dataDir: string): Promise<string> {
  const home = await findHome(dataDir);
  const found = await readPostmaster(home.cluster);
  return `postgres://${SUPERUSER}:${await readPassword(home)}@127.0.0.1:${found?.port}/${DATABASE}`;
}

/** Signs a demo user in and returns the token. */
export async function signIn(url: string, who: string): Promise<string> {
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${who}@demo.llave`, password: PASSWORD, remember: true }),
  });
  if (!answer.ok) throw new Error(`${who} cannot sign in: ${answer.status}`);
  return ((await answer.json()) as { token: string }).token;
}

/** Starts the reference server on the same database. */
export async function startLimit(
  databaseUrl: string,
): Promise<{ url: string; process: ChildProcess; stop(): void }> {
  const bare = fork('bench/limit/server.ts', {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', LIMIT_DATABASE: databaseUrl },
  });
  const [{ port }] = (await once(bare, 'message')) as [{ port: number }];
  return { url: `http://127.0.0.1:${port}`, process: bare, stop: () => bare.disconnect() };
}

/** Resident memory of a process, in MB. */
export async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

/** Processor time that a process has used, in seconds. Other work on the machine does not change it much. */
export async function processorOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8');
  const [user, system] = status.slice(status.lastIndexOf(')')).split(' ').slice(12, 14).map(Number);
  return (user! + system!) / 100;
}
