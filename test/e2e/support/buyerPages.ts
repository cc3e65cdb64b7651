import { expect, request, type Locator, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { checkAxe, picture, schemesFor } from './pages.ts';

/** Helpers shared by the buyers' browser tests. */

/** The smallest common phone. */
export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } as const;

let count = 0;
/** A phone number that is unique in this run: one phone number holds one lot. */
export const newPhone = () =>
  `6${String(process.pid % 1000).padStart(3, '0')}-${String(Date.now() % 1000).padStart(3, '0')}${count++ % 10}`;

export const opened = (page: Page) => page.waitForSelector('html[data-ready]', { state: 'attached' });

/** Checks axe and the width, and saves a picture: in both color schemes under `npm run test:deep`, else in one. */
export async function inspect(page: Page, name: string): Promise<void> {
  for (const colorScheme of schemesFor()) {
    await page.emulateMedia({ colorScheme });
    await checkAxe(page, name);
    await picture(page, `${name}-${page.viewportSize()!.width}-${colorScheme}`, { fullPage: true });
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

interface Buyer {
  nombre: string;
  celular: string;
  correo: string;
}
export const newBuyer = (): Buyer => {
  const celular = newPhone();
  return { nombre: 'Ana Lucía Pérez', celular, correo: `ana.${celular.replace('-', '')}@correo.com` };
};

/** Goes from the first page to a model's form, as a visitor would. */
export async function chooseModel(page: Page, model: string): Promise<void> {
  await page.goto('/');
  await page
    .getByRole('link', { name: /Residencial Valle Sereno/ })
    .first()
    .click();
  await page.getByRole('link', { name: new RegExp(`Comprar ahora.*${model}`) }).click();
  await expect(page.getByRole('heading', { level: 1, name: model })).toBeVisible();
  await opened(page);
}

export async function fillBuyer(page: Page, { nombre, celular, correo }: Buyer): Promise<void> {
  await page.getByLabel('Nombre completo').fill(nombre);
  await page.getByLabel('Celular').fill(celular);
  await page.getByLabel('Correo').fill(correo);
}

/** Starts a purchase without a lot; ends on the pre-contract form. */
export async function begin(page: Page, buyer = newBuyer()): Promise<Buyer> {
  await page.goto('/comprar/1');
  await opened(page);
  await fillBuyer(page, buyer);
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.waitForURL('**/clientes/precontrato/**');
  await opened(page);
  return buyer;
}

export const step = (page: Page, name: string) => page.getByRole('region', { name });

export async function goOn(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: /^Siguiente:/ })
    .filter({ visible: true })
    .click();
}

/** Completes the first step: consent and cédula. */
export async function identify(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /Acepto que mis datos/ }).check();
  await page.getByLabel('Número de cédula').fill('8-712-4567');
  await goOn(page);
}

/** A document's slot, by its label. */
export const paper = (page: Page, label: RegExp | string) => page.getByRole('group', { name: label });

/** Chooses a file, like the system's file dialog. */
export const attach = (slot: Locator, name: string, mimeType: string, buffer: Buffer) =>
  slot.locator('input[type=file][id^=campo-]').setInputFiles({ name, mimeType, buffer });

/** The stored bytes of a document, through the page's own link. */
export async function storedFile(page: Page, slot: Locator): Promise<Buffer> {
  const address = await slot.getByRole('link', { name: /^Ver/ }).getAttribute('href');
  const answer = await page.request.get(address!);
  expect(answer.ok()).toBe(true);
  return answer.body();
}

export async function draw(page: Page): Promise<void> {
  const canvas = page.locator('canvas');
  await canvas.scrollIntoViewIfNeeded();
  // The panel does not draw before its script is loaded.
  await expect(async () => {
    const box = (await canvas.boundingBox())!;
    await page.mouse.move(box.x + 50, box.y + 90);
    await page.mouse.down();
    for (let at = 0; at < 24; at++)
      await page.mouse.move(box.x + 50 + at * 8, box.y + 90 + 36 * Math.sin(at / 2));
    await page.mouse.up();
    await expect(page.getByRole('img', { name: 'Panel de firma, con tu firma' })).toBeVisible({
      timeout: 500,
    });
  }).toPass();
}

/** A photo of several MB: incompressible grain, red on the left and blue on the right, as the sensor saw it. */
export async function photograph({ width = 4000, height = 3000, orientation = 1 } = {}): Promise<Buffer> {
  const grain = await sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 26 },
    },
  })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const half = (background: string) =>
    sharp({ create: { width: width / 2, height, channels: 3, background } })
      .png()
      .toBuffer();
  return sharp(grain.data, { raw: grain.info })
    .composite([
      { input: await half('#c02020'), left: 0, top: 0, blend: 'overlay' },
      { input: await half('#2020c0'), left: width / 2, top: 0, blend: 'overlay' },
    ])
    .withMetadata({ orientation })
    .jpeg({ quality: 88 })
    .toBuffer();
}

/** A small valid PDF. */
export const pdf = (text: string) =>
  Buffer.from(
    `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>endobj\n% ${text}\ntrailer<</Root 1 0 R>>\n%%EOF\n`,
  );

/** The newest mail of that kind to an address, read from the outbox by a coordinator. */
export async function mailTo(baseURL: string, tipo: string, email: string): Promise<string> {
  const office = await request.newContext({ baseURL });
  const { token } = (await (
    await office.post('/api/login', {
      data: { email: 'coordinador@demo.llave', password: process.env['DEMO_PASSWORD'] },
    })
  ).json()) as { token: string };
  const headers = { authorization: `Bearer ${token}` };
  let body = '';
  // A job writes the mail, so retry.
  await expect(async () => {
    const list = await office.get('/api/outbox', { headers, params: { tipo, q: email } });
    const [newest] = ((await list.json()) as { data: { id: number }[] }).data;
    const data = { motivo: 'Se lo doy por mano en esta prueba' };
    const mail = await office.post(`/api/outbox/${newest!.id}/mirar`, { headers, data });
    body = ((await mail.json()) as { data: { body: string } }).data.body;
  }).toPass();
  await office.dispose();
  return body;
}

/** The code in the newest mail to a buyer. */
export async function codeFor(baseURL: string, email: string): Promise<string> {
  const body = await mailTo(baseURL, 'codigo', email);
  return /(\d{3}) (\d{3})/.exec(body)!.slice(1).join('');
}

/** A free lot in the page's field. Each worker takes from its own part of the list, so they do not compete for a lot. */
export async function freeLot(page: Page): Promise<string> {
  const free = page.getByLabel('Tu lote').locator('optgroup option:enabled');
  const { parallelIndex, config } = test.info();
  const own = Math.floor((await free.count()) / config.workers) * parallelIndex;
  return (await free.nth(own).getAttribute('value'))!;
}
