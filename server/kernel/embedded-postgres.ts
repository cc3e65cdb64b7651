import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createHmac } from 'node:crypto';
import { realpath, statfs } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { AppRole } from './appRole.ts';
import {
  APP_ROLE,
  DATABASE,
  ensureCluster,
  readPassword,
  readSettings,
  SUPERUSER,
  writeSettings,
} from './embedded-postgres/cluster.ts';
import { EmbeddedPostgresError } from './embedded-postgres/error.ts';
import { findHome } from './embedded-postgres/home.ts';
import { isServed } from './embedded-postgres/instance-lock.ts';
import { clearLeftovers, freePort, launch, type PostgresLog } from './embedded-postgres/launch.ts';
import {
  isAlive,
  isServerOf,
  readPostmaster,
  stopServers,
  type Postmaster,
} from './embedded-postgres/processes.ts';
import { renderSettings, type PostgresSettings } from './embedded-postgres/settings.ts';

export { EmbeddedPostgresError } from './embedded-postgres/error.ts';
export type { PostgresLog } from './embedded-postgres/launch.ts';
export { acquireInstanceLock } from './embedded-postgres/instance-lock.ts';

export interface StartOptions {
  dataDir: string;
  /** Override the settings of a small server. Only tests reduce durability. */
  settings?: PostgresSettings;
  log: PostgresLog;
}

export interface EmbeddedPostgres {
  /** postgres://… with password, as the owner of the database `llave`: for migrations, backups and commands. */
  url: string;
  /** The role that the application works with. `migrate` creates it. */
  app: Required<AppRole> & { url: string };
  /** PostgreSQL's own data directory, for backups. It may be outside the data folder. */
  cluster: string;
  /** True if a healthy server was still running after a crash and is reused. */
  takenOver: boolean;
  /** Restarts the server on the same port whenever it dies, until `stop`. */
  watch(hooks: WatchHooks): void;
  /** Fast shutdown. Afterwards no process of this cluster is left. */
  stop(): Promise<void>;
}

export interface WatchHooks {
  /** The server died unexpectedly. */
  onExit?: () => void;
  /** It died or failed to start five times within a minute: the application cannot go on. */
  onGiveUp: (error: Error) => void;
}

interface Running {
  port: number;
  takenOver: boolean;
  /** Resolves when the postmaster has ended. */
  gone: Promise<unknown>;
}

/** Two WAL segments. */
const LEAST_BYTES = 32 * 1_048_576;
const [TRIES, WINDOW_MS] = [5, 60_000];

/**
 * Starts the PostgreSQL of a data folder and creates its cluster the first time. Never starts a second server on the
 * same data: a server still running after a crash is reused, or stopped if it is unhealthy or has other settings.
 * Raises EmbeddedPostgresError, which says in Spanish what to do.
 */
export async function startPostgres({ dataDir, settings, log }: StartOptions): Promise<EmbeddedPostgres> {
  const place = await findHome(dataDir);
  const password = await readPassword(place);
  await ensureCluster(place, password, settings);
  const home = { ...place, cluster: await realpath(place.cluster) };
  const conf = renderSettings(settings);
  const urlOf = (port: number, database = DATABASE): string =>
    `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;

  const first = await run();
  await ensureDatabase(urlOf(first.port), urlOf(first.port, 'postgres'));
  let restarting: Promise<Running> | undefined;
  let stopping: Promise<void> | undefined;

  /** Reuses or launches a server. Retries when another start, a crash or a taken port interferes. */
  async function run(samePort?: number): Promise<Running> {
    for (let tries = 0; ; tries++) {
      const found = await readPostmaster(home.cluster);
      if (found && isServerOf(found.pid, home.cluster)) {
        if (await isFit(found)) return { port: found.port, takenOver: true, gone: lifeOf(found.pid) };
        await stopServers(home.cluster, found.pid, 10_000);
        continue;
      }
      await clearLeftovers(home);
      await writeSettings(home, conf);
      const port = samePort ?? (await freePort());
      const launched = await launch(home, port, log);
      if (typeof launched === 'object') return { port, takenOver: false, gone: endOf(launched.child) };
      if (tries > 100)
        throw new EmbeddedPostgresError(
          `PostgreSQL no arrancó: ${launched === 'port' ? `el puerto ${port} está ocupado` : `otro proceso usa ${home.cluster}`}.`,
        );
      await pause(100);
    }
  }

  /** Whether a running server can be reused: it answers, and it has our settings or an application is using it. */
  async function isFit({ pid, port }: Postmaster): Promise<boolean> {
    for (let silent = 0; silent < 3 && isServerOf(pid, home.cluster);) {
      const client = new Client({
        connectionString: urlOf(port, 'postgres'),
        connectionTimeoutMillis: 5000,
      });
      client.on('error', () => undefined);
      try {
        await client.connect();
        return (await readSettings(home)) === conf || (await isServed(client));
      } catch (error) {
        const code = (error as { code?: string }).code;
        if (code === '28P01')
          throw new EmbeddedPostgresError(
            `La clave en ${home.dataDir}/postgres.clave no es la de la base de datos.`,
          );
        if (code === '53300') return true; // too many connections: well, and in use
        if (code !== '57P03') silent++; // 57P03: starting, recovering or shutting down
        await pause(50);
      } finally {
        await client.end().catch(() => undefined);
      }
    }
    return false;
  }

  async function guard(running: Running, { onExit, onGiveUp }: WatchHooks): Promise<void> {
    const deaths: number[] = [];
    for (let now = running; ;) {
      await now.gone;
      if (stopping) return;
      log.warn('PostgreSQL terminó sin que nadie lo pidiera; se inicia de nuevo.');
      onExit?.();
      if (await waitForRoom()) deaths.length = 0;
      deaths.push(performance.now());
      if (deaths.length > TRIES && deaths.at(-1)! - deaths.at(-1 - TRIES)! < WINDOW_MS)
        return onGiveUp(
          new EmbeddedPostgresError(
            `PostgreSQL no se mantiene en marcha; mira ${home.dataDir}/postgres.log.`,
          ),
        );
      try {
        restarting = run(first.port);
        now = await restarting;
        if (now.port !== first.port)
          throw new EmbeddedPostgresError(`Otro proceso inició la base de datos de ${home.dataDir}.`);
      } catch (error) {
        return onGiveUp(error as Error);
      }
    }
  }

  /** PostgreSQL cannot start without disk space for its WAL, so waits for space. Returns whether it waited. */
  async function waitForRoom(): Promise<boolean> {
    for (let waited = false; ; waited = true) {
      const { bavail, bsize } = await statfs(home.cluster);
      if (stopping || bavail * bsize > LEAST_BYTES) return waited;
      if (!waited) log.warn('No queda espacio en el disco: la base de datos vuelve cuando lo haya.');
      await pause(1000);
    }
  }

  async function stop(): Promise<void> {
    await restarting?.catch(() => undefined);
    const found = await readPostmaster(home.cluster);
    if (found && isServerOf(found.pid, home.cluster)) await stopServers(home.cluster, found.pid);
    else await clearLeftovers(home);
  }

  return {
    url: urlOf(first.port),
    app: appOf(urlOf(first.port), password),
    cluster: home.cluster,
    takenOver: first.takenOver,
    watch: (hooks) => void guard(first, hooks),
    stop: () => (stopping ??= stop()),
  };
}

/** The password is derived from the owner's with HMAC, so it does not reveal the owner's. */
function appOf(ownerUrl: string, ownerPassword: string): EmbeddedPostgres['app'] {
  const password = createHmac('sha256', ownerPassword).update(APP_ROLE).digest('base64url');
  const url = new URL(ownerUrl);
  url.username = APP_ROLE;
  url.password = password;
  return { name: APP_ROLE, password, url: url.href };
}

async function ensureDatabase(url: string, maintenanceUrl: string): Promise<void> {
  const client = new Client({ connectionString: maintenanceUrl });
  await client.connect();
  try {
    const name = new URL(url).pathname.slice(1);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database "${name}"`);
  } catch (error) {
    // Another start created it at the same moment.
    if (!['42P04', '23505'].includes((error as { code?: string }).code ?? '')) throw error;
  } finally {
    await client.end();
  }
}

const endOf = (child: ChildProcess): Promise<unknown> =>
  child.exitCode === null && child.signalCode === null ? once(child, 'exit') : Promise.resolve();

/** For a server that is not our child process there is no exit event: poll. */
async function lifeOf(pid: number): Promise<void> {
  while (isAlive(pid)) await pause(250, undefined, { ref: false });
}
