import { expect } from '@playwright/test';
import { checkEverywhere, picture, signIn, visit } from './support/pages.ts';
import { test } from './support/test.ts';

test('a coordinator works on the board by keyboard: a cell, its card, a customer action, the next state', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, 'coordinador', '/oficina/tablero?order_column=id&order_type=asc');
  const grid = page.getByRole('table', { name: 'Tablero de seguimiento' });
  await expect(grid.locator('[data-cell]').first()).toBeVisible();
  await checkEverywhere(page, 'board by stages');
  await picture(page, 'board');

  // From a row into its cells, right and down; Enter opens the card.
  await grid.locator('[data-row="0"]').focus();
  await page.keyboard.press('ArrowRight');
  await expect(grid.locator('[data-row="0"] [data-cell="1"]')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await expect(grid.locator('[data-row="1"] [data-cell="2"]')).toBeFocused();
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByRole('heading', { name: /^2\. Documentos/ })).toBeVisible();
  await drawer.getByLabel('Nota').fill('Llamar antes del mediodía.');
  await drawer.getByRole('button', { name: 'Guardar etapa' }).click();
  await expect(page.getByText('Etapa guardada.')).toBeVisible();
  await checkEverywhere(page, 'card of a stage');
  await drawer.getByRole('button', { name: 'Cerrar' }).click();

  // Cells filtered by stage; the filter is in the URL.
  await visit(page, '/oficina/tablero?etapa=1&celda=2');
  await expect(grid.getByRole('button', { name: /^Separación: Pendiente/ }).first()).toBeVisible();

  // Record a customer action.
  await grid.getByRole('checkbox').nth(1).check();
  await page.getByRole('button', { name: 'Anotar acción del cliente' }).click();
  await drawer.getByLabel('Qué hizo el cliente').selectOption('Llamada contestada');
  await drawer.getByRole('button', { name: 'Anotar acción' }).click();
  await expect(page.getByText('Acción anotada.')).toBeVisible();

  // By state: a card's menu moves it, and the column counts update.
  await visit(page, '/oficina/tablero?ver=estados');
  const received = page.getByRole('region', { name: /^Recibido: \d+/ });
  const cards = received.getByRole('listitem');
  await expect(cards.first()).toBeVisible();
  await checkEverywhere(page, 'board by state');
  const name = await cards.first().getByRole('link').innerText();
  await cards
    .first()
    .getByRole('button', { name: `Mover ${name}` })
    .click();
  await page.getByRole('menuitem', { name: 'En revisión' }).click();
  await expect(page.getByText(`${name}: En revisión.`)).toBeVisible();
  await expect(received.getByRole('link', { name })).toHaveCount(0);
  await expect(page.getByRole('region', { name: /^En revisión: \d+/ })).toBeVisible();

  // Drag with the mouse: a column that does not accept the card says why and does not take it.
  const next = cards.first();
  const dragged = await next.getByRole('link').innerText();
  await next.hover();
  await page.mouse.down();
  const complete = page.getByRole('region', { name: /^Expediente completo: / });
  await complete.hover();
  await complete.hover({ position: { x: 20, y: 80 } });
  await expect(complete.getByText('Desde su estado no se puede pasar a este.')).toBeVisible();
  await page.mouse.up();
  await expect(received.getByRole('link', { name: dragged })).toBeVisible();

  // By keyboard alone: space lifts the card, an arrow moves it to the next allowed column, space drops it.
  const review = page.getByRole('region', { name: /^En revisión: \d+/ });
  const card = received.getByRole('listitem').filter({ has: page.getByRole('link', { name: dragged }) });
  await expect(page.locator('[data-dropping]')).toHaveCount(0);
  await card.focus();
  await page.keyboard.press('Space');
  await expect(card).toHaveAttribute('data-held');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('Sobre En revisión.')).toBeAttached();
  await page.keyboard.press('Space');
  await expect(page.getByText(`${dragged}: En revisión.`)).toBeVisible();
  await expect(review.getByRole('listitem').filter({ hasText: dragged })).toBeFocused();
});
