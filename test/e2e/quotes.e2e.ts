import { expect } from '@playwright/test';
import { checkAxe, checkEverywhere, picture, signIn, visit } from './support/pages.ts';
import { test } from './support/test.ts';

test('a quote is made, sent, accepted by its buyer and becomes a pre-contract', async ({ page, browser }) => {
  await signIn(page, 'asesor', '/oficina/proformas');
  await expect(page.getByRole('heading', { level: 1, name: 'Proformas' })).toBeVisible();
  await checkEverywhere(page, 'proformas');
  await page.getByRole('button', { name: 'Nueva proforma' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('textbox', { name: 'Nombre del cliente' }).fill('Ana Proforma');
  await drawer.getByLabel('Celular').fill('6123-4567');
  await drawer.getByLabel('Proyecto').selectOption({ label: 'Residencial Valle Sereno' });
  await drawer.getByLabel('Modelo').selectOption({ index: 1 });
  await expect(drawer.getByRole('heading', { name: 'Cómo queda' })).toBeVisible();
  await drawer.getByLabel('Cuotas del abono').fill('3');
  await drawer.getByLabel('Ingreso familiar al mes').fill('1500');
  await expect(drawer.getByText('Cuota 3')).toBeVisible();
  await expect(drawer.getByText('Verde', { exact: true })).toBeVisible();
  await drawer.getByRole('button', { name: 'Crear proforma' }).click();
  await page.waitForURL('**/oficina/proformas/*');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('PF-');
  await checkEverywhere(page, 'proforma');
  await picture(page, 'proforma');

  await page.getByRole('button', { name: 'Enviar al cliente' }).click();
  const address = await page.getByLabel('Enlace para el cliente').inputValue();
  await page.keyboard.press('Escape');
  const buyer = await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage();
  await buyer.goto(new URL(address).pathname);
  await expect(buyer.getByText('Ana Proforma')).toBeVisible();
  await checkEverywhere(buyer, 'proforma del cliente');
  await buyer.getByRole('button', { name: 'Acepto esta proforma' }).click();
  await expect(buyer.getByText('Tu asesor ya lo sabe')).toBeVisible();

  await page.reload();
  await expect(page.getByText('Aceptada').first()).toBeVisible();
  await page.getByRole('button', { name: 'Convertir en pre-contrato' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Convertir', exact: true }).click();
  await page.waitForURL('**/oficina/ventas/*');
  await page.getByRole('tab', { name: 'Proformas' }).click();
  await expect(page.getByText('Convertida en pre-contrato')).toBeVisible();
});

test(
  'the calculator and the rules of the law give the figures of domain.md',
  { tag: '@deep' },
  async ({ page }) => {
    await signIn(page, 'administrador', '/oficina/calculadora');
    await page.getByLabel('Abono').fill('2');
    await page.getByLabel('Tasa del banco').fill('6.25');
    await page.getByLabel('Plazo en meses').fill('360');
    // domain.md §4.4
    await expect(page.getByRole('heading', { name: /262\.57/ })).toBeVisible();
    await expect(page.getByText('407.76')).toBeVisible();
    await checkEverywhere(page, 'calculadora');
    await visit(page, '/oficina/interes-preferencial');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await checkEverywhere(page, 'interés preferencial');
    await page.getByText('Hasta USD 50,000.00').first().click();
    await expect(page.getByRole('button', { name: 'Guardar desde ese día' })).toBeVisible();
    await checkAxe(page, 'una regla');
  },
);
