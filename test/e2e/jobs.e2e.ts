import { expect, type Browser, type Page } from '@playwright/test';
import type { RoleName } from '#contract/access.ts';
import type { JobRow } from '#contract/works/jobs/endpoints.ts';
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
import { test } from './support/test.ts';

checkPages('jobs', ['/oficina/trabajos', '/oficina/listas-de-inspeccion', '/oficina/trabajos/campo']);

const PHONE = { width: 360, height: 740 };
async function openPhone(browser: Browser, role: RoleName, path: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: PHONE })).newPage();
  await signIn(page, role, path);
  return page;
}

/** A job of the demo's contractor that nobody has reported. */
async function openJob(contractor: Page): Promise<JobRow> {
  const { data } = await callAs<{ data: JobRow[] }>(contractor, 'GET', '/api/works/jobs/field');
  return data.find(
    ({ house, approved_percent, state }) => house && state.id === 2 && approved_percent === 0,
  )!;
}

const photograph = async (page: Page) =>
  page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'obra.jpg', mimeType: 'image/jpeg', buffer: await makePicture({}) });

test('a contractor reports by phone, an inspector returns and then approves it, and the house moves', async ({
  openAs,
  browser,
}) => {
  const field = '/oficina/trabajos/campo';
  // The contractor reports without a line; it leaves the phone when the line is back.
  const contractor = await openPhone(browser, 'contratista', field);
  const job = await openJob(contractor);
  const place = `${job.house!.name} · ${job.project.name}`;
  const work = job.activity!.name;
  const mine = contractor.getByRole('region', { name: place }).getByRole('button', { name: work });
  await expect(mine).toBeVisible();
  await keptOffline(contractor, field);
  await checkAxe(contractor, 'trabajos-campo');
  await picture(contractor, 'trabajos-campo');
  await contractor.context().setOffline(true);
  await contractor.reload();
  await mine.click();
  await contractor.getByRole('textbox', { name: 'Avance', exact: true }).fill('60');
  await photograph(contractor);
  await picture(contractor, 'trabajo-reporte');
  await contractor.getByRole('button', { name: 'Reportar avance' }).click();
  await expect(contractor.getByRole('heading', { name: 'Por enviar (1)' })).toBeVisible();
  await contractor.context().setOffline(false);
  await expect(contractor.getByRole('heading', { name: 'Por enviar (1)' })).toBeHidden();

  // The inspector returns it with a reason and a photograph.
  const inspector = await openPhone(browser, 'inspector', field);
  const waiting = inspector.getByRole('region', { name: place }).getByRole('button', { name: work });
  await waiting.click();
  await inspector.locator('fieldset').first().getByText('No', { exact: true }).click();
  await inspector.getByLabel('Motivo').fill('Falta marcar un eje');
  await photograph(inspector);
  await checkEverywhere(inspector, 'trabajo-inspeccion');
  await inspector.getByRole('button', { name: 'Devolver para corregir' }).click();
  await expect(waiting).toBeHidden();

  // The contractor sees why, and corrects.
  await contractor.reload();
  await expect(contractor.getByText('Devuelto: Falta marcar un eje')).toBeVisible();
  await mine.click();
  await photograph(contractor);
  await contractor.getByRole('button', { name: 'Reportar avance' }).click();
  await expect(mine).toBeHidden();

  await inspector.reload();
  await waiting.click();
  await expect(inspector.getByRole('button', { name: 'Aprobar', exact: true })).toBeVisible();
  for (const question of await inspector.locator('fieldset:has(legend)').all())
    await question.getByText('Sí', { exact: true }).click();
  await inspector.getByRole('button', { name: 'Aprobar', exact: true }).click();
  await expect(waiting).toBeHidden();

  const manager = await openAs('proyectos');
  await expect
    .poll(
      async () =>
        (await callAs<{ data: JobRow }>(manager, 'GET', `/api/works/jobs/${job.id}`)).data.approved_percent,
    )
    .toBe(60);
  await visit(manager, `/oficina/trabajos?trabajo=${job.id}`);
  await expect(manager.getByText('Falta marcar un eje').first()).toBeVisible();
  await checkEverywhere(manager, 'trabajo');
});
