import { expect, type Page } from '@playwright/test';
import type { Loan, LoanRow } from '#contract/money/interimLoans/model.ts';
import { callAs } from './support/office.ts';
import { checkEverywhere, checkPages, picture, visit } from './support/pages.ts';
import { test } from './support/test.ts';

checkPages('loans', [
  '/oficina/prestamos-interinos',
  '/oficina/prestamos-interinos?abrir=nuevo',
  '/oficina/prestamos-interinos/1',
  '/oficina/prestamos-interinos/1?abrir=pago',
  '/oficina/prestamos-interinos/1?abrir=liberacion',
  '/oficina/prestamos-interinos/estado?prestamo_id=1',
]);

test('a drawdown is asked for, approved by another, and received', { tag: '@deep' }, async ({ openAs }) => {
  test.slow();
  const clerk = await openAs('contabilidad', '/oficina/prestamos-interinos');
  const { data } = await callAs<{ data: LoanRow[] }>(clerk, 'GET', '/api/interim_loans?estado_id=2');
  const loan = data.find(({ available_centavos }) => available_centavos > 2_000_00)!;
  const path = `/oficina/prestamos-interinos/${loan.id}`;
  await visit(clerk, `${path}?abrir=desembolso`);
  await expect(clerk.getByRole('heading', { level: 1, name: loan.name, includeHidden: true })).toBeVisible();
  const drawer = clerk.getByRole('dialog', { name: 'Solicitar desembolso' });
  const purpose = `Calles, tramo ${String(Date.now()).slice(-6)}`;
  await drawer.getByRole('textbox', { name: 'Monto' }).fill('1,500.00');
  await drawer.getByRole('textbox', { name: 'Para qué' }).fill(purpose);
  await picture(clerk, 'prestamo-desembolso');
  await drawer.getByRole('button', { name: 'Solicitar desembolso' }).click();
  const rowOf = (page: Page) => page.getByRole('row', { name: new RegExp(purpose) });
  await expect(rowOf(clerk)).toContainText('Solicitado');

  const boss = await openAs('gerencia', path);
  await rowOf(boss).getByRole('button', { name: 'Aprobar' }).click();
  await expect(rowOf(boss)).toContainText('Aprobado');
  await checkEverywhere(boss, 'loans-prestamo');

  await clerk.reload();
  await rowOf(clerk).getByRole('button', { name: 'Registrar que llegó' }).click();
  const arrived = clerk.getByRole('dialog', { name: /Llegó el desembolso/ });
  await arrived.getByRole('textbox', { name: 'Referencia del banco' }).fill('TR-E2E');
  await arrived.getByRole('button', { name: 'Registrar que llegó' }).click();
  await expect(rowOf(clerk)).toContainText('Recibido');
  const after = await callAs<{ data: Loan }>(clerk, 'GET', `/api/interim_loans/${loan.id}`);
  expect(after.data.balance_centavos).toBe(loan.balance_centavos + 1_500_00);
  expect(after.data.drawdowns.find((one) => one.purpose === purpose)).toMatchObject({ reference: 'TR-E2E' });
});
