import { expect, type Page } from '@playwright/test';
import { buyHouse, openLine, staffLine, type Bought, type Line } from './support/buyer.ts';
import { opened } from './support/buyerPages.ts';
import { checkEverywhere, picture, signIn } from './support/pages.ts';
import { test } from './support/test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

let coordinator: Line;
let buyer: Line;
let sale: Bought;

test.beforeAll(async ({ playwright, baseURL }) => {
  coordinator = await staffLine(playwright, baseURL ?? '', 'coordinador');
  buyer = await openLine(playwright, baseURL ?? '');
  sale = await buyHouse(buyer, coordinator);
});
test.afterAll(async () => {
  await coordinator.end();
  await buyer.end();
});

test('a buyer fills in a page and corrects an error; the office sees the page and verifies it', async ({
  page,
  context,
}) => {
  await context.addCookies(await buyer.cookies());
  const address = `/tramites/${sale.code}/datos-bancarios`;
  await page.goto(`${address}?pagina=2`);
  await opened(page);
  await page.getByLabel(/Empresa o institución/).fill('Comercial Istmo, S.A.');
  await page.getByLabel(/Cargo u ocupación/).fill('Contadora');
  // A typed date that does not exist is refused at its field and kept.
  const since = page.getByLabel(/Desde cuándo/);
  await since.fill('31/02/2019');
  await page.getByLabel(/Ingreso mensual bruto/).fill('mil');
  await page.getByRole('button', { name: 'Guardar y seguir' }).click();
  await expect(page.getByRole('alert')).toContainText('monto inválido');
  await expect(since).toHaveAccessibleDescription(/escribe una fecha que exista/);
  await expect(since).toHaveValue('31/02/2019');
  await checkEverywhere(page, 'datos-bancarios-cliente');
  await since.fill('1/3/2019');
  await since.blur();
  await expect(since).toHaveValue('01-03-2019');
  await page.getByLabel(/Ingreso mensual bruto/).fill('1,850.50');
  await page.getByRole('button', { name: 'Guardar y seguir' }).click();
  await page.waitForURL(/pagina=3/);
  await expect(page.getByRole('heading', { level: 2, name: 'Obligaciones y referencias' })).toBeVisible();
  // Only saved pages are stored. `ignorar_pagina` in the URL submits the page automatically to skip it.
  await page.goto(`${address}?pagina=3&ignorar_pagina=1`);
  await page.waitForURL(/pagina=4/);

  await signIn(page, 'coordinador', `/oficina/datos-bancarios/${sale.code}?pagina=2`);
  await expect(page.getByText('Comercial Istmo, S.A.')).toBeVisible();
  await checkEverywhere(page, 'datos-bancarios');
  await picture(page, 'datos-bancarios');
  await page.getByRole('button', { name: 'Verificar' }).first().click();
  await expect(page.getByText('Verificada por', { exact: false })).toBeVisible();
  await page.getByText('Qué le falta a cada banco').first().click();
  await expect(page.getByRole('table', { name: 'Datos que faltan, por banco' })).toBeVisible();
  await page.getByRole('button', { name: 'Cargar CSV' }).click();
  await page.getByRole('button', { name: 'Probar' }).click();
  await expect(page.getByText('Por favor, especifique la ruta al archivo a cargar!')).toBeVisible();
});

test('without JavaScript, a date that does not exist is refused at its field, and the typed values stay', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  await context.addCookies(await buyer.cookies());
  const page = await context.newPage();
  await page.goto(`/tramites/${sale.code}/datos-bancarios?pagina=1`);
  const born = page.getByLabel(/Fecha de nacimiento/);
  await born.fill('31/02/1990');
  await page.getByLabel(/Nacionalidad/).fill('Panameña');
  await page.getByRole('button', { name: 'Guardar y seguir' }).click();
  await expect(page.getByText('escribe una fecha que exista', { exact: false })).toBeVisible();
  await page.goto(`/tramites/${sale.code}/datos-bancarios?pagina=1`);
  await expect(born).toHaveAccessibleDescription(/escribe una fecha que exista/);
  await expect(born).toHaveValue('31/02/1990');
  await expect(page.getByLabel(/Nacionalidad/)).toHaveValue('Panameña');
  await context.close();
});

test('the office corrects a date in its own field, day first', { tag: '@deep' }, async ({ page }) => {
  await signIn(page, 'coordinador', `/oficina/datos-bancarios/${sale.code}?pagina=1`);
  await page
    .getByRole('button', { name: /Corregir/ })
    .first()
    .click();
  const drawer = page.getByRole('dialog', { name: /Corregir/ });
  await expect(drawer.getByText('Escribió «31/02/1990», que no es una fecha.')).toBeVisible();
  await drawer.getByLabel('Fecha de nacimiento').fill('28/02/1990');
  await checkEverywhere(page, 'corregir-datos-bancarios');
  await drawer.getByRole('button', { name: 'Guardar la página' }).click();
  await expect(drawer).toBeHidden();
  await expect(page.getByText('28-02-1990')).toBeVisible();
});

test(
  'a missing declaration gets the focus; after ticking it, sending again succeeds and is confirmed',
  { tag: '@deep' },
  async ({ page, context }) => {
    await context.addCookies(await buyer.cookies());
    await page.setViewportSize({ width: 360, height: 740 });
    for (const [at, fields] of FILLED.entries()) {
      const headers = { accept: 'application/json', 'x-csrf-token': await tokenOf(page) };
      const multipart = { ...fields, codigo: sale.code, pagina: String(at + 1) };
      const answer = await page.request.post('/tramites/datos-bancarios', { headers, multipart });
      // A page that the office has already verified stays unchanged (409).
      expect([200, 409], await answer.text()).toContain(answer.status());
    }
    await page.goto(`/tramites/${sale.code}/datos-bancarios?pagina=6`);
    await opened(page);
    await page.getByRole('button', { name: 'Enviar mis datos' }).click();
    const declaration = page.locator('#campo-declaracion');
    await expect(declaration).toBeFocused();
    await declaration.check();
    await page.getByRole('button', { name: 'Enviar mis datos' }).click();
    await page.waitForURL('**/clientes/mi-compra/**');
    await expect(page.getByText('Datos enviados correctamente.')).toBeVisible();
  },
);

/** The filled-in pages before the last one. */
const FILLED: readonly Record<string, string>[] = [
  {
    email: 'ana@correo.test',
    fecha_nacimiento: '31-12-1990',
    nacionalidad: 'Panameña',
    estado_civil: 'Soltero(a)',
    dependientes: '2',
    provincia: 'Panamá Oeste',
    distrito: 'La Chorrera',
    direccion: 'Calle 4, casa 12',
    tipo_vivienda: 'Alquilada',
  },
  { empresa: 'Istmo', ocupacion: 'Contadora', fecha_ingreso: '2019-03-01', salario_mensual: '1,850.50' },
  {
    sin_deudas: '1',
    'referencias[0][nombre]': 'Luis Núñez',
    'referencias[0][celular]': '6123-4567',
  },
  { codeudor: 'No' },
  { abono: '5,000.00', plazo_anos: '30', uso_vivienda: 'Vivienda principal', primera_vivienda: 'Sí' },
];

const tokenOf = async (page: Page) => {
  const answer = await page.request.get('/api/csrf');
  return ((await answer.json()) as { data: { token: string } }).data.token;
};
