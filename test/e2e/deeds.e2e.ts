import { expect, type Locator } from '@playwright/test';
import { panamaDay, showDay } from '#contract/dates.ts';
import { callAs } from './support/office.ts';
import { checkEverywhere, checkPages, signIn, visit } from './support/pages.ts';
import { test } from './support/test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

/** Pastes a block as a spreadsheet copies it. */
const paste = (cell: Locator, text: string) =>
  cell.evaluate((input, given) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', given);
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);

test(
  'a block pasted from a sheet fills many house files; a wrong cell says why and nothing is lost',
  { tag: '@deep' },
  async ({ page }) => {
    await signIn(page, 'abogado', '/oficina/expedientes-viviendas?falta=segregacion&per_page=50');
    await page.getByRole('button', { name: 'Escribir en tabla' }).click();
    const grid = page.getByRole('dialog', { name: /^Expedientes en tabla/ });
    const first = grid.getByRole('textbox', { name: /^Finca de / }).first();
    const lot = (await first.getAttribute('aria-label'))!.replace('Finca de ', '');
    await paste(first, '77000001\t8A09\n77000002\t8A09\n77000001\t8A09');
    await expect(grid.getByRole('button', { name: 'Guardar 3 expedientes' })).toBeEnabled();
    await checkEverywhere(page, 'expedientes-en-tabla');
    await grid.getByRole('button', { name: 'Guardar 3 expedientes' }).click();
    await expect(grid.getByText('La finca 77000001 ya es de otra vivienda.')).toBeVisible();
    await grid
      .getByRole('textbox', { name: /^Finca de / })
      .nth(2)
      .fill('77000003');
    await grid.getByRole('button', { name: 'Guardar 3 expedientes' }).click();
    await expect(grid).toHaveCount(0);
    await page.getByPlaceholder('Finca, lote, permiso o cliente').fill('77000001');
    await expect(page.getByRole('cell', { name: new RegExp(lot) }).first()).toBeVisible();
  },
);

test('the inscribed deed is handed over from its page', { tag: '@deep' }, async ({ page }) => {
  await signIn(page, 'abogado', '/oficina/escrituras');
  const { data } = await callAs<{ data: { id: number; name: string }[] }>(
    page,
    'GET',
    '/api/legal/deeds?estado_id=11&order_column=id&order_type=desc',
  );
  const deed = data[0]!;
  await visit(page, `/oficina/escrituras/${deed.id}`);
  await expect(page.getByText('Inscrita', { exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Entregar al banco y al cliente' }).click();
  const step = page.getByRole('dialog', { name: /^Entregar al banco y al cliente/ });
  const today = showDay(panamaDay(new Date()));
  for (const label of ['Entregada al banco', 'Entregada al cliente'])
    if (await step.getByLabel(label).count()) await step.getByLabel(label).fill(today);
  await checkEverywhere(page, 'paso-de-escritura');
  await step.getByRole('button', { name: 'Entregar al banco y al cliente' }).click();
  await expect(step).toHaveCount(0);
  await expect(page.getByText('Entregada al banco y cliente').first()).toBeVisible();
});

checkPages('legal', [
  '/oficina/expedientes-viviendas',
  '/oficina/escrituras',
  '/oficina/escrituras?ver=tablero',
  '/oficina/escrituras?abrir=tasas',
  '/oficina/escrituras?abrir=dias',
  '/oficina/reclamos-acodeco?abrir=nuevo',
  '/oficina/privacidad?ver=derechos&abrir=derecho-nuevo',
]);
