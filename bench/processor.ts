import { readdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import path from 'node:path';
import { sql, row } from '#server/kernel/db.ts';
import { ensureCompany, root, signIn, startLlave, startLimit } from './parts/llave.ts';
import { readWorkloads } from './parts/workloads.ts';
import type { Shot } from './parts/fire.ts';

/**
 * Processor time of one request, which other work on the machine disturbs less than seconds:
 *   node bench/processor.ts [--sales 100000] [--data .data] [--requests 1800] [--only board]
 * Server and PostgreSQL together and apart, in milliseconds, without jobs; ours and the limit in turns.
 */
const { values: asked } = parseArgs({
  options: {
    sales: { type: 'string', default: '100000' },
    data: { type: 'string', default: '.data' },
    requests: { type: 'string', default: '1800' },
    rounds: { type: 'string', default: '2' },
    only: { type: 'string' },
  },
});
const requests = Number(asked.requests);
const rounds = Number(asked.rounds);
const AT_ONCE = 8;

/** Milliseconds of processor time of a process, with those of its children that ended. */
function spent(pid: number, ended = false): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')')).split(' ').map(Number);
  return (fields[12]! + fields[13]! + (ended ? fields[14]! + fields[15]! : 0)) * 10;
}

/** Processor time of PostgreSQL: the postmaster with every child, living or ended. */
function spentBy(postmaster: number): number {
  let sum = spent(postmaster, true);
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      if (Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2]) === postmaster) sum += spent(Number(name));
    } catch {} // it ended meanwhile
  }
  return sum;
}

/** Sends the requests, a few at a time. */
async function send(url: string, shots: readonly Shot[]): Promise<void> {
  let next = 0;
  const one = async () => {
    for (let at = next; at < requests; at = next) {
      next += 1;
      const { path: to, headers } = shots[at % shots.length]!;
      const answer = await fetch(url + to, { headers: { 'accept-encoding': 'identity', ...headers } });
      if (!answer.ok) throw new Error(`${to}: ${answer.status}`);
      await answer.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

const sales = Number(asked.sales);
const dataDir = path.resolve(root, asked.data, `demo-${sales}`);
ensureCompany(dataDir, sales);
const llave = await startLlave(dataDir, { WORKER: '0' });
const bare = await startLimit(llave.databaseUrl);
try {
  const postmaster = Number(
    (await row<{ pid: string }>(
      llave.database.db,
      sql`select split_part(pg_read_file('postmaster.pid'), E'\n', 1) pid`,
    ))!.pid,
  );
  const workloads = await readWorkloads(llave.database, await signIn(llave.url, 'coordinador'));
  const parts = workloads.flatMap((one) =>
    one.per === 3
      ? ['record', 'papers', 'history'].map((what, at) => ({
          name: `${one.name}: ${what}`,
          ours: one.ours.filter((_, n) => n % 3 === at),
          limit: one.limit.filter((_, n) => n % 3 === at),
        }))
      : [one],
  );
  process.stdout.write(
    '| request | ours: server + PostgreSQL | limit | ratio |\n| --- | --- | --- | ---: |\n',
  );
  for (const { name, ours, limit } of parts.filter(({ name }) => !asked.only || name.includes(asked.only))) {
    await send(llave.url, ours);
    await send(bare.url, limit);
    const sums = [0, 0, 0, 0];
    for (let round = 0; round < rounds; round += 1)
      for (const [at, [url, pid, shots]] of (
        [
          [llave.url, llave.pid, ours],
          [bare.url, bare.process.pid!, limit],
        ] as const
      ).entries()) {
        const before = [spent(pid), spentBy(postmaster)];
        await send(url, shots);
        sums[2 * at]! += spent(pid) - before[0]!;
        sums[2 * at + 1]! += spentBy(postmaster) - before[1]!;
      }
    const [server, database, bareServer, bareDatabase] = sums.map((ms) => ms / requests / rounds);
    const told = (a: number, b: number) => `${(a + b).toFixed(2)} (${a.toFixed(2)} + ${b.toFixed(2)})`;
    process.stdout.write(
      `| ${name} | ${told(server!, database!)} | ${told(bareServer!, bareDatabase!)} | ${((bareServer! + bareDatabase!) / (server! + database!)).toFixed(2)} |\n`,
    );
  }
} finally {
  bare.stop();
  await llave.stop();
}
