import { DEVICE_COOKIE } from '#server/kernel/context.ts';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { CUSTOMER_COOKIE } from '#server/modules/sales/buyerAccess/customerSession.service.ts';
import { hashPassword } from '#server/modules/company/auth/password.ts';
import { STAFF_COOKIE } from '#server/modules/company/auth/sessions.service.ts';
import { useApp } from '../app.ts';
import { browserOf, linkOf, follow, makeBuyer, salesIn } from '../buyers.ts';
import { makeModel, makeUser } from '../factories.ts';
import { signInAs } from '../signIn.ts';

/** Behind TLS, as in production. */
const llave = useApp({ APP_URL: 'https://llave.test' });
const buy = { nombre: 'Eva Ruiz', email: 'eva@correo.test', celular: '6700-0001' };

test('every cookie is Secure, and every response sets HSTS', async () => {
  const user = await makeUser(llave.database.db, {
    passwordHash: await hashPassword('cuatro palabras al azar'),
  });
  const browser = llave.browser();
  const answers = [
    await browser.get('/api/csrf'),
    await browser.post('/api/login', {
      email: user.email,
      password: 'cuatro palabras al azar',
      remember: true,
    }),
    await follow(browser, await linkOf(llave, (await makeBuyer(llave)).id)),
    await browser.get('/no/existe'),
  ];
  for (const answer of answers) {
    expect(answer.headers['strict-transport-security']).toContain('max-age=31536000');
    for (const cookie of answer.cookies) expect([cookie.name, cookie.secure]).toEqual([cookie.name, true]);
  }
  expect([...browser.cookies.keys()].toSorted()).toEqual(
    ['__Host-_csrf', CUSTOMER_COOKIE, DEVICE_COOKIE, STAFF_COOKIE].toSorted(),
  );
});

test('a cookie planted by a neighbor domain is not used as CSRF secret and opens nothing begun with it', async () => {
  const attacker = llave.browser();
  await attacker.get('/api/csrf');
  const secret = attacker.cookies.get('__Host-_csrf')!;
  const model = await makeModel(llave.database.db);
  const prey = llave.browser();
  prey.cookies.set('_csrf', secret);
  const bought = await prey.form(`/clientes/comprar/${model.id}`, buy);
  expect(bought.statusCode, bought.body).toBe(200);
  await attacker.form(`/clientes/comprar/${(await makeModel(llave.database.db)).id}`, {
    ...buy,
    celular: '6700-0002',
  });
  expect(await salesIn(llave, attacker)).not.toContain(
    bought.json<{ precontratoId: number }>().precontratoId,
  );
  const token = (await attacker.get('/api/csrf')).json<{ data: { token: string } }>().data.token;
  const forged = await llave.app.inject({
    method: 'POST',
    url: '/api/logout',
    headers: { cookie: `_csrf=${secret}`, 'x-csrf-token': token },
  });
  expect(forged.json<{ code: string }>().code).toBe('CSRF');
});

test('the log contains no token, code, cookie or body', async () => {
  const lines: string[] = [];
  const log = llave.app.log as pino.Logger;
  const stream = Reflect.get(log, pino.symbols.streamSym) as { write(line: string): boolean };
  vi.spyOn(stream, 'write').mockImplementation((line) => lines.push(line) > 0);
  const level = log.level;
  log.level = 'debug';
  const buyer = await makeBuyer(llave);
  const link = await linkOf(llave, buyer.id);
  const staff = await signInAs(llave, 'administrador');
  const made = await staff.post('/api/auth/browser_token', {});
  await follow(llave.browser(), link);
  const browser = await browserOf(llave, buyer.id);
  await browser.post('/clientes/codigo/confirmar', { codigo: buyer.code, clave: '135790' });
  await staff.get(`/api/sale/precontracts?q=${encodeURIComponent(buyer.email)}`);
  await staff.post('/api/login', { email: 'ana@secreto.test', password: 'la palabra secreta' });
  await llave.app.inject({
    url: '/archivos/1?hasta=1&firma=unafirmasecreta',
    headers: { authorization: 'Bearer secretbearer' },
  });
  log.level = level;
  vi.restoreAllMocks();
  expect(lines.length).toBeGreaterThan(6);
  const text = lines.join('\n');
  const secrets = [
    link.search,
    staff.token,
    browser.cookies.get(CUSTOMER_COOKIE)!,
    buyer.email,
    buyer.phone,
    '135790',
  ];
  for (const secret of [
    ...secrets,
    'secret',
    'unafirma',
    made.json<{ data: { token: string } }>().data.token,
  ])
    expect(text, secret).not.toContain(secret);
});
