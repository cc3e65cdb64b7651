import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { START, useApp, type Browser } from '#test/app.ts';
import { makeUser } from '#test/factories.ts';
import { signInAs, signInUser, type StaffBrowser } from '#test/signIn.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { staffTokens } from './auth.table.ts';

const llave = useApp();
let maker: StaffBrowser;

beforeEach(async () => {
  llave.clock.set(START);
  maker = await signInAs(llave, 'procesador');
});

const make = async (browser: Browser = maker) =>
  (await browser.post('/api/auth/browser_token')).json<{
    data: { token: string; url: string; expires_at: string };
  }>().data;
const enter = (browser: Browser, token: string) => browser.post('/ingresar/cambiar', { token });
const nameIn = async (browser: Browser) =>
  (await browser.get('/api/user')).json<{ data?: { email: string } }>().data?.email;

describe('?token= of the office', () => {
  test('a fresh browser shows whose account the token opens and waits for confirmation', async () => {
    const { token, url } = await make();
    expect(url).toBe(`http://llave.test/oficina?token=${token}`);
    const browser = llave.browser();
    const answer = await browser.get(`/oficina/ventas/7?filtro=a%20b&token=${token}&pagina=2`);
    expect(answer.statusCode).toBe(303);
    expect(answer.headers.location).toBe(
      `/ingresar/cambiar?volver=${encodeURIComponent('/oficina/ventas/7?filtro=a+b&pagina=2')}#token=${token}`,
    );
    expect(answer.headers['referrer-policy']).toBe('no-referrer');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.cookies.map(({ name }) => name)).not.toContain('token');
    expect(await nameIn(browser)).toBeUndefined();
    expect((await browser.post('/ingresar/cambiar/quien', { token })).json()).toEqual({
      data: { name: maker.user.name, email: maker.user.email, replaces: null },
    });
    const yes = await enter(browser, token);
    expect(yes.cookies.find(({ name }) => name === 'token')).toMatchObject({
      maxAge: 86_400,
      httpOnly: true,
    });
    expect(browser.cookies.get('token')).not.toBe(token);
    expect(await nameIn(browser)).toBe(maker.user.email);
  });

  test('the opened session ends when its maker signs out, and so do sessions opened from it', async () => {
    const browser = llave.browser();
    await enter(browser, (await make()).token);
    const next = llave.browser();
    await enter(next, (await make(browser)).token);
    expect(await nameIn(next)).toBe(maker.user.email);
    await maker.post('/api/logout');
    expect(await nameIn(browser)).toBeUndefined();
    expect(await nameIn(next)).toBeUndefined();
  });

  test('is stored as a hash', async () => {
    const { token } = await make();
    const kept = await llave.database.db.select().from(staffTokens);
    expect(JSON.stringify(kept)).not.toContain(token);
  });

  test('works only once', async () => {
    const { token } = await make();
    await enter(llave.browser(), token);
    const second = llave.browser();
    const answer = await second.get(`/oficina?token=${token}`);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/ingresar?aviso=enlace']);
    expect(await nameIn(second)).toBeUndefined();
  });

  test('concurrent uses let only one browser in', async () => {
    const { token } = await make();
    const browsers = Array.from({ length: 5 }, () => llave.browser());
    await Promise.all(browsers.map((browser) => enter(browser, token)));
    const names = await Promise.all(browsers.map(nameIn));
    expect(names.filter(Boolean)).toEqual([maker.user.email]);
  });

  test.each([
    ['five minutes later', async () => llave.clock.advance(300)],
    ['once its maker has signed out', async () => void (await maker.post('/api/logout'))],
    [
      'once its maker is inactive',
      async () =>
        void (await llave.database.db
          .update(users)
          .set({ active: false })
          .where(eq(users.id, maker.user.id))),
    ],
  ])('is invalid %s', async (_when, happen) => {
    const { token } = await make();
    await happen();
    const browser = llave.browser();
    const answer = await browser.get(`/oficina?token=${token}`);
    expect(answer.headers.location).toBe('/ingresar?aviso=enlace');
    expect(answer.cookies.map(({ name }) => name)).not.toContain('token');
    expect(await nameIn(browser)).toBeUndefined();
  });

  test('is ignored under /api, on customer pages, and in HEAD or POST requests', async () => {
    const { token } = await make();
    const browser = llave.browser();
    expect((await browser.get(`/api/user?token=${token}`)).statusCode).toBe(401);
    await browser.get(`/clientes/siguiente?token=${token}`);
    await browser.send({ method: 'HEAD', url: `/oficina?token=${token}` });
    await browser.post(`/oficina?token=${token}`);
    expect(await nameIn(browser)).toBeUndefined();
    await enter(browser, token);
    expect(await nameIn(browser)).toBe(maker.user.email);
  });

  test('a session token and a mail token are not accepted', async () => {
    const browser = llave.browser();
    await browser.get(`/oficina?token=${maker.token}`);
    expect(await nameIn(browser)).toBeUndefined();
  });

  test('an address that looks like another host redirects to our own host', async () => {
    const { token } = await make();
    const answer = await llave.browser().get(`/oficina/..//evil.example/?token=${token}`);
    expect(answer.headers.location ?? '/').toMatch(/^\/(?!\/)/);
  });
});

describe('a browser where another user is signed in', () => {
  let other: StaffBrowser;
  beforeEach(async () => {
    other = await signInUser(llave, await makeUser(llave.database.db));
  });

  test('asks first: the token is not used and stays in the fragment', async () => {
    const { token } = await make();
    const answer = await other.get(`/oficina/citas?dia=hoy&token=${token}`);
    expect(answer.headers.location).toBe(
      `/ingresar/cambiar?volver=${encodeURIComponent('/oficina/citas?dia=hoy')}#token=${token}`,
    );
    expect(await nameIn(other)).toBe(other.user.email);

    const before = other.cookies.get('token');
    expect((await other.post('/ingresar/cambiar', { token })).statusCode).toBe(200);
    expect(await nameIn(other)).toBe(maker.user.email);
    const old = await llave.app.inject({
      url: '/api/user',
      headers: { authorization: `Bearer ${before}` },
    });
    expect(old.statusCode).toBe(401);
    expect((await other.post('/ingresar/cambiar', { token })).json()).toMatchObject({ code: 'TOKEN' });
  });

  test('an invalid token changes nothing', async () => {
    const answer = await other.get('/oficina/citas?token=inventado');
    expect(answer.headers.location).toBe('/oficina/citas');
    expect(await nameIn(other)).toBe(other.user.email);
  });

  test('the user’s own token is used up and removed from the address', async () => {
    const { token } = await make();
    const before = maker.cookies.get('token');
    expect((await maker.get(`/oficina?token=${token}`)).headers.location).toBe('/oficina');
    expect(maker.cookies.get('token')).toBe(before);
    const fresh = llave.browser();
    await fresh.get(`/oficina?token=${token}`);
    expect(await nameIn(fresh)).toBeUndefined();
  });

  test('switching users needs the page’s CSRF token', async () => {
    const { token } = await make();
    const answer = await llave.app.inject({
      method: 'POST',
      url: '/ingresar/cambiar',
      payload: { token },
      headers: { cookie: `token=${other.token}` },
    });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([403, 'CSRF']);
  });
});
