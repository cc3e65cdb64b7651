import { chromium, expect, type Browser, type Page } from '@playwright/test';
import { rm } from 'node:fs/promises';
import { chromiumLaunch } from '#test/chromium.ts';
import { makeTestFolder } from '#test/folders.ts';
import { addDays, panamaDay, showDay } from '#contract/dates.ts';
import { row, sql } from '#server/kernel/db.ts';
import { signIn, startLlave, type Llave } from './parts/llave.ts';
import { BY_HAND, depositForNobody, makeMonth, MONTH, RULES } from './parts/month.ts';
import { Person } from './parts/person.ts';

/**
 * Does the daily work as a person does, and counts clicks, keys and seconds (ui.md; docs/benchmarks.md):
 *   npm run bench:steps -- [today|paper|sale|customer|deposit|month …]
 * Starts its own demo company with its past. Prints a table, and ends with exit code 1 if a limit is missed.
 */
interface Step {
  task: string;
  clicks: number;
  keys: number;
  'person, s': string;
  'machine, s': string;
  limit: string;
  met: string;
}
const steps: Step[] = [];
const asked = process.argv.slice(2);
const asks = (part: string) => asked.length === 0 || asked.includes(part);

/** Adds a line to the table. */
function note(task: string, person: Person, limit: string, met: boolean): void {
  steps.push({
    task,
    clicks: person.clicks,
    keys: person.keys,
    'person, s': person.model.toFixed(1),
    'machine, s': person.took.toFixed(1),
    limit,
    met: met ? 'yes' : 'NO',
  });
  console.log(
    `${task}: ${met ? 'yes' : 'NO'} (${person.clicks} clicks, ${person.keys} keys, ${person.took.toFixed(1)} s)`,
  );
}

const dataDir = await makeTestFolder('llave-steps-');
const llave = await startLlave(dataDir, { DEMO: '1', DEMO_PAST: '1' });
const browser = await chromium.launch(await chromiumLaunch());
try {
  await untilPast(llave);
  if (asks('today')) await todayOnOneScreen(browser);
  if (asks('paper')) await paperReviewed(await openAs(browser, 'procesador'));
  if (asks('sale')) await saleMovedOn(await openAs(browser, 'procesador'));
  if (asks('customer')) await customerFound(await openAs(browser, 'asesor'));
  if (asks('deposit')) await depositGiven(await openAs(browser, 'contabilidad'));
  if (asks('month')) await monthReconciled(await openAs(browser, 'contabilidad'));
} finally {
  await browser.close();
  await llave.stop();
  await rm(dataDir, { recursive: true, force: true });
}
console.table(steps);
if (steps.some(({ met }) => met === 'NO')) process.exitCode = 1;

/** Waits for the job that writes the company's past. */
async function untilPast({ database }: Llave): Promise<void> {
  await expect
    .poll(
      async () =>
        (await row<{ total: number }>(database.db, sql`select count(*)::int total from sales`))!.total,
      { timeout: 120_000 },
    )
    .toBeGreaterThan(150);
}

/** The home of that role, 1440 × 900. */
async function openAs(from: Browser, role: string): Promise<Page> {
  const context = await from.newContext({
    baseURL: llave.url,
    locale: 'es-PA',
    timezoneId: 'America/Panama',
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  await context.addCookies([{ name: 'token', value: await signIn(llave.url, role), url: llave.url }]);
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  await page.goto('/oficina');
  await expect(page.getByRole('heading', { level: 2, name: 'Te toca a ti' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  return page;
}

async function todayOnOneScreen(from: Browser): Promise<void> {
  for (const role of ['asesor', 'procesador', 'contabilidad', 'coordinador', 'gerencia']) {
    const page = await openAs(from, role);
    const person = new Person(page);
    const queue = page.getByRole('region', { name: /^(Atrasado|Hoy|Próximos días|Sin fecha)$/ });
    await expect(queue.first()).toBeVisible();
    const rows = await queue.getByRole('listitem').all();
    let seen = 0;
    for (const one of rows) {
      const box = await one.boundingBox();
      if (box && box.y + box.height <= 900) seen++;
    }
    note(`what must I do today, ${role}: ${seen} rows in sight`, person, '3 rows', seen >= 3);
    await page.context().close();
  }
}

/** Opens the first task of the queue with that text. */
function taskOf(page: Page, text: RegExp) {
  return page.getByRole('listitem').filter({ hasText: text }).first().getByRole('link').first();
}

async function paperReviewed(page: Page): Promise<void> {
  const person = new Person(page);
  await person.click(taskOf(page, /Revisar (un|\d+) documentos?/));
  await person.click(page.getByRole('button', { name: /^Revisar \d+ documentos?$/ }));
  const screen = page.getByRole('dialog', { name: /^Revisión/ });
  await expect(screen.getByRole('region', { name: /^Archivo / })).toBeVisible();
  const dates = await screen.locator('[data-dates-input]').count();
  let typed = 0;
  for (let date = 0; date < dates; date++) {
    const label = await screen.locator('[data-dates-input]').nth(date).getAttribute('id');
    const expires = await screen.locator(`label[for="${label}"]`).textContent();
    const day = showDay(addDays(panamaDay(new Date()), /vence/i.test(expires ?? '') ? 900 : -5));
    if (date > 0) await person.press('Tab');
    await person.type(day);
    typed += day.length;
  }
  const decided = page.waitForResponse(
    (answer) => answer.request().method() === 'PATCH' && answer.url().includes('/documents/'),
  );
  await person.press('Enter');
  expect((await decided).ok()).toBe(true);
  const acts = person.clicks + person.keys - typed;
  note(`a paper reviewed from the queue: ${acts} and ${dates} date`, person, '4 and a date', acts <= 4);
  await page.context().close();
}

async function saleMovedOn(page: Page): Promise<void> {
  const person = new Person(page);
  await person.click(taskOf(page, /Iniciar la revisión/));
  await person.click(page.getByRole('button', { name: 'Iniciar revisión' }));
  await expect(page.getByRole('article').getByText('En revisión', { exact: true }).first()).toBeVisible();
  note('a sale moved on', person, '2 clicks', person.clicks <= 2 && person.keys === 0);
  await page.context().close();
}

/** Three customers, one after the other; the middle time counts, as the machine is shared. */
async function customerFound(page: Page): Promise<void> {
  const wanted: { name: string; phone: string }[] = [];
  for (const one of (await page.getByRole('listitem').filter({ hasText: 'WhatsApp' }).all()).slice(-3))
    wanted.push({
      name: (await one.getByRole('link').first().textContent())!.trim(),
      phone: (await one.getByRole('link', { name: /\+507/ }).textContent())!.trim(),
    });
  const found: Person[] = [];
  for (const { name, phone } of wanted) {
    const person = new Person(page);
    await person.press('Control+k');
    await person.type(phone.slice(-4));
    await person.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    person.stop();
    found.push(person);
  }
  const middle = found.toSorted((a, b) => a.took - b.took)[1]!;
  note('a customer found by half a phone number', middle, 'open in 2 s', middle.took < 2);
  await page.context().close();
}

/** Types in the desk's box what the accountant knows of the deposit, and confirms the first sale found. */
async function giveTo(person: Person, known: string): Promise<void> {
  const { page } = person;
  const best = page.locator('[data-best]').filter({ hasText: known });
  await person.press('b');
  await person.type(known.slice('PC-'.length));
  await expect(best).toBeVisible();
  await person.press('Enter');
  await confirmFocused(person);
}

/** Presses Enter on the best sale's button, and again where a question follows. */
async function confirmFocused(person: Person): Promise<void> {
  const { page } = person;
  const button = page.locator('[data-best] [data-confirm]');
  await expect(button).toBeFocused();
  const inPart = (await button.textContent())?.includes('en parte');
  const done = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && /statement_lines\/\d+\/pago$/.test(answer.url()),
  );
  await person.press('Enter');
  if (inPart)
    await person.click(page.getByRole('dialog').getByRole('button', { name: 'Confirmar en parte' }));
  const answer = await done;
  if (!answer.ok()) throw new Error(await answer.text());
}

/** The customer told the sale on the telephone; the bank's line names nobody. */
async function depositGiven(page: Page): Promise<void> {
  const code = await depositForNobody(llave.url, 'DEPOSITO EN VENTANILLA');
  const person = new Person(page);
  await person.click(page.getByRole('link', { name: /Por identificar en el banco/ }));
  await expect(page.getByRole('heading', { level: 1, name: /^Conciliar/ })).toBeVisible();
  await person.click(page.getByRole('button', { name: /DEPOSITO EN VENTANILLA/ }));
  await giveTo(person, code);
  note('a deposit that nobody reported given to its sale', person, '30 s', person.model + person.took < 30);
  await page.context().close();
}

async function monthReconciled(page: Page): Promise<void> {
  const { csv, known } = await makeMonth(llave.url);
  const count = Object.values(MONTH).reduce((sum, one) => sum + one, 0);
  const person = new Person(page);
  // The rules, once for all months.
  await page.goto('/oficina/extractos/reglas');
  for (const [words, reason] of RULES) {
    await person.click(page.getByRole('button', { name: 'Nueva regla' }).first());
    const drawer = page.getByRole('dialog', { name: 'Nueva regla' });
    await person.click(drawer.getByLabel('Si la línea dice'));
    await person.type(words);
    await person.press('Tab');
    await person.type(reason);
    await person.press('Enter');
    await expect(drawer).toBeHidden();
  }
  await page.goto('/oficina/extractos');
  await person.click(page.getByRole('button', { name: 'Importar extracto' }).first());
  const drawer = page.getByRole('dialog', { name: 'Importar extracto' });
  await person.choose(drawer.getByLabel('Cuenta'), { index: 1 });
  await person.pick(drawer.locator('input[type="file"]'), {
    name: 'noviembre.csv',
    mimeType: 'text/csv',
    buffer: csv,
  });
  await person.click(drawer.getByRole('button', { name: 'Probar el archivo' }));
  await person.click(drawer.getByRole('button', { name: `Importar ${count} líneas` }));
  await expect(page.getByRole('heading', { level: 1, name: /^Conciliar/ })).toBeVisible();

  await person.click(page.getByRole('button', { name: 'Confirmar las que coinciden' }));
  const pairs = page.getByRole('dialog', { name: 'Pagos que coinciden con el banco' });
  await person.click(pairs.getByRole('button', { name: /^Confirmar \d+ pagos$/ }));
  await expect(pairs.getByText('No hay ninguno por ahora.')).toBeVisible({ timeout: 60_000 });
  await person.press('Escape');

  await person.click(page.getByRole('link', { name: 'Todas las líneas' }));
  await person.click(page.getByRole('searchbox'));
  await person.type(BY_HAND);
  await expect(page.getByRole('row').nth(1)).toContainText(BY_HAND);
  await person.click(page.getByRole('checkbox', { name: /todas|página/i }).first());
  await person.click(page.getByRole('button', { name: 'Apartar' }));
  const aside = page.getByRole('dialog', { name: /^Apartar/ });
  await person.click(aside.getByRole('button', { name: 'Pago de un proveedor devuelto' }));
  await person.click(aside.getByRole('button', { name: 'Apartar' }));
  await expect(aside).toBeHidden();
  await person.click(page.getByRole('link', { name: 'Conciliar', exact: true }).last());

  await lineByLine(person, known);
  const minutes = (person.model + person.took) / 60;
  note(`a month of ${count} bank lines reconciled`, person, '15 min', minutes < 15);
  await page.context().close();
}

/** Enter where the desk is sure, the best sale where it names the customer, a search where it names nobody. */
async function lineByLine(person: Person, known: ReadonlyMap<string, string>): Promise<void> {
  const { page } = person;
  const line = page.getByRole('region', { name: 'Línea del banco' });
  const empty = page.getByText('Todo está conciliado');
  for (;;) {
    await expect(line.or(empty)).toBeVisible();
    if (await empty.isVisible()) return;
    const text = (await line.textContent()) ?? '';
    const code = [...known].find(([reference]) => text.includes(reference))?.[1];
    await expect(page.getByRole('region', { name: 'Ventas que pueden ser' })).toBeVisible();
    if (code) await giveTo(person, code);
    else {
      const button = page.locator('[data-best] [data-confirm]');
      await expect(button).toBeVisible();
      // A sure one has the focus already; another one is looked at, and B and Enter lead to it.
      const sure = await button.evaluate((node) => node === document.activeElement);
      if (!sure) {
        await person.press('b');
        await person.press('Enter');
      }
      await confirmFocused(person);
    }
    await expect(line)
      .not.toHaveText(text, { timeout: 30_000 })
      .catch(async (error: unknown) => {
        if (!(await empty.isVisible())) throw error;
      });
  }
}
