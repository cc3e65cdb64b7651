import { expect } from '@playwright/test';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import {
  attach,
  begin,
  chooseModel,
  codeFor,
  draw,
  fillBuyer,
  freeLot,
  goOn,
  identify,
  inspect,
  newBuyer,
  newPhone,
  opened,
  paper,
  pdf,
  PHONE,
  photograph,
  step,
  storedFile,
} from './support/buyerPages.ts';
import { freshTest as test } from './support/test.ts';

test.use({ ...PHONE });

test('a buyer buys a home on a phone, from the first page to the next step', async ({ page, baseURL }) => {
  await chooseModel(page, 'Guayacán');
  const lot = page.getByLabel('Tu lote');
  const first = await freeLot(page);
  await lot.selectOption(first);
  const buyer = newBuyer();
  await fillBuyer(page, buyer);
  await inspect(page, 'comprar');
  await page.getByRole('button', { name: 'Apartar y continuar' }).click();
  await page.waitForURL('**/clientes/precontrato/**');
  await opened(page);

  await expect(page.getByText(/Apartado para ti: quedan (30:00|29:\d\d)/)).toBeVisible();
  await inspect(page, 'precontrato-datos');
  await identify(page);
  await expect(step(page, 'Tu trabajo')).toBeVisible();
  await page.getByRole('radio', { name: /^Privado/ }).check();
  await page.getByRole('radio', { name: 'Permanente' }).check();
  await inspect(page, 'precontrato-trabajo');
  await goOn(page);

  const person = page.getByRole('group', { name: 'Persona 1' });
  await person.getByLabel('Nombre').fill('Luis Pérez');
  await person.getByLabel('Cédula').fill('8-900-1');
  await person.getByLabel('Parentesco').selectOption({ label: 'Hijo(a)' });
  await page.getByRole('button', { name: 'Agregar beneficiario' }).click();
  await attach(
    paper(page, /primer beneficiario/),
    'beneficiario.pdf',
    'application/pdf',
    pdf('beneficiario'),
  );
  await inspect(page, 'precontrato-familia');
  await goOn(page);

  // A photo of several MB, a rotated one, a HEIC, and PDFs.
  const front = await photograph();
  const side = await photograph({ width: 1600, height: 1200, orientation: 6 });
  expect(front.length).toBeGreaterThan(3_000_000);
  const heic = await readFile(path.join(import.meta.dirname, 'fixtures/cedula.heic'));
  const letter = pdf('carta de trabajo');
  await attach(paper(page, /Cédula.*frente/), 'IMG_0001.JPG', 'image/jpeg', front);
  await attach(paper(page, /reverso/), 'IMG_0002.HEIC', 'image/heic', heic);
  await attach(paper(page, /ficha/i), 'IMG_0003.jpg', 'image/jpeg', side);
  await attach(paper(page, /Carta de trabajo/), 'carta.pdf', 'application/pdf', letter);
  await expect(page.getByText('Cédula/Pasaporte adjuntada correctamente.')).toBeVisible();
  for (const label of [/Cédula.*frente/, /reverso/, /ficha/i, /Carta de trabajo/])
    await expect(paper(page, label).getByText('Adjuntado')).toBeVisible();
  await inspect(page, 'precontrato-papeles');
  await goOn(page);

  await attach(paper(page, /Comprobante/), 'yappy.pdf', 'application/pdf', pdf('comprobante'));
  await expect(paper(page, /Comprobante/).getByText('Adjuntado')).toBeVisible();
  await page.getByLabel('Monto que pagaste').fill('500.00');
  await inspect(page, 'precontrato-pago');
  await goOn(page);

  await draw(page);
  await inspect(page, 'precontrato-firma');
  await page.getByRole('button', { name: 'Guardar firma' }).click();
  await expect(page.getByText('Firma adjuntada correctamente.')).toBeVisible();
  await page.getByRole('button', { name: 'Enviar mi pre-contrato' }).click();
  await page.waitForURL(/\/clientes\/siguiente\/PC-\d{4}-\d{5}$/);
  await opened(page);
  await expect(page.getByText(/Recibimos tu pre-contrato PC-/)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Confirma tu correo' })).toBeVisible();
  await inspect(page, 'siguiente-confirmar');
  await page.getByRole('button', { name: 'Confirmar mi correo' }).click();
  await page.getByLabel('Código de 6 números').fill(await codeFor(baseURL!, buyer.correo));
  await page.getByRole('button', { name: 'Confirmar', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: /Sube 2 documentos/ })).toBeVisible();
  await opened(page);
  await inspect(page, 'siguiente');

  await page.getByRole('link', { name: 'Subir documentos' }).click();
  await opened(page);
  await expect(page.getByText('Estamos verificando tu pago')).toBeVisible();
  await inspect(page, 'mi-compra');

  await page.getByText(/^Ver los .* documentos/).click();
  // The stored photos are upright, at most 1000 × 1000, without metadata; other files are unchanged.
  const seen = await sharp(await storedFile(page, paper(page, /Cédula.*frente/))).metadata();
  expect([seen.format, seen.width, seen.height, seen.exif]).toEqual(['jpeg', 1000, 750, undefined]);
  const turned = sharp(await storedFile(page, paper(page, /ficha/i)));
  expect(await turned.metadata()).toMatchObject({ width: 750, height: 1000 });
  const { data } = await turned.resize(1, 2, { fit: 'fill' }).raw().toBuffer({ resolveWithObject: true });
  expect([data[0]! > data[2]!, data[3]! > data[5]!]).toEqual([true, false]); // red above, blue below
  expect((await sharp(await storedFile(page, paper(page, /reverso/))).metadata()).format).toBe('jpeg');
  const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  expect(sha(await storedFile(page, paper(page, /Carta de trabajo/)))).toBe(sha(letter));

  await page.getByRole('link', { name: 'Ayuda y reparaciones' }).click();
  await opened(page);
  await page.getByLabel('¿De qué se trata?').selectOption('Documentos');
  const asks = page.getByLabel('Cuéntanos qué pasa');
  await asks.fill('¿Qué papel me falta?');
  // The phone closes the page while its camera is open.
  await page.reload();
  await expect(asks).toHaveValue('¿Qué papel me falta?');
  await page.getByRole('button', { name: 'Enviar', exact: true }).click();
  await expect(page.getByText(/Recibimos tu solicitud TK-/)).toBeVisible();
  await page.getByText('Pedir otra cosa').click();
  await expect(asks.first()).toHaveValue('');
  await inspect(page, 'ayuda');
});

test(
  'a lot that another buyer took meanwhile is refused, and the form is kept',
  { tag: '@deep' },
  async ({ page, browser }) => {
    await page.goto('/comprar/2');
    await opened(page);
    const lot = page.getByLabel('Tu lote');
    const wanted = await freeLot(page);
    await lot.selectOption(wanted);
    const buyer = newBuyer();
    await fillBuyer(page, buyer);

    const other = await browser.newPage(PHONE);
    await other.goto(`/comprar/2?lote=${wanted}`);
    await opened(other);
    await fillBuyer(other, newBuyer());
    await other.getByRole('button', { name: 'Apartar y continuar' }).click();
    await other.waitForURL('**/clientes/precontrato/**');
    await other.close();

    await page.getByRole('button', { name: 'Apartar y continuar' }).click();
    const summary = page.getByRole('alert');
    await expect(summary).toContainText('Ese lote acaba de ser tomado por otra persona. Elige otro.');
    await expect(lot).toHaveValue('');
    await expect(lot.locator(`option[value="${wanted}"]`)).toBeDisabled();
    await expect(page.getByLabel('Nombre completo')).toHaveValue(buyer.nombre);
    await expect(page.getByLabel('Celular')).toHaveValue(buyer.celular);
    await inspect(page, 'comprar-tomado');
    await summary.getByRole('link').click();
    await expect(lot).toBeFocused();
    await lot.selectOption(await freeLot(page));
    await page.getByRole('button', { name: 'Apartar y continuar' }).click();
    await page.waitForURL('**/clientes/precontrato/**');
  },
);

test(
  'the form continues on another phone with everything that was typed',
  { tag: '@deep' },
  async ({ page, browser, baseURL }) => {
    const buyer = await begin(page);
    await identify(page);
    await page.getByRole('radio', { name: /^Jubilado/ }).check();
    await expect(page.getByRole('radio', { name: 'Permanente' })).toBeDisabled();
    await expect(page.getByText('Guardado', { exact: true })).toBeVisible();

    const telephone = await browser.newContext({ ...PHONE, baseURL: baseURL! });
    const other = await telephone.newPage();
    await other.goto('/clientes/siguiente');
    await opened(other);
    await expect(other.getByRole('heading', { name: 'Encuentra tu compra' })).toBeVisible();
    await inspect(other, 'enlace');
    await other.getByLabel('Celular').fill(buyer.celular);
    await other.getByRole('button', { name: 'Enviarme el código' }).click();
    await expect(other.getByLabel('Código de 6 números')).toBeVisible();
    await other.getByLabel('Código de 6 números').fill(await codeFor(baseURL!, buyer.correo));
    await inspect(other, 'enlace-codigo');
    await other.getByRole('button', { name: 'Entrar a mi compra' }).click();
    await other.getByRole('link', { name: 'Completar formulario' }).click();
    await opened(other);
    await other
      .getByRole('link', { name: /Trabajo/ })
      .first()
      .click();
    await expect(other.getByRole('radio', { name: /^Jubilado/ })).toBeChecked();
    await other
      .getByRole('link', { name: /Tus datos/ })
      .first()
      .click();
    await expect(other.getByLabel('Número de cédula')).toHaveValue('8-712-4567');

    // Another phone number requires a code: the phone may belong to a stranger.
    await other.getByLabel('Celular').fill(newPhone());
    await other.getByLabel('Celular').blur();
    await expect(other.getByRole('dialog')).toBeVisible();
    await telephone.close();
  },
);

test('errors appear at their fields and above the form, with links to the fields', async ({ page }) => {
  await begin(page);
  // The error shown on blur must not swallow the click on the button.
  await page.getByLabel('Número de cédula').fill('8-712');
  await goOn(page);
  await expect(page.getByText('Marca la casilla para permitir el uso de tus datos.')).toBeVisible();
  await identify(page);
  await page
    .getByRole('link', { name: /Tus datos/ })
    .first()
    .click();
  // The draft's answer comes after the form was sent: it must not take the errors away.
  const late = Promise.withResolvers<void>();
  await page.route('**/clientes/precontrato/borrador/**', async (route) => {
    await late.promise;
    await route.continue();
  });
  await page.getByLabel('Nombre completo').fill('');
  await page.getByLabel('Correo').fill('ana@correo');
  await page
    .getByRole('link', { name: /Firma y envío/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Enviar mi pre-contrato' }).click();
  const summary = page.getByRole('alert').filter({ hasText: 'Por favor, verifique los siguientes campos' });
  await expect(summary).toBeVisible();
  await expect(summary).toBeInViewport();
  await inspect(page, 'precontrato-faltas');
  late.resolve();
  await expect(page.getByText('Guardado', { exact: true })).toBeVisible();
  await summary.getByRole('link', { name: 'Escribe tu nombre.' }).click();
  await expect(page.getByLabel('Nombre completo')).toBeFocused();
  await expect(page.getByLabel('Nombre completo')).toHaveAccessibleDescription('Escribe tu nombre.');
  await expect(page.getByLabel('Correo')).toHaveAccessibleDescription(/correo válido/);
  await page.goBack();
  await expect(step(page, 'Revisa, firma y envía')).toBeVisible();
});

test('the keyboard alone is enough to buy and to fill in the form', { tag: '@deep' }, async ({ page }) => {
  await page.goto('/comprar/1');
  await opened(page);
  await page.getByLabel('Tu lote').focus();
  await page.keyboard.press('Tab');
  const { nombre, celular, correo } = newBuyer();
  for (const text of [nombre, celular, correo]) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await page.waitForURL('**/clientes/precontrato/**');
  await opened(page);
  await page.getByLabel('Correo').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(page.getByRole('checkbox', { name: /Acepto/ })).toBeChecked();
  await page.keyboard.press('Tab'); // the privacy page
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Pasaporte' })).toBeChecked();
  await page.keyboard.press('Tab');
  await page.keyboard.type('PA0123456');
  await page.keyboard.press('Tab'); // how they heard of us
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: /Tu trabajo/ })).toBeFocused();
});

test('a lost response and an impatient second click create only one purchase', async ({ page }) => {
  await begin(page);
  await identify(page);
  await page
    .getByRole('link', { name: /Firma y envío/ })
    .first()
    .click();
  const codes: string[] = [];
  await page.route('**/clientes/precontrato', async (route) => {
    const answer = await route.fetch();
    codes.push(((await answer.json()) as { precontratoCodigo: string }).precontratoCodigo);
    if (codes.length === 1) await route.abort('connectionreset');
    else await route.fulfill({ response: answer });
  });
  const send = page.getByRole('button', { name: 'Enviar mi pre-contrato' });
  await send.click();
  await expect(page.getByRole('alert').filter({ hasText: 'Error al enviar los datos.' })).toBeVisible();
  await expect(page.getByText('Ana Lucía Pérez')).toBeVisible();
  await send.dblclick();
  await page.waitForURL(/\/clientes\/siguiente\/PC-/);
  expect(codes).toHaveLength(2);
  expect(codes[0]).toBe(codes[1]);
  await expect(page.getByRole('navigation', { name: 'Tus otras compras' })).toHaveCount(0);
});
