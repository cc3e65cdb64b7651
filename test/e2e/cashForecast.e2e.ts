import { expect } from '@playwright/test';
import type { MoveRow } from '#contract/money/cashForecast/model.ts';
import { callAs } from './support/office.ts';
import { checkEverywhere, checkPages, signIn, visit } from './support/pages.ts';
import { test } from './support/test.ts';

checkPages('cashForecast', [
  '/oficina/flujo-de-caja',
  '/oficina/flujo-de-caja?ver=previstos',
  '/oficina/flujo-de-caja?ver=error',
  '/oficina/flujo-de-caja?ver=ritmos',
  '/oficina/flujo-de-caja?abrir=nuevo',
]);

test(
  'the lowest point of the cash, down to a record, and what no record says',
  { tag: '@deep' },
  async ({ page }) => {
    await signIn(page, 'contabilidad', '/oficina/flujo-de-caja');
    await expect(page.getByText(/La caja llega a su punto más bajo en la semana del/)).toBeVisible();
    await checkEverywhere(page, 'flujo-de-caja');

    await page.getByRole('button', { name: 'Agregar previsto' }).click();
    const drawer = page.getByRole('dialog', { name: 'Nuevo movimiento previsto' });
    await drawer.getByRole('combobox', { name: 'Tipo' }).selectOption({ label: 'Terreno' });
    const concept = `Finca ${Date.now()}`;
    await drawer.getByRole('textbox', { name: 'Concepto' }).fill(concept);
    await drawer.getByRole('combobox', { name: 'Empresa' }).selectOption({ index: 1 });
    await drawer.getByRole('textbox', { name: 'Monto' }).fill('12,500.00');
    const { data } = await callAs<{ data: { today: string } }>(
      page,
      'GET',
      '/api/accounting/cash_forecast/outlook',
    );
    const [year, month, day] = data.today.split('-');
    await drawer.getByLabel('Primer día').fill(`${day}-${month}-${year}`);
    await drawer.getByRole('button', { name: 'Agregar', exact: true }).click();
    await expect(drawer).toBeHidden();

    await visit(page, '/oficina/flujo-de-caja?ver=movimientos&clase=terreno');
    await page.getByText(concept).first().click();
    await expect(page.getByRole('dialog', { name: 'Corregir previsto' })).toBeVisible();

    const moves = await callAs<{ data: MoveRow[] }>(
      page,
      'GET',
      '/api/accounting/cash_forecast/moves?clase=facturas',
    );
    await visit(page, '/oficina/flujo-de-caja?ver=movimientos&clase=facturas');
    await page.getByText(moves.data[0]!.label).first().click();
    await expect(page).toHaveURL(new RegExp(`/oficina/facturas/${moves.data[0]!.record_id}$`));
  },
);
