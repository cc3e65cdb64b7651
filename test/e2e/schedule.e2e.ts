import { expect } from '@playwright/test';
import type { Gantt } from '#contract/works/schedule/model.ts';
import { callAs } from './support/office.ts';
import { checkAxe, checkPages, picture, signIn } from './support/pages.ts';
import { test } from './support/test.ts';

checkPages('schedule', [
  '/oficina/programacion',
  '/oficina/programacion?abrir=paros',
  '/oficina/programacion/actividades',
  '/oficina/programacion/semana',
]);

test('the manager moves a house by keyboard with a reason, undoes it, and reads the week', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, 'proyectos', '/oficina/programacion');
  const grid = page.getByRole('treegrid', { name: 'Cronograma' });
  await expect(grid).toBeVisible();
  await picture(page, 'cronograma');

  // A house of the second stage that has not begun.
  const contracts = page.getByLabel('Contrato', { exact: true });
  const second = await contracts.getByRole('option', { name: /segunda etapa/ }).getAttribute('value');
  await contracts.selectOption(second);
  await expect(grid.getByRole('row', { name: /001/ })).toBeHidden();
  const { data: gantt } = await callAs<{ data: Gantt }>(
    page,
    'GET',
    `/api/works/schedule?contrato_id=${second}`,
  );
  const house = gantt.schedules[0]!.houses.find(({ tasks }) => tasks.every(({ started }) => !started))!;
  await grid.getByRole('button', { name: house.name }).click();
  const row = grid.getByRole('row', { selected: true });
  const before = await row.getByRole('gridcell').getAttribute('aria-label');
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

  // The programme of the week, with what the schedule proposes.
  await page.getByRole('link', { name: 'Programa semanal' }).click();
  await contracts.selectOption(second);
  await expect(page.getByRole('heading', { name: 'Propuesto' })).toBeVisible();
  await expect(page.getByText('Ya está en curso: sigue sin programarse otra vez.').first()).toBeVisible();
  await picture(page, 'programa-semanal', { fullPage: true });
});
