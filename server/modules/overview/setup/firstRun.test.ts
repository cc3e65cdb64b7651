import { eq } from 'drizzle-orm';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Invitation, SetupProgress } from '#contract/overview/setup/model.ts';
import { settings } from '#server/kernel/kernel.table.ts';
import { forgetAll } from '#server/kernel/lately.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { useApp, type Browser } from '#test/app.ts';
import { makeUser } from '#test/factories.ts';
import { signInAs } from '#test/signIn.ts';
import { prepareSetup, setupLines } from './start.service.ts';

const COMPANY = {
  company: {
    name: 'Casas del Sol',
    legalName: 'Casas del Sol, S.A.',
    ruc: '155-1-2020',
    dv: '7',
    phone: '6123-4567',
  },
  fiscal: { taxpayer: 'juridica', operation: 'A-1', activity: 'Vivienda', representative: 'Ana Pérez' },
};
const ADMINISTRATOR = { name: 'Ana Pérez', email: 'ana@casas.test', password: 'tres gatos en la azotea' };

describe('the first run of an empty company', () => {
  const llave = useApp();
  let code = '';
  let dataDir = '';
  let addresses = 0;
  const visitor = (): Browser => {
    const browser = llave.browser();
    browser.address = `10.9.0.${(addresses += 1)}`;
    return browser;
  };
  const put = (browser: Browser, url: string, payload: object) =>
    browser.send({ method: 'PUT', url, payload });
  beforeEach(async () => {
    dataDir = llave.app.core.services.config.DATA_DIR;
    code = (await prepareSetup(llave.database.db, dataDir)) ?? '';
  });

  test('the start prints one code, always the same; its file is readable by the owner only, and the database has its hash', async () => {
    expect(code).toMatch(/^[A-Z2-9]{20}$/);
    expect(await prepareSetup(llave.database.db, dataDir)).toBe(code);
    const file = path.join(dataDir, 'codigo-inicial');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, 'utf8')).toBe(code);
    const [row] = await llave.database.db.select().from(settings).where(eq(settings.key, 'setup_code'));
    expect(JSON.stringify(row)).not.toContain(code);
    expect(setupLines('http://x', code).join('\n')).toMatch(
      /http:\/\/x\/ingresar\/preparar#codigo=(\w{5}-){3}\w{5}/,
    );
  });

  test('without the code nothing is shown or accepted, and guesses are rate-limited', async () => {
    const browser = visitor();
    expect((await browser.get('/api/setup')).json()).toEqual({ data: { open: true } });
    const wrong = await browser.post('/api/setup/open', { code: 'ABCDE' });
    expect(wrong.statusCode).toBe(422);
    expect(wrong.json()).toMatchObject({ code: 'CODE', errors: [{ field: 'code' }] });
    expect((await put(browser, '/api/setup/company', { code: 'X', ...COMPANY })).statusCode).toBe(422);
    expect((await browser.post('/api/setup/administrator', { code: 'X', ...ADMINISTRATOR })).statusCode).toBe(
      422,
    );
    expect(await llave.database.db.$count(users)).toBe(0);
    const codes = await Promise.all(
      Array.from(
        { length: 12 },
        async () => (await browser.post('/api/setup/open', { code: 'NO' })).statusCode,
      ),
    );
    expect(codes).toContain(429);
    expect((await browser.post('/api/setup/open', { code })).statusCode).toBe(429);
    expect((await visitor().post('/api/setup/open', { code })).statusCode).toBe(200);
  });

  test('the company’s data is saved before there is any user, and is shown again', async () => {
    const typed = code.toLowerCase().replace(/(.{5})/g, '$1-');
    const browser = visitor();
    expect((await put(browser, '/api/setup/company', { code: typed, ...COMPANY })).statusCode).toBe(200);
    expect((await visitor().post('/api/setup/open', { code })).json()).toMatchObject({
      data: {
        saved: true,
        company: { name: 'Casas del Sol', phone: '+50761234567' },
        fiscal: { operation: 'A-1' },
      },
    });
    const lacking = await put(browser, '/api/setup/company', {
      code,
      ...COMPANY,
      company: { ...COMPANY.company, legalName: '' },
    });
    expect(lacking.json()).toMatchObject({ errors: [{ field: 'company[legalName]' }] });
  });

  test('of ten concurrent first administrators exactly one is created and signed in, and the setup is closed for ever', async () => {
    const weak = await visitor().post('/api/setup/administrator', {
      code,
      ...ADMINISTRATOR,
      password: 'contraseña ana',
    });
    expect(weak.json()).toMatchObject({ errors: [{ field: 'password' }] });
    const browsers = Array.from({ length: 10 }, visitor);
    const answers = await Promise.all(
      browsers.map((browser, at) =>
        browser.post('/api/setup/administrator', { code, ...ADMINISTRATOR, email: `ana${at}@casas.test` }),
      ),
    );
    const made = answers.map(({ statusCode }) => statusCode);
    expect(made.filter((status) => status === 201)).toHaveLength(1);
    expect(made.filter((status) => status === 409)).toHaveLength(9);
    expect(await llave.database.db.$count(users)).toBe(1);
    const first = browsers[made.indexOf(201)]!;
    expect((await first.get('/api/user')).json()).toMatchObject({
      data: { name: 'Ana Pérez', roles: [{ display_name: 'Administrador' }] },
    });
    expect((await visitor().get('/api/setup')).json()).toEqual({ data: { open: false } });
    const late = await visitor().post('/api/setup/administrator', { code, ...ADMINISTRATOR });
    expect(late.json()).toMatchObject({ code: 'SETUP_DONE' });
    expect((await visitor().post('/api/setup/open', { code })).statusCode).toBe(409);
    expect(await stat(path.join(dataDir, 'codigo-inicial')).catch(() => 'gone')).toBe('gone');
    // Also after all users are gone.
    await llave.asOwner(
      "set session_replication_role = 'replica'; delete from users; reset session_replication_role",
    );
    expect((await visitor().get('/api/setup')).json()).toEqual({ data: { open: false } });
    expect(await prepareSetup(llave.database.db, dataDir)).toBeNull();
  });
});

describe('the setup checklist', () => {
  const llave = useApp();

  test('data in the database completes the steps; invitations are all or nothing, and never exceed the inviter’s rights', async () => {
    forgetAll();
    const administrator = await signInAs(llave, 'administrador');
    const progress = async () =>
      (await administrator.get('/api/setup/progress')).json<{ data: SetupProgress }>().data;
    const done = async () => (await progress()).steps.filter((step) => step.done).map(({ id }) => id);
    expect(await done()).toEqual([]);
    await administrator.send({
      method: 'PUT',
      url: '/api/company/settings/company',
      payload: { value: COMPANY.company },
    });
    expect(await done()).toEqual(['empresa']);
    const people = [
      { name: 'Carlos Ruiz', email: 'carlos@casas.test', role: 'coordinador' },
      { name: 'Petra Mora', email: 'petra@casas.test', role: 'procesador' },
      { name: 'Iris Vega', email: 'iris@casas.test', role: 'contabilidad' },
    ];
    const twice = [...people, { ...people[0]!, email: 'petra@casas.test' }];
    const refused = await administrator.post('/api/setup/people', { people: twice });
    expect(refused.json()).toMatchObject({ errors: [{ field: 'people[3][email]' }] });
    expect(await llave.database.db.$count(users)).toBe(1);
    const answer = await administrator.post('/api/setup/people', { people });
    const made = answer.json<{ data: Invitation[] }>().data;
    expect(made.map(({ role }) => role)).toEqual([
      'Coordinador de ventas',
      'Procesador de ventas',
      'Contabilidad',
    ]);
    expect(await done()).toContain('personas');
    const token = made[1]!.link.split('#invitacion=')[1];
    const password = 'cuatro caballos de madera';
    expect((await llave.browser().post('/api/password/reset', { token, password })).statusCode).toBe(200);
    const again = await administrator.post('/api/setup/people', { people: people.slice(0, 1) });
    expect(again.json()).toMatchObject({ errors: [{ field: 'people[0][email]' }] });
  });

  test('the list can be hidden and shown again; only administrators see it', async () => {
    const administrator = await signInAs(llave, 'administrador');
    const hidden = await administrator.post('/api/setup/dismiss', { dismissed: true });
    expect(hidden.json()).toMatchObject({ data: { dismissed: true, done: false } });
    const shown = await administrator.post('/api/setup/dismiss', { dismissed: false });
    expect(shown.json()).toMatchObject({ data: { dismissed: false } });
    expect((await (await signInAs(llave, 'coordinador')).get('/api/setup/progress')).statusCode).toBe(403);
    await makeUser(llave.database.db);
  });
});
