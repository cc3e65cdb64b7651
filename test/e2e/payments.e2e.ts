import { expect } from '@playwright/test';
import { callAs } from './support/office.ts';
import { checkEverywhere, picture, signIn, visit } from './support/pages.ts';
import { test } from './support/test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

test("accounting imports a statement, reviews its lines and sees a sale's account", async ({ page }) => {
  await signIn(page, 'contabilidad', '/oficina/extractos');
  await expect(page.getByRole('heading', { level: 1, name: /Extractos/ })).toBeVisible();
  await checkEverywhere(page, 'extractos');

  await page.getByRole('button', { name: 'Importar extracto' }).first().click();
  const drawer = page.getByRole('dialog', { name: 'Importar extracto' });
  await drawer.getByLabel('Cuenta').selectOption({ index: 1 });
  const csv = (rows: string[]) => ({
    name: 'banco.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['Fecha,Referencia,Descripción,Monto', ...rows].join('\n')),
  });
  await drawer.locator('input[type="file"]').setInputFiles(csv(['31/02/2026,1,Uno,5.00']));
  await drawer.getByRole('button', { name: 'Probar el archivo' }).click();
  await expect(drawer.getByText(/Fila 2, columna «Fecha»/)).toBeVisible();
  await drawer
    .locator('input[type="file"]')
    .setInputFiles(csv([`01/01/2026,E2E-${Date.now()},PRUEBA DE EXTRACTO,5.00`]));
  await drawer.getByRole('button', { name: 'Probar el archivo' }).click();
  await drawer.getByRole('button', { name: 'Importar 1 línea' }).click();
  // The desk opens with the new lines.
  await expect(page.getByRole('heading', { level: 1, name: /Conciliar/ })).toBeVisible();
  await checkEverywhere(page, 'conciliar');
  await page.getByRole('link', { name: 'Todas las líneas' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /Líneas/ })).toBeVisible();
  await page.getByText('PRUEBA DE EXTRACTO').first().click();
  await page.getByRole('button', { name: 'No es de un cliente' }).click();
  await page.getByLabel('Qué es').fill('Prueba del banco');
  await page.getByRole('button', { name: 'Apartar' }).click();
  await expect(page.getByRole('button', { name: 'Volver a «Por conciliar»' })).toBeVisible();

  await visit(page, '/oficina/extractos/lineas');
  await checkEverywhere(page, 'lineas-del-banco');
  await picture(page, 'lineas-del-banco');
  await visit(page, '/oficina/pagos?alerta=mora');
  await page.getByRole('row').nth(1).click();
  await page.getByRole('link', { name: /^PC-/ }).last().click();
  await expect(page.getByRole('heading', { name: 'Estado de cuenta' })).toBeVisible();
  await checkEverywhere(page, 'pagos-de-la-venta');

  // On a phone each row is stacked, and remains a table row for screen readers.
  await page.setViewportSize({ width: 360, height: 740 });
  const statement = page.getByRole('table', { name: 'Precio de la vivienda' });
  await expect(statement.getByRole('row').nth(1)).toContainText('Precio de la vivienda');
  await expect(statement.getByRole('columnheader', { name: 'Saldo' })).toBeAttached();
  expect(
    await statement.evaluate((table) => table.scrollWidth <= (table.parentElement?.clientWidth ?? 0)),
  ).toBe(true);
});

test('one deposit is shared by the dues of two sales', { tag: '@deep' }, async ({ page }) => {
  await signIn(page, 'contabilidad', '/oficina/extractos');
  const reference = `SUMA-${Date.now()}`;
  await page.getByRole('button', { name: 'Importar extracto' }).first().click();
  const drawer = page.getByRole('dialog', { name: 'Importar extracto' });
  await drawer.getByLabel('Cuenta').selectOption({ index: 1 });
  await drawer.locator('input[type="file"]').setInputFiles({
    name: 'banco.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `Fecha,Referencia,Descripción,Monto\n02/01/2026,${reference},DEPOSITO DE DOS,90000.00`,
    ),
  });
  await drawer.getByRole('button', { name: 'Probar el archivo' }).click();
  await drawer.getByRole('button', { name: 'Importar 1 línea' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /Conciliar/ })).toBeVisible();
  await page.getByRole('button', { name: /DEPOSITO DE DOS/ }).click();

  const owing = await callAs<{ data: { sale: { id: number; code: string } }[] }>(
    page,
    'GET',
    '/api/sale/costumer_payments?alerta=cobrar&per_page=50',
  );
  const codes = [...new Set(owing.data.map(({ sale }) => sale.code))].slice(0, 2);
  const options = page.getByRole('region', { name: 'Ventas que pueden ser' });
  const search = options.getByRole('textbox');
  /** The first due alone: the deposit may reach for more. */
  const choose = async (code: string) => {
    await search.fill(code);
    const option = options.locator('[data-best]').filter({ hasText: code });
    await expect(option).toBeVisible();
    const checked = option.getByRole('checkbox', { checked: true });
    for (let more = (await checked.count()) - 1; more > 0; more--) await checked.nth(more).click();
    return option;
  };
  await (await choose(codes[0]!)).getByRole('button', { name: 'Sumar otra venta' }).click();
  await expect(options.getByRole('region', { name: 'Este depósito también paga' })).toBeVisible();
  const last = await choose(codes[1]!);
  await checkEverywhere(page, 'conciliar-dos-ventas');
  await last.getByRole('button', { name: 'Confirmar' }).click();
  await expect(page.getByText('Pago confirmado con la línea del banco.')).toBeVisible();
  await visit(page, `/oficina/extractos/lineas?q=${reference}`);
  await expect(page.getByRole('row')).toHaveCount(4); // the head, two parts and their sum
});
