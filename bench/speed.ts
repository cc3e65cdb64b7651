import { parseArgs } from 'node:util';
import { cpus } from 'node:os';
import path from 'node:path';
import { row, sql } from '#server/kernel/db.ts';
import {
  createRequests,
  forgetCreated,
  freeLots,
  recordCreate,
  spreadIds,
  tellLimit,
} from './parts/create.ts';
import { CONNECTIONS, fire, type Shots } from './parts/fire.ts';
import { ensureCompany, memoryOf, root, signIn, startLlave, startLimit, type Llave } from './parts/llave.ts';
import { growth, record, show, type Line } from './parts/table.ts';
import { diskPerSale, firstStart, nextStart } from './parts/starts.ts';
import { guestWorkload, listWorkload, readWorkloads, type Workload } from './parts/workloads.ts';

/**
 * The table of quality.md, "Speed of the server":
 *   npm run bench -- [--sales 100000,1000000] [--seconds 6] [--rounds 3] [--only list] [--quick] [--record]
 * For each size: creates the company in .data/demo-N if needed, starts our server and a reference server on its database,
 * and fires at both in turns. A figure is the median of the rounds; the requirement is the ratio within a round.
 */
const { values: asked } = parseArgs({
  options: {
    sales: { type: 'string' },
    seconds: { type: 'string' },
    rounds: { type: 'string' },
    only: { type: 'string' },
    data: { type: 'string', default: '.data' },
    quick: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
  },
});
const sizes = (asked.sales ?? (asked.quick ? '2000' : '100000')).split(',').map(Number);
const seconds = Number(asked.seconds ?? (asked.quick ? 1 : 6));
const rounds = Number(asked.rounds ?? (asked.quick ? 1 : 3));
const wanted = (name: string) => !asked.only || name.includes(asked.only);
/** Maximum number of writes per run. */
const MOST_CREATED = 20_000;

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

interface Firing {
  name: string;
  ratio: number;
  p99?: true;
  ours: () => Promise<Shots>;
  limit: () => Promise<Shots>;
}

/** Measures both servers in turns, so other load on the machine affects both. */
async function measure({ name, ratio, p99, ours, limit }: Firing): Promise<Line> {
  const pairs: { ours: Shots; limit: Shots }[] = [];
  for (let round = 0; round < rounds; round += 1) pairs.push({ limit: await limit(), ours: await ours() });
  const bad = pairs.reduce((sum, pair) => sum + pair.ours.bad + pair.limit.bad, 0);
  const line: Line = {
    name,
    rate: median(pairs.map((pair) => pair.ours.rate)),
    p50: median(pairs.map((pair) => pair.ours.p50)),
    p99: median(pairs.map((pair) => pair.ours.p99)),
    limit: median(pairs.map((pair) => pair.limit.rate)),
    limitP99: median(pairs.map((pair) => pair.limit.p99)),
    ratio: median(pairs.map((pair) => pair.ours.rate / pair.limit.rate)),
    required: ratio,
    ...(p99 && { requiredP99: p99 }),
    bad,
  };
  process.stderr.write(
    `  ${name}: ${Math.round(line.rate)}/s of ${Math.round(line.limit)}/s = ${line.ratio.toFixed(2)} (p50 ${line.p50} ms, p99 ${line.p99} ms)${bad ? ` · ${bad} BAD` : ''}\n`,
  );
  return line;
}

const reading = (
  llave: Llave,
  limitUrl: string,
  { name, ours, limit, per, ratio, p99 }: Workload,
): Firing => ({
  name,
  ratio,
  ...(p99 && { p99 }),
  ours: () => fire(llave.url, ours, { seconds, ...(per && { per }) }),
  limit: () => fire(limitUrl, limit, { seconds, ...(per && { per }) }),
});

async function atSize(sales: number) {
  const dataDir = path.resolve(root, asked.data, `demo-${sales}`);
  ensureCompany(dataDir, sales);
  const llave = await startLlave(dataDir);
  const bare = await startLimit(llave.databaseUrl);
  process.stderr.write(`${sales} sales:\n`);
  try {
    const token = await signIn(llave.url, 'coordinador');
    const known = [
      ...(await readWorkloads(llave.database, token)),
      await guestWorkload(llave.url, llave.database),
      await listWorkload(llave.url, token),
    ];
    const lines: Line[] = [];
    for (const workload of known.filter(({ name }) => wanted(name)))
      lines.push(await measure(reading(llave, bare.url, workload)));
    if (wanted('create')) lines.push(await creating(llave, bare, dataDir, token));
    return { sales, lines, memory: await memoryOf(llave.pid), disk: await diskPerSale(llave.database) };
  } finally {
    bare.stop();
    await llave.stop();
  }
}

async function creating(
  llave: Llave,
  bare: Awaited<ReturnType<typeof startLimit>>,
  dataDir: string,
  token: string,
): Promise<Line> {
  const { database } = llave;
  await spreadIds(database);
  const last = await row<{ id: number }>(database.db, sql`select max(id) id from sales`);
  const { modelId, lots } = await freeLots(database, 2 * MOST_CREATED);
  try {
    const [first, ...rest] = lots;
    const told = await recordCreate(llave.databaseUrl, { dataDir, token, modelId, lotId: first! });
    const half = Math.floor(rest.length / 2);
    tellLimit(bare.process, { ...told, lots: rest.slice(half) });
    const requests = createRequests(token, modelId, rest.slice(0, half));
    return await measure({
      name: 'create a pre-contract and receive it',
      ratio: 0.7,
      ours: () => fire(llave.url, [], { seconds, per: 2, requests }),
      limit: () => fire(bare.url, [{ path: '/create' }], { seconds }),
    });
  } finally {
    await forgetCreated(database, last!.id);
  }
}

const results = [];
for (const size of sizes) results.push(await atSize(size));
const starts = asked.only
  ? null
  : {
      first: await firstStart(),
      next: await nextStart(path.resolve(root, asked.data, `demo-${sizes[0]}`)),
    };
const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}, ${CONNECTIONS} connections, ${rounds} × ${seconds} s each, in turns`;
const text = show(results, growth(results), starts, machine);
process.stdout.write(`${text}\n`);
if (asked.record)
  await record(text, `--sales ${sizes.join(',')} --seconds ${seconds} --rounds ${rounds} --record`);
