import { expect } from '@playwright/test';
import { addDays, panamaDay, showDay } from '#contract/dates.ts';
import { makePdf } from '#test/papers.ts';
import { checkAxe, checkEverywhere, picture, signIn, visit } from './support/pages.ts';
import { test } from './support/test.ts';

test('a bank application: what is missing, the answer, the letter, and the sale follows', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, 'coordinador', '/oficina/solicitudes-bancarias');
  await expect(page.getByRole('heading', { level: 1, name: /Solicitudes bancarias/ })).toBeVisible();
  await expect(page.getByText('Carta promesa emitida').first()).toBeVisible();
  await checkEverywhere(page, 'solicitudes-bancarias');
  await picture(page, 'solicitudes-bancarias');

  const { data } = await page.request
    .get('/api/sale/bank_applications?estado_id=1')
    .then(async (answer) => (await answer.json()) as { data: { id: number; sale: { id: number } }[] });
  const [application] = data;
  await visit(page, `/oficina/ventas/${application!.sale.id}?tab=bancos&solicitud=${application!.id}`);
  await expect(page.getByRole('table', { name: 'Qué falta para cada banco' })).toBeVisible();
  await checkEverywhere(page, 'venta-bancos');
  await picture(page, 'venta-bancos');

  const panel = page
    .getByRole('region')
    .filter({ has: page.getByRole('button', { name: 'Anotar seguimiento' }) });
  const send = panel.getByRole('button', { name: 'Registrar envío' });
  const despite = panel.getByRole('button', { name: 'Enviar de todos modos' });
  if (await despite.isVisible()) {
    await expect(
      panel.getByText(/^(Falta para este banco|Vence antes)/).and(page.locator('p')),
    ).toBeVisible();
    await despite.click();
    await page.getByRole('dialog').getByLabel('Motivo').fill('La renueva el lunes.');
    await page.getByRole('dialog').getByRole('button', { name: 'Enviar', exact: true }).click();
  } else await send.click();
  await panel.getByRole('button', { name: 'En análisis' }).click();

  await panel.getByRole('button', { name: 'Anotar seguimiento' }).click();
  const note = page.getByRole('dialog', { name: /Seguimiento a/ });
  await note.getByLabel('Qué dijo el banco').fill('Lo ve el comité el jueves.');
  await note.getByRole('button', { name: 'Anotar seguimiento' }).click();
  await expect(panel.getByText('Lo ve el comité el jueves.')).toBeVisible();

  await panel.getByRole('button', { name: 'Aprobada', exact: true }).click();
  const answer = page.getByRole('dialog', { name: 'Aprobada' });
  await answer.getByLabel('Tasa anual (%)').fill('6.25');
  await answer.getByRole('button', { name: 'Registrar respuesta' }).click();

  await panel.getByRole('button', { name: 'Cargar carta promesa' }).click();
  const letter = page.getByRole('dialog', { name: 'Carta promesa' });
  await checkAxe(page, 'carta-promesa');
  await letter
    .locator('input[type=file]')
    .setInputFiles({ name: 'carta.pdf', mimeType: 'application/pdf', buffer: makePdf() });
  await letter.getByLabel('Número').fill('CPP-77');
  await letter.getByRole('button', { name: 'Cargar carta' }).click();
  await expect(panel.getByText('CPP-77')).toBeVisible();
  await expect(panel.getByText(showDay(addDays(panamaDay(new Date()), 120)))).toBeVisible();
  // The sale itself has changed its state.
  await expect(page.getByText('Carta promesa emitida').first()).toBeVisible();

  const file = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'ZIP' }).click();
  expect((await file).suggestedFilename()).toMatch(/^expediente-PC-.*\.zip$/);
});

test(
  'bank requirements are edited in the office, and disbursements have their list',
  { tag: '@deep' },
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn(page, 'administrador', '/oficina/requisitos-bancarios');
    await expect(page.getByRole('table', { name: 'Requisitos bancarios' })).toBeVisible();
    await checkEverywhere(page, 'requisitos-bancarios');
    await picture(page, 'requisitos-bancarios');
    await page.getByRole('button', { name: 'Nuevo requisito' }).click();
    const form = page.getByRole('dialog', { name: 'Nuevo requisito' });
    await form
      .getByRole('combobox', { name: 'Documento', exact: true })
      .selectOption({ label: 'Prueba de primera vivienda' });
    await form.getByLabel('Banco', { exact: true }).selectOption({ label: 'Towerbank' });
    await form.getByRole('button', { name: 'Guardar requisito' }).click();
    await expect(page.getByRole('row', { name: /Prueba de primera vivienda.*Towerbank/ })).toBeVisible();

    await visit(page, '/oficina/desembolsos');
    await expect(page.getByRole('heading', { level: 1, name: /Desembolsos/ })).toBeVisible();
    await checkEverywhere(page, 'desembolsos');
  },
);
