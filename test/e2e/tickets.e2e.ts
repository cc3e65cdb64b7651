import { expect } from '@playwright/test';
import { makePicture } from '#test/papers.ts';
import { buyHouse, openLine, staffLine } from './support/buyer.ts';
import { inspect, opened, PHONE } from './support/buyerPages.ts';
import { checkAxe, checkPages, signIn } from './support/pages.ts';
import { test } from './support/test.ts';

checkPages('tickets', [
  '/oficina/tickets',
  '/oficina/tickets?nuevo=1',
  '/oficina/tickets?ver=tablero',
  '/oficina/tickets/1',
  '/oficina/tickets/1?tab=mensajes',
  '/oficina/departamentos',
]);

test('a message of the chat becomes a ticket with its photograph, and a quick answer with another reaches the buyer', async ({
  browser,
  page,
  playwright,
  baseURL,
}) => {
  const line = await openLine(playwright, baseURL!);
  const coordinator = await staffLine(playwright, baseURL!, 'coordinador');
  const sale = await buyHouse(line, coordinator);
  const shortcut = `gotera-${sale.id}`;
  await coordinator.json('POST', '/api/office/chat/quick', {
    shortcut,
    text: 'Hola, {nombre}: mañana revisamos la gotera.',
    role_id: null,
  });
  await line.form('/clientes/chat/mensajes', {
    content: 'Gotea el techo de la sala.',
    files: { name: 'gotera.png', mimeType: 'image/png', buffer: await makePicture({ n: 5, width: 300 }) },
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, 'coordinador', `/oficina/chat?bandeja=todas&q=${sale.person.celular}`);
  await page.getByRole('list', { name: 'Conversaciones' }).getByText(sale.person.nombre).click();
  await page.getByRole('log').getByText('Gotea el techo').hover();
  await page.getByRole('button', { name: 'Reaccionar o hacer un ticket' }).first().click();
  await page.getByRole('menuitem', { name: 'Hacer un ticket' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Gotea el techo de la sala.' })).toBeVisible();
  await expect(page.getByAltText(/fotografía 1/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ver el mensaje del chat' })).toBeVisible();
  await page.getByRole('button', { name: 'Otras acciones' }).click();
  await page.getByRole('menuitem', { name: 'Escribir al cliente' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Mensaje para el cliente').fill(`/${shortcut}`);
  await drawer.getByRole('region', { name: 'Respuestas rápidas' }).getByRole('button').click();
  const first = sale.person.nombre.split(' ')[0]!;
  await expect(drawer.getByLabel('Mensaje para el cliente')).toHaveValue(
    `Hola, ${first}: mañana revisamos la gotera.`,
  );
  await drawer.getByLabel('Fotografías', { exact: true }).setInputFiles({
    name: 'techo.png',
    mimeType: 'image/png',
    buffer: await makePicture({ n: 6, width: 300 }),
  });
  await expect(drawer.getByAltText('Fotografía 1')).toBeVisible();
  await checkAxe(page, 'escribir en un ticket');
  await drawer.getByRole('button', { name: 'Enviar' }).click();
  await expect(drawer).toHaveCount(0);
  await page.getByRole('tab', { name: /Mensajes/ }).click();
  await expect(page.getByText('mañana revisamos la gotera')).toBeVisible();

  const phone = await browser.newContext({ ...PHONE, baseURL: baseURL! });
  await phone.addCookies(await line.cookies());
  const buyer = await phone.newPage();
  await buyer.goto(`/clientes/mi-compra/${sale.code}/ayuda`);
  await opened(buyer);
  await expect(buyer.getByText('mañana revisamos la gotera')).toBeVisible();
  await inspect(buyer, 'ayuda-con-ticket');
  await phone.close();
});
