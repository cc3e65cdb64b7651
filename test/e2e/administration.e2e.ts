import { expect } from '@playwright/test';
import { checkAxe, signIn, visit } from './support/pages.ts';
import { test } from './support/test.ts';

test('the manual opens beside the page, follows it, and is searched', { tag: '@deep' }, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, 'contabilidad', '/oficina/pagos');
  await page.getByRole('button', { name: 'Ayuda de esta página' }).click();
  const manual = page.getByRole('complementary', { name: 'Ayuda' });
  await expect(manual.getByRole('heading', { name: 'La lista' })).toBeInViewport();
  await checkAxe(page, 'manual beside a page');
  // The page still works.
  await page.getByRole('tab', { name: 'En mora' }).click();
  await expect(page).toHaveURL(/pagos\?/);

  await manual.getByLabel('Buscar en el manual').fill('reversar');
  await manual.getByRole('button', { name: /^Reversar/ }).click();
  await expect(manual.getByRole('heading', { name: 'Reversar' })).toBeInViewport();

  await page.getByRole('link', { name: 'Devoluciones' }).click();
  await expect(manual.getByRole('heading', { name: 'Devoluciones' })).toBeInViewport();
  await manual.getByRole('link', { name: 'Abrir en su página' }).click();
  await expect(page).toHaveURL(/manual\/pagos#devoluciones$/);
  // The page of refunds, which is left, has the same heading.
  await expect(page.getByRole('article').getByRole('heading', { name: 'Devoluciones' })).toBeInViewport();
  await expect(manual).toBeHidden();
});

test('on a phone the manual covers the page and goes away again', { tag: '@deep' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, 'asesor', '/oficina/prospectos');
  await page.getByRole('button', { name: /tu cuenta/ }).click();
  await page.getByRole('menuitem', { name: 'Ayuda de esta página' }).click();
  const manual = page.getByRole('dialog', { name: 'Ayuda' });
  await expect(manual.getByRole('heading', { name: 'Prospectos', exact: true })).toBeInViewport();
  await checkAxe(page, 'manual on a phone');
  await manual.getByRole('button', { name: 'Cerrar el manual' }).click();
  await expect(manual).toBeHidden();
});

test(
  'an administrator reads what is new, and hears why a mail server does not work',
  { tag: '@deep' },
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn(page, 'administrador', '/oficina/estado');
    await page.getByRole('button', { name: /tu cuenta/ }).click();
    await page.getByRole('menuitem', { name: /^Novedades/ }).click();
    await expect(page.getByText(/Usas la versión \d+\.\d+\.\d+/)).toBeVisible();

    await visit(page, '/oficina/estado');
    await page.getByRole('link', { name: 'Servidor de correo' }).last().click();
    await page.getByRole('textbox', { name: 'Servidor' }).fill('localhost');
    await page.getByLabel('Nombre de quien envía').fill('Casas del Sol');
    await page.getByLabel('Correo de quien envía').fill('avisos@casas.test');
    await page.getByRole('button', { name: 'Probar y guardar' }).click();
    await expect(page.getByText('El servidor rechazó la conexión').first()).toBeVisible();
    await checkAxe(page, 'refused mail server');
  },
);
