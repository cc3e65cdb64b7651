import { expect, type Page } from '@playwright/test';
import { checkAxe, checkPages, signIn, visit } from './support/pages.ts';
import { test } from './support/test.ts';

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

test(
  'an account is added with its code in its place; a type in use is archived and restored',
  { tag: '@deep' },
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn(page, 'administrador', '/oficina/listas');
    await page.getByRole('searchbox', { name: 'Buscar una lista' }).fill('contables');
    await expect(page.getByRole('link', { name: 'Tipos de lote' })).toBeHidden();
    await page.getByRole('link', { name: 'Cuentas contables' }).last().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Cuentas contables' })).toBeVisible();

    await page.getByRole('button', { name: 'Agregar', exact: true }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('textbox', { name: 'Nombre' }).fill('Caja chica de obra');
    await drawer.getByRole('textbox', { name: 'Código' }).fill('1.1.02');
    await drawer.getByRole('button', { name: 'Agregar', exact: true }).click();
    await expect(drawer.getByText('Ya hay una fila con este código').last()).toBeVisible();
    await drawer.getByRole('textbox', { name: 'Código' }).fill('1.1.05');
    await drawer.getByRole('button', { name: 'Agregar', exact: true }).click();
    const added = row(page, '1.1.05 Caja chica de obra');
    await expect(added).toContainText('Sin uso');
    await page.getByRole('button', { name: 'Ordenar por nombre' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: /^1\.1/ }).nth(4)).toContainText('1.1.05');
    await page.getByRole('searchbox', { name: 'Buscar en la lista' }).fill('caja chica');
    await expect(page.getByRole('listitem').filter({ hasText: /\d\.\d\.\d\d/ })).toHaveCount(1);
    // A filtered list cannot be reordered.
    await expect(page.getByRole('button', { name: /^Subir/ })).toHaveCount(0);

    await visit(page, '/oficina/listas/type_lots');
    await expect(row(page, 'Esquina')).toContainText(/\d+ usos/);
    await page.getByRole('button', { name: 'Archivar Esquina' }).click();
    await expect(
      page.getByText(/«Esquina» se archivó\. Los \d+ registros que la usan la conservan\./),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Archivar Esquina' })).toBeHidden();
    await page.getByRole('button', { name: 'Deshacer' }).click();
    await expect(page.getByRole('button', { name: 'Archivar Esquina' })).toBeVisible();
  },
);

test(
  'a project manager creates a contract, corrects it, and its contractor reads it',
  { tag: '@deep' },
  async ({ page, openAs }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn(page, 'proyectos', '/oficina/contratos');
    await page.getByRole('button', { name: 'Nuevo contrato' }).click();
    const drawer = page.getByRole('dialog');
    const reference = `RVS-${Date.now()}`;
    await drawer.getByLabel('Proyecto').selectOption({ label: 'Residencial Valle Sereno' });
    await expect(drawer.getByLabel('Tipo')).toHaveValue('1');
    await drawer.getByLabel('Referencia').fill(reference);
    await drawer.getByLabel('Contratista').selectOption({ label: 'Construcciones El Roble, S.A.' });
    await drawer.getByLabel('Contratante').selectOption({ label: 'Constructora Valle Sereno, S.A.' });
    await drawer.getByRole('combobox', { name: 'Viviendas' }).click();
    await page.getByRole('option', { name: 'Casa A-01' }).click();
    await page.getByRole('option', { name: 'Casa A-05' }).click();
    await drawer.getByLabel('Empieza').fill('01-02-2027');
    await drawer.getByLabel('Monto sin ITBMS').fill('56,400.00');
    await drawer.getByRole('button', { name: 'Crear contrato' }).click();
    // Missing fields show their error, and nothing is sent.
    await expect(drawer.getByText('Escribe de qué es el contrato.')).toBeVisible();
    await expect(drawer.getByText('Escribe también cuándo termina.')).toBeVisible();
    await checkAxe(page, 'form of a contract');
    await drawer.getByRole('textbox', { name: 'Nombre' }).fill('Cercas de la manzana A');
    await drawer.getByLabel('Termina').fill('30-04-2027');
    await drawer.getByRole('button', { name: 'Crear contrato' }).click();
    await expect(page.getByText('Contrato creado.')).toBeVisible();
    await expect(
      page.getByRole('row', { name: new RegExp(`${reference}.*Borrador.*56,400\\.00`) }),
    ).toBeVisible();

    await page
      .getByRole('link', { name: /^Cercas de la manzana A/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Otras acciones' }).click();
    await page.getByRole('menuitem', { name: 'Editar datos' }).click();
    await drawer.getByRole('textbox', { name: 'Nombre' }).fill('Cercas y verjas de la manzana A');
    await drawer.getByRole('button', { name: 'Guardar contrato' }).click();
    await expect(page.getByText('Contrato guardado.')).toBeVisible();

    const contractor = await openAs('contratista', `/oficina/contratos?q=${reference}`, {
      width: 360,
      height: 740,
    });
    await contractor.getByRole('link', { name: /^Cercas y verjas/ }).click();
    await expect(contractor.getByText('56,400.00').first()).toBeVisible();
    await contractor.getByRole('tab', { name: /Viviendas/ }).click();
    await expect(contractor.getByText('Casa A-05')).toBeVisible();
    await expect(contractor.getByRole('button', { name: 'Enviar a revisión' })).toHaveCount(0);
    await checkAxe(contractor, 'a contract as its contractor reads it');
  },
);

const PAGES = [
  '/oficina/listas',
  '/oficina/listas?q=estados',
  '/oficina/listas/accounting_accounts',
  '/oficina/listas/tipo_contratos?fila=1',
  '/oficina/listas/states_precontract',
  '/oficina/contratos',
  '/oficina/contratos?contrato=nuevo',
  '/oficina/contratos/1',
  '/oficina/contratos/1?ver=viviendas',
  '/oficina/contratos/1?ver=obra',
  '/oficina/contratos/1?ver=fianzas',
  '/oficina/contratos/4?ver=obra',
  '/oficina/contratos/4?ver=adendas',
  '/oficina/contratos/4?ver=cuentas',
  '/oficina/contratos/adendas',
  '/oficina/pagos-a-contratistas',
  '/oficina/presupuestos',
  '/oficina/cuellos-de-botella',
] as const;

checkPages('lists and contracts', PAGES);
