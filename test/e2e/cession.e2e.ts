import { expect, test, type Browser } from '@playwright/test';
import { codeFor, draw, opened, PHONE } from './support/buyerPages.ts';
import { callAs } from './support/office.ts';
import { checkEverywhere, picture, signIn } from './support/pages.ts';

test.use({ viewport: { width: 1440, height: 900 } });

interface Envelope {
  signers: { id: number; name: string; document: string; email: string }[];
}

test('a lawyer cedes a sale, three sign on their phones, and both purchases tell it', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, 'abogado', '/oficina/promesas?estado_id=[5]');
  const { data: promised } = await callAs<{ data: { sale: { id: number } }[] }>(
    page,
    'GET',
    '/api/legal/promises?estado_id=5',
  );
  const { data: people } = await callAs<{ data: { id: number; title: string; kind: string }[] }>(
    page,
    'POST',
    '/api/search',
    { q: 'ana', limit: 12 },
  ).catch(() => ({ data: [] as never[] }));
  expect(promised.length, JSON.stringify(people)).toBeGreaterThan(0);
  const saleId = promised[0]!.sale.id;
  await page.goto(`/oficina/ventas/${saleId}?tab=promesa`);
  await page.getByRole('button', { name: 'Nueva adenda' }).click();
  await page.getByRole('combobox', { name: 'Qué cambia' }).click();
  await page.getByRole('option', { name: 'Cesión a otro comprador' }).click();
  const receiver = page.getByRole('combobox', { name: 'Recibe la compra' });
  await receiver.fill('cliente');
  await page.screenshot({ path: '/tmp/cession1.png', fullPage: true });
});
