import { expect } from '@playwright/test';
import type { Invoice } from '#contract/money/invoices/model.ts';
import { callAs } from './support/office.ts';
import { checkEverywhere, checkPages, picture } from './support/pages.ts';
import { test } from './support/test.ts';

checkPages('payables', [
  '/oficina/facturas',
  '/oficina/facturas?abrir=nueva',
  '/oficina/egresos',
  '/oficina/egresos?abrir=nuevo',
  '/oficina/egresos/anticipos',
  '/oficina/egresos/cuentas',
  '/oficina/egresos/formatos',
  '/oficina/caja-menuda',
  '/oficina/caja-menuda/1',
  '/oficina/caja-menuda/1?abrir=cambiar',
  '/oficina/caja-menuda/1?abrir=gasto',
  '/oficina/retenidos',
  '/oficina/retenidos/itbms',
]);

test('an invoice goes from its XML to a batch that another approves', async ({ openAs }) => {
  test.slow();
  const clerk = await openAs('contabilidad', '/oficina/facturas');
  const payees = await callAs<{ data: { name: string; ruc: string; kind: string }[] }>(
    clerk,
    'GET',
    '/api/payables/payees',
  );
  const supplier = payees.data.find(({ kind }) => kind === 'proveedor')!;
  const number = String(Date.now()).slice(-10);
  const xml = `<?xml version="1.0" encoding="UTF-8"?><rFE><dId>FE-${number}</dId><gDGen><iDoc>01</iDoc><dNroDF>${number}</dNroDF><dFechaEm>2026-01-05T10:00:00-05:00</dFechaEm><gEmis><gRucEmi><dRuc>${supplier.ruc}</dRuc></gRucEmi><dNombEm>X</dNombEm></gEmis></gDGen><gItem><dDescProd>Alquiler de andamios</dDescProd><dCantCodInt>1</dCantCodInt><gPrecios><dPrItem>80.00</dPrItem></gPrecios><gITBMSItem><dValITBMS>5.60</dValITBMS></gITBMSItem></gItem><gTot><dTotNeto>80.00</dTotNeto><dTotITBMS>5.60</dTotITBMS></gTot></rFE>`;
  await clerk.getByRole('button', { name: 'Registrar factura' }).first().click();
  const drawer = clerk.getByRole('dialog', { name: 'Registrar factura' });
  await drawer.getByRole('textbox', { name: 'Nota' }).fill('Lo que ya escribí');
  await drawer
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'fe.xml', mimeType: 'application/xml', buffer: Buffer.from(xml) });
  await expect(drawer.getByRole('textbox', { name: 'Número', exact: true })).toHaveValue(number);
  await expect(drawer.getByRole('textbox', { name: 'Nota' })).toHaveValue('Lo que ya escribí');
  await expect(drawer.getByRole('textbox', { name: 'Qué se cobra' })).toHaveValue('Alquiler de andamios');
  await drawer.getByRole('combobox', { name: 'Empresa que la debe' }).selectOption({ index: 1 });
  const account = drawer
    .getByRole('combobox', { name: 'Cuenta contable' })
    .or(drawer.getByRole('textbox', { name: 'Cuenta contable' }));
  await account.first().fill('Publicidad');
  await clerk
    .getByRole('option', { name: /Publicidad/ })
    .first()
    .click();
  await picture(clerk, 'facturas-registrar');
  await drawer.getByRole('button', { name: 'Registrar factura' }).click();
  await expect(clerk.getByRole('heading', { level: 1, name: `Factura ${number}` })).toBeVisible();
  const id = Number(/(\d+)$/.exec(new URL(clerk.url()).pathname)![1]);
  await clerk.getByRole('button', { name: 'Enviar a aprobar' }).click();
  await expect(clerk.getByText('Por aprobar').first()).toBeVisible();

  const boss = await openAs('gerencia', `/oficina/facturas/${id}`);
  await boss.getByRole('button', { name: 'Aprobar' }).first().click();
  await boss.getByRole('dialog').getByRole('button', { name: 'Aprobar' }).click();
  await expect(boss.getByText('Aprobada').first()).toBeVisible();
  await checkEverywhere(boss, 'payables-factura');
  const { data } = await callAs<{ data: Invoice }>(clerk, 'GET', `/api/payables/invoices/${id}`);
  expect(data).toMatchObject({ state: { id: 3 }, total_centavos: 85_60, note: 'Lo que ya escribí' });
  expect(data.xml).not.toBeNull();
});
