import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';
import { isoWeek, panamaDay } from '#contract/dates.ts';
import type { JobRow } from '#contract/works/jobs/endpoints.ts';
import { JOB_STATE } from '#contract/works/jobs/rules.ts';
import { makePicture } from '../papers.ts';
import { callAs } from './support/office.ts';
import { checkAxe, checkEverywhere, checkPages, picture, signIn, visit } from './support/pages.ts';
import { test } from './support/test.ts';

checkPages('delivery', ['/oficina/lotes/plano?proyecto_id=1&capa=obra']);

const PHONE = { width: 360, height: 740 };
/** The link of the demo's buyer, as the start prints it. */
async function buyersLink(): Promise<string> {
  const told = await readFile(path.join(process.env['E2E_DATA_DIR']!, 'demo.json'), 'utf8');
  return (JSON.parse(told) as { link: string }).link;
}

test(
  'a family sees on its phone what an inspector approved of its house',
  { tag: '@deep' },
  async ({ openAs, browser }) => {
    const phone = await (await browser.newContext({ viewport: PHONE })).newPage();
    const link = new URL(await buyersLink());
    await phone.goto(link.pathname + link.search);
    await phone.goto(link.pathname);
    const house = phone.getByRole('region', { name: /^Tu casa, \d+ % construida/ });
    await expect(house.getByText(/^La obra termina probablemente/)).toBeVisible();
    const before = await house.getByRole('heading', { level: 2 }).textContent();
    await checkAxe(phone, 'mi-casa');
    await picture(phone, 'mi-casa', { fullPage: true });

    // A job of that house is programmed, reported and approved.
    const manager = await openAs('administrador', '/oficina', PHONE);
    const { data: sales } = await callAs<{ data: { lot: { id: number; lote: string } | null; code: string | null }[] }>(
    manager,
    'GET',
    `/api/sale/board?q=${link.pathname.split('/').at(-1)}`,
  ); // prettier-ignore
    const name = `Casa ${sales[0]!.lot!.lote}`;
    const { data: homes } = await callAs<{ data: { id: number }[] }>(
      manager,
      'GET',
      `/api/houses?proyecto_id=1&q=${encodeURIComponent(name)}`,
    );
    const { data: jobs } = await callAs<{ data: JobRow[] }>(
      manager,
      'GET',
      `/api/works/jobs?estado_id=1&vivienda_id=${homes[0]!.id}`,
    );
    // The roof is another company's.
    const job = jobs.find(({ contract }) => !contract.name.startsWith('Techos'))!;
    await callAs(manager, 'POST', '/api/works/jobs/program', {
      ids: [job.id],
      semana: isoWeek(panamaDay(new Date())),
      prioridad_id: 2,
    });
    const field = '/oficina/trabajos/campo';
    const place = `${name} · ${job.project.name}`;
    const work = job.activity!.name;
    const contractor = await openAs('contratista', field, PHONE);
    await contractor.getByRole('region', { name: place }).getByRole('button', { name: work }).click();
    await contractor.getByRole('textbox', { name: 'Avance', exact: true }).fill('100');
    await contractor
    .locator('input[type="file"]')
    .setInputFiles({ name: 'obra.jpg', mimeType: 'image/jpeg', buffer: await makePicture({ width: 800, height: 600 }) }); // prettier-ignore
    await contractor.getByRole('button', { name: 'Reportar avance' }).click();
    // The report leaves the phone in its own time, too.
    const stateOf = async () =>
      (await callAs<{ data: JobRow }>(manager, 'GET', `/api/works/jobs/${job.id}`)).data.state.id;
    await expect.poll(stateOf).toBe(JOB_STATE.inspecting);
    const inspector = await openAs('inspector', field, PHONE);
    await inspector.getByRole('region', { name: place }).getByRole('button', { name: work }).click();
    await expect(inspector.getByRole('button', { name: 'Aprobar', exact: true })).toBeVisible();
    for (const question of await inspector.locator('fieldset:has(legend)').all())
      await question.getByText('Sí', { exact: true }).click();
    await inspector.getByRole('button', { name: 'Aprobar', exact: true }).click();
    await expect(
      inspector.getByRole('region', { name: place }).getByRole('button', { name: work }),
    ).toBeHidden();

    // The inspection leaves the inspector's phone in its own time.
    await expect(async () => {
      await phone.reload();
      await expect(house.getByRole('heading', { level: 2 })).not.toHaveText(before!, { timeout: 1000 });
    }).toPass();
    const photo = house.getByRole('img', { name: new RegExp(`^${work}`) }).first();
    await photo.scrollIntoViewIfNeeded();
    await expect
      .poll(() => photo.evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(100);
  },
);

test(
  'the plan shows the works over time, and a late house its drafts',
  { tag: '@deep' },
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn(page, 'gerencia', '/oficina/lotes/plano?proyecto_id=1&capa=obra');
    await expect(page.getByRole('button', { name: /^Terminada \d+/ })).toBeVisible();
    const time = page.getByRole('slider', { name: 'Avance en el tiempo' });
    await time.focus();
    await page.keyboard.press('Home');
    await expect(time).toHaveAttribute('aria-valuetext', /^Semana del/);
    await expect(page.getByRole('button', { name: /^Terminada/ })).toBeHidden();
    await picture(page, 'plano-obra');

    await visit(page, '/oficina?tipo=entrega');
    const { data } = await callAs<{ data: { tasks: { sale_id: number }[] } }>(
      page,
      'GET',
      '/api/office/home/tasks?tipo=entrega',
    );
    await visit(page, `/oficina/ventas/${data.tasks[0]!.sale_id}?tab=obra`);
    await expect(page.getByText('La obra pasa de la fecha prometida')).toBeVisible();
    await page.getByRole('button', { name: 'Avisar al cliente' }).click();
    await expect(page.getByRole('dialog').getByLabel('Aviso')).toHaveValue(
      /La fecha de tu contrato sigue valiendo/,
    );
    await checkEverywhere(page, 'venta-obra-aviso');
  },
);
