import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** The content of postmaster.pid. */
export interface Postmaster {
  pid: number;
  port: number;
  ready: boolean;
}

/** Reads postmaster.pid, which may be stale. Undefined if it does not exist or is incomplete. */
export async function readPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const text = await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const [pid, port] = [Number.parseInt(lines[0] ?? ''), Number.parseInt(lines[3] ?? '')];
  return pid > 0 && port > 0 ? { pid, port, ready: (lines[7] ?? '').startsWith('ready') } : undefined;
}

/** Whether a process exists. A zombie does not count. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  if (process.platform !== 'linux') return true;
  try {
    return !/^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** The live PostgreSQL processes of a cluster. Checks more than the pid, because pids are reused. */
export function serversOf(cluster: string): number[] {
  if (process.platform !== 'linux') return listedServers(cluster);
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && servesFrom(pid, cluster));
}

export function isServerOf(pid: number, cluster: string): boolean {
  return process.platform === 'linux' ? servesFrom(pid, cluster) : listedServers(cluster).includes(pid);
}

function servesFrom(pid: number, cluster: string): boolean {
  try {
    return (
      readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres' &&
      readlinkSync(`/proc/${pid}/cwd`) === cluster
    );
  } catch {
    return false; // gone, a zombie, or another user's
  }
}

/** Without /proc: the postmaster shows its -D, its children show our cluster_name. */
function listedServers(cluster: string): number[] {
  const listed = spawnSync('ps', ['-axo', 'pid=,command=']).stdout.toString().split('\n');
  return listed
    .filter((line) => line.includes(`-D ${cluster} `) || line.includes(`postgres: ${clusterName(cluster)}:`))
    .map((line) => Number.parseInt(line));
}

/** Unique name of a cluster, shown in the process list. */
export const clusterName = (cluster: string): string =>
  `llave-${createHash('sha256').update(cluster).digest('hex').slice(0, 12)}`;

/** Fast shutdown (open transactions roll back, everything is written), then immediate, then kill. No process is left. */
export async function stopServers(cluster: string, pid: number, patienceMs = 60_000): Promise<void> {
  signal([pid], 'SIGINT');
  if (await allGone(cluster, patienceMs)) return;
  signal([pid], 'SIGQUIT');
  if (await allGone(cluster, 5000)) return;
  await killServers(cluster);
}

/** Kills every process of a cluster; the next start recovers from the WAL. */
export async function killServers(cluster: string): Promise<void> {
  do signal(serversOf(cluster), 'SIGKILL');
  while (!(await allGone(cluster, 1000)));
}

/** Waits until no process of the cluster is left; false on timeout. */
export async function allGone(cluster: string, patienceMs: number): Promise<boolean> {
  const end = performance.now() + patienceMs;
  while (serversOf(cluster).length > 0) {
    if (performance.now() > end) return false;
    await pause(20);
  }
  return true;
}

function signal(pids: number[], name: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, name);
    } catch {
      // It ended by itself.
    }
}
