import { cpus } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { rows, sql } from '#server/kernel/db.ts';
import { ensureCompany, root, signIn, startLlave } from './parts/llave.ts';

/**
 * The cash forecast of a large company, one request at a time:
 *   node bench/cash.ts [--sales 100000] [--data .data]
 * Prints how long the page's requests take (best and worst of five), a computation, and the movements behind a month.
 */
const { values: asked } = parseArgs({
  options: { sales: { type: 'string', default: '100000' }, data: { type: 'string', default: '.data' } },
});
const dataDir = path.resolve(root, asked.data, `demo-${asked.sales}`);
ensureCompany(dataDir, Number(asked.sales));
const llave = await startLlave(dataDir);
const BASE = '/api/accounting/cash_forecast';

try {
  const token = await signIn(llave.url, 'contabilidad');
  const send = async (name: string, method: string, url: string, times: number) => {
    const took: number[] = [];
    for (let n = 0; n < times; n += 1) {
      const from = performance.now();
      const answer = await fetch(`${llave.url}${url}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(method === 'POST' && { body: '{}' }),
      });
      if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`);
      await answer.arrayBuffer();
      took.push(performance.now() - from);
    }
    const text = [Math.min(...took), Math.max(...took)].map((ms) => `${ms.toFixed(0).padStart(6)} ms`);
    console.log(`${name.padEnd(52)} ${text.join(' ')}`);
  };
  console.log(`${asked.sales} sales, ${cpus().length} cores; best and worst`);
  const [size] = await rows<{ payments: number; open: number }>(
    llave.database.db,
    sql`select count(*)::int payments, count(*) filter (where state_id in (1, 2, 3, 5))::int "open" from payments`,
  );
  console.log(`${size!.payments} dues and payments, ${size!.open} of them open`);
  await send('Calcular ahora: asks for the job', 'POST', `${BASE}/recalculate`, 2);
  await send('lowest point', 'GET', `${BASE}/outlook`, 5);
  await send('by month', 'GET', `${BASE}?por=mes`, 5);
  await send('by week', 'GET', `${BASE}?por=semana`, 5);
  await send('by week, one project', 'GET', `${BASE}?por=semana&proyecto_id=1`, 5);
  await send('error of each month', 'GET', `${BASE}/errors`, 5);
  const month = new Date().toISOString().slice(0, 7);
  await send('installments of a month', 'GET', `${BASE}/moves?clase=cuotas&hasta=${month}-28`, 3);
  await send('money of banks', 'GET', `${BASE}/moves?clase=bancos`, 3);
} finally {
  await llave.stop();
}
