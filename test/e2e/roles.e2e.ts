import { expect, type Page } from '@playwright/test';
import { DEEP } from '#test/deep.ts';
import { callAs, inviteAndSignIn } from './support/office.ts';
import { checkAxe, checkPages, picture, signIn, SIZES, visit } from './support/pages.ts';
import { test } from './support/test.ts';

/** Menu entries that `ventas.ver` alone opens. */
const OF_SALES = [
  'Tablero',
  'Pre-contratos',
  'Prospectos',
  'Coincidencias',
  'Proformas',
  'Calculadora',
  'Interés preferencial',
];
const FORBIDDEN = 'No tienes permiso para ingresar aquí.';

/** The names in the left menu with its groups expanded. On a phone, opens the menu first and closes it afterwards. */
async function menuOf(page: Page): Promise<string[]> {
  const burger = page.getByRole('button', { name: 'Abrir el menú' });
  const phone = await burger.isVisible();
  if (phone) await burger.click();
  const tree = page.getByRole('navigation', { name: 'Módulos' });
  const folded = tree.getByRole('button', { expanded: false });
  while ((await folded.count()) > 0) await folded.first().click();
  const names = await tree.getByRole('link').allInnerTexts();
  if (phone) await page.getByRole('button', { name: 'Cerrar el menú' }).click();
  return names.map((name) => name.split('\n')[0] ?? name);
}

for (const size of DEEP ? SIZES : SIZES.slice(1))
  test(`${size.width} px: a new role allows exactly its grants, and changes apply at once`, async ({
    page,
    browser,
  }) => {
    await page.setViewportSize(size);
    await signIn(page, 'administrador', '/oficina/roles');
    await page.getByRole('button', { name: 'Nuevo rol' }).click();
    const drawer = page.getByRole('dialog');
    const name = `Feria ${size.width}`;
    await drawer.getByLabel('Nombre').fill(name);
    await checkAxe(page, 'form of a role');
    await drawer.getByRole('button', { name: 'Crear rol' }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

    for (const permission of ['Ventas: ver', 'Ventas: editar', 'Pagos: ver'])
      await page.getByLabel(permission, { exact: true }).selectOption('Lo propio');
    await expect(page.getByText('3 cambios sin guardar')).toBeVisible();
    await expect(page.getByText('Pagos: ver: No → Lo propio')).toBeVisible();
    await checkAxe(page, 'changes of a role');
    await picture(page, `rol-nuevo-${size.width}`);
    await page.getByRole('button', { name: 'Guardar permisos' }).click();
    await expect(page.getByText('3 permisos', { exact: true })).toBeVisible();

    const roleId = Number(page.url().split('/').at(-1));
    const email = `feria${size.width}@demo.llave`;
    const other = await inviteAndSignIn(
      page,
      browser,
      { name: 'Fabio Feria', email, roleIds: [roleId] },
      size,
    );
    await expect
      .poll(() => menuOf(other))
      .toEqual(['Inicio', ...OF_SALES, 'Pagos de clientes', 'Devoluciones', 'Dinero recibido']);
    await checkAxe(other, 'home of a new role');
    await other.goto('/oficina/proyectos');
    await expect(other.getByRole('heading', { name: FORBIDDEN })).toBeVisible();
    await other.goto('/oficina/ventas');
    await expect(other.getByRole('heading', { level: 1, name: 'Pre-contratos' })).toBeVisible();
    await expect(other.getByRole('link', { name: /^PC-/ })).toHaveCount(0);

    // An open office page of an idle user; the clock goes on.
    await other.clock.install();
    await other.goto('/oficina/pagos');
    await expect(other.getByRole('heading', { level: 1, name: 'Pagos de clientes' })).toBeVisible();
    await other.evaluate(() => Object.assign(window, { sameDocument: true }));
    await page.getByLabel('Pagos: ver', { exact: true }).selectOption('No');
    await page.getByRole('button', { name: 'Guardar permisos' }).click();
    await expect(page.getByText('2 permisos', { exact: true })).toBeVisible();
    await other.clock.fastForward(60_000);
    await expect(other.getByRole('heading', { name: FORBIDDEN })).toBeVisible();
    await expect.poll(() => menuOf(other)).toEqual(['Inicio', ...OF_SALES]);
    expect(await other.evaluate(() => 'sameDocument' in window)).toBe(true);
    await other.context().close();
  });

test(
  'rows and columns are set in one step, the keyboard moves between cells, and leaving asks first',
  { tag: '@deep' },
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn(page, 'administrador', '/oficina/roles/12');
    await page.getByLabel('Poner toda la fila Citas').selectOption('Sus proyectos');
    await expect(page.getByText('6 cambios sin guardar')).toBeVisible();
    await page.getByLabel('Citas: ver (original: No)').focus();
    await page.keyboard.press('Control+ArrowDown');
    await expect(page.getByLabel('Legal: ver', { exact: true })).toBeFocused();
    await expect(page.getByText('Abre promesas, adendas, escrituras y abogados.')).toBeVisible();
    await page.getByRole('button', { name: 'Deshacer Citas: crear' }).click();
    await expect(page.getByText('5 cambios sin guardar')).toBeVisible();
    await page.getByLabel('Buscar un permiso').fill('bitácora de obra');
    await expect(page.getByRole('rowheader')).toHaveCount(1);
    await page.getByRole('link', { name: 'Roles', exact: true }).first().click();
    const question = page.getByRole('dialog', { name: '¿Salir sin guardar?' });
    await question.getByRole('button', { name: 'Salir sin guardar' }).click();
    await expect(page.getByRole('heading', { level: 1, name: /^Roles/ })).toBeVisible();
  },
);

for (const size of DEEP ? SIZES : SIZES.slice(0, 1))
  test(`${size.width} px: an administrator views the office as an adviser, cannot change anything, and returns`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    await signIn(page, 'administrador');
    await page.getByRole('button', { name: /tu cuenta/ }).click();
    await page.getByRole('menuitem', { name: 'Ver como…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Una persona').click();
    await dialog.getByRole('combobox', { name: 'Persona' }).fill('asesor@demo');
    await page.getByRole('option', { name: /Asesor de ventas/ }).click();
    await checkAxe(page, 'choosing whom to look as');
    await dialog.getByRole('button', { name: 'Ver como' }).click();
    const banner = page.getByRole('region', { name: 'Ver como' });
    await expect(banner).toContainText('Solo se puede mirar');
    await checkAxe(page, 'looking as somebody');
    await picture(page, `ver-como-${size.width}`);
    expect(await menuOf(page)).not.toContain('Roles');
    await page.goto('/oficina/roles');
    await expect(page.getByRole('heading', { name: FORBIDDEN })).toBeVisible();
    await visit(page, '/oficina/ventas');
    await expect(banner).toBeVisible();
    const refused = await page.evaluate(async () => {
      const token = document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content ?? '';
      const answer = await fetch('/api/auth/sessions', {
        method: 'DELETE',
        headers: { 'X-CSRF-TOKEN': token },
      });
      return ((await answer.json()) as { code: string }).code;
    });
    expect(refused).toBe('VIEW_AS');
    await banner.getByRole('button', { name: /^Dejar de ver como/ }).click();
    await expect(banner).toBeHidden();
    await visit(page, '/oficina/roles');
    await expect(page.getByRole('heading', { level: 1, name: /^Roles/ })).toBeVisible();
  });

test('a menu entry is renamed and hidden for everybody', { tag: '@deep' }, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, 'administrador', '/oficina/menu');
  const before = await callAs<{ data: { version: number; modules: object[] } }>(
    page,
    'GET',
    '/api/administrations/menu',
  );
  // The works have an option of that name, too.
  const own = page.getByRole('region', { name: 'Administración' });
  await own.getByRole('textbox', { name: 'Opción: Permisos', exact: true }).fill('Glosario');
  await own.getByRole('button', { name: 'Bajar Glosario' }).click();
  await page.getByRole('button', { name: 'Guardar menú' }).click();
  const menu = page.getByRole('navigation', { name: 'Módulos' });
  await expect(menu.getByRole('link', { name: 'Glosario' })).toBeVisible();
  await own.getByRole('switch', { name: 'Visible: Permisos', exact: true }).click({ force: true });
  await page.getByRole('button', { name: 'Guardar menú' }).click();
  await expect(menu.getByRole('link', { name: 'Glosario' })).toBeHidden();
  const now = await callAs<{ data: { version: number } }>(page, 'GET', '/api/administrations/menu');
  await callAs(page, 'PUT', '/api/administrations/menu', {
    version: now.data.version,
    modules: before.data.modules,
  });
});

const PAGES = [
  '/oficina/roles',
  '/oficina/roles/4',
  '/oficina/roles/16',
  '/oficina/roles/permisos',
  '/oficina/menu',
  '/oficina/perfil',
] as const;

checkPages('the pages of roles and menu', PAGES);
