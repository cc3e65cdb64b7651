import { expect, type Browser, type Page } from '@playwright/test';
import type { TicketWork } from '#contract/care/ticketOrders/model.ts';
import type { TicketRow } from '#contract/care/tickets/model.ts';
import { TICKET } from '#contract/care/tickets/rules.ts';
import { makePicture } from '../papers.ts';
import { mailTo, opened } from './support/buyerPages.ts';
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

checkPages('work orders', [
  '/oficina/ordenes-de-trabajo',
  '/oficina/ordenes-de-trabajo?orden=1',
  '/oficina/ordenes-de-trabajo/campo',
]);

const PHONE = { width: 360, height: 740 };
/** A ticket of a family's house that nobody outside has. */
async function freeTicket(page: Page): Promise<TicketRow> {
  const { data } = await callAs<{ data: TicketRow[] }>(
    page,
    'GET',
    '/api/ticket/tickets?cola=empresa&per_page=100',
  );
  for (const one of data) {
    if (!one.house || !one.sale?.code || one.state.id === TICKET.open) continue;
    const work = await callAs<{ data: TicketWork }>(page, 'GET', `/api/ticket/tickets/${one.id}/work`);
    if (work.data.orders.length === 0 && work.data.offer?.disabled === null && work.data.visits.length === 0)
      return one;
  }
  throw new Error('no ticket without an order');
}

test(
  'a contractor accepts without a line, does the work, and the ticket is verified and solved',
  { tag: '@deep' },
  async ({ openAs, browser, baseURL }) => {
    const office = await openAs('postventa', '/oficina/tickets');
    const ticket = await freeTicket(office);
    const page = `/oficina/tickets/${ticket.id}`;
    await visit(office, page);
    await office.getByRole('button', { name: 'Ofrecer orden' }).click();
    const dialog = office.getByRole('dialog', { name: 'Ofrecer orden de trabajo' });
    const roble = dialog.getByRole('option', { name: /^Construcciones El Roble/ });
    await dialog.getByLabel('Contratista').selectOption(await roble.getAttribute('value'));
    await dialog.getByLabel('Qué hay que hacer').fill('Sellar la junta y pintar');
    await checkAxe(office, 'orden-ofrecer');
    await picture(office, 'orden-ofrecer');
    await dialog.getByRole('button', { name: 'Ofrecer orden' }).click();
    const orders = office.getByRole('table', { name: 'Órdenes de trabajo' });
    await expect(orders.getByText('Por aceptar')).toBeVisible();
    await expect(office.getByText('En espera de proveedor').first()).toBeVisible();

    await office.getByRole('button', { name: 'Agendar visita' }).click();
    const drawer = office.getByRole('dialog', { name: 'Agendar visita' });
    await checkAxe(office, 'visita-agendar');
    await picture(office, 'visita-agendar');
    await drawer.getByRole('button', { name: 'Cancelar' }).click();
    await checkEverywhere(office, 'ticket-con-orden');

    // The contractor accepts and does it where there is no signal.
    const field = '/oficina/ordenes-de-trabajo/campo';
    const phone = await (await browser.newContext({ viewport: PHONE })).newPage();
    await signIn(phone, 'contratista', field);
    const card = phone.getByRole('button', { name: /Sellar la junta y pintar/ });
    await expect(card).toBeVisible();
    await keptOffline(phone, field);
    await checkAxe(phone, 'ordenes-campo');
    await picture(phone, 'ordenes-campo');
    await phone.context().setOffline(true);
    await phone.reload();
    await card.click();
    await checkAxe(phone, 'orden-campo');
    await picture(phone, 'orden-campo', { fullPage: true });
    await phone.getByRole('button', { name: 'Aceptar', exact: true }).click();
    await expect(phone.getByText('Orden aceptada.')).toBeVisible();
    await phone
      .locator('input[type="file"]')
      .setInputFiles({ name: 'junta.jpg', mimeType: 'image/jpeg', buffer: await makePicture({}) });
    await phone.getByLabel('Qué se hizo').fill('Quedó sellada');
    await picture(phone, 'orden-hecha', { fullPage: true });
    await phone.getByRole('button', { name: 'Reportar hecha' }).click();
    await expect(phone.getByRole('heading', { name: 'Por enviar (2)' })).toBeVisible();
    await picture(phone, 'ordenes-por-enviar');
    await phone.context().setOffline(false);
    await expect(phone.getByRole('heading', { name: /Por enviar/ })).toBeHidden();

    // The customer reads who has it.
    const mine = await customerPage(office, browser, baseURL!, ticket);
    await expect(mine.getByText('Construcciones El Roble, S.A. hace el trabajo.').first()).toBeVisible();
    await checkAxe(mine, 'ayuda-con-orden');
    await picture(mine, 'ayuda-con-orden', { fullPage: true });

    await office.reload();
    await orders.getByRole('link').first().click();
    await expect(office.getByText('Quedó sellada')).toBeVisible();
    await checkEverywhere(office, 'orden-hecha-oficina');
    await office.getByRole('button', { name: 'Verificar' }).click();
    await expect(office.getByText('Verificada', { exact: true }).first()).toBeVisible();

    await visit(office, page);
    await office.getByRole('button', { name: 'Otras acciones' }).click();
    await office.getByRole('menuitem', { name: 'Marcar resuelto' }).click();
    const solve = office.getByRole('dialog');
    await solve.getByRole('textbox').fill('Quedó sellado y pintado.');
    await solve.getByRole('button', { name: 'Marcar resuelto' }).click();
    await expect
      .poll(
        async () =>
          (await callAs<{ data: TicketRow }>(office, 'GET', `/api/ticket/tickets/${ticket.id}`)).data.state
            .id,
      )
      .toBe(TICKET.solved);
  },
);

/** The page of a ticket's purchase, opened by the link in the mail that its buyer got. */
async function customerPage(
  office: Page,
  browser: Browser,
  baseURL: string,
  { sale }: TicketRow,
): Promise<Page> {
  const { data } = await callAs<{ data: { form: { email: string } } }>(
    office,
    'GET',
    `/api/sale/precontracts/${sale!.id}`,
  );
  const mail = await mailTo(baseURL, 'ticket_noticia', data.form.email);
  const page = await (await browser.newContext({ viewport: PHONE })).newPage();
  await page.goto(/https?:\/\/\S+/.exec(mail)![0]);
  await page.goto(`${baseURL}/clientes/mi-compra/${sale!.code!}/ayuda`);
  await opened(page);
  return page;
}
