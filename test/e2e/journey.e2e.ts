import { expect, type Page } from '@playwright/test';
import { addDays, panamaDay, dayText } from '#contract/dates.ts';
import { makePdf } from '#test/papers.ts';
import { buyHouse, openLine, staffLine, type Bought, type Line } from './support/buyer.ts';
import { opened, PHONE } from './support/buyerPages.ts';
import { checkAxe, picture, signIn, visit } from './support/pages.ts';
import { test } from './support/test.ts';

const TODAY = panamaDay(new Date());
const BANK = 'Banco General';

interface Paper {
  id: number;
  required: boolean;
  state: { id: number };
  valid_days: number | null;
  expiry_on_face: boolean;
}

/** A sale sent by its buyer, brought to a complete file, and assigned to `procesador`. Other tests cover that part. */
async function completeFile(
  playwright: Parameters<typeof staffLine>[0],
  baseURL: string,
  buyer: Line,
): Promise<Bought> {
  const coordinator = await staffLine(playwright, baseURL, 'coordinador');
  const accounting = await staffLine(playwright, baseURL, 'contabilidad');
  const processor = await staffLine(playwright, baseURL, 'procesador');
  const sale = await buyHouse(buyer, coordinator);
  const url = `/api/sale/precontracts/${sale.id}`;
  const to = (path: string, estado_id: number, more: object = {}) =>
    coordinator.json('PATCH', `${path}/status`, { params: { estado_id, ...more } });

  const { data: me } = await processor.get<{ data: { id: number } }>('/api/user');
  const { data: record } = await coordinator.get<{
    data: { processor: { id: number } | null; payments: { id: number }[] };
  }>(url);
  if (record.processor?.id !== me.id)
    await coordinator.json('PATCH', `${url}/processor`, {
      procesador_id: me.id,
      motivo: 'Lleva los casos de esta semana.',
    });
  const payment = `/api/sale/costumer_payments/${record.payments[0]!.id}/status`;
  await accounting.json('PATCH', payment, { params: { estado_id: 3 } });
  await accounting.json('PATCH', payment, {
    params: {
      estado_id: 4,
      banco_id: 1,
      referencia: `J${Date.now()}`,
      fecha: TODAY,
      monto: '500.00',
      tipo: 1,
    },
  });
  await to(url, 3);
  const { data: papers } = await coordinator.get<{ data: Paper[] }>(`${url}/documents`);
  for (const paper of papers.filter(({ required, state }) => required && state.id === 2)) {
    await to(`/api/sale/documents/${paper.id}`, 3);
    await to(`/api/sale/documents/${paper.id}`, 4, {
      ...(paper.valid_days !== null && { fecha_emision: addDays(TODAY, -1) }),
      ...(paper.expiry_on_face && { fecha_vencimiento: addDays(TODAY, 900) }),
    });
  }
  await to(url, 5);
  for (const line of [coordinator, accounting, processor]) await line.end();
  return sale;
}

test(
  'the buyer follows on her phone while the processor applies to a bank and uploads its letter',
  { tag: '@deep' },
  async ({ page, browser, playwright, baseURL }) => {
    const line = await openLine(playwright, baseURL!);
    const sale = await completeFile(playwright, baseURL!, line);
    const phone = await browser.newContext({ ...PHONE, baseURL: baseURL!, locale: 'es-PA' });
    await phone.addCookies(await line.cookies());
    const mine = await phone.newPage();
    /** Reloads the buyer's page. */
    const look = async (page: Page) => {
      await page.goto(`/clientes/mi-compra/${sale.code}`);
      await opened(page);
    };
    await look(mine);
    await expect(mine.getByText('Expediente completo').first()).toBeVisible();
    await expect(mine.getByRole('region', { name: 'Tus bancos' })).toHaveCount(0);

    // The processor finds the sale by its code, from any page.
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn(page, 'procesador');
    const search = async (words: string) => {
      await expect(page.getByRole('button', { name: 'Buscar en todo' })).toBeVisible();
      await page.keyboard.press('Control+k');
      const box = page.getByRole('dialog').getByRole('textbox', { name: 'Buscar en todo' });
      await box.fill(words);
      const found = page.getByRole('dialog').getByText(sale.code).first();
      await expect(found).toBeVisible();
      return found;
    };
    await search(sale.code);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/oficina/ventas/${sale.id}`);
    await page.getByRole('tab', { name: /Bancos/ }).click();
    await page.getByRole('button', { name: 'Nueva solicitud' }).first().click();
    const fresh = page.getByRole('dialog', { name: 'Nueva solicitud' });
    await fresh.getByRole('combobox', { name: 'Banco', exact: true }).selectOption({ label: BANK });
    await fresh.getByRole('button', { name: 'Preparar solicitud' }).click();
    const panel = page
      .getByRole('region')
      .filter({ has: page.getByRole('button', { name: 'Anotar seguimiento' }) });
    await expect(panel.getByRole('button', { name: 'Registrar envío' })).toBeVisible();
    await look(mine);
    const banks = mine.getByRole('region', { name: 'Tus bancos' });
    await expect(banks).toContainText('Estamos preparando tu solicitud.');

    await panel.getByRole('button', { name: 'Registrar envío' }).click();
    await expect(panel.getByRole('button', { name: 'En análisis' })).toBeVisible();
    await look(mine);
    await expect(mine.getByText('En trámite bancario').first()).toBeVisible();
    await expect(banks).toContainText('El banco ya tiene tu solicitud.');
    await checkAxe(mine, 'mi compra con bancos, 360 px');
    await picture(mine, 'viaje-mi-compra-bancos', { fullPage: true });

    await panel.getByRole('button', { name: 'En análisis' }).click();
    await panel.getByRole('button', { name: 'Aprobada', exact: true }).click();
    const answer = page.getByRole('dialog', { name: 'Aprobada' });
    await answer.getByLabel('Tasa anual (%)').fill('6.25');
    await answer.getByRole('button', { name: 'Registrar respuesta' }).click();
    await panel.getByRole('button', { name: 'Cargar carta promesa' }).click();
    const letter = page.getByRole('dialog', { name: 'Carta promesa' });
    await letter
      .locator('input[type=file]')
      .setInputFiles({ name: 'carta.pdf', mimeType: 'application/pdf', buffer: makePdf() });
    await letter.getByLabel('Número').fill('CPP-2026-31');
    await letter.getByRole('button', { name: 'Cargar carta' }).click();
    await expect(page.getByText('Carta promesa emitida').first()).toBeVisible();
    await picture(page, 'viaje-carta-promesa');

    await look(mine);
    await expect(mine.getByText('Carta promesa emitida').first()).toBeVisible();
    await expect(banks).toContainText('tu banco elegido');
    await expect(banks).toContainText(`Vale hasta el ${dayText(addDays(TODAY, 120))}`);
    await checkAxe(mine, 'mi compra con carta, 360 px');
    await picture(mine, 'viaje-mi-compra-carta', { fullPage: true });

    // The buyer's cédula finds the sale in its new state.
    await visit(page, '/oficina');
    const found = await search(sale.person.cedula.replaceAll('-', ''));
    await found.click();
    await expect(page).toHaveURL(`/oficina/ventas/${sale.id}`);
    await expect(page.getByText('Carta promesa emitida').first()).toBeVisible();
    await phone.close();
    await line.end();
  },
);
