import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '#server/app.ts';
import { useApp } from '#test/app.ts';
import { makeSale, makeUser } from '#test/factories.ts';
import { codeTo } from '#test/outbox.ts';
import { signInUser } from '#test/signIn.ts';
import { hashPassword } from './password.ts';
import { CUSTOMER_COOKIE } from '#server/modules/sales/buyerAccess/customerSession.service.ts';
import { createLink } from '#server/modules/sales/buyerAccess/links.service.ts';

/** A second process on the same database. The test also reads its log. */
// Mail codes work only with a mail server configured.
const llave = useApp({ SMTP_URL: 'smtp://127.0.0.1:1' });
const PASSWORD = 'cuatro caballos de madera';
const lines: string[] = [];
let second: FastifyInstance;

beforeAll(async () => {
  const { config, files } = llave.app.core.services;
  second = await buildApp({
    config: { ...config, COOKIE_DOMAIN: 'llave.test', secure: true },
    files,
    database: llave.database,
    clock: llave.clock,
    log: pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) }),
    secret: 'a secret for tests',
  });
  await second.core.jobs.start();
  await second.ready();
});
afterAll(async () => {
  await second.close();
  await second.core.jobs.stop();
});

const login = (app: FastifyInstance, email: string, password: string) =>
  app.inject({ method: 'POST', url: '/api/login', payload: { email, password } });

describe('a second process, or a restarted one', () => {
  test('sees the attempts that another process counted', async () => {
    for (let n = 0; n < 5; n += 1) await login(llave.app, 'alguien@llave.test', 'no es la correcta');
    expect((await login(second, 'alguien@llave.test', 'no es la correcta')).statusCode).toBe(429);
  });

  test('sees the sessions of the first', async () => {
    const browser = await signInUser(llave, await makeUser(llave.database.db));
    const headers = { cookie: `token=${browser.token}` };
    expect((await second.inject({ url: '/api/user', headers })).statusCode).toBe(200);
  });
});

test('cookies use COOKIE_DOMAIN, and are secure behind https, also when cleared', async () => {
  const passwordHash = await hashPassword(PASSWORD);
  const user = await makeUser(llave.database.db, { passwordHash });
  const signedIn = await login(second, user.email, PASSWORD);
  const { token } = signedIn.json<{ token: string }>();
  const headers = { authorization: `Bearer ${token}` };
  const signedOut = await second.inject({ method: 'POST', url: '/api/logout', headers });
  for (const cookie of [...signedIn.cookies, ...signedOut.cookies])
    expect(cookie).toMatchObject({ domain: 'llave.test', secure: true, path: '/' });
  expect(signedOut.cookies).toHaveLength(2);
});

describe('the log', () => {
  test('contains no password, token, code, or URL with a token', async () => {
    const { db } = llave.database;
    const user = await makeUser(db, {
      passwordHash: await hashPassword(PASSWORD),
      roles: ['procesador'],
      emailCode: true,
    });
    const secrets = [PASSWORD, 'otra equivocada'];
    await login(second, user.email, 'otra equivocada');
    const { token } = (await login(second, user.email, PASSWORD)).json<{ token: string }>();
    const headers = { authorization: `Bearer ${token}` };
    const post = (url: string, payload: object = {}) =>
      second.inject({ method: 'POST', url, payload, headers });
    await post('/api/login/email_code');
    const code = await codeTo(db, user.email);
    await post('/api/login/second_step', { code: '999999' });
    await post('/api/login/second_step', { code });
    const browserToken = (await post('/api/auth/browser_token')).json<{ data: { token: string } }>().data
      .token;
    const entered = await second.inject(`/oficina/ventas?token=${browserToken}`);
    secrets.push(token, browserToken, ...entered.cookies.map(({ value }) => value));

    const sale = await makeSale(db);
    const link = await createLink(
      { db, now: llave.clock.now(), config: second.core.services.config },
      sale.id,
    );
    const address = new URL(link);
    const opened = await second.inject(address.pathname + address.search);
    secrets.push(address.searchParams.get('token')!);
    secrets.push(opened.cookies.find(({ name }) => name === CUSTOMER_COOKIE)!.value);
    await second.inject(`/api/user?token=${address.searchParams.get('token')}`);
    await second.inject({
      method: 'POST',
      url: '/api/password/reset',
      payload: { token: 'un-token-roto', password: PASSWORD },
    });
    secrets.push('un-token-roto');

    const log = lines.join('');
    expect(log).toContain('"path":"/oficina/*"');
    for (const secret of secrets) expect(log).not.toContain(secret);
    expect(log).not.toMatch(new RegExp(`\\b${code}\\b`));
    expect(log).not.toContain('token=');
  });
});
