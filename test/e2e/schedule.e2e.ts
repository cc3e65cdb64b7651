import { expect, type Page } from '@playwright/test';
import type { Gantt } from '#contract/works/schedule/model.ts';
import { callAs } from './support/office.ts';
import { checkAxe, checkPages, picture, signIn } from './support/pages.ts';
import { freshTest, test } from './support/test.ts';

checkPages('schedule', [
  '/oficina/programacion',
  '/oficina/programacion?abrir=paros',
  '/oficina/programacion/actividades',
  '/oficina/programacion/semana',
]);

/** The schedule of the second stage, and a house of it that has not begun. */
async function secondStage(page: Page) {
  const contracts = page.getByLabel('Contrato', { exact: true });
  const second = await contracts.getByRole('option', { name: /segunda etapa/ }).getAttribute('value');
  await contracts.selectOption(second);
  await expect(page.getByRole('treegrid').getByRole('row', { name: /001/ })).toBeHidden();
  const { data } = await callAs<{ data: Gantt }>(page, 'GET', `/api/works/schedule?contrato_id=${second}`);
  const house = data.schedules[0]!.houses.find(({ tasks }) => tasks.every(({ started }) => !started))!;
  return { contracts, second, house };
}

test(
  'the manager moves a house by keyboard with a reason, undoes it, and reads the week',
  { tag: '@deep' },
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn(page, 'proyectos', '/oficina/programacion');
    const grid = page.getByRole('treegrid', { name: 'Cronograma' });
    await expect(grid).toBeVisible();
    await picture(page, 'cronograma');

    const { contracts, second, house } = await secondStage(page);
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
  },
);

freshTest.describe('by touch', () => {
  freshTest.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  freshTest('a finger that rests on a bar moves it, and one that does not pans', async ({ page }) => {
    await signIn(page, 'proyectos', '/oficina/programacion');
    const { house } = await secondStage(page);
    const grid = page.getByRole('treegrid', { name: 'Cronograma' });
    const row = grid.getByRole('row', { name: house.name });
    const cell = row.getByRole('gridcell');
    const bar = cell.getByTitle(/^Del/).last();
    await bar.scrollIntoViewIfNeeded();
    const before = await cell.getAttribute('aria-label');
    const scrolled = () => grid.evaluate(({ scrollLeft }) => scrollLeft);
    const devtools = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at: { x: number; y: number }) =>
      devtools.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [at] });
    const finger = async () => {
      const { x, y, height } = (await bar.boundingBox())!;
      // The names of the lines cover the left third.
      return { x: Math.max(x, 130) + 8, y: y + height / 2 };
    };

    // A swipe over the bar.
    let at = await finger();
    const first = await scrolled();
    await touch('touchStart', at);
    for (const far of [20, 40, 60, 80]) await touch('touchMove', { ...at, x: at.x + far });
    await touch('touchEnd', at);
    await expect.poll(scrolled).not.toBe(first);
    await expect(cell).toHaveAttribute('aria-label', before!);
    await expect(page.getByRole('dialog')).toBeHidden();

    // A long press.
    await bar.scrollIntoViewIfNeeded();
    at = await finger();
    const second = await scrolled();
    await touch('touchStart', at);
    await expect(bar).toHaveClass(/held/);
    for (const far of [20, 40, 60, 80]) await touch('touchMove', { ...at, x: at.x + far });
    await expect(cell).not.toHaveAttribute('aria-label', before!);
    await picture(page, 'cronograma-dedo');
    expect(await scrolled()).toBe(second);
    await touch('touchEnd', at);
    await expect(page.getByRole('dialog').getByLabel('Motivo')).toBeVisible();
  });
});
