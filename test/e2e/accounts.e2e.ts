import { expect, type Page } from '@playwright/test';
import type { ContractStatement } from '#contract/works/accounts/model.ts';
import type { ContractRow } from '#contract/works/contracts/model.ts';
import { callAs } from './support/office.ts';
import { checkAxe, checkEverywhere, checkPages, picture, visit } from './support/pages.ts';
import { test } from './support/test.ts';

checkPages('accounts of works', [
  '/oficina/pagos-a-contratistas',
  '/oficina/pagos-a-contratistas/1',
  '/oficina/contratos/1?ver=cuentas',
  '/oficina/contratos/adendas',
]);

const PHONE = { width: 360, height: 740 };
test('what was measured is countersigned on a phone, approved and paid', { tag: '@deep' }, async ({ openAs }) => {
  const manager = await openAs('proyectos');
  const { data } = await callAs<{ data: ContractRow[] }>(
    manager,
    'GET',
    '/api/contracts?estado_id=5&per_page=200&order_column=id&order_type=asc',
  );
  const accountsOf = async (page: Page, id: number) =>
    (await callAs<{ data: ContractStatement }>(page, 'GET', `/api/contracts/${id}/statement`)).data.accounts;
  // The one whose last account is still a draft.
  const second = data.filter(({ name }) => name === 'Viviendas, segunda etapa');
  const lists = await Promise.all(second.map(({ id }) => accountsOf(manager, id)));
  const at = lists.findIndex((accounts) => accounts.some(({ state }) => state.id === 1));
  const contract = second[at]!;
  const { number } = lists[at]!.find(({ state }) => state.id === 1)!;
  await visit(manager, `/oficina/contratos/${contract.id}?ver=cuentas`);
  await manager.getByRole('link', { name: `Cuenta ${number}`, exact: true }).click();
  await expect(
    manager.getByRole('heading', { level: 1, name: new RegExp(`cuenta ${number}$`) }),
  ).toBeVisible();
  const address = new URL(manager.url()).pathname;
  const paper = await manager.request.get(
    (await manager.getByRole('link', { name: 'Cuenta en PDF' }).getAttribute('href'))!,
  );
  expect(paper.headers()['content-type']).toBe('application/pdf');
  await manager.getByRole('button', { name: 'Enviar al contratista' }).click();
  await expect(manager.getByText('Enviada al contratista').first()).toBeVisible();
  await checkEverywhere(manager, 'cuenta-de-obra');

  // The contractor disputes a line and countersigns the rest, on a phone.
  const contractor = await openAs('contratista', address, PHONE);
  await contractor.getByRole('button', { name: 'No estoy de acuerdo' }).first().click();
  const drawer = contractor.getByRole('dialog');
  await drawer.getByRole('textbox').fill('Falta medir un cuarto');
  await drawer.getByRole('button', { name: /disput|acuerdo/i }).last().click();
  await expect(drawer).toBeHidden();
  await expect(contractor.getByText('Falta medir un cuarto').first()).toBeVisible();
  await checkAxe(contractor, 'cuenta-de-obra-contratista');
  await picture(contractor, 'cuenta-de-obra-contratista');
  await contractor.getByRole('button', { name: 'Refrendar' }).click();
  await expect(contractor.getByText('Refrendada').first()).toBeVisible();

  const boss = await openAs('gerencia', address);
  await boss.getByRole('button', { name: 'Aprobar' }).click();
  await expect(boss.getByText('Aprobada').first()).toBeVisible();

  const accountant = await openAs('contabilidad', address);
  await accountant.getByRole('button', { name: 'Registrar el pago' }).click();
  const payment = accountant.getByRole('dialog');
  await payment.getByRole('textbox', { name: 'Banco' }).fill('Banco General');
  await payment.getByRole('textbox', { name: 'Referencia' }).fill('ACH 99001');
  await payment.getByRole('button', { name: /pago/ }).last().click();
  await expect(accountant.getByText('Pagada').first()).toBeVisible();
  await expect(accountant.getByText('ACH 99001').first()).toBeVisible();

  // It hears so, and the statement has it.
  await visit(contractor, '/oficina/avisos');
  await expect(contractor.getByText(new RegExp(`La cuenta ${number} del contrato Viviendas, segunda etapa está pagada`)).first()).toBeVisible();
  const paid = (await accountsOf(contractor, contract.id)).find((account) => account.number === number)!;
  expect([paid.state.id, paid.disputed]).toEqual([5, 1]);
}); // prettier-ignore
