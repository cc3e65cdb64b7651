import { expect } from '@playwright/test';
import { checkAxe, checkPages, picture, signIn } from './support/pages.ts';
import { test } from './support/test.ts';

checkPages('schedule', [
  '/oficina/programacion',
  '/oficina/programacion?abrir=paros',
  '/oficina/programacion/actividades',
  '/oficina/programacion/semana',
]);

test('the manager moves a house by keyboard with a reason, undoes it, and programs the week', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, 'proyectos', '/oficina/programacion');
  const grid = page.getByRole('treegrid', { name: 'Cronograma' });
  await expect(grid).toBeVisible();
  await picture(page, 'cronograma');

  // The last house of the second stage has not begun.
  const contracts = page.getByLabel('Contrato', { exact: true });
  const second = await contracts.getByRole('option', { name: /segunda etapa/ }).getAttribute('value');
  await contracts.selectOption(second);
  await expect(grid.getByRole('row', { name: /001/ })).toBeHidden();
  await grid.focus();
  await grid.press('End');
  const row = grid.getByRole('row', { selected: true });
  const before = await row.getByRole('gridcell').getAttribute('aria-label');
  await grid.press('ArrowRight');
  await expect(row).toHaveAttribute('aria-expanded', 'true');
  await grid.press('Shift+ArrowRight');
  await grid.press('Shift+ArrowRight');
  await expect(row.getByRole('gridcell')).not.toHaveAttribute('aria-label', before!);
  await picture(page, 'cronograma-moviendo');
  await grid.press('Enter');
  const drawer = page.getByRole('dialog');
  await checkAxe(page, 'moving a house');
  await drawer.getByLabel('Motivo').fill('El lote está ocupado con material');
  await drawer.getByRole('button', { name: 'Mover' }).click();
  await expect(page.getByText('Movido. Lo que espera se movió también.')).toBeVisible();
  await expect(row.getByRole('gridcell')).not.toHaveAttribute('aria-label', before!);

  // Its first activity tells why, and the move is undone.
  await grid.press('ArrowDown');
  await grid.press('Enter');
  await expect(drawer.getByText('El lote está ocupado con material')).toBeVisible();
  await checkAxe(page, 'a scheduled activity');
  await picture(page, 'cronograma-actividad');
  await drawer.getByRole('button', { name: 'Deshacer el movimiento' }).click();
  await expect(page.getByText('Movimiento deshecho.')).toBeVisible();
  await page.keyboard.press('Escape');
  await grid.press('ArrowUp');
  await expect(row.getByRole('gridcell')).toHaveAttribute('aria-label', before!);

  // What the schedule proposes is programmed.
  await page.getByRole('link', { name: 'Programa semanal' }).click();
  await expect(page.getByRole('heading', { name: 'Propuesto' })).toBeVisible();
  await picture(page, 'programa-semanal', { fullPage: true });
  await page
    .getByRole('checkbox', { name: /^Elegir (?!todos)/ })
    .first()
    .check();
  await page.getByRole('button', { name: 'Programar 1' }).click();
  await expect(page.getByText('Trabajo programado.')).toBeVisible();
});
