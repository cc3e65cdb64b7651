import { expect } from '@playwright/test';
import { signIn } from './support/pages.ts';
import { test } from './support/test.ts';

test('an adviser works through the calls of the day without leaving the home page', async ({ page }) => {
  await signIn(page, 'asesor');
  const late = page.getByRole('region', { name: 'Atrasado' });
  const call = late.getByRole('button', { name: /^Anotar: / }).first();
  const name = (await call.getAttribute('aria-label'))!.replace('Anotar: ', '');
  await page
    .locator('label')
    .filter({ hasText: /^Llamadas \d+$/ })
    .click();
  await expect(page.getByText(/^Aceptó la proforma/)).toHaveCount(0);
  await expect(late.getByRole('link', { name: 'WhatsApp' }).first()).toHaveAttribute('href', /wa\.me\/507/);
  await call.click();
  const drawer = page.getByRole('dialog', { name: `Contacto con ${name}` });
  await drawer.locator('label').filter({ hasText: 'Llamada' }).first().click();
  await drawer.getByRole('button', { name: 'Anotar contacto' }).click();
  await expect(page.getByText('Contacto anotado.')).toBeVisible();
  await expect(page.getByRole('button', { name: `Anotar: ${name}`, exact: true })).toHaveCount(0);
});

test('accounting opens a payment from the home page, and its link opens it again', async ({ page }) => {
  await signIn(page, 'contabilidad');
  await page
    .getByRole('button', { name: /^Verificar: / })
    .first()
    .click();
  const drawer = page.getByRole('dialog');
  await expect(
    drawer.getByRole('img', { name: /^Comprobante/ }).or(drawer.getByText('Comprobante')),
  ).not.toHaveCount(0);
  await expect(page).toHaveURL(/abrir=tarea\.pago-\d+/);
  const title = await drawer.getByText(/ · /).first().textContent();
  await page.reload();
  await expect(drawer.getByText(title!, { exact: true })).toBeVisible();
});
