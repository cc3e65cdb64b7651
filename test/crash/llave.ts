import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DATABASE, readPassword, SUPERUSER } from '#server/kernel/embedded-postgres/cluster.ts';
import { findHome } from '#server/kernel/embedded-postgres/home.ts';
import { freePort } from '#server/kernel/embedded-postgres/launch.ts';
import { killServers, readPostmaster, serversOf } from '#server/kernel/embedded-postgres/processes.ts';
import { WriteLegal } from '#server/demo/legal/legal.job.ts';
import { openDatabase, type Database } from '#server/kernel/db.ts';
import { CHILD_ARGS, childEnv } from '#test/childEnv.ts';
import { DEEP } from '#test/deep.ts';
import { makeTestFolder } from '#test/folders.ts';

const root = path.resolve(import.meta.dirname, '../..');
const READY_MS = 600_000;

export const PASSWORD = 'demo-llave-2026';

/** What is killed: the application, PostgreSQL's postmaster, all PostgreSQL processes, or application and postmaster. */
export const VICTIMS = ['app', 'postmaster', 'postgres', 'both'] as const;
export type Victim = (typeof VICTIMS)[number];

interface Start {
  jobs: boolean;
  /** SMTP_URL of the application. */
  smtp?: string;
  /** More of its environment. */
  environment?: Record<string, string>;
}

/** The real server process on its own data folder. */
export interface CrashLlave {
  url: string;
  dataDir: string;
  /** Starts the application unless it runs, and waits until it is ready; `jobs: false` starts it without jobs. */
  start(how?: Start): Promise<void>;
  /** The first start of a short test: without what the demo writes after it, which takes longer than the test. */
  startShort(): Promise<void>;
  kill(victim: Victim): Promise<void>;
  /** Waits until the service is back: restarts the application if it was killed; PostgreSQL restarts on its own. */
  recover(): Promise<void>;
  /** Sends SIGTERM; returns the exit code. */
  stop(): Promise<number | null>;
  /** Runs a second start on the same data until it ends; returns its exit code and stderr. */
  startAgain(): Promise<{ code: number | null; said: string }>;
  /** Pids of PostgreSQL's processes on this data. */
  servers(): Promise<number[]>;
  /** Opens a separate database connection to inspect the data. */
  look<T>(at: (database: Database) => Promise<T>): Promise<T>;
  /** The application's output since its last start. */
  log(): string;
  /** Ends and deletes everything. */
  remove(): Promise<void>;
}

/** An application on a new folder with the demo company, or on the given folder. */
export async function makeCrashLlave(dataFolder?: string): Promise<CrashLlave> {
  const dataDir = dataFolder ?? (await makeTestFolder('llave-golpes-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let app: ChildProcess | undefined;
  let said = '';
  let killed: number | undefined;

  const launch = (onPort: number, { jobs, smtp, environment }: Start = { jobs: true }): ChildProcess =>
    fork('server/main.ts', {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      execArgv: [...CHILD_ARGS],
      env: childEnv({
        // The eight users of the test work as fast as eighty people.
        REQUESTS_PER_MINUTE: '6000',
        NODE_ENV: 'production',
        PORT: String(onPort),
        DATA_DIR: dataDir,
        DEMO: '1',
        // The test knows the sales of the demonstration by their numbers.
        DEMO_PAST: '0',
        WORKER: jobs ? '1' : '0',
        DEMO_PASSWORD: PASSWORD,
        LOG_LEVEL: 'error',
        ...(smtp && { SMTP_URL: smtp }),
        ...environment,
        // Each buyer has its own IP address, because rate limits count per address.
        TRUST_PROXY: '127.0.0.1',
      }),
    });
  const running = () => app !== undefined && app.exitCode === null && app.signalCode === null;
  const cluster = async () => (await findHome(dataDir)).cluster;

  /** PostgreSQL's child processes still answer until they notice that their postmaster is gone. */
  async function isOld(): Promise<boolean> {
    const found = await readPostmaster(await cluster());
    return killed !== undefined && (!found?.ready || found.pid === killed);
  }

  async function untilReady(): Promise<void> {
    const deadline = performance.now() + READY_MS;
    while (running() && performance.now() < deadline) {
      if (await isOld()) {
        await pause(20);
        continue;
      }
      const answer = await fetch(`${url}/readyz`).catch(() => undefined);
      await answer?.arrayBuffer();
      if (answer?.ok) return;
      await pause(20);
    }
    throw new Error(`the application does not serve; it said:\n${said.slice(-4000)}`);
  }

  async function start(how?: Start): Promise<void> {
    // A test that is run alone finds the one that the file began with.
    if (running()) return;
    app = launch(port, how);
    said = '';
    for (const stream of [app.stdout, app.stderr]) stream?.on('data', (chunk) => (said += String(chunk)));
    await untilReady();
  }

  async function killApp(): Promise<void> {
    const gone = once(app!, 'exit');
    app!.kill('SIGKILL');
    await gone;
  }

  async function killPostgres(whole: boolean): Promise<void> {
    killed = (await readPostmaster(await cluster()))?.pid;
    for (const pid of whole ? await servers() : [killed!]) tryKill(pid);
  }

  const servers = async () => serversOf(await realpath(await cluster()));

  async function stop(): Promise<number | null> {
    killed = undefined;
    const gone = once(app!, 'exit') as Promise<[number | null]>;
    app!.kill('SIGTERM');
    return (await gone)[0];
  }

  async function look<T>(at: (database: Database) => Promise<T>): Promise<T> {
    const home = await findHome(dataDir);
    const found = await readPostmaster(home.cluster);
    const password = await readPassword(home);
    const database = openDatabase(
      `postgres://${SUPERUSER}:${password}@127.0.0.1:${found?.port}/${DATABASE}`,
      { max: 4 },
    );
    return at(database).finally(() => database.close());
  }

  return {
    url,
    dataDir,
    start,
    async startShort() {
      if (DEEP) return start();
      await start({ jobs: false });
      await look(({ pool }) => pool.query('delete from jobs.job where name = $1', [WriteLegal.name]));
      await stop();
      await start();
    },
    async kill(victim) {
      killed = undefined;
      await Promise.all([
        ...(victim === 'app' || victim === 'both' ? [killApp()] : []),
        ...(victim === 'app' ? [] : [killPostgres(victim === 'postgres')]),
      ]);
    },
    recover: () => (running() ? untilReady() : start()),
    stop,
    async startAgain() {
      const second = launch(await freePort());
      let heard = '';
      second.stderr?.on('data', (chunk) => (heard += String(chunk)));
      second.stdout?.resume();
      const [code] = (await once(second, 'close')) as [number | null];
      return { code, said: heard };
    },
    servers,
    look,
    log: () => said.slice(-20_000),
    async remove() {
      if (running()) await killApp();
      const place = await cluster();
      await killServers(place);
      await rm(dataDir, { recursive: true, force: true });
      if (!place.startsWith(dataDir)) await rm(path.dirname(place), { recursive: true, force: true });
    },
  };
}

/** Kills a process; it may have ended already. */
function tryKill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
