import { expect, type Browser } from '@playwright/test';
import { PROMISING_SALES } from '#contract/legal/promises/rules.ts';
import type { SaleRow } from '#contract/sales/sale/model.ts';
import { codeFor, draw, inspect, opened, PHONE } from './support/buyerPages.ts';
import { callAs } from './support/office.ts';
import { checkEverywhere, checkPages, picture, signIn, visit } from './support/pages.ts';
import { test } from './support/test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

interface Envelope {
  signers: { id: number; name: string; document: string; email: string; state: { id: number } }[];
}

test('the main step of a sale that waits for its promise opens the form', async ({ page }) => {
  await signIn(page, 'abogado', '/oficina/ventas');
  const { data } = await callAs<{ data: SaleRow[] }>(
    page,
    'GET',
    `/api/sale/precontracts?per_page=100&${PROMISING_SALES.map((one) => `estado_id[]=${one}`).join('&')}`,
  );
  const sale = data.find(({ next }) => next === 'Generar la promesa')!;
  await visit(page, `/oficina/ventas/${sale.id}`);
  await page.getByRole('button', { name: 'Generar la promesa' }).click();
  await expect(page.getByRole('dialog', { name: 'Generar la promesa' })).toBeVisible();
});

test('a lawyer changes a promise, another person approves it, and buyer and company sign it on their phones', async ({
  page,
  openAs,
  browser,
  baseURL,
}) => {
  await signIn(page, 'abogado', '/oficina/promesas?estado_id=[1]');
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  await expect(page.getByText('Borrador', { exact: true }).first()).toBeVisible();
  const id = Number(/promesas\/(\d+)/.exec(page.url())![1]);
  await page.getByRole('tab', { name: 'Cláusulas' }).click();
  await page.getByRole('button', { name: 'Cambiar el texto' }).click();
  const clause = page.getByRole('region', { name: /^Cláusula 2/ });
  await clause.getByRole('button', { name: 'Editar' }).click();
  const text = clause.getByRole('textbox', { name: /^Texto de/ });
  await text.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' Incluye una mata de mango.');
  await checkEverywhere(page, 'editar-promesa');
  await picture(page, 'editar-promesa');
  await page.getByRole('button', { name: 'Guardar texto' }).click();
  await page.getByRole('tab', { name: 'Cambios' }).click();
  await expect(page.locator('ins', { hasText: 'mata de mango' })).toBeVisible();
  await checkEverywhere(page, 'cambios-de-promesa');
  await page.getByRole('button', { name: 'Pedir aprobación' }).click();
  await expect(page.getByText('En revisión legal', { exact: true }).first()).toBeVisible();

  const manager = await openAs('gerencia', `/oficina/promesas/${id}`);
  await manager.getByRole('button', { name: 'Aprobar los cambios' }).click();
  await expect(manager.getByText('Aprobada', { exact: true }).first()).toBeVisible();

  await page.reload();
  await page.getByRole('button', { name: 'Enviar a firma' }).click();
  await expect(page.getByText('Enviada a firma', { exact: true }).first()).toBeVisible();
  await page.getByRole('tab', { name: 'Documento' }).click();
  await expect(page.locator('canvas').first()).toBeVisible();
  await picture(page, 'promesa-documento');
  const { data } = await callAs<{ data: { envelope_id: number } }>(page, 'GET', `/api/legal/promises/${id}`);
  const envelope = data.envelope_id;
  const read = async () =>
    (await callAs<{ data: Envelope }>(page, 'GET', `/api/sale/envelopes/${envelope}`)).data;
  for (const { id: signer } of (await read()).signers) {
    const { data: given } = await callAs<{ data: { enlace: string } }>(
      page,
      'POST',
      `/api/sale/envelopes/${envelope}/firmantes/${signer}/entregar`,
      { motivo: 'Está en la oficina' },
    );
    const who = (await read()).signers.find((one) => one.id === signer)!;
    await signOnPhone(browser, baseURL!, given.enlace, who);
  }
  await page.reload();
  await expect(page.getByText('Firmada', { exact: true }).first()).toBeVisible();
  await page.getByRole('tab', { name: 'Firmas' }).click();
  await expect(page.getByText('2 de 2 firmas')).toBeVisible();
  await checkEverywhere(page, 'promesa-firmada');
  await picture(page, 'promesa-firmada');
});

async function signOnPhone(
  browser: Browser,
  baseURL: string,
  link: string,
  who: { name: string; document: string; email: string },
): Promise<void> {
  const phone = await browser.newContext(PHONE);
  const theirs = await phone.newPage();
  await theirs.goto(link);
  await opened(theirs);
  await theirs.getByRole('button', { name: 'Enviarme el código' }).click();
  await theirs.getByLabel('Código de 6 números').fill(await codeFor(baseURL, who.email));
  await theirs.getByLabel(/^Número de tu documento/).fill(who.document.replace(/^\S+ /, ''));
  await theirs.getByLabel('Tu nombre completo').fill(who.name);
  await theirs.getByRole('button', { name: 'Confirmar' }).click();
  await draw(theirs);
  await inspect(theirs, 'firmar-promesa');
  await theirs.getByRole('button', { name: 'Firmar el documento' }).click();
  await expect(theirs.getByText(/^Lo firmaste el/)).toBeVisible();
  await phone.close();
}

checkPages('promises, addenda and templates', [
  '/oficina/promesas',
  '/oficina/promesas/1',
  '/oficina/promesas/2?tab=clausulas',
  '/oficina/plantillas-contratos',
  '/oficina/plantillas-contratos/1',
  '/oficina/adendas',
]);
