import { chromium, type Page } from '@playwright/test';
import { cpus } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { row, sql } from '#server/kernel/db.ts';
import { demoPlan } from '#server/demo/actionPlans.ts';
import { chromiumLaunch } from '#test/chromium.ts';
import { frameTimes } from './parts/frames.ts';
import { ensureCompany, PASSWORD, root, signIn, startLlave } from './parts/llave.ts';

/**
 * A contract of 500 houses of 15 activities, as the office does it: stamped, read and moved over HTTP, then panned and
 * moved in headless Chromium.
 *   node bench/scheduleOffice.ts [--houses 500] [--sales 50] [--data .data] [--seconds 4]
 * Needs the built web. The houses stay in the demo company of its folder.
 */
const { values: asked } = parseArgs({
  options: {
    houses: { type: 'string', default: '500' },
    sales: { type: 'string', default: '50' },
    data: { type: 'string', default: '.data' },
    seconds: { type: 'string', default: '4' },
  },
});
const count = Number(asked.houses);
const seconds = Number(asked.seconds);
const dataDir = path.resolve(root, asked.data, `demo-${asked.sales}`);
ensureCompany(dataDir, Number(asked.sales));
const llave = await startLlave(dataDir);
const { db } = llave.database;

/** A draft contract over new houses of a new model, with all activities of a house. A large company has no contractor yet. */
async function makeContract(): Promise<number> {
  for (const kind of ['contratista', 'contratante'])
    await db.execute(sql`insert into partners (kind, name, ruc, ruc_key, dv, created_at)
      select ${kind}::text, 'Medida', 'M-' || ${kind}::text, 'M-' || ${kind}::text, '12', now()
      where not exists (select from partners where kind = ${kind})`);
  const made = await row<{ id: number; model: number }>(
    db,
    sql`with project as (select min(id) id from projects), model as (
        insert into house_models (slug, name, bedrooms, bathrooms, area_m2, price_cents, created_at, project_id)
        select 'medida-' || extract(epoch from now())::bigint, 'Medida', 3, 2, 72, 8500000, now(), id from project returning id, project_id
      ), ground as (
        insert into lots (name, block, type_id, area_m2, created_at, project_id)
        select 'Z' || (extract(epoch from now())::bigint % 1000000) || '-' || n, 'Z' || n % 10, 1, 200, now(), project_id from model, generate_series(1, ${count}::int) n
        returning id, name, project_id
      ), home as (
        insert into houses (name, created_at, project_id, model_id, lot_id)
        select 'Casa ' || g.name, now(), g.project_id, m.id, g.id from ground g, model m returning id
      ), contract as (
        insert into contracts (project_id, type_id, name, reference, contractor_id, contracting_party_id, measure, created_at)
        select project_id, 1, 'Medida', 'M-' || extract(epoch from now())::bigint, (select min(id) from partners where kind = 'contratista'),
          (select min(id) from partners where kind = 'contratante'), 'actividades', now() from model returning id
      ), covered as (insert into contract_houses (contract_id, house_id) select c.id, h.id from contract c, home h),
      built as (insert into contract_activities (contract_id, activity_id, weight_bp, cost_code_id)
        select c.id, n, case n when 15 then 676 else 666 end, 1 from contract c, generate_series(1, 15) n)
      select c.id::int id, m.id::int model from contract c, model m`,
  );
  const { model, id } = made!;
  const manager = await signIn(llave.url, 'administrador');
  await send(manager, 'PUT', `/api/projects/action_plans/${model}`, { steps: demoPlan(72) });
  await send(manager, 'POST', `/api/projects/action_plans/${model}/publish`, {});
  return id;
}

async function send<A>(token: string, method: string, url: string, body?: object): Promise<A> {
  const answer = await fetch(`${llave.url}${url}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { data: A }).data;
}

async function timed<A>(name: string, act: () => Promise<A>): Promise<A> {
  const from = performance.now();
  const answer = await act();
  console.log(`${name.padEnd(60)} ${(performance.now() - from).toFixed(0).padStart(6)} ms`);
  return answer;
}

/** Times between frames while `act` runs. */
async function during(page: Page, act: () => Promise<void>) {
  const times = await frameTimes(page, act);
  const sorted = times.toSorted((a, b) => a - b);
  return {
    frames: times.length,
    'per second': Math.round((1000 * times.length) / times.reduce((sum, time) => sum + time, 0)),
    'p50 ms': Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0),
    'p95 ms': Math.round(sorted[Math.floor(sorted.length * 0.95)] ?? 0),
  };
}

async function wheel(page: Page, sideways: boolean): Promise<void> {
  const end = Date.now() + seconds * 1000;
  for (let turn = 0; Date.now() < end; turn += 1) {
    const far = Math.sin(turn / 40) > -0.5 ? 60 : -60;
    await page.mouse.wheel(sideways ? far : 0, sideways ? 0 : far);
  }
}

/** From the key to the new dates on the screen. */
const moveByKey = (page: Page) =>
  page.evaluate(async () => {
    const grid = document.querySelector('[role="treegrid"]') as HTMLElement;
    const words = () =>
      grid.querySelector('[aria-selected="true"] [role="gridcell"]')?.getAttribute('aria-label');
    const before = words();
    const from = performance.now();
    grid.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'ArrowRight', shiftKey: true, bubbles: true, cancelable: true }),
    );
    while (words() === before) await new Promise(requestAnimationFrame);
    return performance.now() - from;
  });

const { executablePath, args, env } = await chromiumLaunch();
const browser = await chromium.launch({ executablePath, args: [...args, '--no-sandbox'], env });
try {
  const id = await makeContract();
  const token = await signIn(llave.url, 'administrador');
  await timed(`stamp ${count} houses × 15 activities`, () =>
    send(token, 'POST', `/api/works/schedule/contracts/${id}/stamp`, { inicio: '2027-01-11', ritmo: 1 }),
  );
  interface Read {
    schedules: { id: number; houses: { id: number; tasks: { a: number; s: string }[] }[] }[];
  }
  const read = await timed('read the whole schedule', () =>
    send<Read>(token, 'GET', `/api/works/schedule?contrato_id=${id}`),
  );
  const [schedule] = read.schedules;
  const first = schedule!.houses[0]!;
  await timed('move the first house, all others with it', () =>
    send(token, 'POST', `/api/works/schedule/${schedule!.id}/moves`, {
      vivienda_id: first.id,
      desde: first.tasks[0]!.s,
      inicio: '2027-02-01',
      motivo: 'Medida',
    }),
  );
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${llave.url}/ingresar`);
  await page.getByLabel('Correo').fill('administrador@demo.llave');
  await page.getByRole('textbox', { name: 'Contraseña' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await page.waitForURL(/\/oficina/);
  await page.goto(`${llave.url}/oficina/programacion?contrato_id=${id}`);
  const grid = page.getByRole('treegrid');
  await grid.waitFor();
  await page.waitForLoadState('networkidle');
  await grid.hover();
  const table: Record<string, Record<string, number>> = {};
  table['quiet'] = await during(page, () => pause(seconds * 1000));
  table['pan over days'] = await during(page, () => wheel(page, true));
  table['pan over houses'] = await during(page, () => wheel(page, false));
  console.table(table);
  await grid.focus();
  await grid.press('Home');
  await grid.press('ArrowDown');
  const times: number[] = [];
  for (let at = 0; at < 5; at++) times.push(await moveByKey(page));
  console.log(`a day later on the screen: ${times.map((time) => time.toFixed(0)).join(', ')} ms`);
  console.log(`${cpus().length} × ${cpus()[0]?.model ?? 'unknown'} · Node ${process.version}`);
} finally {
  await browser.close();
  await llave.stop();
}
