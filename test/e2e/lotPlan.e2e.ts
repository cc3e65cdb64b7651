import { expect } from '@playwright/test';
import { opened, PHONE } from './support/buyerPages.ts';
import { checkEverywhere, picture, signIn, visit } from './support/pages.ts';
import { test } from './support/test.ts';

test(
  'the plan by keyboard: a lot, its card, off sale and back, and the waitlist of another lot',
  { tag: '@deep' },
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn(page, 'administrador', '/oficina/lotes');
    await page.getByRole('button', { name: 'Ver el plano' }).click();
    const plan = page.getByRole('application', { name: /^Plano de/ });
    await plan.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(page).toHaveURL(/lote=\d+/);
    await page.getByRole('combobox', { name: 'Buscar un lote' }).fill('B-0');
    await page.getByRole('option').first().click();
    await expect(page.getByRole('region', { name: /^Lote B-0/ })).toBeVisible();
    await checkEverywhere(page, 'plano-lote');
    await page.setViewportSize({ width: 1440, height: 900 });

    // The legend counts; its filter is in the URL.
    await page.getByRole('button', { name: /^Disponible \d+/ }).click();
    await expect(page).toHaveURL(/estados=/);
    const states = (await (await page.request.get('/api/lotes/plano/estados?proyecto_id=1')).json()) as {
      data: { id: number; e: number; w?: number }[];
    };
    const free = states.data.find(({ e }) => e === 1)!;
    await visit(page, `/oficina/lotes/plano?proyecto_id=1&lote=${free.id}`);
    await page.getByRole('button', { name: 'Retirar de la venta' }).click();
    await page.getByRole('dialog').getByLabel('Motivo').fill('Revisión del topógrafo');
    await page.getByRole('dialog').getByRole('button', { name: 'Retirar de la venta' }).click();
    await expect(page.getByText('Revisión del topógrafo')).toBeVisible();
    await page.getByRole('button', { name: 'Devolver a la venta' }).click();
    await expect(page.getByRole('button', { name: 'Retirar de la venta' })).toBeVisible();

    const waited = states.data.find(({ w }) => (w ?? 0) > 0)!;
    await visit(page, `/oficina/lotes/plano?proyecto_id=1&lote=${waited.id}`);
    await page.getByRole('button', { name: /^Lista de espera \(/ }).click();
    const line = page.getByRole('dialog');
    // The open drawer is in the URL.
    await expect(line).toBeVisible();
    await page.reload();
    await line.getByLabel('Nombre').fill('Dayana Ríos');
    await line.getByLabel('Celular').fill('6980-7777');
    await line.getByRole('checkbox').check();
    await line.getByRole('button', { name: 'Anotar en la lista' }).click();
    await expect(line.getByText('Dayana Ríos')).toBeVisible();
    await checkEverywhere(page, 'plano-espera');
  },
);

test(
  'lots are traced over a drawing, cut from a row, and saved together',
  { tag: '@deep' },
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn(page, 'administrador', '/oficina/lotes/plano?proyecto_id=1&modo=trazar');
    await page.getByText('Trazar lote', { exact: true }).click();
    await page.getByLabel('Manzana').fill('QX');
    const board = page.getByRole('img', { name: /^Mesa de trazado/ });
    const box = (await board.boundingBox())!;
    for (const [x, y] of [
      [0.01, 0.01],
      [0.05, 0.01],
      [0.05, 0.03],
      [0.01, 0.03],
    ] as const)
      await board.click({ position: { x: box.width * x, y: box.height * y } });
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Lote QX-01' })).toBeVisible();
    await page.getByLabel('Esquinas en metros').fill('0.5, 0.5\n8.5, 0.5\n8.5, 3.5\n0.5, 3.5');
    await page.getByLabel('Nombre').focus();
    await page.getByLabel('Dividir en').fill('2');
    await page.getByRole('button', { name: 'Dividir fila' }).click();
    await expect(page.getByRole('button', { name: /^QX-02/ })).toBeVisible();
    await page.getByRole('button', { name: 'Deshacer' }).click();
    await page.getByRole('button', { name: 'Rehacer' }).click();
    await checkEverywhere(page, 'plano-trazar');
    await page.setViewportSize({ width: 1440, height: 900 });
    await picture(page, 'plano-trazar');
    await page.getByRole('button', { name: 'Guardar plano' }).click();
    await expect(page.getByText(/^Plano guardado: 2 lotes/)).toBeVisible();
  },
);

test('a buyer joins the waitlist of a taken lot and sees the place', async ({ browser, page }) => {
  await signIn(page, 'administrador');
  const states = (await (await page.request.get('/api/lotes/plano/estados?proyecto_id=1')).json()) as {
    data: { id: number; e: number }[];
  };
  const taken = states.data.find(({ e }) => e === 2 || e === 3)!;
  const context = await browser.newContext(PHONE);
  const phone = await context.newPage();
  await phone.goto(`/clientes/lotes/${taken.id}/espera`);
  await opened(phone);
  await phone.getByRole('button', { name: 'Anotarme en la lista de espera' }).click();
  await expect(phone.getByText('Escribe tu nombre.').first()).toBeVisible();
  await phone.getByLabel('Nombre completo').fill('Kevin Solís');
  await phone.getByLabel('Celular').fill('6980-5555');
  await phone.getByLabel('Correo').fill('kevin@correo.example');
  await phone.getByRole('checkbox').check();
  await checkEverywhere(phone, 'espera-anotarse');
  await phone.getByRole('button', { name: 'Anotarme en la lista de espera' }).click();
  await expect(phone.getByText(/^Estás en la lista de espera: puesto \d+/)).toBeVisible();
  await context.close();
});
