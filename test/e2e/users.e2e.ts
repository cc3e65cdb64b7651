import { expect, type Page } from '@playwright/test';
import { checkAxe, checkPages, picture, signIn, visit } from './support/pages.ts';
import { test } from './support/test.ts';

const PASSWORD = 'tres pericos en la loma';

/** Opens a user's page from the list. */
async function findUser(page: Page, name: string): Promise<void> {
  await visit(page, '/oficina/usuarios');
  await page.getByRole('searchbox').or(page.getByPlaceholder('Nombre o correo')).first().fill(name);
  await page.getByRole('link', { name }).first().click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

const act = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'Otras acciones' }).click();
  await page.getByRole('menuitem', { name }).click();
};

test(
  'a user is invited by mail, signs in, is absent, and leaves with the work handed over',
  { tag: '@deep' },
  async ({ page, lend }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn(page, 'administrador');
    const drawer = page.getByRole('dialog');

    await visit(page, '/oficina/usuarios');
    await page.getByRole('button', { name: 'Invitar persona' }).first().click();
    await checkAxe(page, 'form of a user');
    await drawer.getByRole('button', { name: 'Enviar invitación' }).click();
    await expect(drawer.getByText('Escribe el nombre.')).toBeVisible();
    await drawer.getByLabel('Nombre').fill('Dalys Him');
    await drawer.getByLabel('Correo').fill('dalys@demo.llave');
    await drawer.getByRole('combobox', { name: 'Roles' }).click();
    await drawer.getByRole('option', { name: 'Procesador de ventas' }).click();
    await page.keyboard.press('Escape');
    await drawer.getByRole('combobox', { name: 'Equipos' }).click();
    await drawer.getByRole('option', { name: 'Residencial Valle Sereno' }).click();
    await drawer.getByLabel('Nombre').click();
    await drawer.getByRole('button', { name: 'Enviar invitación' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Dalys Him' })).toBeVisible();
    await expect(page.getByText('Invitado', { exact: true }).first()).toBeVisible();

    await visit(page, '/oficina/correos?tipo=invitacion');
    await page
      .getByRole('row', { name: /dalys@demo\.llave/ })
      .getByRole('button')
      .first()
      .click();
    await drawer.getByRole('button', { name: 'Ver el código o enlace' }).click();
    const asked = page.getByRole('dialog', { name: 'Ver el código o enlace' });
    await asked.getByLabel('Motivo').fill('Se lo doy por mano en esta prueba');
    await asked.getByRole('button', { name: 'Ver', exact: true }).click();
    await expect(asked).toBeHidden();
    await drawer.getByRole('tab', { name: 'Solo texto' }).click();
    const text = drawer.getByText(/#invitacion=/);
    await expect(text).toBeVisible();
    const link = /https?:\/\/\S+#invitacion=[\w.-]+/.exec((await text.textContent()) ?? '')?.[0] ?? '';
    const guest = await lend();
    await guest.goto(new URL(link).pathname + new URL(link).hash);
    await guest
      .getByRole('textbox', { name: /contraseña/i })
      .first()
      .fill(PASSWORD);
    await guest
      .getByRole('button', { name: /contraseña/i })
      .last()
      .click();
    await guest.waitForURL(/\/ingresar\/?(\?.*)?$|\/oficina/);
    if (!guest.url().includes('/oficina')) {
      await guest.getByLabel('Correo').fill('dalys@demo.llave');
      await guest.getByRole('textbox', { name: 'Contraseña' }).fill(PASSWORD);
      await guest.getByRole('button', { name: 'Ingresar' }).click();
      await guest.waitForURL('**/oficina');
    }
    await expect(guest.getByRole('heading', { level: 2, name: 'Te toca a ti' })).toBeVisible();

    // Another processor's work is handed to the new colleague in one step.
    await findUser(page, 'Edwin Pineda');
    await act(page, 'Pasar su trabajo');
    await expect(drawer.getByRole('table', { name: 'Ventas que procesa' })).toBeVisible();
    await checkAxe(page, 'hand-over');
    await picture(page, 'usuarios-pasar-trabajo');
    const choice = drawer.getByLabel('Quién las procesa');
    const option = await choice.locator('option', { hasText: 'Dalys Him' }).getAttribute('value');
    await choice.selectOption(option);
    await drawer.getByLabel('Motivo').fill('Licencia');
    await drawer.getByLabel('Es temporal, por vacaciones o licencia').check();
    await drawer.getByRole('button', { name: 'Pasar ventas' }).click();
    await expect(page.getByText(/Pasaron \d+ ventas/)).toBeVisible();

    // An absent user is marked where sales are assigned.
    await act(page, 'Marcar ausencia');
    await drawer.getByLabel('Desde').fill('01-01-2020');
    await drawer.getByLabel('Hasta').fill('31-12-2090');
    await page.keyboard.press('Tab');
    await checkAxe(page, 'form of an absence');
    await drawer.getByRole('button', { name: 'Guardar ausencia' }).click();
    await expect(page.getByText('Ausente hasta el 31-12-2090').first()).toBeVisible();

    await findUser(page, 'Dalys Him');
    await act(page, 'Desactivar');
    await expect(drawer.getByRole('table', { name: 'Ventas que procesa' })).toBeVisible();
    await checkAxe(page, 'deactivating');
    await drawer.getByRole('button', { name: 'Desactivar' }).click();
    await expect(drawer.getByText('Elige quién sigue con estas ventas.')).toBeVisible();
    await expect(choice.locator('option', { hasText: 'Edwin Pineda' })).toBeDisabled();
    const back = await choice.locator('option', { hasText: 'Lizbeth Morales' }).getAttribute('value');
    await choice.selectOption(back);
    await drawer.getByLabel('Motivo').fill('Terminó su contrato');
    await drawer.getByRole('button', { name: 'Desactivar' }).click();
    await expect(page.getByText('Desactivado: no entra a la oficina')).toBeVisible();
    await visit(guest, '/oficina/ventas');
    await expect(guest.getByRole('button', { name: 'Ingresar' })).toBeVisible();

    // Restore the state for the other tests.
    await findUser(page, 'Edwin Pineda');
    await act(page, 'Cambiar ausencia');
    for (const label of ['Desde', 'Hasta']) await drawer.getByLabel(label).fill('');
    await page.keyboard.press('Tab');
    await drawer.getByRole('button', { name: 'Guardar ausencia' }).click();
    await expect(page.getByText('Activo', { exact: true }).first()).toBeVisible();
  },
);

test(
  "a contractor's document is renewed, and the list shows what is about to expire",
  { tag: '@deep' },
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn(page, 'administrador', '/oficina/contratistas?papeles=vencido');
    await page.getByRole('link', { name: 'Techos y Más, S.A.' }).click();
    await page.getByRole('button', { name: 'Renovar Paz y salvo de la CSS' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('Número').fill('CSS-NUEVO');
    await drawer.getByLabel('Vence').fill('31-12-2090');
    await page.keyboard.press('Tab');
    await drawer.locator('input[type=file]').setInputFiles({
      name: 'paz-y-salvo.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
    });
    await checkAxe(page, 'form of a paper');
    await drawer.getByRole('button', { name: 'Guardar documento' }).click();
    await expect(page.getByText('CSS-NUEVO')).toBeVisible();
    await expect(page.getByText('Reemplazado')).toBeVisible();
    await visit(page, '/oficina/contratistas?papeles=vencido');
    await expect(page.getByText('Nada en «Con documentos vencidos»')).toBeVisible();

    await visit(page, '/oficina/contratantes');
    await page.getByRole('button', { name: 'Nuevo contratante' }).click();
    await drawer.getByLabel('Nombre').fill('Inmobiliaria del Istmo, S.A.');
    await drawer.getByLabel('RUC').fill('155700001-2-2019');
    await drawer.getByLabel('DV').fill('45');
    await checkAxe(page, 'form of a partner');
    await drawer.getByRole('button', { name: 'Agregar' }).click();
    await expect(drawer.getByText('Ya hay uno con ese RUC.').first()).toBeVisible();
  },
);

const PAGES = [
  '/oficina/usuarios',
  '/oficina/usuarios/5',
  '/oficina/usuarios/5?tab=ingreso',
  '/oficina/inspectores',
  '/oficina/contratistas',
  '/oficina/contratistas/4',
  '/oficina/contratistas/4?tab=datos',
  '/oficina/contratantes',
  '/oficina/abogados',
  '/oficina/abogados?abogado=1',
] as const;

checkPages('the pages of people', PAGES);
