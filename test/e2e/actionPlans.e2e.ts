import { expect } from '@playwright/test';
import { checkAxe, checkPages, signIn } from './support/pages.ts';
import { test } from './support/test.ts';

test(
  'a plan is changed by keyboard, shows its end at once, and is published',
  { tag: '@deep' },
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn(page, 'proyectos', '/oficina/planes-de-accion?q=Corot');
    await page
      .getByRole('link', { name: /Corotú/ })
      .first()
      .click();
    await expect(page.getByRole('heading', { name: /Plan de Corotú/ })).toBeVisible();
    const total = page.getByText(/^En total: \d+ días hábiles$/);
    const before = await total.textContent();

    const days = page.getByLabel('Días de Fundaciones');
    await days.fill('30');
    await expect(page.getByText(/Este plan es más largo/)).toBeVisible();
    await expect(total).not.toHaveText(before!);
    await days.press('Enter');
    await expect(page.getByLabel('Días de Plomería bajo losa')).toBeFocused();

    const waits = page.getByLabel('Fundaciones espera a');
    await waits.fill('1, 99');
    await page.getByRole('button', { name: 'Guardar plan' }).click();
    await expect(page.getByText(/No se entiende «99»/)).toBeVisible();
    await waits.fill('15');
    await expect(page.getByText(/se esperan en círculo/)).toBeVisible();
    await checkAxe(page, 'a plan in a circle');
    await waits.fill('1FC+2');
    await page.getByRole('button', { name: 'Guardar plan' }).click();
    await expect(page.getByText(/Plan guardado/)).toBeVisible();
    await expect(page.getByText('Con cambios por publicar')).toBeVisible();

    await page.getByRole('button', { name: 'Publicar' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('Qué cambió').fill('El suelo es más duro');
    await checkAxe(page, 'publishing a plan');
    await drawer.getByRole('button', { name: 'Publicar' }).click();
    await expect(page.getByText('Plan publicado.')).toBeVisible();
    await page.getByRole('tab', { name: /Versiones/ }).click();
    await page.getByRole('button', { name: 'Versión 2', exact: true }).click();
    await expect(page.getByText('El suelo es más duro').first()).toBeVisible();
  },
);

checkPages('the action plans', [
  '/oficina/planes-de-accion',
  '/oficina/planes-de-accion/1',
  '/oficina/planes-de-accion/1?tab=vigor',
  '/oficina/planes-de-accion/2?tab=versiones',
  '/oficina/planes-de-accion/2?tab=versiones&version=1',
]);
