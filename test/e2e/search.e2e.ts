import { expect, type PlaywrightWorkerArgs } from '@playwright/test';
import { staffLine } from './support/buyer.ts';
import { checkEverywhere, signIn, visit } from './support/pages.ts';
import { test } from './support/test.ts';

test(
  'global search by keyboard finds a sale by parts of its code, and a page by its name',
  { tag: '@deep' },
  async ({ page, baseURL, playwright }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn(page, 'coordinador');
    const line = await staffLine(playwright, baseURL!, 'coordinador');
    const { data } = await line.get<{ data: { id: number; code: string; name: string }[] }>(
      '/api/sale/precontracts?estado_id=3&per_page=25',
    );
    const sale = data[0]!;

    await visit(page, '/oficina/lotes');
    await expect(page.getByRole('heading', { level: 1, name: 'Lotes' })).toBeVisible();
    await page.keyboard.press('Control+k');
    const box = page.getByRole('dialog').getByRole('textbox', { name: 'Buscar en todo' });
    await box.fill(sale.code.slice(-5));
    await expect(page.getByRole('dialog').getByText(sale.code).first()).toBeVisible();
    await checkEverywhere(page, 'buscar');
    await box.fill(sale.code);
    await expect(page.getByRole('dialog').getByText(sale.name).first()).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/oficina/ventas/${sale.id}`);
    await page.keyboard.press('Control+k');
    await box.fill('correos');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Correos/ })
      .click();
    await expect(page).toHaveURL(/\/oficina\/correos/);

    await line.end();
  },
);

/** Gives the processor exactly one unread notice, a reassigned sale, also if other tests created notices before. */
async function tellProcessor(playwright: PlaywrightWorkerArgs['playwright'], baseURL: string): Promise<void> {
  const processor = await staffLine(playwright, baseURL, 'procesador');
  const coordinator = await staffLine(playwright, baseURL, 'coordinador');
  const { id } = (await processor.get<{ data: { id: number } }>('/api/user')).data;
  const { data } = await coordinator.get<{ data: { id: number; processor: { id: number } | null }[] }>(
    '/api/sale/precontracts?estado_id=3&per_page=50',
  );
  const other = data.find((sale) => sale.processor?.id !== id)!;
  const body = { ventas: [other.id], tipo: 'procesador', usuario_id: id, motivo: 'Reparto de la semana' };
  await processor.json('POST', '/api/notifications/read_all', {});
  await coordinator.json('POST', '/api/sale/board/reassign', body);
  await Promise.all([processor.end(), coordinator.end()]);
}

test(
  'a processor gets a notice, and it leads to the sale',
  { tag: '@deep' },
  async ({ page, baseURL, playwright }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await tellProcessor(playwright, baseURL!);
    await signIn(page, 'procesador');
    const bell = page.getByRole('button', { name: /^Avisos: \d+ sin leer$/ });
    const before = await bell.getAttribute('aria-label');
    await bell.click();
    const latest = page.getByRole('list', { name: 'Últimos avisos' });
    await expect(latest.getByRole('link').first()).toBeVisible();
    await checkEverywhere(page, 'avisos-campana');
    await latest
      .getByRole('link', { name: /sin leer/ })
      .first()
      .click();
    await expect(page).toHaveURL(/\/oficina\/ventas\/\d+/);
    await expect(page.getByRole('button', { name: before!, exact: true })).toHaveCount(0);
    await visit(page, '/oficina/avisos');
    await expect(page.getByRole('heading', { level: 1, name: /Avisos/ })).toBeVisible();
    await checkEverywhere(page, 'avisos');
    await page.getByRole('button', { name: 'Marcar todos como leídos' }).click();
    await expect(page.getByRole('button', { name: 'Avisos', exact: true })).toBeVisible();
  },
);
