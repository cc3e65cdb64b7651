import { expect } from '@playwright/test';
import type { EntryRow } from '#contract/money/ledger/model.ts';
import { callAs } from './support/office.ts';
import { checkEverywhere, checkPages, picture, visit } from './support/pages.ts';
import { test } from './support/test.ts';

checkPages('the books', [
  '/oficina/diario',
  '/oficina/cuentas',
  '/oficina/cuentas/mayor?cuenta_id=2',
  '/oficina/comprobantes',
  '/oficina/comprobantes?abrir=nuevo',
  '/oficina/periodos',
  '/oficina/periodos?abrir=cierre',
  '/oficina/sin-contabilizar',
  '/oficina/reglas-contables',
  '/oficina/reglas-contables?hecho=pago.abono',
]);

test('a voucher is typed by one, approved by another, and leads to its entry', async ({ openAs }) => {
  test.slow();
  const accountant = await openAs('contabilidad', '/oficina/comprobantes');
  await accountant.getByRole('button', { name: 'Nuevo comprobante' }).first().click();
  const form = accountant.getByRole('dialog');
  await form.getByRole('combobox', { name: 'Empresa' }).selectOption({ index: 1 });
  await form.getByRole('textbox', { name: 'Fecha' }).fill('15-11-2026');
  await form.getByRole('textbox', { name: 'Descripción' }).fill('Alquiler de la oficina');
  const lines = form.getByRole('group', { name: /^Línea/ });
  const choose = async (at: number, account: string) => {
    const field = lines.nth(at);
    await field
      .getByRole('combobox', { name: 'Cuenta contable' })
      .or(field.getByRole('textbox', { name: 'Cuenta contable' }))
      .first()
      .fill(account);
    await accountant
      .getByRole('option', { name: new RegExp(`^${account}`) })
      .first()
      .click();
  };
  await choose(0, '6.1.06');
  await lines.nth(0).getByRole('textbox', { name: 'Debe' }).fill('850');
  await choose(1, '1.1.02');
  await lines.nth(1).getByRole('textbox', { name: 'Haber' }).fill('850');
  await picture(accountant, 'comprobante-nuevo');
  await form.getByRole('button', { name: 'Guardar comprobante' }).click();
  await expect(accountant.getByRole('heading', { level: 1, name: 'Alquiler de la oficina' })).toBeVisible();
  await accountant.getByRole('button', { name: 'Enviar a aprobar' }).click();
  await expect(accountant.getByText('Por aprobar').first()).toBeVisible();
  const address = new URL(accountant.url()).pathname;

  const admin = await openAs('administrador', address);
  await admin.getByRole('button', { name: 'Aprobar', exact: true }).click();
  await expect(admin.getByText('Aprobado').first()).toBeVisible();
  await checkEverywhere(admin, 'comprobante');
  await admin.getByRole('link', { name: /^2026-\d{6}$/ }).click();
  await expect(admin.getByRole('heading', { level: 1, name: /^Asiento 2026-/ })).toBeVisible();
  await checkEverywhere(admin, 'asiento');

  // The books follow the records within a minute.
  const ofRecords = async () =>
    (await callAs<{ data: EntryRow[] }>(admin, 'GET', '/api/accounting/entries?registro=pago')).data;
  await expect.poll(async () => (await ofRecords()).length, { timeout: 150_000 }).toBeGreaterThan(0);
  const [entry] = await ofRecords();
  await visit(admin, entry!.source.url!);
  await expect(admin.getByText('En los libros')).toBeVisible();
  await picture(admin, 'pago-en-los-libros');
});
