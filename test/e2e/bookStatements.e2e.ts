import { expect } from '@playwright/test';
import { checkEverywhere, signIn } from './support/pages.ts';
import { test } from './support/test.ts';

test('the statements: each tab is drawn well, and the journal’s file asks for its company', async ({
  page,
}) => {
  await signIn(page, 'contabilidad', '/oficina/estados-financieros');
  await expect(page.getByRole('heading', { name: 'Estados financieros' })).toBeVisible();
  await checkEverywhere(page, 'estados-financieros');
  await page.getByRole('tab', { name: 'Balance general' }).click();
  await expect(page.getByText('Total pasivo y patrimonio')).toBeVisible();
  await checkEverywhere(page, 'balance-general');
  await page.goto('/oficina/estados-financieros?ver=contador');
  await expect(page.getByText('Elige la empresa').first()).toBeVisible();
  await page.goto('/oficina/estados-financieros?ver=resultados');
  await checkEverywhere(page, 'estado-de-resultados');
});
