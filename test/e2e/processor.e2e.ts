import { expect, type Page } from '@playwright/test';
import { addDays, panamaDay, showDay } from '#contract/dates.ts';
import { MESSAGES } from '#contract/errors.ts';
import { makeBrokenPdf } from '#test/papers.ts';
import { buyHouse, openLine, staffLine, type Bought, type Line } from './support/buyer.ts';
import { checkEverywhere, picture, signIn, typeSignIn, visit } from './support/pages.ts';
import { freshTest, test } from './support/test.ts';

const TODAY = panamaDay(new Date());
let coordinator: Line;
let buyer: Line;
let processorId: number;

test.use({ viewport: { width: 1440, height: 900 } });

test.beforeAll(async ({ playwright, baseURL }) => {
  coordinator = await staffLine(playwright, baseURL ?? '', 'coordinador');
  buyer = await openLine(playwright, baseURL ?? '');
  const processor = await staffLine(playwright, baseURL ?? '', 'procesador');
  processorId = (await processor.get<{ data: { id: number } }>('/api/user')).data.id;
  await processor.end();
});
test.afterAll(async () => {
  await coordinator.end();
  await buyer.end();
});

/** A sale that a buyer has just sent, assigned to `procesador`. */
async function makeSale(): Promise<Bought> {
  const sale = await buyHouse(buyer, coordinator);
  const url = `/api/sale/precontracts/${sale.id}`;
  const { data } = await coordinator.get<{ data: { processor: { id: number } | null } }>(url);
  if (data.processor?.id !== processorId)
    await coordinator.json('PATCH', `${url}/processor`, {
      procesador_id: processorId,
      motivo: 'Lleva los casos de esta semana.',
    });
  return sale;
}

const heading = (page: Page, level: number, name: string | RegExp) =>
  page.getByRole('heading', { level, name });
const state = (page: Page, name: string) =>
  page.getByRole('article').getByText(name, { exact: true }).first();
const openSale = (page: Page, sale: Bought, tab = 'resumen') =>
  visit(page, `/oficina/ventas/${sale.id}?tab=${tab}`);

/** Waits until the reviewed document is displayed: a loaded picture, or the first page of a PDF. */
async function expectDrawn(page: Page): Promise<'picture' | 'pdf'> {
  const sheet = page.getByRole('region', { name: /^Archivo / });
  const drawn = sheet.locator('img, canvas').first();
  await expect(drawn).toBeVisible();
  const isPdf = (await drawn.evaluate((node) => node.tagName)) === 'CANVAS';
  const wide = (node: Element) =>
    node instanceof HTMLImageElement ? node.naturalWidth : (node as HTMLCanvasElement).width;
  await expect.poll(() => drawn.evaluate(wide)).toBeGreaterThan(100);
  return isPdf ? 'pdf' : 'picture';
}

/** Fills in the dates of the document, where fields ask for them. */
async function typeDates(page: Page): Promise<void> {
  const issued = page.getByLabel('Fecha de emisión');
  const expires = page.getByLabel('Fecha de vencimiento');
  for (const [field, day] of [
    [issued, addDays(TODAY, -5)],
    [expires, addDays(TODAY, 900)],
  ] as const) {
    if ((await field.count()) === 0) continue;
    await field.fill(showDay(day));
  }
}

test('a processor takes a sale from the queue to a complete file', async ({
  page,
  playwright,
  baseURL,
  openAs,
}) => {
  const sale = await makeSale();
  const { nombre } = sale.person;

  await test.step('finds it in the queue by state and name', async () => {
    await signIn(page, 'procesador');
    const menu = page.getByRole('navigation', { name: 'Módulos' });
    await menu.getByRole('button', { name: /^Ventas/ }).click();
    await menu
      .getByRole('link', { name: /^Pre-contratos/ })
      .first()
      .click();
    await expect(heading(page, 1, /^Pre-contratos/)).toBeVisible();
    await page.getByRole('button', { name: 'Filtro' }).click();
    await page.getByRole('menuitem', { name: 'Estado' }).click();
    await page.getByRole('checkbox', { name: /^Recibido/ }).check();
    await page.keyboard.press('Escape');
    await page.getByRole('searchbox').fill(nombre);
    await expect(page.getByRole('row').filter({ hasText: nombre })).toHaveCount(1);
    await expect(page.getByRole('row')).toHaveCount(2);
    await picture(page, 'procesador-cola');
    await page.getByRole('link', { name: nombre }).click();
    await expect(heading(page, 1, nombre)).toBeVisible();
  });

  await test.step('starts the review', async () => {
    await expect(state(page, 'Recibido')).toBeVisible();
    await page.getByRole('button', { name: 'Iniciar revisión' }).click();
    await expect(state(page, 'En revisión')).toBeVisible();
    await picture(page, 'procesador-venta');
  });

  await test.step('reviews each document beside the declared data: approves all but the bill', async () => {
    await page.getByRole('button', { name: /^Revisar \d+ documentos$/ }).click();
    const kinds = new Set<string>();
    const seen: string[] = [];
    for (const label of [
      /^Cédula o pasaporte/,
      /^Cédula \(reverso\)/,
      /^Última ficha/,
      /^Último talonario/,
      /^Carta de trabajo/,
    ]) {
      await expect(heading(page, 2, label)).toBeVisible();
      const declared = page.getByRole('region', { name: 'Datos del documento' });
      await expect(declared.getByText(sale.person.cedula)).toBeVisible();
      kinds.add(await expectDrawn(page));
      await typeDates(page);
      seen.push(label.source);
      if (seen.length === 3) await picture(page, 'procesador-papel');
      await page.keyboard.press('Enter');
    }
    expect([...kinds].toSorted()).toEqual(['pdf', 'picture']);
    await expect(heading(page, 2, /^Recibo de luz o agua/)).toBeVisible();
    await expectDrawn(page);
    await page.keyboard.press('r');
    const dialog = page.getByRole('dialog', { name: /^Rechazar/ });
    await dialog.getByRole('button', { name: 'Rechazar' }).click();
    await expect(dialog.getByText('Escribe el motivo para continuar.')).toBeVisible();
    await dialog.getByLabel('Motivo').fill('No se lee la dirección.');
    await dialog.getByRole('button', { name: 'Rechazar' }).click();
    await expect(dialog).toBeHidden();
    await expect(heading(page, 2, 'Comprobante de pago')).toBeVisible();
    await expectDrawn(page);
    await page.keyboard.press('a');
    await expect(page.getByRole('row', { name: /Aprobado/ })).toHaveCount(6);
  });

  await test.step('requests what is missing', async () => {
    await openSale(page, sale);
    await page.getByRole('button', { name: 'Pedir documentos' }).click();
    const dialog = page.getByRole('dialog', { name: 'Pedir documentos' });
    await dialog.getByLabel('Motivo').fill('Envíanos otra foto del recibo, con la dirección completa.');
    await dialog.getByRole('button', { name: 'Pedir documentos' }).click();
    await expect(state(page, 'Documentos pendientes')).toBeVisible();
  });

  await test.step("the buyer follows the mail's link and sends the bill again", async () => {
    const phone = await openLine(playwright, baseURL ?? '');
    await phone.open(await mailedLink(coordinator, sale, 'documentos_pendientes'));
    await phone.form(`/clientes/mi-compra/${sale.id}/archivos`, {
      campo: 'recibo',
      archivo: { ...sale.papers.get('archivo_cedula_reverso')!, name: 'recibo-nuevo.jpg' },
    });
    await phone.end();
  });

  await test.step('approves the new version', async () => {
    await openSale(page, sale, 'papeles');
    await expect(state(page, 'En revisión')).toBeVisible();
    await page.getByRole('button', { name: /^Recibo de luz o agua.*2 versiones/ }).click();
    await expect(page.getByText('Versión 1')).toBeVisible();
    await expectDrawn(page);
    await typeDates(page);
    await page.keyboard.press('a');
    await expect(page.getByRole('row', { name: /^Recibo de luz o agua.*Aprobado/ })).toBeVisible();
    const complete = page.getByRole('button', { name: 'Expediente completo' });
    await expect(complete).toHaveAttribute('aria-disabled', 'true');
    await expect(complete).toHaveAccessibleDescription('Contabilidad aún no confirma la separación.');
  });

  await test.step('accounting finds the payment and confirms it with the bank line', async () => {
    const accounting = await openAs('contabilidad');
    await accounting.getByRole('button', { name: /^Contabilidad/ }).click();
    await accounting
      .getByRole('link', { name: /^Pagos de clientes/ })
      .first()
      .click();
    await accounting.getByRole('searchbox').fill(sale.code);
    await accounting.getByRole('row').getByRole('button', { name: nombre }).click();
    const drawer = accounting.getByRole('dialog', { name: new RegExp(nombre) });
    await expect(drawer.getByRole('img', { name: /^Comprobante/ })).toBeVisible();
    await drawer.getByRole('button', { name: 'Verificar' }).click();
    await drawer.getByRole('button', { name: 'Escribir la línea a mano' }).click();
    await drawer.getByLabel('Forma').selectOption('Transferencia ACH');
    await drawer.getByRole('combobox', { name: 'Banco' }).selectOption('Banco General');
    await drawer.getByLabel('Referencia').fill(`ach-${sale.id}`);
    await expect(drawer.getByLabel('Monto recibido')).toHaveValue('500.00');
    await picture(accounting, 'contabilidad-pago');
    await drawer.getByRole('button', { name: 'Confirmar pago' }).click();
    // The list has no next payment, so the decision leads back to it.
    await expect(drawer).toHaveCount(0);
    await accounting.getByRole('row').getByRole('button', { name: nombre }).click();
    await expect(drawer.getByText('Confirmado', { exact: true }).first()).toBeVisible();
    await expect(drawer.getByText(`ACH-${sale.id}`).first()).toBeVisible();
    await expect(drawer.getByText('Recibo').first()).toBeVisible();
  });

  await test.step('the file is complete, and the history shows every step', async () => {
    await openSale(page, sale);
    await page.getByRole('button', { name: 'Expediente completo' }).click();
    await expect(state(page, 'Expediente completo')).toBeVisible();
    const activity = page.getByRole('complementary', { name: 'Actividad' }).getByRole('listitem');
    for (const line of [
      /En revisión.*Expediente completo/,
      /En verificación.*Confirmado.*Separación/,
      /En revisión.*Rechazado.*Recibo de luz o agua.*Motivo: No se lee la dirección\./,
      /En revisión.*Documentos pendientes.*Motivo: Envíanos otra foto/,
      /Documentos pendientes.*En revisión/,
      /Borrador.*Recibido/,
    ])
      await expect(activity.filter({ hasText: line })).toHaveCount(1);
    await picture(page, 'procesador-completo');
  });
});

test('a damaged PDF is reported beside its data and can be rejected', { tag: '@deep' }, async ({ page }) => {
  const sale = await makeSale();
  // A buyer's upload would be refused, so a colleague uploads it.
  const papers = await coordinator.get<{ data: { id: number; label: string }[] }>(
    `/api/sale/precontracts/${sale.id}/documents`,
  );
  const bill = papers.data.find(({ label }) => label.startsWith('Recibo de luz o agua'))!;
  await coordinator.form(`/api/sale/documents/${bill.id}/file`, {
    archivo: { name: 'roto.pdf', mimeType: 'application/pdf', buffer: makeBrokenPdf() },
  });
  await signIn(page, 'procesador');
  await openSale(page, sale);
  await page.getByRole('button', { name: 'Iniciar revisión' }).click();
  await page.getByRole('tab', { name: /^Documentos/ }).click();
  await page.getByRole('button', { name: /^Recibo de luz o agua/ }).click();
  await expect(page.getByText('No se pudo abrir el PDF. Descárgalo para verlo.')).toBeVisible();
  await page.getByRole('button', { name: 'Rechazar (R)' }).click();
  await expect(page.getByRole('dialog', { name: /^Rechazar/ })).toBeVisible();
});

/** The link in the last mail of that kind to the buyer, read from the outbox. */
async function mailedLink(line: Line, sale: Bought, kind: string): Promise<string> {
  const query = new URLSearchParams({ tipo: kind, q: sale.person.email ?? '' });
  const { data } = await line.get<{ data: { id: number }[] }>(`/api/outbox?${query}`);
  const motivo = 'Se lo doy por mano en esta prueba';
  const mail = await line.json<{ data: { body: string } }>('POST', `/api/outbox/${data[0]!.id}/mirar`, {
    motivo,
  });
  return /http\S+token=[\w-]+/.exec(mail.data.body)![0];
}

freshTest(
  'a change based on stale data in a second tab is refused, and then both tabs show the same',
  { tag: '@deep' },
  async ({ page }) => {
    const sale = await makeSale();
    await signIn(page, 'procesador');
    await openSale(page, sale);
    const second = await page.context().newPage();
    // Live updates would show the change in the second tab before it is clicked.
    await second.routeWebSocket(/socket\.io/, () => undefined);
    await openSale(second, sale);
    await expect(state(second, 'Recibido')).toBeVisible();
    await page.getByRole('button', { name: 'Iniciar revisión' }).click();
    await expect(state(page, 'En revisión')).toBeVisible();

    await second.getByRole('button', { name: 'Iniciar revisión' }).click();
    await expect(second.getByRole('alert').getByText(MESSAGES.CONFLICT)).toBeVisible();
    await expect(state(second, 'En revisión')).toBeVisible();
  },
);

test.describe('route memory', () => {
  const list = '/oficina/ventas?estado_id=%5B3%5D&q=Ana';
  const atList = (page: Page) => expect(page.getByRole('searchbox')).toHaveValue('Ana');

  freshTest('after the session ended, signing in again leads back to the same page', async ({ page }) => {
    // A live update would ask, and lead to the sign-in, before the tab is clicked.
    await page.routeWebSocket(/socket\.io/, () => undefined);
    await signIn(page, 'procesador', list);
    await atList(page);
    await page.context().clearCookies({ name: 'token' });
    await page.getByRole('tab', { name: /^En curso/ }).click();
    await page.waitForURL('**/ingresar');
    await typeSignIn(page, 'procesador');
    await expect(page.getByRole('tab', { name: /^En curso/, selected: true })).toBeVisible();
  });

  test(
    'signing out and in leads back to the same page, but not for another user on that device',
    { tag: '@deep' },
    async ({ page }) => {
      await signIn(page, 'procesador', list);
      await atList(page);
      await signOut(page);
      await typeSignIn(page, 'procesador');
      await atList(page);
      await expect(page).toHaveURL(list);
      await signOut(page);
      await typeSignIn(page, 'contabilidad');
      await expect(heading(page, 2, 'Te toca a ti')).toBeVisible();
      await expect(page).toHaveURL('/oficina');
    },
  );
});

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /tu cuenta/ }).click();
  await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
  await expect(page.getByRole('heading', { name: 'Ingresar' })).toBeVisible();
}

test.describe('accessibility (axe)', () => {
  let sale: Bought;
  let paperIds: Map<string, number>;
  let paymentId: number;

  test.beforeAll(async () => {
    sale = await makeSale();
    const papers = await coordinator.get<{ data: { id: number; type: { name: string } }[] }>(
      `/api/sale/precontracts/${sale.id}/documents`,
    );
    paperIds = new Map(papers.data.map(({ id, type }) => [type.name, id]));
    const payments = await coordinator.get<{ data: { id: number }[] }>(
      `/api/sale/costumer_payments?precontrato_id=${sale.id}`,
    );
    paymentId = payments.data[0]!.id;
  });

  /** Checks a page once its data are loaded. */
  const look = async (page: Page, name: string, path: string, ready: () => Promise<unknown>) => {
    await visit(page, path);
    await ready();
    await checkEverywhere(page, name);
  };

  test("the processor's screens have no violations", { tag: '@deep' }, async ({ page }) => {
    const record = `/oficina/ventas/${sale.id}`;
    const review = (field: string) => `${record}?tab=papeles&papel=${paperIds.get(field)}`;
    await look(page, 'ingresar', '/ingresar', () =>
      expect(page.getByRole('button', { name: 'Ingresar' })).toBeVisible(),
    );
    await signIn(page, 'procesador');
    await look(page, 'ventas', '/oficina/ventas', () =>
      expect(page.getByRole('link', { name: sale.person.nombre })).toBeVisible(),
    );
    for (const tab of ['resumen', 'papeles', 'pagos'])
      await look(page, `venta-${tab}`, `${record}?tab=${tab}`, async () => {
        await expect(page.getByRole('tabpanel')).toContainText(TAB_HOLDS[tab]!);
        await expect(page.getByRole('listitem').filter({ hasText: 'Recibido' }).first()).toBeVisible();
      });
    await look(page, 'papel-foto', review('archivo_cedula'), () => expectDrawn(page));
    await look(page, 'papel-pdf', review('ficha'), () => expectDrawn(page));
    await page.keyboard.press('r');
    await expect(page.getByRole('dialog', { name: /^Rechazar/ })).toBeVisible();
    await checkEverywhere(page, 'papel-rechazar');
  });

  test("accounting's screens have no violations", { tag: '@deep' }, async ({ page }) => {
    await signIn(page, 'contabilidad');
    const row = page.getByRole('button', { name: sale.person.nombre });
    await look(page, 'pagos', `/oficina/pagos?q=${sale.code}`, () => expect(row).toBeVisible());
    await look(page, 'pago', `/oficina/pagos?pago=${paymentId}`, () =>
      expect(page.getByRole('dialog').getByRole('img', { name: /^Comprobante/ })).toBeVisible(),
    );
  });
});

/** Text that shows that a tab of the record has loaded its data. */
const TAB_HOLDS: Record<string, RegExp> = {
  resumen: /Grupo familiar|Celular/,
  papeles: /Carta de trabajo/,
  pagos: /Separación/,
};
