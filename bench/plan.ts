import { chromium, type Page } from '@playwright/test';
import { cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { chromiumLaunch } from '#test/chromium.ts';
import { frameTimes } from './parts/frames.ts';

/**
 * Measures how smoothly the plan of a large project moves in headless Chromium:
 *   node bench/plan.ts [--lots=2000] [--seconds=4]
 * Signs in at APP_URL (else http://localhost:8080) with DEMO_PASSWORD, fakes the plan's API with that many lots, drags,
 * zooms and moves with the arrow keys, and prints the time between frames. A frame over 25 ms counts as late.
 */
const given = process.argv.slice(2);
const option = (name: string, otherwise: number) =>
  Number(given.find((word) => word.startsWith(`--${name}=`))?.split('=')[1] ?? otherwise);
const count = option('lots', 2000);
const seconds = option('seconds', 4);
const base = process.env['APP_URL'] ?? 'http://localhost:8080';
const password = process.env['DEMO_PASSWORD'];
if (!password) throw new Error('Give DEMO_PASSWORD, as the start prints it.');

const COLUMNS = 50;
const SIDE = { width: 14, height: 24 };
const lots = Array.from({ length: count }, (_, at) => {
  const [x, y] = [(at % COLUMNS) * SIDE.width, Math.floor(at / COLUMNS) * SIDE.height * 1.25];
  return {
    id: at + 1,
    lote: `${String.fromCharCode(65 + (Math.floor(at / COLUMNS) % 26))}-${String((at % COLUMNS) + 1).padStart(2, '0')}`,
    block: 'A',
    type: { id: 1, name: 'Intermedio' },
    area_m2: SIDE.width * SIDE.height,
    premium_centavos: 0,
    precio_centavos: 9_600_000,
    vivienda: null,
    points: [
      [x, y],
      [x + SIDE.width, y],
      [x + SIDE.width, y + SIDE.height],
      [x, y + SIDE.height],
    ],
    version: 1,
  };
});
const size = {
  width: COLUMNS * SIDE.width,
  height: Math.ceil(count / COLUMNS) * SIDE.height * 1.25,
};

const { executablePath, args, env } = await chromiumLaunch();
const browser = await chromium.launch({ executablePath, args: [...args, '--no-sandbox'], env });
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.route('**/api/lotes/plano?*', (route) =>
    route.fulfill({
      json: {
        data: {
          project: { id: 1, name: 'Medida' },
          size,
          fondo: '/api/lotes/plano/1/fondo.svg',
          dibujo: null,
          version: 1,
          lots,
        },
      },
    }),
  );
  await page.route('**/api/lotes/plano/estados?*', (route) =>
    route.fulfill({ json: { data: lots.map(({ id }) => ({ id, e: 1 + (id % 7) })) } }),
  );
  await page.goto(`${base}/ingresar`);
  await page.getByLabel('Correo').fill('coordinador@demo.llave');
  await page.getByRole('textbox', { name: 'Contraseña' }).fill(password);
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await page.waitForURL(/\/oficina/);
  await page.goto(`${base}/oficina/lotes/plano?proyecto_id=1`);
  await page.getByRole('application').waitFor();
  await page.waitForLoadState('networkidle');
  const table: Record<string, Record<string, string | number>> = {};
  table['quiet (nothing drawn)'] = await during(page, () => pause(seconds * 1000));
  table['pan, everything in sight'] = await during(page, () => drag(page));
  await page.keyboard.press('Escape');
  for (let press = 0; press < 4; press += 1) await page.getByRole('button', { name: 'Acercar' }).click();
  table['pan, names and prices'] = await during(page, () => drag(page));
  table['zoom with the wheel'] = await during(page, () => wheel(page));
  await page.getByRole('application').focus();
  table['arrows from lot to lot'] = await during(page, () => arrows(page));
  console.log(
    `${count} lots, 1440 × 900, headless Chromium · ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'} · Node ${process.version}`,
  );
  console.table(table);
} finally {
  await browser.close();
}

/** Times between frames while `act` runs. */
async function during(page: Page, act: () => Promise<void>) {
  const times = await frameTimes(page, act);
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10;
  const late = times.filter((time) => time > 25).length;
  return {
    frames: times.length,
    'per second': Math.round((1000 * times.length) / times.reduce((sum, time) => sum + time, 0)),
    'p50 ms': at(0.5),
    'p95 ms': at(0.95),
    'p99 ms': at(0.99),
    late: `${((100 * late) / Math.max(1, times.length)).toFixed(1)} %`,
  };
}

async function drag(page: Page): Promise<void> {
  const box = (await page.locator('canvas').boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  const end = Date.now() + seconds * 1000;
  for (let turn = 0; Date.now() < end; turn += 0.06)
    await page.mouse.move(x + Math.cos(turn) * 250, y + Math.sin(turn) * 150);
  await page.mouse.up();
}

async function wheel(page: Page): Promise<void> {
  const end = Date.now() + seconds * 1000;
  for (let turn = 0; Date.now() < end; turn += 1)
    await page.mouse.wheel(0, Math.sin(turn / 12) > 0 ? 60 : -60);
}

async function arrows(page: Page): Promise<void> {
  const end = Date.now() + seconds * 1000;
  const keys = ['ArrowRight', 'ArrowDown', 'ArrowRight', 'ArrowUp'];
  for (let turn = 0; Date.now() < end; turn += 1) await page.keyboard.press(keys[turn % keys.length]!);
}
