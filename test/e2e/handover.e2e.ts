import { expect, type Page } from '@playwright/test';
import type { HandoverRow } from '#contract/care/handover/model.ts';
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

checkPages('deliveries and warranty', [
  '/oficina/entregas',
  '/oficina/entregas?abrir=nueva',
  '/oficina/entregas/listas',
  '/oficina/pendientes-de-entrega',
  '/oficina/garantias',
  '/oficina/garantias/plazos',
  '/oficina/defectos-repetidos',
  '/oficina/cargos-de-garantia',
  '/oficina/cargos-de-garantia?cargo=1',
]);

const TABLET = { width: 820, height: 1180 };
const handoversOf = async (page: Page, grupo: string) =>
  (await callAs<{ data: HandoverRow[] }>(page, 'GET', `/api/care/handovers?grupo=${grupo}&per_page=50`)).data;

test('a house is inspected on a tablet without a line, and its acta goes to sign', async ({ browser }) => {
  const field = '/oficina/entregas/campo';
  const page = await (await browser.newContext({ viewport: TABLET })).newPage();
  await signIn(page, 'postventa', field);
  const waiting = (await handoversOf(page, 'abiertas')).find(({ state }) => state.id === 1)!;
  const card = page.getByRole('button', { name: new RegExp(waiting.name) });
  await expect(card).toBeVisible();
  await keptOffline(page, field);
  await checkAxe(page, 'entregas-campo');
  await picture(page, 'entregas-campo');

  await page.context().setOffline(true);
  await page.reload();
  await card.click();
  const bath = page.getByRole('region', { name: 'Baño' });
  const shower = bath.getByRole('group', { name: 'Ducha y desagüe' });
  await shower.getByText('Observado', { exact: true }).click();
  await bath.getByLabel('Qué se observó: Ducha y desagüe').fill('Gotea la llave');
  await bath
    .locator('input[type="file"]')
    .setInputFiles({ name: 'ducha.jpg', mimeType: 'image/jpeg', buffer: await makePicture({}) });
  // Each goes away when its room is answered.
  const fine = page.getByRole('button', { name: /^Todo bien en/ });
  while ((await fine.count()) > 0) await fine.first().click();
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  await expect(page.getByText('Elige qué dice el comprador.')).toBeVisible();
  for (const [meter, number] of [
    ['Luz (Naturgy o ENSA)', 'N-1'],
    ['Agua (IDAAN)', 'I-1'],
  ]) {
    await page.getByLabel(`${meter}: número`).fill(number!);
    await page.getByLabel(`${meter}: lectura`).fill('12');
  }
  await page.getByText('La recibe con pendientes', { exact: true }).click();
  await checkAxe(page, 'entrega-inspeccion');
  await picture(page, 'entrega-inspeccion', { fullPage: true });
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Por enviar (1)' })).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { name: 'Por enviar (1)' })).toBeHidden();

  await visit(page, `/oficina/entregas/${waiting.id}`);
  await expect(page.getByText('Gotea la llave').first()).toBeVisible();
  await page.getByRole('button', { name: 'Enviar el acta a firmar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Enviar a firmar' }).click();
  await expect(page.getByText('Por firmar').first()).toBeVisible();
  await page.getByRole('tab', { name: 'Acta y firmas' }).click();
  await expect(page.getByText(`1. ${waiting.name}`)).toBeVisible();
  await picture(page, 'entrega-firmas', { fullPage: true });
});

test('a delivery with its punch list, and one that was refused', { tag: '@deep' }, async ({ openAs }) => {
  const page = await openAs('postventa');
  const [delivered] = await handoversOf(page, 'pendientes');
  await visit(page, `/oficina/entregas/${delivered!.id}?tab=pendientes`);
  await expect(page.getByRole('table', { name: 'Pendientes' })).toBeVisible();
  await checkEverywhere(page, 'entrega-pendientes');
  const refused = (await handoversOf(page, 'abiertas')).find(({ state }) => state.id === 5)!;
  await visit(page, `/oficina/entregas/${refused.id}`);
  await expect(page.getByText('El comprador no la recibió')).toBeVisible();
  await checkEverywhere(page, 'entrega-rechazada');
});
