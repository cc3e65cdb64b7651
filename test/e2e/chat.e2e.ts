import { expect, test } from '@playwright/test';
import { makePicture } from '#test/papers.ts';
import { buyHouse, openLine, staffLine } from './support/buyer.ts';
import { opened, PHONE } from './support/buyerPages.ts';
import { checkAxe, checkEverywhere, picture, signIn } from './support/pages.ts';

test.use({ viewport: { width: 1440, height: 900 } });

test('a buyer writes from a phone with a photo, a colleague answers and files it, and the buyer reads it', async ({
  browser,
  page,
  playwright,
  baseURL,
}) => {
  const line = await openLine(playwright, baseURL!);
  const coordinator = await staffLine(playwright, baseURL!, 'coordinador');
  const sale = await buyHouse(line, coordinator);
  const phone = await browser.newContext({ ...PHONE, baseURL: baseURL! });
  await phone.addCookies(await line.cookies());
  const buyer = await phone.newPage();
  await buyer.goto('/clientes/chat');
  await opened(buyer);
  await expect(buyer.getByText('Escríbenos tu pregunta')).toBeVisible();
  const text = `¿Cuándo entregan mi casa? ${sale.code}`;
  await buyer.getByLabel('Tu mensaje').fill(text);
  await buyer.getByLabel('Fotos o documentos').setInputFiles({
    name: 'carta.png',
    mimeType: 'image/png',
    buffer: await makePicture({ n: 3, width: 300 }),
  });
  await buyer.getByRole('button', { name: 'Enviar' }).click();
  await expect(buyer.getByRole('list', { name: 'Mensajes' })).toContainText(text);
  await expect(buyer.getByLabel('Tu mensaje')).toHaveValue('');
  await buyer.getByLabel('Tu mensaje').fill('Es para mi mamá');
  await buyer.getByRole('button', { name: 'Enviar' }).click();
  await expect(buyer.getByRole('list', { name: 'Mensajes' })).toContainText('Es para mi mamá');

  await signIn(page, 'coordinador', `/oficina/chat?bandeja=todas&q=${sale.person.celular}`);
  await page.getByRole('list', { name: 'Conversaciones' }).getByText(sale.person.nombre).click();
  const thread = page.getByRole('log');
  await expect(thread).toContainText(text);
  await expect(page.getByRole('complementary', { name: 'Persona y ventas' })).toContainText(sale.code);
  await page.getByLabel('Mensaje', { exact: true }).fill('En julio de 2027.');
  await page.keyboard.press('Enter');
  await expect(thread).toContainText('En julio de 2027.');
  await checkEverywhere(page, 'chat');
  await picture(page, 'chat');
  await page.getByRole('button', { name: 'Archivar como documento' }).click();
  await page.getByRole('dialog').getByRole('button').nth(1).click();
  await expect(page.getByText(/adjuntad[ao] correctamente/)).toBeVisible();

  await page.getByRole('button', { name: 'Buscar en la conversación' }).click();
  await page.getByLabel('Palabras de un mensaje').fill('cuando entregan');
  await page.getByRole('dialog').getByRole('button').filter({ hasText: text }).click();
  await expect(page).toHaveURL(/mensaje=1\b/);
  await expect(thread.locator('[aria-current=true]')).toContainText(text);
  await checkAxe(page, 'chat en un mensaje');
  await page.getByRole('button', { name: 'Ir a lo último' }).click();
  await expect(page).not.toHaveURL(/mensaje=/);
  await expect(thread).toContainText('En julio de 2027.');

  // It came by itself.
  await expect(buyer.getByRole('list', { name: 'Mensajes' })).toContainText('En julio de 2027.');
  await checkAxe(buyer, 'chat del comprador');
  await picture(buyer, 'chat-comprador', { fullPage: true });
  await phone.close();
});
