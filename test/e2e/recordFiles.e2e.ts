import { expect, type Page } from '@playwright/test';
import { DEEP } from '#test/deep.ts';
import { pdf } from './support/buyerPages.ts';
import { callAs } from './support/office.ts';
import { checkEverywhere, signIn, visit } from './support/pages.ts';
import { test } from './support/test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const choose = (page: Page, name: string, buffer: Buffer) =>
  page
    .getByRole('group', { name: 'Archivos' })
    .locator('input[type="file"]')
    .setInputFiles({ name, mimeType: 'application/pdf', buffer });

test(
  'a colleague attaches a file to a bank account, sees it, and removes it',
  { tag: '@deep' },
  async ({ page }) => {
    await signIn(page, 'administrador', '/oficina/cuentas-bancarias?cuenta=1');
    const talk = page.getByLabel('Comentario');
    await talk.fill('Falta la firma del banco');
    // A file that only claims to be a PDF is refused at the field; the typed text stays.
    await choose(page, 'aviso.pdf', Buffer.from('MZ nada'));
    await expect(page.getByText('Ese tipo de archivo no se acepta.', { exact: false })).toBeVisible();
    await expect(talk).toHaveValue('Falta la firma del banco');
    const name = `carta-${Date.now()}.pdf`;
    await choose(page, name, pdf(name));
    const link = page.getByRole('link', { name });
    await expect(link).toBeVisible();
    await expect(page.getByText('Ese tipo de archivo no se acepta.', { exact: false })).toBeHidden();
    const answer = await page.request.get((await link.getAttribute('href'))!);
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/pdf']);
    await expect(talk).toHaveValue('Falta la firma del banco');
    await page.getByRole('button', { name: 'Comentar' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Falta la firma del banco' })).toBeVisible();
    await checkEverywhere(page, 'cuenta-con-archivos');
    await page.getByRole('button', { name: `Quitar ${name}` }).click();
    await page.getByRole('button', { name: 'Quitar', exact: true }).click();
    await expect(link).toBeHidden();
  },
);

test(
  'statements, increases, applications and quotes have files and comments',
  { tag: '@deep' },
  async ({ page }) => {
    await signIn(page, 'administrador');
    const first = async (url: string) =>
      (await callAs<{ data: { id: number }[] }>(page, 'GET', `${url}?per_page=1`)).data[0]!.id;
    for (const [name, address] of [
      ['extracto', `/oficina/extractos/lineas?extracto_id=${await first('/api/accounting/statements')}`],
      ['aumento', `/oficina/precios?ver=aumentos&aumento=${await first('/api/prices/increases')}`],
      ['solicitud', `/oficina/solicitudes-bancarias?solicitud=${await first('/api/sale/bank_applications')}`],
      ['proforma', `/oficina/proformas/${await first('/api/quotes')}`],
    ] as const) {
      await visit(page, address);
      await expect(page.getByRole('group', { name: 'Archivos' }), name).toBeVisible();
      await expect(page.getByLabel('Comentario'), name).toBeVisible();
      await page.getByRole('group', { name: 'Archivos' }).scrollIntoViewIfNeeded();
      if (DEEP) await checkEverywhere(page, `archivos-de-${name}`);
    }
  },
);
