import { expect, type Page } from '@playwright/test';
import type { MaterialRequest, PurchaseOrder } from '#contract/works/purchasing/model.ts';
import { makePicture } from '../papers.ts';
import { callAs } from './support/office.ts';
import { checkEverywhere, checkPages, keptOffline, picture, signIn, visit } from './support/pages.ts';
import { test } from './support/test.ts';

checkPages('materials', [
  '/oficina/materiales',
  '/oficina/materiales?ver=tablero',
  '/oficina/materiales?abrir=nueva',
  '/oficina/ordenes-de-compra',
  '/oficina/existencias',
  '/oficina/existencias?abrir=entregar',
  '/oficina/existencias?abrir=trasladar',
  '/oficina/existencias/movimientos',
  '/oficina/existencias/conteos',
  '/oficina/existencias/conteos?abrir=contar',
  '/oficina/consumo-de-materiales',
  '/oficina/catalogo-de-materiales',
  '/oficina/catalogo-de-materiales?abrir=nuevo',
  '/oficina/proveedores',
]);

const choose = async (page: Page, label: string, option: string) => {
  await page
    .getByRole('combobox', { name: label })
    .or(page.getByRole('textbox', { name: label }))
    .first()
    .fill(option);
  await page.getByRole('option', { name: option }).first().click();
};

test(
  'materials go from the request of the site to the house that used them',
  { tag: '@deep' },
  async ({ openAs, browser }) => {
    test.slow();
    // The resident asks for the materials of a house.
    const resident = await openAs('residente', '/oficina/materiales');
    await resident.getByRole('button', { name: 'Pedir materiales' }).first().click();
    await resident
      .getByRole('combobox', { name: 'Proyecto' })
      .selectOption({ label: 'Residencial Valle Sereno' });
    await resident.getByRole('combobox', { name: 'Vivienda' }).selectOption({ index: 4 });
    await choose(resident, 'Material 1', 'Cemento gris');
    await resident.getByRole('textbox', { name: 'Cantidad 1' }).fill('40');
    await picture(resident, 'materiales-pedir');
    await resident.getByRole('button', { name: 'Guardar borrador' }).click();
    await expect(resident.getByRole('heading', { level: 1, name: /^SM-/ })).toBeVisible();
    const id = Number(/(\d+)$/.exec(resident.url())![1]);
    await resident.getByRole('button', { name: 'Solicitar' }).click();
    await expect(resident.getByText('Solicitada').first()).toBeVisible();

    // The project's manager sees the budget beside it and approves.
    const manager = await openAs('proyectos', `/oficina/materiales/${id}`);
    await expect(manager.getByRole('columnheader', { name: 'Presupuesto' })).toBeVisible();
    await checkEverywhere(manager, 'materiales-solicitud');
    await manager.goto('/oficina/materiales?ver=tablero');
    const board = manager.getByRole('region', { name: 'Solicitudes de materiales por estado' });
    const code = (await resident.getByRole('heading', { level: 1 }).textContent())!;
    await board.getByRole('button', { name: `Mover ${code}` }).click();
    await manager.getByRole('menuitem', { name: 'Aprobar' }).click();
    await expect(manager.getByText(`${code}: Aprobada.`)).toBeVisible();
    await expect(board.getByRole('region', { name: /^Aprobada/ }).getByText(code)).toBeVisible();
    await picture(manager, 'materiales-tablero');

    // The purchasing office writes a quotation and orders it.
    const buyer = await openAs('compras', `/oficina/materiales/${id}`);
    for (const [supplier, price] of [
      [1, '9.90'],
      [2, '9.60'],
    ] as const) {
      await buyer.getByRole('button', { name: 'Agregar cotización' }).click();
      await buyer.getByRole('combobox', { name: 'Proveedor' }).selectOption({ index: supplier });
      await buyer.getByRole('textbox', { name: 'Número de la cotización' }).fill(`COT-${supplier}`);
      await buyer.getByRole('textbox', { name: /^Cemento gris/ }).fill(price);
      await buyer.getByRole('button', { name: 'Guardar cotización' }).click();
      await expect(buyer.getByRole('dialog')).toBeHidden();
    }
    await expect(buyer.getByText('Total más bajo')).toBeVisible();
    await checkEverywhere(buyer, 'materiales-cotizaciones');
    await buyer.getByRole('button', { name: 'Ordenar' }).last().click();
    await picture(buyer, 'materiales-ordenar');
    await buyer.getByRole('button', { name: 'Emitir orden de compra' }).click();
    await expect(buyer.getByRole('heading', { level: 1, name: /^OC-/ })).toBeVisible();
    const orderId = Number(/(\d+)$/.exec(buyer.url())![1]);
    await buyer.getByRole('button', { name: 'Registrar despacho' }).click();
    await buyer.getByRole('textbox', { name: 'Guía de despacho' }).fill('GD-9');
    await picture(buyer, 'materiales-despacho');
    await buyer.getByRole('dialog').getByRole('button', { name: 'Registrar despacho' }).click();
    await expect(buyer.getByText('Guía GD-9')).toBeVisible();

    // The inspector counts it on the phone, without a line, and two sacks are missing.
    const field = '/oficina/ordenes-de-compra/campo';
    const inspector = await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage();
    await signIn(inspector, 'inspector', field);
    const { data: order } = await callAs<{ data: PurchaseOrder }>(
      buyer,
      'GET',
      `/api/works/purchase_orders/${orderId}`,
    );
    const mine = inspector.getByRole('button', { name: order.code });
    await expect(mine).toBeVisible();
    await keptOffline(inspector, field);
    await picture(inspector, 'materiales-campo');
    await inspector.context().setOffline(true);
    await inspector.reload();
    await mine.click();
    await inspector.getByRole('textbox', { name: 'Cemento gris' }).fill('38');
    await inspector.getByRole('textbox', { name: 'Nota de entrega' }).fill('NE-9');
    await inspector
      .locator('input[type="file"]')
      .setInputFiles({ name: 'sacos.jpg', mimeType: 'image/jpeg', buffer: await makePicture({}) });
    await expect(inspector.getByText('Llegaron 38 de 40 saco: faltan 2.')).toBeVisible();
    await picture(inspector, 'materiales-conteo');
    await inspector.getByRole('button', { name: 'Guardar lo contado' }).click();
    await expect(inspector.getByRole('heading', { name: 'Por enviar (1)' })).toBeVisible();
    await inspector.context().setOffline(false);
    await expect(inspector.getByRole('heading', { name: 'Por enviar (1)' })).toBeHidden();

    await buyer.reload();
    await expect(buyer.getByText('Llegaron 38 de 40 saco: faltan 2.').first()).toBeVisible();
    await checkEverywhere(buyer, 'materiales-orden');
    const { data: request } = await callAs<{ data: MaterialRequest }>(
      buyer,
      'GET',
      `/api/works/material_requests/${id}`,
    );
    expect(request.state.id).toBe(9);

    // The resident gives it to the house, which shows what it used beside what it should.
    await visit(resident, '/oficina/existencias?abrir=entregar');
    await resident.getByRole('combobox', { name: 'Obra' }).selectOption({ label: request.project.name });
    await resident.getByRole('combobox', { name: 'Vivienda' }).selectOption({ label: request.house!.name });
    await choose(resident, 'Material 1', 'Cemento gris');
    await resident.getByRole('textbox', { name: 'Cantidad 1' }).fill('30');
    await resident.getByRole('textbox', { name: 'Número del vale' }).fill('VALE-9');
    await resident.getByRole('button', { name: 'Registrar entrega' }).click();
    await expect(resident.getByRole('dialog')).toBeHidden();
    await visit(resident, `/oficina/consumo-de-materiales?vivienda_id=${request.house!.id}`);
    await expect(resident.getByRole('row', { name: /Cemento gris.*30 saco/ })).toBeVisible();
    await checkEverywhere(resident, 'materiales-consumo');
  },
);
