import { expect } from '@playwright/test';
import { pdf, PHONE } from './support/buyerPages.ts';
import { checkEverywhere, checkPages, picture } from './support/pages.ts';
import { freshTest as test } from './support/test.ts';

checkPages('the pages of seals', ['/oficina/sellos']);

const upload = { name: 'otro.pdf', mimeType: 'application/pdf', buffer: pdf('de otro') };

test('anybody verifies a PDF: what is missing is told at the field, and the answer says why', async ({
  page,
}) => {
  await page.goto('/verificar');
  await checkEverywhere(page, 'verificar');
  await page.getByRole('button', { name: 'Verificar' }).click();
  await expect(page.getByText('Elige el PDF que quieres verificar.').first()).toBeVisible();
  await page.getByLabel('El PDF').setInputFiles(upload);
  await page.getByRole('button', { name: 'Verificar' }).click();
  await expect(page.getByText('No conocemos este documento')).toBeVisible();
  await checkEverywhere(page, 'verificado');
  await picture(page, 'verificado');
  await page.goto(`/verificar/${'0'.repeat(64)}`);
  await expect(page.getByText('No conocemos esa huella')).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ ...PHONE, javaScriptEnabled: false });

  test('the form works, too', async ({ page }) => {
    await page.goto('/verificar');
    await page.getByLabel('El PDF').setInputFiles(upload);
    await page.getByRole('button', { name: 'Verificar' }).click();
    await expect(page.getByText('No conocemos este documento')).toBeVisible();
  });
});
