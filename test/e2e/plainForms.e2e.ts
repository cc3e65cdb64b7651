import { expect } from '@playwright/test';
import { codeFor, fillBuyer, newBuyer, pdf, PHONE } from './support/buyerPages.ts';
import sharp from 'sharp';
import { freshTest as test } from './support/test.ts';

test.use({ ...PHONE, javaScriptEnabled: false });

const photo = () =>
  sharp({ create: { width: 900, height: 560, channels: 3, background: '#d8d2c4' } })
    .jpeg()
    .toBuffer();

const signature = () =>
  sharp(
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="200"><rect width="600" height="200" fill="#fff"/><path d="M40 120q60-120 120 0t120 0 120 0" fill="none" stroke="#123" stroke-width="5"/></svg>',
    ),
  )
    .png()
    .toBuffer();

test('without JavaScript, a purchase works with plain forms, from the model to the signature', async ({
  page,
  baseURL,
}) => {
  const buyer = newBuyer();
  await page.goto('/comprar/1');
  const lot = page.getByLabel('Tu lote');
  await lot.selectOption(await lot.locator('optgroup option:enabled').nth(3).getAttribute('value'));
  await fillBuyer(page, buyer);
  await page.getByRole('button', { name: /continuar/i }).click();
  await page.waitForURL('**/clientes/precontrato/**');

  // All steps are shown one below the other.
  await page.getByRole('checkbox', { name: /Acepto que mis datos/ }).check();
  await page.getByLabel('Número de cédula').fill('8-712-4567');
  await page.getByRole('radio', { name: /^Público/ }).check();
  const person = page.getByRole('group', { name: 'Persona 2' });
  await person.getByLabel('Nombre').fill('Luis Pérez');
  await person.getByLabel('Parentesco').selectOption({ label: 'Hijo(a)' });
  await page
    .locator('#campo-archivo_cedula')
    .setInputFiles({ name: 'frente.jpg', mimeType: 'image/jpeg', buffer: await photo() });
  await page.locator('input[name="cedula_beneficiario[]"]').setInputFiles(
    [1, 2].map((n) => ({
      name: `b${n}.pdf`,
      mimeType: 'application/pdf',
      buffer: pdf(`beneficiario ${n}`),
    })),
  );
  await page.screenshot({ path: 'test/e2e/pictures/precontrato-sin-script.png', fullPage: true });
  const input = (await page.locator('#campo-archivo_cedula').boundingBox())!;
  expect(input.x + input.width, 'wider than the screen').toBeLessThan(PHONE.viewport.width);
  await page.getByRole('button', { name: 'Enviar mi pre-contrato' }).click();
  await page.waitForURL(/\/clientes\/siguiente\/PC-\d{4}-\d{5}$/);
  const code = page.url().split('/').at(-1)!;

  // The e-mail is confirmed by a code; a wrong code shows its error and stays in the field.
  await page.getByRole('button', { name: 'Confirmar mi correo' }).click();
  await page.waitForURL(`**/clientes/siguiente/${code}?codigo=enviado`);
  await expect(page.getByText(/Te enviamos un código de 6 números a a•••@/)).toBeVisible();
  const field = page.getByLabel('Código de 6 números');
  await field.fill('12 34');
  await page.getByRole('button', { name: 'Confirmar', exact: true }).click();
  await expect(field).toHaveAccessibleDescription('Escribe los 6 números del código.');
  await expect(field).toHaveValue('12 34');
  const firstCode = await codeFor(baseURL!, buyer.correo);
  await field.fill(firstCode);
  await page.getByRole('button', { name: 'Confirmar', exact: true }).click();
  await page.waitForURL(`**/clientes/siguiente/${code}`);
  await expect(page.getByRole('button', { name: 'Confirmar mi correo' })).toBeHidden();

  await page.getByRole('link', { name: 'Ver toda mi compra' }).click();
  await page.getByLabel('Monto que pagaste').fill('500.00');
  await page
    .locator('#campo-archivo_comprobante')
    .setInputFiles({ name: 'ach.pdf', mimeType: 'application/pdf', buffer: pdf(`ach ${code}`) });
  await page.getByRole('button', { name: 'Reportar mi pago' }).click();
  await page.waitForURL(`**/clientes/siguiente/${code}`);

  await page.goto(`/clientes/firma/${code}`);
  await page.getByText('Prefiero subir una foto de mi firma').click();
  await page
    .getByLabel('Foto de tu firma')
    .setInputFiles({ name: 'firma.png', mimeType: 'image/png', buffer: await signature() });
  await page.getByRole('button', { name: 'Guardar mi firma' }).click();
  await page.waitForURL(`**/clientes/siguiente/${code}`);
  await page.goto(`/clientes/firma/${code}`);
  await expect(page.getByRole('heading', { name: 'Tu pre-contrato firmado' })).toBeVisible();

  // On another phone the purchase is found again with a code.
  await page.context().clearCookies();
  await page.goto('/clientes/enlace');
  await page.getByLabel('Celular').fill(buyer.celular);
  await page.getByRole('button', { name: 'Enviarme el código' }).click();
  await page.waitForURL('**/clientes/enlace?codigo=enviado');
  await expect(page.getByText(/Si encontramos una compra con esos datos/)).toBeVisible();
  await page.getByLabel('Celular').fill(buyer.celular);
  // Its mail follows in a moment.
  await expect.poll(() => codeFor(baseURL!, buyer.correo)).not.toBe(firstCode);
  await page.getByLabel('Código de 6 números').fill(await codeFor(baseURL!, buyer.correo));
  await page.getByRole('button', { name: 'Entrar a mi compra' }).click();
  await page.waitForURL(new RegExp(`/clientes/[a-z-]+/${code}$`));
});

test(
  'without JavaScript, an error is shown and the typed data are kept',
  { tag: '@deep' },
  async ({ page }) => {
    await page.goto('/comprar/1');
    await fillBuyer(page, newBuyer());
    await page.getByRole('button', { name: /continuar/i }).click();
    await page.getByRole('checkbox', { name: /Acepto que mis datos/ }).check();
    await page.getByLabel('Número de cédula').fill('no es cédula');
    await page.getByRole('button', { name: 'Enviar mi pre-contrato' }).click();
    await expect(page.getByText(/Cédula inválida/)).toBeVisible();
    await page.goto('/clientes/precontrato');
    await expect(page.getByLabel('Número de cédula')).toHaveValue('no es cédula');
    await expect(page.getByLabel('Número de cédula')).toHaveAccessibleDescription(/Cédula inválida/);
  },
);

test(
  'without JavaScript, a visitor asks the assistant and leaves a question for a person',
  { tag: '@deep' },
  async ({ page }) => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Preguntas' }).click();
    await page.getByLabel('Tu pregunta').fill('¿Cuánto cuestan las casas?');
    await page.getByRole('button', { name: 'Preguntar' }).click();
    await expect(page.getByText('Te respondió el asistente automático.')).toBeVisible();

    await page.getByLabel('Tu pregunta').fill('¿Quién ganó el mundial de fútbol?');
    await page.getByRole('button', { name: 'Preguntar' }).click();
    await expect(page.getByText('No tengo esa información.')).toBeVisible();
    await page.getByLabel('Nombre completo').fill('Rosa Díaz');
    await page.getByRole('textbox', { name: 'Celular' }).fill('6555-0199');
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Enviar mi pregunta' }).click();
    await page.waitForURL('**/preguntas?enviada=1');
    await expect(page.getByText('Recibimos tu pregunta.')).toBeVisible();
  },
);
