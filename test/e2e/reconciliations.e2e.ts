import { expect, type Page } from '@playwright/test';
import type { ReconciliationRow } from '#contract/money/bankReconciliations/model.ts';
import { RECONCILIATION_STATE as S } from '#contract/money/bankReconciliations/rules.ts';
import { checkEverywhere, picture, signIn, visit } from './support/pages.ts';
import { test } from './support/test.ts';

/** The months of the payroll account in a state, the oldest first. */
async function monthsIn(page: Page, state: number): Promise<ReconciliationRow[]> {
  const answer = await page.request.get(
    `/api/accounting/bank_reconciliations?estado_id=${state}&order_column=mes&order_type=asc&per_page=200`,
  );
  const { data } = (await answer.json()) as { data: ReconciliationRow[] };
  return data.filter(({ account }) => account.name === 'Planilla');
}

test(
  'a month half done: what is proposed is taken, a charge becomes a voucher, and the rest is told',
  { tag: '@deep' },
  async ({ page }) => {
    await signIn(page, 'contabilidad', '/oficina/conciliaciones');
    await expect(page.getByRole('heading', { name: /^Conciliaciones/ })).toBeVisible();
    await expect(page.getByText('Planilla').first()).toBeVisible();
    await checkEverywhere(page, 'conciliaciones');

    const [half] = await monthsIn(page, S.draft);
    await visit(page, `/oficina/conciliaciones/${half!.id}`);
    await expect(page.getByText('Para terminarla falta')).toBeVisible();
    await checkEverywhere(page, 'conciliacion-a-medias');
    await picture(page, 'conciliacion-a-medias-entera', { fullPage: true });
    await page.getByRole('button', { name: /Aceptar (la exacta|las \d+ exactas)/ }).click();
    await expect(page.getByText('Conciliado.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Propuestas' })).toBeHidden();
    await page.getByRole('button', { name: 'Registrar como cargo del banco' }).click();
    await expect(page.getByText('Comprobante por aprobar')).toBeVisible();
    await expect(
      page.getByRole('listitem').filter({ hasText: '1 ajuste todavía no está en los libros' }),
    ).toBeVisible();
    await page.getByText('Todas', { exact: true }).click();
    await expect(page.getByRole('button', { name: /^Separar/ }).first()).toBeVisible();

    const [reviewed] = await monthsIn(page, S.reviewed);
    await visit(page, `/oficina/conciliaciones/${reviewed!.id}?ver=todas`);
    await expect(page.getByText('Revisada').first()).toBeVisible();
    await checkEverywhere(page, 'conciliacion-revisada');
    const paper = await page.getByRole('link', { name: 'Conciliación en PDF' }).getAttribute('href');
    const pdf = await page.request.get(paper!);
    expect(pdf.headers()['content-type']).toBe('application/pdf');
  },
);
