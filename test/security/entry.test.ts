import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { receiveBankMail } from '#contract/banking/bankMail/endpoints.ts';
import { cardWebhook } from '#contract/money/onlineDeposits/endpoints.ts';
import { receiveWebhook } from '#contract/care/whatsapp/endpoints.ts';
import { endpointsOf } from '#server/kernel/route.ts';
import { CUSTOMER_COOKIE } from '#server/modules/sales/buyerAccess/customerSession.service.ts';
import { hashPassword } from '#server/modules/company/auth/password.ts';
import { forgetAll } from '#server/kernel/lately.ts';
import { STAFF_COOKIE } from '#server/modules/company/auth/sessions.service.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { useApp, type Browser } from '../app.ts';
import { DEEP } from '../deep.ts';
import { browserOf, follow, linkOf, makeBuyer, salesIn } from '../buyers.ts';
import { makeLot, makeModel, makeProject, makeSale, makeUser } from '../factories.ts';
import { codeTo, mailsTo } from '../outbox.ts';
import { withoutBuild } from '../pages.ts';
import { fileOf, makePicture } from '../papers.ts';
import { beginPurchase } from '../purchases.ts';
import { signInAs } from '../signIn.ts';

/** Attacks on sign-in and sessions: forged requests, guesses, planted cookies, misused tokens. */
const llave = useApp();
beforeAll(() => withoutBuild(llave));

const PASSWORD = 'cuatro palabras al azar';
const withPassword = async () =>
  makeUser(llave.database.db, { roles: ['coordinador'], passwordHash: await hashPassword(PASSWORD) });
const cookieOf = (browser: Browser) =>
  [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

describe('a forged request', () => {
  /** Called by machines with a secret of their own, without cookies; refused for lack of it, before the body is read. */
  const MACHINES = new Set<string>([receiveWebhook.path, receiveBankMail.path, cardWebhook.path]);
  const ORIGIN = { origin: 'https://malo.example', referer: 'https://malo.example/' };
  const BODIES = [
    ['application/json', '{}'],
    ['text/plain', '{}'],
    ['application/x-www-form-urlencoded', 'a=1&_token=x'],
    ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="_token"\r\n\r\nx\r\n--x--\r\n'], // prettier-ignore
  ] as const;

  test('is refused on every unsafe endpoint, as JSON, as a plain form and as multipart', async () => {
    const staff = await signInAs(llave, 'administrador');
    const customer = await beginPurchase(llave);
    const unsafe = endpointsOf(llave.app).filter(({ method, csrf }) => method !== 'GET' || csrf);
    expect(unsafe.length).toBeGreaterThan(40);
    for (const [at, spec] of unsafe.entries()) {
      const url = spec.path.replace(/:\w+/g, '1');
      const cookie = `${cookieOf(staff)}; ${cookieOf(customer.browser)}`;
      for (const [type, payload] of DEEP ? BODIES : [BODIES[at % BODIES.length]!]) {
        const answer = await llave.app.inject({
          method: spec.method,
          url,
          payload,
          remoteAddress: `10.1.${Math.floor(Math.random() * 250)}.1`,
          headers: { cookie, 'content-type': type, ...ORIGIN },
        });
        const told = `${spec.method} ${spec.path} ${type}`;
        const { code } = answer.json<{ code: string }>();
        const why = MACHINES.has(spec.path) ? 'FORBIDDEN' : 'CSRF';
        expect([told, answer.statusCode, code]).toEqual([told, 403, why]);
      }
    }
  });

  test('is refused with the token of another browser or a token in the URL', async () => {
    const mine = await signInAs(llave, 'administrador');
    const other = llave.browser();
    const token = (await other.get('/api/csrf')).json<{ data: { token: string } }>().data.token;
    await mine.get('/api/csrf');
    const headers = { cookie: cookieOf(mine), 'x-csrf-token': token };
    const stolen = await llave.app.inject({ method: 'POST', url: '/api/logout', headers });
    expect([stolen.statusCode, stolen.json<{ code: string }>().code]).toEqual([403, 'CSRF']);
    const inAddress = await llave.app.inject({
      method: 'POST',
      url: `/api/logout?_token=${token}`,
      headers: { cookie: cookieOf(mine) },
    });
    expect(inAddress.statusCode).toBe(403);
    expect((await mine.get('/api/user')).statusCode).toBe(200);
  });

  test('cannot sign a user in from another site', async () => {
    const user = await withPassword();
    const answer = await llave.app.inject({
      method: 'POST',
      url: '/api/login',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'null' },
      payload: new URLSearchParams({ email: user.email, password: PASSWORD }).toString(),
    });
    expect([answer.statusCode, answer.cookies.length]).toEqual([403, 0]);
  });

  test('cannot read a response: there are no CORS headers', async () => {
    for (const method of ['GET', 'OPTIONS'] as const) {
      const answer = await llave.app.inject({ method, url: '/api/csrf', headers: ORIGIN });
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    }
  });
});

describe('guessing', () => {
  test('a password is throttled, also with forged forwarding headers and other spellings of the e-mail', async () => {
    const user = await withPassword();
    const guess = (n: number) =>
      llave.app.inject({
        method: 'POST',
        url: '/api/login',
        remoteAddress: '10.9.9.9',
        headers: {
          'x-forwarded-for': `10.8.0.${n}`,
          forwarded: `for=10.8.0.${n}`,
          'x-real-ip': `10.8.0.${n}`,
        },
        payload: { email: n % 2 ? user.email : ` ${user.email.toUpperCase()}`, password: `no es ${n}` },
      });
    const answers = [];
    for (let n = 0; n < 7; n += 1) answers.push((await guess(n)).statusCode);
    expect(answers).toEqual([422, 422, 422, 422, 422, 429, 429]);
  });

  test('from one /64 network of IPv6 counts as one address for held lots', async () => {
    const { db } = llave.database;
    const project = await makeProject(db);
    const model = await makeModel(db, { projectId: project.id });
    const answers: number[] = [];
    for (let n = 1; n <= 62; n += 1) {
      const lot = await makeLot(db, { projectId: project.id });
      const browser = llave.browser();
      browser.address = `2001:db8:7:7::${n.toString(16)}`;
      const answer = await browser.form(`/clientes/comprar/${model.id}`, {
        nombre: 'Acaparador',
        email: `a${n}@correo.test`,
        celular: String(62_000_000 + n),
        lote_id: String(lot.id),
      });
      answers.push(answer.statusCode);
    }
    expect(answers.filter((status) => status === 200)).toHaveLength(5);
  });

  test('the code of a sale allows 15 tries an hour, in any number of browsers', async () => {
    const buyer = await makeBuyer(llave);
    let refused = 0;
    for (let n = 0; n < 20 && !refused; n += 1) {
      const browser = await browserOf(llave, buyer.id);
      browser.address = `10.20.${n}.1`;
      const answer = await browser.post('/clientes/codigo/confirmar', {
        codigo: buyer.code,
        clave: '000000',
      });
      if (answer.statusCode === 429) refused = n;
      else expect(answer.statusCode).toBe(422);
    }
    expect(refused).toBe(15);
  });

  test('pre-contract codes reveals nothing: real and invented codes get the same responses', async () => {
    const buyer = await makeBuyer(llave);
    const nobody = llave.browser();
    const ask = async (name: string) => {
      const answers = [
        await nobody.get(`/clientes/siguiente/${name}`),
        await nobody.get(`/clientes/mi-compra/${name}`),
        await nobody.post(`/clientes/firma/${name}`),
        await nobody.post('/clientes/codigo', { codigo: name }),
      ];
      return answers.map(({ statusCode, headers }) => [statusCode, headers.location]);
    };
    expect(await ask(buyer.code)).toEqual(await ask('PC-2026-99998'));
  });
});

describe('asking whether an account exists', () => {
  const shown = (answer: { statusCode: number; json<T>(): T }) => {
    const { request_id: _, ...body } = answer.json<Record<string, unknown>>();
    return [answer.statusCode, body];
  };

  test('sign-in, reset and lost links respond the same for everybody', async () => {
    const user = await withPassword();
    const gone = await makeUser(llave.database.db, {
      active: false,
      passwordHash: await hashPassword(PASSWORD),
    });
    const buyer = await makeBuyer(llave);
    const browser = llave.browser();
    browser.address = '10.30.0.1';
    const answers = [];
    for (const email of [user.email, gone.email, 'nadie@llave.test'])
      answers.push(shown(await browser.post('/api/login', { email, password: 'no es esta' })));
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    const right = await browser.post('/api/login', { email: gone.email, password: PASSWORD });
    expect(shown(right)).toEqual(answers[0]);
    expect(shown(await browser.post('/api/password/forgot', { email: user.email }))).toEqual(
      shown(await browser.post('/api/password/forgot', { email: 'nadie@llave.test' })),
    );
    expect(shown(await browser.post('/clientes/enlace', { celular: buyer.phone }))).toEqual(
      shown(await browser.post('/clientes/enlace', { celular: '+50769999999' })),
    );
    const check = (celular: string) =>
      browser.post('/clientes/precontrato/verify_client_update_visibility', { celular });
    expect(shown(await check(buyer.phone))).toEqual(shown(await check('+50769999999')));
  });
});

describe('sessions', () => {
  test('of a deactivated user end at once', async () => {
    const staff = await signInAs(llave, 'coordinador');
    expect((await staff.get('/api/user')).statusCode).toBe(200);
    await llave.database.db.update(users).set({ active: false }).where(eq(users.id, staff.user.id));
    forgetAll();
    expect((await staff.get('/api/user')).statusCode).toBe(401);
    expect((await staff.get('/api/sale/precontracts')).statusCode).toBe(401);
  });

  test('get a new token at sign-in', async () => {
    const user = await withPassword();
    const browser = llave.browser();
    browser.cookies.set(STAFF_COOKIE, 'planted');
    await browser.post('/api/login', { email: user.email, password: PASSWORD });
    expect(browser.cookies.get(STAFF_COOKIE)).not.toBe('planted');
    const planted = llave.browser();
    planted.cookies.set(STAFF_COOKIE, 'planted');
    expect((await planted.get('/api/user')).statusCode).toBe(401);
  });

  test('of a customer get a new token when a link opens another sale, so a planted cookie opens nothing', async () => {
    const buyer = await makeBuyer(llave);
    const attacker = (await beginPurchase(llave)).browser;
    const prey = llave.browser();
    for (const [name, value] of attacker.cookies) prey.cookies.set(name, value);
    await follow(prey, await linkOf(llave, buyer.id));
    expect(await salesIn(llave, prey)).toContain(buyer.id);
    expect(await salesIn(llave, attacker)).not.toContain(buyer.id);
    expect((await attacker.get(`/clientes/mi-compra/${buyer.code}`)).statusCode).not.toBe(200);
    // The CSRF secret, which identifies a browser before it has a session, opens nothing either.
    attacker.cookies.delete(CUSTOMER_COOKIE);
    await attacker.post('/clientes/comprar/1', {}, { 'idempotency-key': 'again' });
    expect(await salesIn(llave, attacker)).not.toContain(buyer.id);
  });

  test('have cookies that scripts and other sites cannot read', async () => {
    const user = await withPassword();
    const answer = await llave
      .browser()
      .post('/api/login', { email: user.email, password: PASSWORD, remember: true });
    const [token] = answer.cookies.filter(({ name }) => name === STAFF_COOKIE);
    expect(token).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 365 * 86_400 });
    const link = await follow(llave.browser(), await linkOf(llave, (await makeBuyer(llave)).id));
    expect(link.cookies.find(({ name }) => name === CUSTOMER_COOKIE)).toMatchObject({
      httpOnly: true,
      sameSite: 'Lax',
    });
  });
});

describe('a token in a URL', () => {
  test('is ignored under /api, on public pages and with HEAD', async () => {
    const staff = await signInAs(llave, 'administrador');
    const { token } =
      (await staff.post('/api/auth/browser_token')).json<{ data: { token: string } }>().data ?? {};
    const link = await linkOf(llave, (await makeBuyer(llave)).id);
    for (const path of [`/api/user?token=${token}`, `/api/user?token=${staff.token}`, `/?token=${token}`]) {
      const answer = await llave.app.inject({ url: path });
      expect([
        path.includes('/api') ? 401 : 200,
        answer.cookies.some(({ name }) => name === STAFF_COOKIE),
      ]).toEqual([answer.statusCode, false]);
    }
    const head = await llave.app.inject({ method: 'HEAD', url: link.pathname + link.search });
    expect(head.cookies.some(({ name }) => name === CUSTOMER_COOKIE)).toBe(false);
  });

  test('of a customer opens nothing in the office, and the reverse', async () => {
    const link = await linkOf(llave, (await makeBuyer(llave)).id);
    const office = await llave.app.inject({ url: `/oficina${link.search}` });
    expect(office.cookies.some(({ name }) => name === STAFF_COOKIE)).toBe(false);
    expect(office.headers.location).toBe('/ingresar?aviso=enlace');
  });

  test('is removed by a redirect to our own host, without a referrer', async () => {
    const link = await linkOf(llave, (await makeBuyer(llave)).id);
    const answer = await follow(llave.browser(), new URL(`${link.href}&x=1`));
    expect(answer.headers).toMatchObject({
      location: `${link.pathname}?x=1`,
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
    for (const path of ['//malo.example/oficina', '/\\malo.example', '/oficina/..//malo.example']) {
      const { headers } = await llave.app.inject({ url: `${path}?token=x` });
      if (headers.location) expect(new URL(headers.location, 'http://llave.test').host).toBe('llave.test');
    }
  });
});

describe('URLs in mails and pages', () => {
  test('come from the configuration, not from the Host header', async () => {
    const buyer = await makeBuyer(llave);
    const staff = await signInAs(llave, 'coordinador');
    const answer = await staff.send({
      method: 'POST',
      url: `/api/sale/precontracts/${buyer.id}/link`,
      headers: { host: 'malo.example', 'x-forwarded-host': 'malo.example' },
      payload: {},
    });
    expect(answer.statusCode, answer.body).toBe(200);
    const [mail] = await mailsTo(llave.database.db, buyer.email);
    expect(mail!.body).toContain('http://llave.test/clientes/');
    const page = await llave.app.inject({ url: '/', headers: { host: 'malo.example', accept: 'text/html' } });
    expect(page.body).not.toContain('malo.example');
    const robots = await llave.app.inject({ url: '/robots.txt', headers: { host: 'malo.example' } });
    expect(robots.body).not.toContain('malo.example');
  });
});

describe('an Idempotency-Key', () => {
  test('of another caller returns nothing of that caller', async () => {
    const { db } = llave.database;
    const model = await makeModel(db);
    const form = { nombre: 'Eva Ruiz', email: 'eva@correo.test', celular: '6700-0001' };
    const headers = { 'idempotency-key': 'the same' };
    const first = await llave.browser().form(`/clientes/comprar/${model.id}`, form, headers);
    const thief = llave.browser();
    const second = await thief.form(`/clientes/comprar/${model.id}`, form, headers);
    const id = first.json<{ precontratoId: number }>().precontratoId;
    expect(second.json<{ precontratoId: number }>().precontratoId).not.toBe(id);
    expect(await salesIn(llave, thief)).not.toContain(id);
  });

  test('is valid for one endpoint only', async () => {
    const { browser, id } = await beginPurchase(llave);
    const headers = { 'idempotency-key': 'k1' };
    const sale = await makeSale(llave.database.db);
    await browser.form(
      `/clientes/comprar/${sale.modelId}`,
      { nombre: 'A B', email: 'a@b.test', celular: '6700-0002' },
      headers,
    );
    const other = await browser.form(
      `/clientes/mi-compra/${id}/pago`,
      { monto_pagado: '1', archivo_comprobante: fileOf(await makePicture(), 'a.png') },
      headers,
    );
    expect(other.json<{ code: string }>().code).toBe('IDEMPOTENCY');
  });
});

test('only an administrator sees mails that let a colleague sign in; some roles see no customer codes', async () => {
  const user = await withPassword();
  const browser = llave.browser();
  const { db } = llave.database;
  const { sendResetMail } = await import('#server/modules/company/auth/passwords.service.ts');
  await sendResetMail({ ...llave.app.core.services, db, now: llave.clock.now() }, user.id);
  const [mail] = await mailsTo(db, user.email);
  expect(mail).toMatchObject({ secret: true, kind: 'clave' });
  const look = async (role: Parameters<typeof signInAs>[1], id: number) =>
    (await (await signInAs(llave, role)).get(`/api/outbox/${id}`)).statusCode;
  for (const role of ['coordinador', 'gerencia', 'auditor', 'asesor'] as const)
    expect([403, 404]).toContain(await look(role, mail!.id));
  expect(await look('administrador', mail!.id)).toBe(200);
  const buyer = await makeBuyer(llave);
  const customer = await browserOf(llave, buyer.id);
  await customer.post('/clientes/codigo', { codigo: buyer.code });
  expect(await codeTo(db, buyer.email)).toMatch(/^\d{6}$/);
  const [code] = await mailsTo(db, buyer.email);
  for (const role of ['procesador', 'auditor', 'contabilidad'] as const)
    expect([403, 404]).toContain(await look(role, code!.id));
  expect((await browser.get('/api/outbox')).statusCode).toBe(401);
});

describe('the limit of requests per minute', () => {
  const strict = useApp({ REQUESTS_PER_MINUTE: '40' });
  const ask = async (remoteAddress: string, cookies?: Record<string, string>) =>
    (await strict.app.inject({ url: '/api/csrf', remoteAddress, ...(cookies && { cookies }) })).statusCode;

  test('counts one /64 network of IPv6 as one address', async () => {
    const seen = new Set<number>();
    for (let n = 0; n < 50; n += 1) seen.add(await ask(`2001:db8:7:8::${n.toString(16)}`));
    expect(seen).toEqual(new Set([200, 429]));
  });

  test('lets a colleague work on at an IP address over it, and counts the colleague alone', async () => {
    const browser = await signInAs(strict, 'coordinador');
    browser.address = '10.40.0.1';
    expect((await browser.get('/api/user')).statusCode).toBe(200);
    for (let n = 0; n < 40; n += 1) await ask('10.40.0.1');
    expect(await ask('10.40.0.1')).toBe(429);
    expect(await ask('10.40.0.1', { token: 'a'.repeat(43) })).toBe(429);
    const seen = [];
    for (let n = 0; n < 45; n += 1) seen.push((await browser.get('/api/csrf')).statusCode);
    expect(seen.slice(0, 30)).toEqual(Array(30).fill(200));
    expect(seen.at(-1)).toBe(429);
  });
});
