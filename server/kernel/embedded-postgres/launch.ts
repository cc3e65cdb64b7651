import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, open, rename, stat, unlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { childEnvironment } from './cluster.ts';
import { EmbeddedPostgresError } from './error.ts';
import type { Home } from './home.ts';
import { allGone, clusterName, isAlive, isServerOf, killServers, readPostmaster } from './processes.ts';

export interface PostgresLog {
  info(message: string): void;
  warn(message: string): void;
}

/** `locked`: another start launched a server meanwhile. `port`: the port was taken meanwhile. */
export type Launched = { pid: number; child: ChildProcess } | 'locked' | 'port';

const LOG_LIMIT = 5_000_000;
const RECOVERY_LIMIT_MS = 30 * 60_000;

/** Spawns PostgreSQL in its own session, so Ctrl-C does not reach it, and waits until it is ready, including recovery. */
export async function launch(home: Home, port: number, log: PostgresLog): Promise<Launched> {
  const logFile = path.join(home.dataDir, 'postgres.log');
  await rotate(logFile);
  // Not a pipe: the server must be able to outlive the application.
  const output = await open(logFile, 'a', 0o600);
  if (home.runAs) await output.chown(home.runAs.uid, home.runAs.gid);
  const { size } = await output.stat();
  const child = spawn(
    path.join(home.programs, 'bin/postgres'),
    ['-D', home.cluster, '-p', String(port), '-c', `cluster_name=${clusterName(home.cluster)}`],
    {
      cwd: home.cluster,
      stdio: ['ignore', output.fd, output.fd],
      env: childEnvironment(),
      detached: true,
      ...home.runAs,
    },
  );
  let fault: string | undefined;
  child.on('error', (error) => (fault = error.message));
  child.unref();
  await output.close();

  const began = performance.now();
  let told = began;
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null || fault) break;
    const found = await readPostmaster(home.cluster);
    if (found && found.pid === child.pid && found.ready) return { pid: found.pid, child };
    const now = performance.now();
    if (now - told > 5000) {
      log.info('PostgreSQL se está recuperando de un cierre inesperado; un momento…');
      told = now;
    }
    if (now - began > RECOVERY_LIMIT_MS) child.kill('SIGQUIT');
    await pause(10);
  }
  const said = fault ?? (await tail(logFile, size));
  if (/lock file ".*" (already exists|is empty)|pre-existing shared memory block/.test(said)) return 'locked';
  if (/could not bind|could not create any TCP\/IP sockets/.test(said)) return 'port';
  throw new EmbeddedPostgresError(`PostgreSQL no arrancó. Lo último que dijo (${logFile}):\n${said.trim()}`);
}

/**
 * Prepares for a new postmaster after one was killed: waits for its child processes or kills them, and removes a
 * postmaster.pid whose pid now belongs to another program. (PostgreSQL itself handles a pid that is not in use, and
 * leftover shared memory.)
 */
export async function clearLeftovers(home: Home): Promise<void> {
  // Wait first: apparent orphans may belong to another start's server that has not written its pid yet.
  if (!(await allGone(home.cluster, 3000))) {
    const found = await readPostmaster(home.cluster);
    if (found && isServerOf(found.pid, home.cluster)) return;
    await killServers(home.cluster);
  }
  const file = path.join(home.cluster, 'postmaster.pid');
  const stale = await readPostmaster(home.cluster);
  const foreign = stale && isAlive(stale.pid) && !isServerOf(stale.pid, home.cluster);
  if (foreign || (await isEmptyRemnant(file))) await unlink(file).catch(() => undefined);
}

/** The power failed while the file was being written. A starting server fills it at once. */
async function isEmptyRemnant(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  return found?.size === 0 && Date.now() - found.mtimeMs > 2000;
}

/** A free port below the ephemeral range, so it stays free while PostgreSQL restarts. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const probe = createServer();
    probe.listen(port, '127.0.0.1');
    const free = await once(probe, 'listening').then(
      () => true,
      () => false,
    );
    if (!free) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
}

async function rotate(file: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const found = await stat(file).catch(() => undefined);
  if (found && found.size > LOG_LIMIT) await rename(file, `${file}.1`);
}

async function tail(file: string, from: number): Promise<string> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const start = Math.max(from, size - 4000);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - start), 0, size - start, start);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}
