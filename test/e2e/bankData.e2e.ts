import { expect, test } from '@playwright/test';
import { buyHouse, openLine, staffLine, type Bought, type Line } from './support/buyer.ts';
import { checkEverywhere, picture, signIn } from './support/pages.ts';

test.use({ viewport: { width: 1440, height: 900 }, actionTimeout: 15_000 });

let coordinator: Line;
let buyer: Line;
let sale: Bought;

test.beforeAll(async ({ playwright, baseURL }) => {
  coordinator = await staffLine(playwright, baseURL ?? '', 'coordinador');
  buyer = await openLine(playwright, baseURL ?? '');
  sale = await buyHouse(buyer, coordinator);
});
test.afterAll(async () => {
  await coordinator.end();
  await buyer.end();
});

test('a buyer fills in a page and corrects a fault; the office sees it, and verifies it', async ({
  page,
  context,
}) => {
  await context.addCookies(await buyer.cookies());
  const address = `/tramites/${sale.code}/datos-bancarios`;
  await page.goto(`${address}?pagina=2`);
  await page.getByLabel(/Empresa o institución/).fill('Comercial Istmo, S.A.');
  await page.getByLabel(/Cargo u ocupación/).fill('Contadora');
  await page.getByLabel(/Desde cuándo/).fill('2019-03-01');
  await page.getByLabel(/Ingreso mensual bruto/).fill('mil');
  await page.getByRole('button', { name: 'Guardar y seguir' }).click();
  await expect(page.getByRole('alert')).toContainText('monto inválido');
  await checkEverywhere(page, 'datos-bancarios-cliente');
  await page.getByLabel(/Ingreso mensual bruto/).fill('1,850.50');
  await page.getByRole('button', { name: 'Guardar y seguir' }).click();
  await page.waitForURL(/pagina=3/);
  await expect(page.getByRole('heading', { level: 2, name: 'Obligaciones y referencias' })).toBeVisible();
  // Only what was sent is in the storage, and the address asks to pass over a page: it presses by itself.
  await page.goto(`${address}?pagina=3&ignorar_pagina=1`);
  await page.waitForURL(/pagina=4/);

  await signIn(page, 'coordinador');
  await page.goto(`/oficina/datos-bancarios/${sale.code}?pagina=2`);
  await expect(page.getByText('Comercial Istmo, S.A.')).toBeVisible();
  await checkEverywhere(page, 'datos-bancarios');
  await picture(page, 'datos-bancarios');
  await page.getByRole('button', { name: 'Verificar' }).first().click();
  await expect(page.getByText('Verificada por', { exact: false })).toBeVisible();
  await page.getByText('Qué le falta a cada banco').first().click();
  await expect(page.getByRole('table', { name: 'Datos que faltan, por banco' })).toBeVisible();
  await page.getByRole('button', { name: 'Cargar CSV' }).click();
  await page.getByRole('button', { name: 'Probar' }).click();
  await expect(page.getByText('Por favor, especifique la ruta al archivo a cargar!')).toBeVisible();
});
