import { expect, type Locator } from '@playwright/test';
import { newPhone, opened, PHONE } from './support/buyerPages.ts';
import { signIn } from './support/pages.ts';
import { freshTest as test } from './support/test.ts';

/** Clicks the upper edge: an error message above pushes it away from the pointer. */
const pressEdge = async (button: Locator) => button.click({ position: { x: 40, y: 3 } });

test.describe('on a phone', () => {
  test.use({ ...PHONE });

  test('one click sends the purchase form, although leaving a field shows its error', async ({ page }) => {
    await page.goto('/comprar/1');
    await opened(page);
    await page.getByLabel('Nombre completo').fill('Ana Lucía Pérez');
    await page.getByLabel('Celular').fill(newPhone());
    await page.getByLabel('Correo').fill('ana');
    await pressEdge(page.getByRole('button', { name: 'Continuar' }));
    await expect(page.getByRole('alert')).toContainText('Por favor, verifique los siguientes campos');
  });
});

test('one click saves an office form, although leaving a field shows its error', async ({ page }) => {
  await signIn(page, 'coordinador', '/oficina/perfil');
  await page.getByLabel('Contraseña nueva').fill('corta');
  await pressEdge(page.getByRole('button', { name: 'Cambiar contraseña' }));
  // Only submitting validates a field that was never focused.
  await expect(page.getByText('Escribe tu contraseña actual.').first()).toBeVisible();
});
