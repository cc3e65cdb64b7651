import { expect } from '@playwright/test';
import { makePicture } from '#test/papers.ts';
import { buyHouse, openLine, staffLine } from './support/buyer.ts';
import { opened, PHONE } from './support/buyerPages.ts';
import { checkAxe, checkEverywhere, picture, signIn } from './support/pages.ts';
import { freshTest as test } from './support/test.ts';

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
  const theirs = buyer.getByRole('list', { name: 'Mensajes' });
  const question = theirs.getByRole('listitem').filter({ hasText: text });
  await expect(question).toContainText('Enviado');
  // Only who answers the conversation reads it.
  await page.getByRole('combobox', { name: 'Atiende' }).click();
  await page.getByRole('option', { name: 'Marisol Batista' }).click();
  await page.reload();
  await expect(question).toContainText('Leído');
  // The photo may be out of sight: at night more is written by itself.
  await thread.evaluate((list) => list.scrollTo(0, 0));
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
  await expect(theirs).toContainText('En julio de 2027.');
  const photo = theirs.getByRole('img');
  await photo.scrollIntoViewIfNeeded();
  await expect.poll(() => photo.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
  await checkAxe(buyer, 'chat del comprador');
  await picture(buyer, 'chat-comprador', { fullPage: true });
  await phone.close();
});

test(
  'a page that was offline for five minutes has every message once, and sends once what was written there',
  { tag: '@deep' },
  async ({ page, playwright, baseURL }) => {
    const buyer = await openLine(playwright, baseURL!);
    const colleague = await staffLine(playwright, baseURL!, 'coordinador');
    await buyHouse(buyer, colleague);
    const { data } = await buyer.form<{ data: { roomId: string } }>('/clientes/chat/mensajes', {
      content: 'Antes',
    });
    const room = `/api/sale/messages/${data.roomId}`;
    await page.clock.install();
    await signIn(page, 'administrador', `/oficina/chat?bandeja=todas&sala=${data.roomId}`);
    const thread = page.getByRole('log');
    await expect(thread).toContainText('Antes');

    await page.context().setOffline(true);
    await page.getByLabel('Mensaje', { exact: true }).fill('Escrito sin conexión');
    await page.keyboard.press('Enter');
    await expect(thread.getByRole('alert')).toContainText('No se envió.');
    // More than two answers hold.
    for (let n = 1; n <= 120; n += 1) {
      const content = `Mientras ${n}`;
      await (n % 3 === 0
        ? buyer.form('/clientes/chat/mensajes', { content })
        : colleague.form(room, { content }));
    }
    await page.clock.fastForward('05:00');
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Reintentar' }).click();
    await expect(thread.getByRole('alert')).toBeHidden();
    await colleague.form(room, { content: 'Después' });
    await expect(thread).toContainText('Después');

    const wanted = ['Antes', ...Array.from({ length: 120 }, (_, n) => `Mientras ${n + 1}`)];
    const seen = new Set<string>();
    await expect(async () => {
      const all = await thread.getByRole('paragraph').allTextContents();
      const here = all.filter((text) => /^(Antes|Escrito|Mientras|Después)/.test(text));
      expect(new Set(here).size).toBe(here.length);
      for (const text of here) seen.add(text);
      await thread.evaluate((list) => list.scrollBy(0, -300));
      expect([...seen].filter((text) => text.startsWith('Escrito'))).toHaveLength(1);
      expect(wanted.filter((text) => !seen.has(text))).toEqual([]);
    }).toPass({ intervals: [50], timeout: 60_000 });
  },
);
