import { expect, type Page } from '@playwright/test';
import {
  attach,
  begin,
  draw,
  identify,
  inspect,
  newPhone,
  opened,
  paper,
  pdf,
  PHONE,
} from './support/buyerPages.ts';
import { freshTest as test } from './support/test.ts';

test.use({ ...PHONE });

/** Sends the form without a signature; returns the sale's code. */
async function send(page: Page): Promise<string> {
  await begin(page);
  await identify(page);
  await page
    .getByRole('link', { name: /Firma y envío/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Enviar mi pre-contrato' }).click();
  await page.waitForURL(/\/clientes\/siguiente\/PC-/);
  await opened(page);
  return page.url().split('/').at(-1)!;
}

/** Draws one straight line across the panel. */
async function stroke(page: Page): Promise<void> {
  const canvas = page.locator('canvas');
  await canvas.scrollIntoViewIfNeeded();
  const box = (await canvas.boundingBox())!;
  await page.mouse.move(box.x + 50, box.y + 90);
  await page.mouse.down();
  await page.mouse.move(box.x + 250, box.y + 94, { steps: 12 });
  await page.mouse.up();
}

test(
  'an empty panel shows an error; a drawing survives a rotated phone and is saved',
  { tag: '@deep' },
  async ({ page }) => {
    const code = await send(page);
    await page.goto(`/clientes/firma/${code}`);
    await opened(page);
    await expect(page.getByRole('article')).toContainText(`Pre-contrato ${code}`);
    await page.getByRole('button', { name: 'Guardar mi firma' }).click();
    await expect(page.getByText('Debe dibujar su firma en el panel indicado.')).toBeVisible();
    await inspect(page, 'firma');

    await stroke(page);
    await expect(page.getByRole('img', { name: 'Tu firma', exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Guardar mi firma' }).click();
    await expect(page.getByText('Una sola raya no es una firma. Firma como en tu documento.')).toBeVisible();
    await inspect(page, 'firma-raya');
    await page.getByRole('button', { name: 'Deshacer' }).click();
    await expect(page.getByRole('img', { name: 'Panel de firma, vacío' })).toBeVisible();
    await draw(page);
    await page.getByRole('button', { name: 'Borrar' }).click();
    await expect(page.getByRole('img', { name: 'Panel de firma, vacío' })).toBeVisible();
    await draw(page);
    const ink = () =>
      page.locator('canvas').evaluate((canvas) => {
        const { width, height } = canvas as HTMLCanvasElement;
        const { data } = (canvas as HTMLCanvasElement).getContext('2d')!.getImageData(0, 0, width, height);
        let dark = 0;
        for (let at = 0; at < data.length; at += 4) if (data[at]! < 128) dark++;
        return [dark > 100, Math.round(width / canvas.clientWidth / devicePixelRatio)];
      });
    expect(await ink()).toEqual([true, 1]);
    await page.setViewportSize({ width: 740, height: 360 });
    await expect.poll(ink).toEqual([true, 1]);
    await page.setViewportSize(PHONE.viewport);
    await expect.poll(ink).toEqual([true, 1]);

    await page.getByRole('button', { name: 'Guardar mi firma' }).click();
    await expect(page.getByRole('dialog', { name: 'Datos enviados correctamente.' })).toBeVisible();
    await page.waitForURL(`**/clientes/siguiente/${code}`);
    await page.goto(`/clientes/firma/${code}`);
    await expect(page.getByRole('heading', { name: 'Tu pre-contrato firmado' })).toBeVisible();
    await inspect(page, 'firma-hecha');
  },
);

test('an unsaved drawing is sent with the form', { tag: '@deep' }, async ({ page }) => {
  await begin(page);
  await identify(page);
  await page
    .getByRole('link', { name: /Firma y envío/ })
    .first()
    .click();
  await draw(page);
  await inspect(page, 'precontrato-firma');
  await page.getByRole('button', { name: 'Enviar mi pre-contrato' }).click();
  await page.waitForURL(/\/clientes\/siguiente\/PC-/);
  await page.goto(`/clientes/firma/${page.url().split('/').at(-1)!}`);
  await expect(page.getByRole('heading', { name: 'Tu pre-contrato firmado' })).toBeVisible();
});

test('a buyer who does not want to sign gives a reason', { tag: '@deep' }, async ({ page }) => {
  const code = await send(page);
  await page.goto(`/clientes/firma/${code}`);
  await opened(page);
  await page.getByRole('button', { name: 'Rechazar la firma' }).click();
  const dialog = page.getByRole('dialog', { name: '¿No quieres firmar?' });
  await dialog.getByRole('button', { name: 'Rechazar la firma' }).click();
  await expect(dialog.getByLabel('Motivo')).toHaveAccessibleDescription(/Cuéntanos el motivo/);
  await inspect(page, 'firma-rechazo');
  await dialog.getByLabel('Motivo').fill('El precio no es el que acordamos.');
  await dialog.getByRole('button', { name: 'Rechazar la firma' }).click();
  await expect(page.getByRole('dialog', { name: 'Solicitud procesada correctamente.' })).toBeVisible();
  await page.waitForURL(`**/clientes/siguiente/${code}`);
});

test(
  'the separation is reported, and a document sent later, from «Mi compra»',
  { tag: '@deep' },
  async ({ page }) => {
    const code = await send(page);
    await expect(page.getByRole('heading', { level: 1, name: 'Paga y reporta tu separación' })).toBeVisible();
    await page.getByRole('link', { name: 'Reportar separación' }).click();
    await page.waitForURL(`**/clientes/mi-compra/${code}#separacion`);
    await opened(page);
    await page.getByRole('button', { name: 'Reportar mi pago' }).click();
    await expect(page.getByRole('alert')).toContainText(
      'Adjunta el comprobante de tu pago y escribe el monto.',
    );
    await page.getByLabel('Monto que pagaste').fill('500');
    await attach(paper(page, 'Comprobante de pago'), 'yappy.pdf', 'application/pdf', pdf(`yappy ${code}`));
    await page.getByRole('button', { name: 'Reportar mi pago' }).click();
    await page.waitForURL(`**/clientes/siguiente/${code}`);
    await opened(page);
    // The form left out the work data, which decide on the income documents.
    await expect(page.getByRole('heading', { level: 1, name: 'Dinos en qué trabajas' })).toBeVisible();
    await page.getByRole('link', { name: 'Ver toda mi compra' }).click();
    await opened(page);
    await attach(paper(page, /Recibo/), 'recibo.pdf', 'application/pdf', pdf(`recibo ${code}`));
    await expect(paper(page, /Recibo/).getByText('Cargado')).toBeVisible();
  },
);

test(
  'another phone number opens a dialog, and its close button opens the chat; nothing is lost',
  { tag: '@deep' },
  async ({ page, context }) => {
    await begin(page);
    // Tests send no request to other hosts.
    await context.route('https://wa.me/**', (route) => route.fulfill({ body: 'chat' }));
    const phone = newPhone();
    await page.getByLabel('Celular').fill(phone);
    await page.getByLabel('Celular').blur();
    const dialog = page.getByRole('dialog', { name: 'Cambiaste tu celular' });
    await expect(dialog).toBeVisible();
    await inspect(page, 'precontrato-celular');
    const chat = context.waitForEvent('page');
    await dialog.getByRole('link', { name: 'Cerrar y abrir el chat' }).click();
    expect((await chat).url()).toMatch(/^https:\/\/wa\.me\/507\d{7,8}$/);
    await expect(dialog).toBeHidden();
    await expect(page.getByLabel('Celular')).toHaveValue(phone);
  },
);
