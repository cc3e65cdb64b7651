import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { MENU_OPTIONS, optionOf } from '#contract/company/menu/menu.ts';
import { MENU_MODULES } from '#contract/company/menu/modules.ts';
import type { MenuArrangement } from '#contract/company/menu/menuEndpoints.ts';
import { useApp, type Browser } from '#test/app.ts';
import { signInAs } from '#test/signIn.ts';
import { seedMenu } from './menu.seed.ts';
import { menuOptions } from './menu.table.ts';

const llave = useApp();
const URL = '/api/administrations/menu';
const read = async (browser: Browser) => (await browser.get(URL)).json<{ data: MenuArrangement }>().data;
const save = (browser: Browser, payload: object) => browser.send({ method: 'PUT', url: URL, payload });
type Menu = { id: number; name: string; options: { id: number; name: string; href: string }[] }[];
const menuOf = async (browser: Browser) =>
  (await browser.get('/api/office/menu')).json<{ data: { modules: Menu } }>().data.modules;

test('every option is in exactly one module, with a unique id and address', () => {
  const modules = new Set(MENU_MODULES.map(({ id }) => id));
  expect(MENU_OPTIONS.filter(({ module }) => !modules.has(module))).toEqual([]);
  for (const key of ['id', 'href'] as const)
    expect(new Set(MENU_OPTIONS.map((option) => option[key])).size).toBe(MENU_OPTIONS.length);
  expect(optionOf('/oficina/ventas/7')?.id).toBe(302);
  expect(optionOf('/oficina/roles/permisos')?.name).toBe('Permisos');
  expect(optionOf('/oficina/perfil')).toBeUndefined();
});

describe('lists for other systems', () => {
  test('modules and options have id and name, in the requested order', async () => {
    const browser = await signInAs(llave, 'administrador');
    const base = '/api/administrations';
    expect((await browser.get(`${base}/modules/lists`)).json()).toEqual({
      data: MENU_MODULES.map(({ id, name }) => ({ id, name })),
    });
    const options = (await browser.get(`${base}/options_menu/lists?order_column=id&order_type=desc`)).json<{
      data: { id: number; name: string }[];
    }>().data;
    expect(options).toEqual(
      MENU_OPTIONS.toSorted((a, b) => b.id - a.id).map(({ id, name }) => ({ id, name })),
    );
  });
});

test('users see only the options that they may open', async () => {
  const hrefs = async (role: 'asesor' | 'soporte' | 'contabilidad') =>
    (await menuOf(await signInAs(llave, role))).flatMap(({ options }) => options.map(({ href }) => href));
  expect(await hrefs('asesor')).toContain('/oficina/ventas');
  expect(await hrefs('asesor')).not.toContain('/oficina/roles');
  expect(await hrefs('contabilidad')).toContain('/oficina/cuentas-bancarias');
  expect(await hrefs('soporte')).not.toContain('/oficina/ventas');
});

describe('changing the menu', () => {
  test('names, order, modules and visibility change for everybody, and a restart keeps them', async () => {
    const admin = await signInAs(llave, 'administrador');
    const asesor = await signInAs(llave, 'asesor');
    const given = await read(admin);
    const sales = given.modules.find(({ id }) => id === 3)!;
    const lots = given.modules.find(({ id }) => id === 2)!;
    const precontracts = sales.options.find(({ id }) => id === 302)!;
    sales.options = [];
    precontracts.name = ' Mis ventas ';
    lots.options = [
      precontracts,
      ...lots.options.map((one) => ({ ...one, hidden: one.id === 202 })),
      ...sales.options,
    ];
    const whole = {
      version: given.version,
      modules: [
        lots,
        ...given.modules
          .filter((one) => one !== lots)
          .map((one) =>
            one === sales
              ? {
                  ...one,
                  options: MENU_OPTIONS.filter(({ module, id }) => module === 3 && id !== 302).map(
                    ({ id, name }) => ({ id, name, hidden: false }),
                  ),
                }
              : one,
          ),
      ],
    };
    const answer = await save(admin, whole);
    expect(answer.statusCode).toBe(200);
    const [first] = await menuOf(asesor);
    expect(first).toMatchObject({ id: 2, name: 'Viviendas y lotes' });
    expect(first?.options[0]).toMatchObject({ id: 302, name: 'Mis ventas', href: '/oficina/ventas' });
    expect(first?.options.map(({ id }) => id)).not.toContain(202);

    await seedMenu(llave.database.db);
    expect((await menuOf(asesor))[0]?.options[0]?.name).toBe('Mis ventas');

    expect((await save(admin, whole)).json()).toMatchObject({ code: 'CONFLICT' });
    const { version } = await read(admin);
    expect(version).toBeGreaterThan(given.version);
  });

  test('an incomplete menu is refused, and so are users without permission', async () => {
    const admin = await signInAs(llave, 'administrador');
    const given = await read(admin);
    const [first, ...rest] = given.modules;
    const half = await save(admin, { version: given.version, modules: rest });
    expect(half.statusCode).toBe(422);
    const twice = { ...first!, options: [first!.options[0]!, first!.options[0]!] };
    expect((await save(admin, { ...given, modules: [twice, ...rest] })).statusCode).toBe(422);
    const nameless = { ...first!, name: '  ' };
    const answer = await save(admin, { ...given, modules: [nameless, ...rest] });
    expect(answer.json()).toMatchObject({ errors: [{ field: 'modules[0][name]' }] });
    const reader = await signInAs(llave, 'gerencia');
    expect((await reader.get(URL)).statusCode).toBe(200);
    expect((await save(reader, given)).statusCode).toBe(403);
  });

  test('an option that this release does not know is not shown', async () => {
    const admin = await signInAs(llave, 'administrador');
    const { db } = llave.database;
    await db.insert(menuOptions).values({ id: 1799, moduleId: 17, label: 'De mañana', position: 0 });
    expect(JSON.stringify(await menuOf(admin))).not.toContain('De mañana');
    await db.delete(menuOptions).where(eq(menuOptions.id, 1799));
  });
});
