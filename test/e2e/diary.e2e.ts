import { expect, type Browser, type Page } from '@playwright/test';
import type { RoleName } from '#contract/access.ts';
import { addDays } from '#contract/dates.ts';
import type { Chain, Diary, DiaryDay } from '#contract/works/diary/model.ts';
import type { Job } from '#contract/works/jobs/endpoints.ts';
import { DEEP, deep } from '../deep.ts';
import { makePicture } from '../papers.ts';
import { callAs } from './support/office.ts';
import {
  checkAxe,
  checkEverywhere,
  checkPages,
  keptOffline,
  picture,
  signIn,
  visit,
} from './support/pages.ts';
import { freshTest as test } from './support/test.ts';

checkPages('diary', ['/oficina/bitacora', '/oficina/bitacora/campo']);

const FIELD = '/oficina/bitacora/campo';
const SEND = '**/api/diarios/entradas';
const PHONE = { width: 360, height: 740 };

async function openAs(browser: Browser, role: RoleName, path = FIELD): Promise<Page> {
  const page = await (await browser.newContext({ viewport: PHONE })).newPage();
  await signIn(page, role, path);
  return page;
}

/** Opens the page once with a line, so that the phone keeps it, and then takes the line away. */
async function goOffline(page: Page, path: string, heading: string): Promise<void> {
  await expect(page.getByRole('heading', { name: heading })).toBeVisible();
  await keptOffline(page, path);
  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByText('Sin conexión')).toBeVisible();
}

const photographs = async (count: number) =>
  Promise.all(
    Array.from({ length: count }, async (_, at) => ({
      name: `obra-${at}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await makePicture({}),
    })),
  );

interface Written {
  day: string;
  section: string;
  field: string;
  text: string;
  count?: number;
  photos?: number;
}

async function write(page: Page, { day, section, field, text, count, photos = 0 }: Written): Promise<void> {
  await page.getByLabel('Día', { exact: true }).selectOption(day);
  await page.getByRole('radiogroup', { name: 'De qué trata' }).getByText(section, { exact: true }).click();
  await page.getByRole('textbox', { name: field }).fill(text);
  if (count !== undefined) await page.getByLabel('Cuántas personas').fill(String(count));
  if (photos > 0) {
    await page.locator('input[type="file"]').setInputFiles(await photographs(photos));
    await expect(page.getByRole('img', { name: `Fotografía ${photos}`, exact: true })).toBeVisible();
  }
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  await expect(page.getByRole('textbox', { name: field })).toHaveValue('');
}
const waiting = (page: Page, count: number) =>
  expect(page.getByRole('heading', { name: `Por enviar (${count})` })).toBeVisible();
const sent = (page: Page) =>
  expect(page.getByRole('heading', { name: /^Por enviar/ })).toBeHidden({ timeout: 60_000 });

/** The line comes back, breaks after the office has stored the first entry and before the phone knows it, and comes back. */
async function lineWithBreak(page: Page): Promise<void> {
  const broken = new Promise<void>((done) => {
    void page.route(
      SEND,
      async (route) => {
        await route.fetch();
        await route.abort();
        done();
      },
      { times: 1 },
    );
  });
  await page.context().setOffline(false);
  await broken;
  await page.context().setOffline(true);
  await page.context().setOffline(false);
}

test(
  'two phones write a week without a line, the line breaks on its way back, and all is there once in a whole chain',
  { tag: '@deep' },
  async ({ browser }) => {
    if (DEEP) test.slow();
    const admin = await openAs(browser, 'administrador', '/oficina/bitacora');
    const get = async <A>(url: string) => (await callAs<{ data: A }>(admin, 'GET', url)).data;
    // The demo's month is written by a job after the start.
    await expect.poll(async () => (await get<DiaryDay[]>('/api/diarios/list')).length).toBeGreaterThan(20);

    const resident = await openAs(browser, 'residente');
    const inspector = await openAs(browser, 'inspector');
    // The diary of the demo's month: it is sealed until yesterday.
    const [{ proyecto, tipo }] = (await get<DiaryDay[]>('/api/diarios/list')) as [DiaryDay];
    const key = `${proyecto.id} ${tipo.id}`;
    for (const page of [resident, inspector]) await page.getByLabel('Obra').selectOption(key);
    const today = await resident.getByLabel('Día', { exact: true }).inputValue();
    const days = Array.from({ length: deep(2, 7) }, (_, back) => addDays(today, -back));
    const each = deep(1, 3);
    await checkAxe(resident, 'bitacora-campo');
    await picture(resident, 'bitacora-campo');
    for (const page of [resident, inspector]) await goOffline(page, FIELD, 'Bitácora');

    const mark = `Prueba ${Date.now()}`;
    const told: string[] = [];
    const note = (text: string) => {
      told.push(`${mark} ${text}`);
      return `${mark} ${text}`;
    };
    for (const day of days) {
      const work = { day, section: 'Trabajo hecho', field: 'Qué se hizo y dónde', photos: each };
      await write(resident, { ...work, text: note(`losa ${day}`) });
      await write(inspector, { ...work, text: note(`repello ${day}`) });
      await write(inspector, {
        day,
        section: 'Personal',
        field: 'Cuadrilla u oficio',
        text: note(`albañiles ${day}`),
        count: 9,
      });
    }
    // A whole day dictated becomes entries.
    await resident.getByText('Dictar todo').click();
    await resident
      .getByLabel('Qué pasó hoy')
      .fill(`${note('zanja')} con 4 obreros. ${note('llovió')} de 2 a 4. Llovió de 5 a 6`);
    await resident.getByRole('button', { name: 'Repartir en secciones' }).click();
    await expect(resident.getByText('Lluvia o paro · Lluvia · 2 h')).toBeVisible();
    await checkAxe(resident, 'bitacora-dictado');
    await picture(resident, 'bitacora-dictado');
    await resident.getByRole('button', { name: 'Guardar las 3 anotaciones' }).click();
    await waiting(resident, days.length + 3);
    await waiting(inspector, days.length * 2);
    // Nothing is lost by closing the page.
    await resident.reload();
    await waiting(resident, days.length + 3);

    await Promise.all([lineWithBreak(resident), lineWithBreak(inspector)]);
    await sent(resident);
    await sent(inspector);

    const list = await get<DiaryDay[]>(
      `/api/diarios/list?proyecto_id=${proyecto.id}&tipo_contrato_id=${tipo.id}&texto=${encodeURIComponent(mark)}&per_page=200`,
    );
    const diaries: Diary[] = [];
    for (const { id } of list) diaries.push(await get<Diary>(`/api/diarios/find/${id}`));
    const entries = diaries.flatMap(({ entradas }) => entradas).filter(({ texto }) => texto.includes(mark));
    for (const text of told)
      expect(
        entries.filter(({ texto }) => texto.includes(text)),
        text,
      ).toHaveLength(1);
    expect(entries.reduce((sum, { fotos }) => sum + fotos.length, 0)).toBe(days.length * 2 * each);
    // Yesterday was sealed: what arrived is an addendum of it.
    const late = entries.filter(({ fecha }) => fecha < today);
    expect(late.length).toBeGreaterThan(0);
    expect(late.filter(({ adenda_del }) => adenda_del === null)).toEqual([]);
    const mine = diaries.find(({ fecha }) => fecha === today)!;
    await callAs(admin, 'POST', `/api/diarios/sellar/${mine.id}`, {});
    expect(await get<Chain>(`/api/diarios/cadena/${proyecto.id}/${tipo.id}`)).toMatchObject({
      integra: true,
    });

    await admin.setViewportSize({ width: 1440, height: 900 });
    await visit(admin, `/oficina/bitacora/${mine.id}`);
    await expect(admin.getByText('nada cambió')).toBeVisible();
    await expect(admin.getByText('Adendas que llegaron este día')).toBeVisible();
    await checkEverywhere(admin, 'bitacora-dia');
    for (const page of [admin, resident, inspector]) await page.context().close();
  },
);

test(
  'an entry with five photographs takes eight taps without a line',
  { tag: '@deep' },
  async ({ browser }) => {
    const page = await openAs(browser, 'residente');
    await goOffline(page, FIELD, 'Bitácora');
    await page.evaluate(() => {
      document.body.dataset['taps'] = '0';
      addEventListener(
        'pointerdown',
        () => (document.body.dataset['taps'] = String(Number(document.body.dataset['taps']) + 1)),
        true,
      );
    });
    await page.getByRole('radiogroup', { name: 'De qué trata' }).getByText('Visita', { exact: true }).click();
    await page.getByRole('textbox', { name: 'Quién vino y qué dijo' }).click();
    await page.keyboard.insertText('Vino el inspector del municipio y firmó la hoja');
    for (const [at, photo] of (await photographs(5)).entries()) {
      const choosing = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Tomar fotografía' }).click();
      await (await choosing).setFiles(photo);
      await expect(page.getByRole('img', { name: `Fotografía ${at + 1}`, exact: true })).toBeVisible();
    }
    await page.getByRole('button', { name: 'Guardar', exact: true }).click();
    await waiting(page, 1);
    // With five seconds for each picture in the camera, and two for each tap, that is under a minute.
    expect(Number(await page.evaluate(() => document.body.dataset['taps']))).toBe(8);
    await page.context().setOffline(false);
    await sent(page);
  },
);

test('a refused entry says why, is corrected with its photograph, and arrives', async ({ browser }) => {
  const page = await openAs(browser, 'residente');
  const day = await page.getByLabel('Día', { exact: true }).inputValue();
  const text = `Cuneta ${Date.now()}`;
  const reason = 'Ese contrato se rescindió: elige otro contrato o ninguno.';
  await page.route(
    SEND,
    (route) =>
      route.fulfill({
        status: 422,
        json: {
          message: reason,
          code: 'INVALID',
          request_id: 'r',
          errors: [{ field: 'contrato_id', message: reason }],
        },
      }),
    { times: 1 },
  );
  // A full phone keeps what was typed in the form.
  await page.evaluate(() => {
    const { add } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.add = () => {
      IDBObjectStore.prototype.add = add;
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await page.getByRole('radiogroup', { name: 'De qué trata' }).getByText('Nota', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Nota' }).fill(text);
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  await expect(page.getByText('Este teléfono no pudo guardarlo')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Nota' })).toHaveValue(text);

  await write(page, { day, section: 'Nota', field: 'Nota', text, photos: 1 });
  await expect(page.getByRole('alert').filter({ hasText: reason })).toBeVisible();
  await page.getByRole('button', { name: 'Corregir' }).click();
  await expect(page.getByRole('img', { name: 'Fotografía 1', exact: true })).toBeVisible();
  await checkAxe(page, 'bitacora-corregir');
  await picture(page, 'bitacora-corregir');
  await page.getByRole('textbox', { name: 'Nota' }).fill(`${text} corregida`);
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  const found = `/api/diarios/list?texto=${encodeURIComponent(`${text} corregida`)}`;
  await expect.poll(async () => (await callAs<{ data: DiaryDay[] }>(page, 'GET', found)).data.length).toBe(1);
  await page.context().close();
});

test(
  'another person on the same phone neither sees nor sends what waits',
  { tag: '@deep' },
  async ({ browser }) => {
    const page = await openAs(browser, 'residente');
    const day = await page.getByLabel('Día', { exact: true }).inputValue();
    const text = `Del residente ${Date.now()}`;
    await page.route(SEND, (route) => route.abort());
    await write(page, { day, section: 'Nota', field: 'Nota', text });
    await waiting(page, 1);
    // The session ends: the phone says how many entries wait, and shows none. What was half typed waits for its author, too.
    const half = page.getByRole('textbox', { name: 'Nota' });
    await half.fill('A medias');
    await page.context().clearCookies();
    await page.reload();
    await expect(page.getByText('hay 1 anotación guardada')).toBeVisible();
    await expect(page.getByText(text)).toBeHidden();
    await signIn(page, 'inspector', FIELD);
    await expect(page.getByLabel('Obra')).toBeVisible();
    await expect(page.getByText(text)).toBeHidden();
    await expect(page.getByRole('textbox', { name: 'Qué se hizo y dónde' })).toHaveValue('');
    await page.unroute(SEND);
    await signIn(page, 'residente', FIELD);
    await expect(half).toHaveValue('A medias');
    await sent(page);
    const { data } = await callAs<{ data: DiaryDay[] }>(
      page,
      'GET',
      `/api/diarios/list?texto=${encodeURIComponent(text)}`,
    );
    expect(data).toHaveLength(1);
    await page.context().close();
  },
);

test('thirty inspections of a day without a line arrive once', { tag: '@deep' }, async ({ browser }) => {
  test.slow();
  const path = '/oficina/trabajos/campo';
  const contractor = await openAs(browser, 'contratista', path);
  const inspector = await openAs(browser, 'inspector', path);
  const photo = (await photographs(1))[0]!.buffer.toString('base64');
  const { data: mine } = await callAs<{ data: Job[] }>(contractor, 'GET', '/api/works/jobs/field');
  // jobs.e2e.ts reports the first that nobody has reported, maybe meanwhile.
  const elsewhere = mine.find(
    ({ house, state, approved_percent }) => house && state.id === 2 && approved_percent === 0,
  );
  // Not those of a house that a permit holds up.
  const open = mine
    .filter(({ house, state, actions }) => house && state.id === 2 && actions.report?.disabled === null)
    .filter(({ id }) => id !== elsewhere?.id)
    .slice(0, 30);
  expect(open.length).toBeGreaterThan(0);
  for (const { id, approved_percent } of open) {
    const status = await contractor.evaluate(
      async ([job, percent, bytes]) => {
        const body = new FormData();
        body.set('clave', crypto.randomUUID());
        body.set('porcentaje', String(percent));
        const raw = Uint8Array.from(atob(bytes), (one) => one.codePointAt(0)!);
        body.append('fotos', new File([raw], 'obra.jpg', { type: 'image/jpeg' }));
        const token = document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content ?? '';
        const answer = await fetch(`/api/works/jobs/${job}/reports`, {
          method: 'POST',
          headers: { 'X-CSRF-TOKEN': token },
          body,
        });
        return answer.status;
      },
      [id, approved_percent + 10, photo] as const,
    );
    expect(status, String(id)).toBe(201);
  }
  await inspector.reload();
  const buttons = inspector.getByRole('region').getByRole('button').filter({ hasText: 'Aprobado' });
  // The phone shows what it had until the new list is there.
  const { data: reported } = await callAs<{ data: Job[] }>(inspector, 'GET', '/api/works/jobs/field');
  await expect(buttons).toHaveCount(reported.length);
  await goOffline(inspector, path, 'Mis trabajos');
  for (let nth = 0; nth < reported.length; nth += 1) {
    await buttons.first().click();
    await inspector.getByRole('button', { name: 'Sí a todas' }).click();
    await inspector.getByRole('button', { name: 'Aprobar', exact: true }).click();
    await waiting(inspector, nth + 1);
  }
  await inspector.context().setOffline(false);
  await sent(inspector);
  for (const { id } of open) {
    const { data } = await callAs<{ data: Job }>(inspector, 'GET', `/api/works/jobs/${id}`);
    expect(data.inspections.filter(({ result }) => result === 'aprobado').length, String(id)).toBeGreaterThan(
      0,
    );
    expect(data.reports.filter(({ outcome }) => outcome === null)).toEqual([]);
  }
});
