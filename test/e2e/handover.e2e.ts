import { expect, type Page } from '@playwright/test';
import type { Handover, HandoverRow } from '#contract/care/handover/model.ts';
import { HANDOVER } from '#contract/care/handover/rules.ts';
import type { Order, TicketWork } from '#contract/care/ticketOrders/model.ts';
import type { Ticket, TicketRow } from '#contract/care/tickets/model.ts';
import { TICKET } from '#contract/care/tickets/rules.ts';
import type { Charge } from '#contract/care/warranty/model.ts';
import { addDays, panamaDay, showDay } from '#contract/dates.ts';
import type { Entry, EntryRow } from '#contract/money/ledger/model.ts';
import { makePicture } from '../papers.ts';
import { codeFor, draw, inspect, mailTo, opened, PHONE } from './support/buyerPages.ts';
import { callAs } from './support/office.ts';
import {
  checkAxe,
  checkEverywhere,
  checkPages,
  keptOffline,
  picture,
  signIn,
  visit,
} from './support/pages.ts';
import { test } from './support/test.ts';

checkPages('deliveries and warranty', [
  '/oficina/entregas',
  '/oficina/entregas?abrir=nueva',
  '/oficina/entregas/listas',
  '/oficina/pendientes-de-entrega',
  '/oficina/garantias',
  '/oficina/garantias/plazos',
  '/oficina/defectos-repetidos',
  '/oficina/cargos-de-garantia',
  '/oficina/cargos-de-garantia?cargo=1',
]);

const TABLET = { width: 820, height: 1180 };
const handoversOf = async (page: Page, grupo: string) =>
  (await callAs<{ data: HandoverRow[] }>(page, 'GET', `/api/care/handovers?grupo=${grupo}&per_page=50`)).data;

/** What this device keeps of forms that are not saved: each form, and each of its photographs. */
const draftsOn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((done, fail) => {
        const opening = indexedDB.open('llave-oficina');
        opening.addEventListener('error', () => fail(opening.error!));
        opening.addEventListener('success', () => {
          const counting = opening.result
            .transaction('remembered')
            .objectStore('remembered')
            .count(IDBKeyRange.bound('borrador ', 'borrador \uffff'));
          counting.addEventListener('success', () => {
            opening.result.close();
            done(counting.result);
          });
        });
      }),
  );

test('a house is inspected on a tablet without a line, and its acta goes to sign', async ({ browser }) => {
  const field = '/oficina/entregas/campo';
  const page = await (await browser.newContext({ viewport: TABLET })).newPage();
  await signIn(page, 'postventa', field);
  const waiting = (await handoversOf(page, 'abiertas')).find(({ state }) => state.id === 1)!;
  const card = page.getByRole('button', { name: new RegExp(waiting.name) });
  await expect(card).toBeVisible();
  await keptOffline(page, field);
  await checkAxe(page, 'entregas-campo');
  await picture(page, 'entregas-campo');

  await page.context().setOffline(true);
  await page.reload();
  await card.click();
  const bath = page.getByRole('region', { name: 'Baño' });
  const shower = bath.getByRole('group', { name: 'Ducha y desagüe' });
  await shower.getByText('Observado', { exact: true }).click();
  await bath.getByLabel('Qué se observó: Ducha y desagüe').fill('Gotea la llave');
  await bath
    .locator('input[type="file"]')
    .setInputFiles({ name: 'ducha.jpg', mimeType: 'image/jpeg', buffer: await makePicture({}) });
  const photo = bath.getByRole('img', { name: 'Fotografía 1', exact: true });
  await expect(photo).toBeVisible();
  // The tablet closes the page while the camera is open: the inspection goes on where it was.
  await expect.poll(() => draftsOn(page)).toBe(2);
  await page.reload();
  await expect(card.getByText('Sin terminar')).toBeVisible();
  await picture(page, 'entregas-sin-terminar');
  await card.click();
  await expect(page.getByText('Sigues lo que empezaste')).toBeVisible();
  await checkAxe(page, 'entrega-seguir');
  await picture(page, 'entrega-seguir');
  await expect(bath.getByLabel('Qué se observó: Ducha y desagüe')).toHaveValue('Gotea la llave');
  await expect(photo).toBeVisible();
  // Each goes away when its room is answered.
  const fine = page.getByRole('button', { name: /^Todo bien en/ });
  while ((await fine.count()) > 0) await fine.first().click();
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  await expect(page.getByText('Elige qué dice el comprador.')).toBeVisible();
  for (const [meter, number] of [
    ['Luz (Naturgy o ENSA)', 'N-1'],
    ['Agua (IDAAN)', 'I-1'],
  ]) {
    await page.getByLabel(`${meter}: número`).fill(number!);
    await page.getByLabel(`${meter}: lectura`).fill('12');
  }
  await page.getByText('La recibe con pendientes', { exact: true }).click();
  await checkAxe(page, 'entrega-inspeccion');
  await picture(page, 'entrega-inspeccion', { fullPage: true });
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Por enviar (1)' })).toBeVisible();
  expect(await draftsOn(page)).toBe(0);
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { name: 'Por enviar (1)' })).toBeHidden();

  await visit(page, `/oficina/entregas/${waiting.id}`);
  await expect(page.getByText('Gotea la llave').first()).toBeVisible();
  await page.getByRole('button', { name: 'Enviar el acta a firmar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Enviar a firmar' }).click();
  await expect(page.getByText('Por firmar').first()).toBeVisible();
  await page.getByRole('tab', { name: 'Acta y firmas' }).click();
  await expect(page.getByText(`1. ${waiting.name}`)).toBeVisible();
  await picture(page, 'entrega-firmas', { fullPage: true });
});

/** The same house, from the signature on: who reads the books at each step is in accounting. */
test(
  'its buyer signs and gets the keys, asks for a repair and follows it, and the contractor pays; the books are right at each step',
  { tag: '@deep' },
  async ({ browser, openAs, baseURL }) => {
    const office = await openAs('postventa', '/oficina/entregas');
    const books = await openAs('contabilidad', '/oficina/diario');
    const { id } = (await handoversOf(office, 'abiertas')).find(
      ({ state }) => state.id === HANDOVER.signing,
    )!;
    const handover = async () =>
      (await callAs<{ data: Handover }>(office, 'GET', `/api/care/handovers/${id}`)).data;
    const { sale, envelope } = await handover();
    const { form, price_centavos: price } = (
      await callAs<{ data: { form: { email: string }; price_centavos: number } }>(
        office,
        'GET',
        `/api/sale/precontracts/${sale.id}`,
      )
    ).data;

    // The acta, on the buyer's own phone.
    const phone = await browser.newContext(PHONE);
    const buyer = await phone.newPage();
    await buyer.goto(/https?:\/\/\S+/.exec(await mailTo(baseURL!, 'documento_por_firmar', form.email))![0]);
    await opened(buyer);
    const { signers } = (
      await callAs<{ data: { signers: { name: string; document: string }[] } }>(
        office,
        'GET',
        `/api/sale/envelopes/${envelope!.id}`,
      )
    ).data;
    await buyer.getByRole('button', { name: 'Enviarme el código' }).click();
    await buyer.getByLabel('Código de 6 números').fill(await codeFor(baseURL!, form.email));
    await buyer.getByLabel(/^Número de tu documento/).fill(signers[0]!.document.replace(/^\S+ /, ''));
    await buyer.getByLabel('Tu nombre completo').fill(signers[0]!.name);
    await buyer.getByRole('button', { name: 'Confirmar' }).click();
    await draw(buyer);
    await buyer.getByRole('button', { name: 'Firmar el documento' }).click();
    await expect(buyer.getByText(/^Lo firmaste el/)).toBeVisible();
    expect((await handover()).state.id).toBe(HANDOVER.delivered);
    await office.goto(`/oficina/entregas/${id}?tab=llaves`);
    await expect(office.getByRole('columnheader', { name: 'Con el comprador' })).toBeVisible();
    await checkEverywhere(office, 'entrega-llaves');

    // The purchase says it, and the books: the income, and what the house has cost.
    await buyer.goto(/https?:\/\/\S+/.exec(await mailTo(baseURL!, 'entrega_hecha', form.email))![0]);
    await opened(buyer);
    await expect(buyer.getByText(/^La recibiste el/)).toBeVisible();
    await expect(buyer.getByText('Gotea la llave')).toBeVisible();
    await inspect(buyer, 'mi-compra-entregada');
    const sold = await entryOf(books, { registro: 'precontrato', q: `Entrega de ${sale.code!}` });
    expect(sold.centavos).toBe(price);
    expect(accountsOf(sold)).toEqual({ '1.2.01': price, '4.1': -price });

    // A repair: asked for with a photograph, covered, visited, done by its builder.
    await buyer.getByRole('link', { name: /Ayuda y reparaciones/ }).click();
    await opened(buyer);
    // The list of pending items is a request already.
    await buyer.getByText('Pedir otra cosa').click();
    await buyer.getByLabel('¿De qué se trata?').selectOption('plomeria');
    await buyer.getByLabel('Cuéntanos qué pasa').fill('Gotea el fregador');
    await buyer
      .getByLabel(/^Fotografías/)
      .first()
      .setInputFiles({
        name: 'fregador.jpg',
        mimeType: 'image/jpeg',
        buffer: await makePicture({}),
      });
    await inspect(buyer, 'ayuda-pedir');
    await buyer.getByRole('button', { name: 'Enviar', exact: true }).click();
    await expect(buyer.getByText(/Recibimos tu solicitud .* Lo cubre tu garantía/)).toBeVisible();
    const ticketId = (
      await callAs<{ data: TicketRow[] }>(office, 'GET', `/api/ticket/tickets?venta_id=${sale.id}`)
    ).data.find(({ title }) => title.endsWith('Gotea el fregador'))!.id;
    const ticket = async () =>
      (await callAs<{ data: Ticket }>(office, 'GET', `/api/ticket/tickets/${ticketId}`)).data;
    const lot = (await ticket()).lot!.id;
    // What the house had gathered has left with it.
    const cost = await entryOf(books, { registro: 'precontrato', q: `Costo de ${sale.code!}` });
    const gathered = await callAs<{ data: { debe: number; haber: number; final: number } }>(
      books,
      'GET',
      `/api/accounting/ledger/sumas?cuenta_id=11&lote_id=${lot}`,
    );
    expect(gathered.data).toMatchObject({ final: 0, haber: accountsOf(cost)['5.1.02'] });

    await office.goto(`/oficina/tickets/${ticketId}`);
    await expect(office.getByAltText(/fotografía 1/)).toBeVisible();
    await office.getByRole('button', { name: 'Agendar visita' }).click();
    const visit = office.getByRole('dialog', { name: 'Agendar visita' });
    await visit.getByLabel('Atiende').selectOption({ index: 1 });
    await visit.getByRole('textbox', { name: 'Día' }).fill(showDay(addDays(panamaDay(new Date()), 3)));
    await visit.getByLabel('Hora').fill('10:15');
    await visit.getByRole('button', { name: 'Agendar visita' }).click();
    await expect(office.getByRole('table', { name: 'Visitas' })).toBeVisible();
    await checkEverywhere(office, 'ticket-con-visita');
    // What the office changes is on the open page within a minute, by itself, and what is being typed stays.
    await buyer.getByText('Pedir otra cosa').click();
    await buyer.getByLabel('Cuéntanos qué pasa').fill('También');
    await expect(buyer.getByText(/^Te visita/)).toBeVisible({ timeout: 60_000 });
    await expect(buyer.getByLabel('Cuéntanos qué pasa')).toHaveValue('También');
    const follow = async () => {
      await buyer.reload();
      await opened(buyer);
    };

    await office.getByRole('button', { name: 'Ofrecer orden' }).click();
    const dialog = office.getByRole('dialog', { name: 'Ofrecer orden de trabajo' });
    const roble = dialog.getByRole('option', { name: /^Construcciones El Roble.*construyó/ });
    await dialog.getByLabel('Contratista').selectOption(await roble.getAttribute('value'));
    await dialog.getByLabel('Qué hay que hacer').fill('Cambiar la llave del fregador');
    await dialog.getByRole('button', { name: 'Ofrecer orden' }).click();
    await expect(office.getByText('En espera de proveedor').first()).toBeVisible();
    await follow();
    await expect(buyer.getByText(/hace el trabajo. Se lo pedimos al contratista/)).toBeVisible();
    const contractor = await openAs('contratista', '/oficina/ordenes-de-trabajo/campo', PHONE.viewport);
    await contractor.getByRole('button', { name: /Cambiar la llave del fregador/ }).click();
    await contractor.getByRole('button', { name: 'Aceptar', exact: true }).click();
    await contractor.locator('input[type="file"]').setInputFiles({
      name: 'llave.jpg',
      mimeType: 'image/jpeg',
      buffer: await makePicture({}),
    });
    await contractor.getByLabel('Qué se hizo').fill('Se cambió la llave');
    await contractor.getByRole('button', { name: 'Reportar hecha' }).click();
    const order = async () => {
      const work = await callAs<{ data: TicketWork }>(office, 'GET', `/api/ticket/tickets/${ticketId}/work`);
      return work.data.orders[0]!;
    };
    await expect.poll(async () => (await order()).done_at).not.toBeNull();
    await follow();
    await expect(buyer.getByText(/El contratista dice que ya está/)).toBeVisible();
    await inspect(buyer, 'ayuda-hecha');
    const { id: orderId } = await order();
    await office.goto(`/oficina/ordenes-de-trabajo?orden=${orderId}`);
    await office.getByRole('button', { name: 'Verificar' }).click();
    await expect(office.getByText('Verificada', { exact: true }).first()).toBeVisible();

    // Solved before the day of the visit: nobody comes any more, and the family knows.
    await office.goto(`/oficina/tickets/${ticketId}`);
    await office.getByRole('button', { name: 'Otras acciones' }).click();
    await office.getByRole('menuitem', { name: 'Marcar resuelto' }).click();
    const solve = office.getByRole('dialog');
    await solve.getByRole('textbox').fill('Se cambió la llave.');
    await solve.getByRole('button', { name: 'Marcar resuelto' }).click();
    await expect(office.getByText('Cancelada por la empresa')).toBeVisible();
    const desk = await openAs('coordinador', '/oficina');
    const told = `/api/outbox?tipo=visita_cancelada&q=${encodeURIComponent(form.email)}`;
    await expect
      .poll(async () => (await callAs<{ data: object[] }>(desk, 'GET', told)).data.length)
      .toBeGreaterThan(0);
    await follow();
    await expect(buyer.getByText(/^Te visita/)).toHaveCount(0);
    await buyer.getByRole('button', { name: 'Quedó resuelto' }).click();
    await expect(buyer.getByText('Gracias por confirmarlo.')).toBeVisible();
    await expect(buyer.getByRole('button', { name: 'Quedó resuelto' })).toHaveCount(0);
    expect((await ticket()).state.id).toBe(TICKET.closed);

    // The builder pays the repair: from what is retained, and the rest as a debt.
    const manager = await openAs('proyectos', `/oficina/ordenes-de-trabajo?orden=${orderId}`);
    await manager.getByRole('link', { name: 'Pedir cargo al contratista' }).click();
    const asking = manager.getByRole('dialog', { name: 'Pedir cargo' });
    await expect(asking.getByLabel('Documento')).not.toHaveValue('');
    await asking.getByLabel('Costo de la reparación').fill('125.50');
    await checkAxe(manager, 'cargo-pedir');
    await asking.getByRole('button', { name: 'Pedir cargo' }).click();
    await expect(asking).toHaveCount(0);
    const { contract } = (await callAs<{ data: Order }>(manager, 'GET', `/api/ticket/orders/${orderId}`))
      .data;
    const { code: paper } = await order();
    const charge = async () =>
      (await callAs<{ data: Charge[] }>(books, 'GET', '/api/care/charges?per_page=50')).data.find(
        (each) => each.paper === paper,
      )!;
    const one = await charge();
    expect(one).toMatchObject({ amount_centavos: 12_550, house: { name: expect.any(String) } });
    await books.goto(`/oficina/cargos-de-garantia?cargo=${one.id}`);
    await books.getByRole('button', { name: 'Aprobar el cargo' }).click();
    await expect.poll(async () => (await charge()).decided_by).not.toBeNull();
    const { retained_centavos: retained, receivable_centavos: owed, code } = await charge();
    expect(retained + owed).toBe(12_550);
    if (retained > 0) {
      const taken = await entryOf(books, {
        registro: 'contrato',
        q: `Cargo al retenido del contrato ${contract!.name}`,
        centavos: retained,
      });
      expect(accountsOf(taken)).toEqual({ '2.1.03': retained, '6.1.07': -retained });
    }
    if (owed > 0) {
      const due = await entryOf(books, { registro: 'cargo_garantia', q: code });
      expect(accountsOf(due)).toEqual({ '1.2.06': owed, '6.1.07': -owed });
    }
    await books.goto('/oficina/sin-contabilizar');
    await expect(books.getByText(sale.code!)).toHaveCount(0);
  },
);

/** The entry that the books have of a record, once they follow: within a minute. */
async function entryOf(
  page: Page,
  { centavos, ...query }: { registro: string; q: string; centavos?: number },
): Promise<Entry> {
  const found = async () =>
    (
      await callAs<{ data: EntryRow[] }>(
        page,
        'GET',
        `/api/accounting/entries?${new URLSearchParams({ ...query, order_column: 'dia', order_type: 'desc' })}`,
      )
    ).data.find((one) => centavos === undefined || one.centavos === centavos);
  await expect.poll(found, { timeout: 150_000 }).toBeDefined();
  const { id } = (await found())!;
  return (await callAs<{ data: Entry }>(page, 'GET', `/api/accounting/entries/${id}`)).data;
}

/** Debit less credit by account, those of income together. */
function accountsOf({ lines }: Entry): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { account, debit, credit } of lines) {
    const code = account.code.startsWith('4.1') ? '4.1' : account.code;
    sums[code] = (sums[code] ?? 0) + debit - credit;
  }
  return sums;
}

test('a delivery with its punch list, and one that was refused', { tag: '@deep' }, async ({ openAs }) => {
  const page = await openAs('postventa');
  const [delivered] = await handoversOf(page, 'pendientes');
  await visit(page, `/oficina/entregas/${delivered!.id}?tab=pendientes`);
  await expect(page.getByRole('table', { name: 'Pendientes' })).toBeVisible();
  await checkEverywhere(page, 'entrega-pendientes');
  const refused = (await handoversOf(page, 'abiertas')).find(({ state }) => state.id === 5)!;
  await visit(page, `/oficina/entregas/${refused.id}`);
  await expect(page.getByText('El comprador no la recibió')).toBeVisible();
  await checkEverywhere(page, 'entrega-rechazada');
});
