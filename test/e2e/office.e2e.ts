import { expect } from '@playwright/test';
import sharp from 'sharp';
import { DEEP } from '#test/deep.ts';
import { checkAxe, checkPages, signIn, visit } from './support/pages.ts';
import { test } from './support/test.ts';

const photograph = () =>
  sharp({ create: { width: 1280, height: 960, channels: 3, background: '#3f8f5f' } })
    .jpeg()
    .toBuffer();

test(
  'an administrator creates a project with a model, a block of lots and a picture, and buyers see it',
  { tag: '@deep' },
  async ({ page, browser }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn(page, 'administrador', '/oficina/proyectos');
    await page.getByRole('button', { name: 'Nuevo proyecto' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('Nombre').fill('Jardines del Istmo');
    await expect(drawer.getByLabel('Dirección de su página')).toHaveValue('jardines-del-istmo');
    await drawer.getByLabel('Descripción').fill('Casas frescas junto al río.');
    await drawer.getByLabel('Provincia').selectOption('Panamá Oeste');
    await drawer.getByRole('combobox', { name: 'Distrito' }).fill('Arraiján');
    await checkAxe(page, 'form of a project');
    // Missing fields show their error, and nothing is sent.
    await drawer.getByRole('button', { name: 'Crear proyecto' }).click();
    await expect(drawer.getByText('Este dato hace falta.')).toBeVisible();
    await drawer.getByLabel('Separación').fill('300');
    await drawer.getByRole('button', { name: 'Crear proyecto' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Jardines del Istmo' })).toBeVisible();
    await expect(page.getByText('Sin publicar')).toBeVisible();
    const publish = page.getByRole('button', { name: /^Publicar proyecto/ });
    await expect(publish).toHaveAttribute('aria-disabled', 'true');

    await page.getByRole('tab', { name: 'Modelos' }).click();
    await page.getByRole('button', { name: 'Agregar modelo' }).click();
    await drawer.getByRole('textbox', { name: 'Nombre', exact: true }).fill('Cedro');
    await drawer.getByRole('textbox', { name: 'Precio', exact: true }).fill('82,500.00');
    await drawer.getByLabel('Área (m²)').fill('76');
    await checkAxe(page, 'form of a model');
    await drawer.getByRole('button', { name: 'Agregar modelo' }).click();
    await expect(page.getByRole('row', { name: /Cedro.*USD\s82,500\.00/ })).toBeVisible();

    await page.getByRole('tab', { name: 'Imágenes' }).click();
    await page.getByRole('button', { name: 'Agregar imagen: Modelo Cedro' }).click();
    await drawer
      .locator('input[type=file]')
      .setInputFiles({ name: 'cedro.jpg', mimeType: 'image/jpeg', buffer: await photograph() });
    await drawer.getByRole('button', { name: 'Agregar', exact: true }).click();
    await expect(drawer.getByText('Describe lo que se ve, para quien no puede verlo.')).toBeVisible();
    await checkAxe(page, 'form of a picture');
    await drawer.getByLabel('Qué se ve').fill('Casa Cedro de frente, con jardín');
    await drawer.getByRole('button', { name: 'Agregar', exact: true }).click();
    await expect(page.getByRole('img', { name: 'Casa Cedro de frente, con jardín' })).toBeVisible();

    await page.getByRole('tab', { name: 'Datos' }).click();
    await page.getByRole('link', { name: 'Ver los lotes del proyecto' }).click();
    await page.getByRole('button', { name: 'Nueva manzana' }).first().click();
    await drawer.getByLabel('Manzana').fill('a');
    await drawer.getByLabel('Área de cada uno (m²)').fill('210');
    await expect(drawer.getByText('12 lotes: A-01 a A-12')).toBeVisible();
    await checkAxe(page, 'form of a block');
    await drawer.getByRole('button', { name: 'Crear lotes' }).click();
    await expect(page.getByText('Se crearon 12 lotes.')).toBeVisible();
    await page.getByRole('button', { name: /^A-12/ }).click();
    await drawer.getByLabel('Fuera de la venta').check();
    await drawer.getByLabel('Motivo').fill('Casa modelo');
    await drawer.getByRole('button', { name: 'Guardar lote' }).click();
    await expect(page.getByRole('row', { name: /A-12.*No disponible.*Casa modelo/ })).toBeVisible();

    await visit(page, '/oficina/proyectos');
    await page.getByRole('link', { name: 'Jardines del Istmo' }).click();
    // Buyers need an account to pay into.
    await expect(publish).toHaveAttribute('aria-disabled', 'true');
    await page.getByRole('link', { name: 'Cuenta a la que pagan los compradores' }).click();
    await page.getByRole('button', { name: 'Cambiar cuentas' }).click();
    await drawer.getByRole('combobox', { name: 'Cuentas' }).click();
    await page.getByRole('listbox', { name: 'Cuentas' }).getByRole('option').first().click();
    await page.keyboard.press('Tab');
    await drawer.getByLabel('Los compradores pagan a').selectOption({ index: 1 });
    await drawer.getByRole('button', { name: 'Guardar cuentas' }).click();
    await publish.click();
    await expect(page.getByText('Publicado', { exact: true })).toBeVisible();

    await page.getByRole('tab', { name: 'Datos' }).click();
    const address = await page.getByRole('link', { name: 'Ver la página pública' }).getAttribute('href');
    const visitor = await browser.newPage();
    await visitor.goto(address ?? '');
    await expect(visitor.getByRole('heading', { level: 1, name: 'Jardines del Istmo' })).toBeVisible();
    await expect(visitor.getByText('82,500.00').first()).toBeVisible();
    await expect(
      visitor.getByRole('img', { name: 'Casa Cedro de frente, con jardín' }).first(),
    ).toBeVisible();
    await expect(visitor.getByText(/11 lotes/).first()).toBeVisible();
    await visitor.close();
  },
);

test(
  'a list is reordered with the keyboard, and a row is archived and restored',
  { tag: '@deep' },
  async ({ page }) => {
    await signIn(page, 'administrador', '/oficina/listas/origen');
    const labels = page.getByRole('listitem').locator('p:first-child');
    await expect(labels.first()).toHaveText('Sitio web');
    const down = page.getByRole('button', { name: 'Bajar Sitio web' });
    await down.focus();
    await page.keyboard.press('Enter');
    await expect(labels.nth(1)).toHaveText('Sitio web');
    await expect(down).toBeFocused();
    await page.reload();
    await expect(labels.nth(1)).toHaveText('Sitio web');

    await page.getByRole('button', { name: 'Agregar', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Nombre').fill('Radio');
    await checkAxe(page, 'form of a row');
    await page.getByRole('dialog').getByRole('button', { name: 'Agregar', exact: true }).click();
    await page.getByRole('button', { name: 'Archivar Radio' }).click();
    await expect(page.getByRole('button', { name: 'Archivar Radio' })).toBeHidden();
    await page.getByRole('button', { name: 'Deshacer' }).click();
    await expect(page.getByRole('button', { name: 'Archivar Radio' })).toBeVisible();
  },
);

test('the outbox shows a coordinator a mail with its link', { tag: '@deep' }, async ({ page }) => {
  await signIn(page, 'coordinador', '/oficina/correos?tipo=precontrato_recibido');
  await expect(page.getByRole('navigation', { name: 'Dónde estás' })).toHaveText(/Administración.*Correos/);
  await page
    .getByRole('button', { name: /Recibimos tu pre-contrato/ })
    .first()
    .click();
  await page.getByRole('tab', { name: 'Solo texto' }).click();
  await page.getByRole('button', { name: 'Ver el código o enlace' }).click();
  await page.getByLabel('Motivo').fill('Se lo doy por mano en la sala de ventas');
  await page.getByRole('button', { name: 'Ver', exact: true }).click();
  await expect(page.getByRole('dialog').getByText(/token=[\w-]{20,}/)).toBeVisible();
  await checkAxe(page, 'a mail');
});

const PAGES = [
  '/oficina',
  '/oficina/proyectos',
  '/oficina/proyectos/1',
  '/oficina/proyectos/1?tab=modelos',
  '/oficina/proyectos/1?tab=imagenes',
  '/oficina/proyectos/1?tab=equipo',
  '/oficina/lotes',
  '/oficina/lotes?lote=3',
  '/oficina/viviendas',
  '/oficina/viviendas?vivienda=1',
  '/oficina/servidor-de-correo',
  '/oficina/estado',
  '/oficina/novedades',
  '/oficina/manual/administrar-el-sistema',
  '/oficina/correos',
  '/oficina/correos?correo=1',
] as const;

checkPages('the pages of the office', PAGES);

checkPages('pages that no journey opens', [
  '/oficina/listas-por-correo',
  '/oficina/modelos',
  '/oficina/importar',
  '/oficina/conciliar',
  '/oficina/dinero-recibido',
  '/oficina/extractos/reglas',
  '/oficina/formularios-bancarios',
]);

/** A heading on each role's home page. */
const HOMES = [
  ['gerencia', 'Te toca a ti'],
  ['coordinador', 'Te toca a ti'],
  ['asesor', 'Te toca a ti'],
  ['procesador', 'Te toca a ti'],
  ['abogado', 'Te toca a ti'],
  ['contabilidad', 'Te toca a ti'],
  ['proyectos', 'Proyectos'],
  ['inspector', 'Proyectos'],
  ['residente', 'Proyectos'],
  ['compras', 'Proyectos'],
  ['permisos', 'Proyectos'],
  ['postventa', 'Te toca a ti'],
  ['auditor', 'Lo último que entró'],
  ['soporte', 'Qué se puede hacer hoy'],
  ['contratista', 'Tus contratos'],
] as const;

test('every role finds useful data on its home page', { tag: '@deep' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const [role, heading] of HOMES.filter((_, at) => DEEP || at % 4 === 0)) {
    const faults: string[] = [];
    page.on('response', (answer) => answer.status() === 403 && faults.push(answer.url()));
    await signIn(page, role);
    await expect(page.getByRole('heading', { level: 2, name: heading }), role).toBeVisible();
    await page.waitForLoadState('networkidle');
    await checkAxe(page, role);
    expect(faults, role).toEqual([]);
    page.removeAllListeners();
  }
});
