import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS } from '#contract/dates.ts';
import { START, useApp, type Browser } from '#test/app.ts';
import { makeUser } from '#test/factories.ts';
import { codeTo, mailsTo } from '#test/outbox.ts';
import { signInUser } from '#test/signIn.ts';
import { roles, users } from '#server/modules/company/staff/staff.table.ts';
import { hashPassword } from './password.ts';
import { totpOf } from './secondStep.ts';

const llave = useApp({ SMTP_URL: 'smtp://127.0.0.1:1' });
const PASSWORD = 'cuatro caballos de madera';
let passwordHash: string;
let user: Awaited<ReturnType<typeof makeUser>>;
let hours = 0;

beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD);
});
/** Each test runs on another day, so no earlier attempts count. */
beforeEach(async () => {
  llave.clock.set(new Date(START.getTime() + (hours += 25) * HOUR_MS));
  user = await makeUser(llave.database.db, { passwordHash, roles: ['procesador'] });
});

const codeOf = (secret: string) => totpOf(secret).generate({ timestamp: llave.clock.now().getTime() });
const json = <T>(answer: { json: () => unknown }) => answer.json() as T;

/** Sets up the authenticator as a user does. Returns its secret and the backup codes. */
async function setUpTotp(browser: Browser) {
  const begun = json<{ data: { secret: string; setup: string; uri: string; qr: string } }>(
    await browser.post('/api/auth/second_step/totp'),
  ).data;
  const answer = await browser.post('/api/auth/second_step/totp/confirm', {
    setup: begun.setup,
    code: codeOf(begun.secret),
  });
  expect(answer.statusCode, answer.body).toBe(200);
  llave.clock.advance(60);
  return { ...begun, backup: json<{ data: { backup_codes: string[] } }>(answer).data.backup_codes };
}

async function signIn(remember?: boolean): Promise<Browser> {
  const browser = llave.browser();
  const answer = await browser.post('/api/login', { email: user.email, password: PASSWORD, remember });
  expect(answer.statusCode, answer.body).toBe(200);
  return browser;
}
const second = (browser: Browser, code: string, more: object = {}) =>
  browser.post('/api/login/second_step', { code, ...more });
const flagOf = (browser: Browser) =>
  JSON.parse(decodeURIComponent(browser.cookies.get('fa_auth') ?? 'null')) as unknown;

describe('setting up the authenticator', () => {
  test('returns a secret, its URI and QR code, and stores it encrypted after a valid code', async () => {
    const browser = await signInUser(llave, user);
    const { secret, uri, qr, backup } = await setUpTotp(browser);
    expect(uri).toContain(`secret=${secret}`);
    expect(uri.startsWith('otpauth://totp/')).toBe(true);
    expect(qr.startsWith('<svg')).toBe(true);
    expect(new Set(backup).size).toBe(10);
    const [row] = await llave.database.db.select().from(users).where(eq(users.id, user.id));
    expect(row?.totpSecret).toBeTruthy();
    expect(row?.totpSecret).not.toContain(secret);
    expect(json(await browser.get('/api/auth/second_step'))).toEqual({
      data: { totp: true, email_code: false, backup_codes_left: 10, required: false },
    });
    expect((await mailsTo(llave.database.db, user.email))[0]?.kind).toBe('aviso_seguridad');
  });

  test('a wrong code, another user’s setup and a setup older than ten minutes are refused', async () => {
    const browser = await signInUser(llave, user);
    const begin = async () =>
      json<{ data: { secret: string; setup: string } }>(await browser.post('/api/auth/second_step/totp'))
        .data;
    const { setup, secret } = await begin();
    const confirm = (from: Browser, body: object) => from.post('/api/auth/second_step/totp/confirm', body);
    const wrong = codeOf(secret) === '000000' ? '000001' : '000000';
    expect(json(await confirm(browser, { setup, code: wrong }))).toMatchObject({ code: 'CODE' });
    const stranger = await signInUser(llave, await makeUser(llave.database.db));
    expect(json(await confirm(stranger, { setup, code: codeOf(secret) }))).toMatchObject({ code: 'TOKEN' });
    expect(json(await confirm(browser, { setup: `${setup}A`, code: codeOf(secret) }))).toMatchObject({
      code: 'TOKEN',
    });
    llave.clock.advance(601);
    expect(json(await confirm(browser, { setup, code: codeOf(secret) }))).toMatchObject({ code: 'TOKEN' });
    expect(json(await browser.get('/api/auth/second_step'))).toMatchObject({ data: { totp: false } });
  });

  test('a second app needs the first removed, and after five minutes that needs the password and a code again', async () => {
    const browser = await signInUser(llave, user);
    const { secret } = await setUpTotp(browser);
    expect((await browser.post('/api/auth/second_step/totp')).statusCode).toBe(409);
    llave.clock.advance(300);
    for (const call of ['totp', 'totp/disable', 'backup_codes', 'email']) {
      const refused = await browser.post(`/api/auth/second_step/${call}`, { enabled: true });
      expect([call, json<{ code: string }>(refused).code]).toEqual([call, 'PROOF_NEEDED']);
    }
    const prove = (body: object) => browser.post('/api/auth/proof', body);
    expect(json(await prove({ password: 'no es la correcta', code: codeOf(secret) }))).toMatchObject({
      code: 'PASSWORD',
      errors: [{ field: 'password' }],
    });
    expect(json(await prove({ password: PASSWORD }))).toMatchObject({ errors: [{ field: 'code' }] });
    const wrong = codeOf(secret) === '000000' ? '000001' : '000000';
    expect(json(await prove({ password: PASSWORD, code: wrong }))).toMatchObject({ code: 'CODE' });
    expect((await browser.post('/api/auth/second_step/totp/disable')).statusCode).toBe(403);
    expect((await prove({ password: PASSWORD, code: codeOf(secret) })).statusCode).toBe(200);
    expect((await browser.post('/api/auth/second_step/totp/disable')).statusCode).toBe(200);
    expect(json(await browser.get('/api/auth/second_step'))).toMatchObject({
      data: { totp: false, backup_codes_left: 0 },
    });
    expect(json(await (await signIn()).get('/api/user'))).toMatchObject({ data: { two_factor: false } });
  });

  test('password guesses are limited there too', async () => {
    const browser = await signInUser(llave, user);
    const prove = (password: string) => browser.post('/api/auth/proof', { password });
    for (let n = 0; n < 5; n += 1) expect((await prove(`intento ${n}`)).statusCode).toBe(422);
    expect((await prove(PASSWORD)).statusCode).toBe(429);
  });
});

describe('the second step', () => {
  let secret: string;
  let backup: string[];
  beforeEach(async () => {
    ({ secret, backup } = await setUpTotp(await signInUser(llave, user)));
  });

  test('while it is due, the user has no permissions and other calls give 401 SECOND_STEP', async () => {
    const browser = await signIn();
    expect(flagOf(browser)).toEqual({ success: false, remember: false });
    const { data } = json<{ data: { permissions: unknown[]; two_factor: boolean } }>(
      await browser.get('/api/user'),
    );
    expect(data).toMatchObject({ permissions: [], two_factor: true });
    for (const url of ['/api/settings/check', '/api/auth/sessions', '/api/auth/second_step']) {
      const answer = await browser.get(url);
      expect([answer.statusCode, json<{ code: string }>(answer).code], url).toEqual([401, 'SECOND_STEP']);
    }
    for (const url of ['/api/auth/browser_token', '/api/password/change'])
      expect((await browser.post(url)).statusCode, url).toBe(401);
    expect(json(await browser.get('/api/login/second_step'))).toMatchObject({
      data: { methods: ['totp', 'respaldo'] },
    });
  });

  test('an authenticator code opens the session and sets fa_auth', async () => {
    const browser = await signIn(true);
    const answer = await second(browser, ` ${codeOf(secret).slice(0, 3)} ${codeOf(secret).slice(3)} `);
    expect(answer.json()).toEqual({ success: true });
    expect(flagOf(browser)).toEqual({ success: true, remember: true });
    const cookie = answer.cookies.find(({ name }) => name === 'fa_auth');
    expect(cookie).toMatchObject({ maxAge: 365 * 86_400, sameSite: 'Lax' });
    expect(cookie?.httpOnly).toBeUndefined();
    const { data } = json<{ data: { permissions: unknown[]; two_factor: boolean } }>(
      await browser.get('/api/user'),
    );
    expect(data.two_factor).toBe(false);
    expect(data.permissions.length).toBeGreaterThan(5);
  });

  test('a code works once, in any session', async () => {
    const code = codeOf(secret);
    const [one, other] = [await signIn(), await signIn()];
    expect((await second(one, code)).statusCode).toBe(200);
    const refused = await second(other, code);
    expect([refused.statusCode, json<{ code: string }>(refused).code]).toEqual([422, 'CODE']);
    expect(flagOf(other)).toEqual({ success: false, remember: false });
    expect((await other.get('/api/auth/sessions')).statusCode).toBe(401);
    llave.clock.advance(30);
    expect((await second(other, codeOf(secret))).statusCode).toBe(200);
  });

  test('the code that confirmed the setup cannot be used to sign in', async () => {
    const fresh = await makeUser(llave.database.db, { passwordHash });
    const browser = await signInUser(llave, fresh);
    const begun = json<{ data: { secret: string; setup: string } }>(
      await browser.post('/api/auth/second_step/totp'),
    ).data;
    const code = codeOf(begun.secret);
    await browser.post('/api/auth/second_step/totp/confirm', { setup: begun.setup, code });
    user = fresh;
    expect((await second(await signIn(), code)).statusCode).toBe(422);
  });

  test('a code one step early or late is accepted, two steps are not', async () => {
    const at = (seconds: number) =>
      totpOf(secret).generate({ timestamp: llave.clock.now().getTime() + seconds * 1000 });
    for (const seconds of [-60, 60]) expect((await second(await signIn(), at(seconds))).statusCode).toBe(422);
    expect((await second(await signIn(), at(-30))).statusCode).toBe(200);
    expect((await second(await signIn(), at(30))).statusCode).toBe(200);
  });

  test('a repeat after success succeeds, because the first response may have been lost', async () => {
    const browser = await signIn();
    const code = codeOf(secret);
    expect((await second(browser, code)).json()).toEqual({ success: true });
    expect((await second(browser, '000000')).statusCode).toBe(422);
    expect((await second(browser, code, { remember: true })).json()).toEqual({ success: true });
    expect(flagOf(browser)).toEqual({ success: true, remember: true });
  });

  test('five wrong codes give 429 for every session of the user, although each was refused', async () => {
    const browser = await signIn();
    const wrong = codeOf(secret) === '123456' ? '123457' : '123456';
    for (let n = 0; n < 5; n += 1) expect((await second(browser, wrong)).statusCode).toBe(422);
    const refused = await second(await signIn(), codeOf(secret));
    expect(refused.statusCode).toBe(429);
    expect(json<{ retry_after: number }>(refused).retry_after).toBe(300);
    llave.clock.advance(300);
    expect((await second(browser, codeOf(secret))).statusCode).toBe(200);
  });

  test('concurrent guesses are counted one by one', async () => {
    const browser = await signIn();
    const answers = await Promise.all(Array.from({ length: 10 }, () => second(browser, '1'.repeat(6))));
    expect(answers.filter(({ statusCode }) => statusCode === 422)).toHaveLength(5);
  });

  test('a backup code works once, in any spelling', async () => {
    const [code] = backup;
    expect((await second(await signIn(), code!.toLowerCase().replace('-', ' '))).statusCode).toBe(200);
    expect((await second(await signIn(), code!)).statusCode).toBe(422);
    const browser = await signIn();
    expect((await second(browser, backup[1]!)).statusCode).toBe(200);
    expect(json(await browser.get('/api/auth/second_step'))).toMatchObject({
      data: { backup_codes_left: 8 },
    });
  });

  test('concurrent uses of one backup code open one session', async () => {
    const browsers = [await signIn(), await signIn(), await signIn()];
    const answers = await Promise.all(browsers.map((browser) => second(browser, backup[0]!)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  test('new backup codes void the old ones', async () => {
    const browser = await signIn();
    await second(browser, codeOf(secret));
    const answer = await browser.post('/api/auth/second_step/backup_codes');
    const fresh = json<{ data: { backup_codes: string[] } }>(answer).data.backup_codes;
    expect(fresh).toHaveLength(10);
    expect((await second(await signIn(), backup[0]!)).statusCode).toBe(422);
    expect((await second(await signIn(), fresh[0]!)).statusCode).toBe(200);
  });

  test('a half session ends after half an hour, and can sign out', async () => {
    const browser = await signIn(true);
    const other = await signIn();
    expect((await other.post('/api/logout')).statusCode).toBe(200);
    llave.clock.advance(1800);
    expect((await browser.get('/api/user')).statusCode).toBe(401);
  });

  test('no code by e-mail when only the authenticator is on', async () => {
    const browser = await signIn();
    expect((await browser.post('/api/login/email_code')).statusCode).toBe(409);
  });
});

describe('the code by e-mail', () => {
  beforeEach(async () => {
    const browser = await signInUser(llave, user);
    await browser.post('/api/auth/second_step/email', { enabled: true });
  });
  const ask = (browser: Browser) => browser.post('/api/login/email_code');
  const sent = () => codeTo(llave.database.db, user.email);

  test('arrives only by mail and opens the session once', async () => {
    const browser = await signIn();
    const answer = await ask(browser);
    const code = await sent();
    expect(answer.statusCode).toBe(200);
    expect(answer.body).not.toContain(code);
    const [mail] = await mailsTo(llave.database.db, user.email);
    expect(mail).toMatchObject({ kind: 'codigo_ingreso', secret: true });
    expect((await second(browser, code)).json()).toEqual({ success: true });
    expect((await second(await signIn(), code)).statusCode).toBe(422);
  });

  test('expires after ten minutes, and a newer code voids it', async () => {
    const browser = await signIn();
    await ask(browser);
    const first = await sent();
    await ask(browser);
    const next = await sent();
    if (first !== next) expect((await second(browser, first)).statusCode).toBe(422);
    llave.clock.advance(600);
    expect((await second(browser, next)).statusCode).toBe(422);
  });

  test('is sent at most five times in a quarter of an hour', async () => {
    const browser = await signIn();
    for (let n = 0; n < 5; n += 1) expect((await ask(browser)).statusCode).toBe(200);
    expect((await ask(browser)).statusCode).toBe(429);
  });

  test('is turned off with the password and one of its codes', async () => {
    const browser = await signInUser(llave, user);
    llave.clock.advance(301);
    const off = () => browser.post('/api/auth/second_step/email', { enabled: false });
    expect((await off()).statusCode).toBe(403);
    await ask(browser);
    const proof = { password: PASSWORD, code: await sent() };
    expect((await browser.post('/api/auth/proof', proof)).statusCode).toBe(200);
    expect((await off()).statusCode).toBe(200);
    expect(json(await (await signIn()).get('/api/user'))).toMatchObject({ data: { two_factor: false } });
  });
});

describe('a role that requires a second step', () => {
  test('nobody signs in without one: using the code by e-mail turns it on permanently', async () => {
    const { db } = llave.database;
    await db.update(roles).set({ requiresSecondStep: true }).where(eq(roles.name, 'auditor'));
    user = await makeUser(db, { passwordHash, roles: ['auditor', 'soporte'] });
    const browser = await signIn();
    expect(json(await browser.get('/api/user'))).toMatchObject({ data: { two_factor: true } });
    expect(json(await browser.get('/api/login/second_step'))).toMatchObject({
      data: { methods: ['correo'] },
    });
    await browser.post('/api/login/email_code');
    expect((await second(browser, await codeTo(db, user.email))).statusCode).toBe(200);
    expect(json(await browser.get('/api/auth/second_step'))).toMatchObject({
      data: { email_code: true, required: true },
    });
    const off = await browser.post('/api/auth/second_step/email', { enabled: false });
    expect([off.statusCode, json<{ code: string }>(off).code]).toEqual([409, 'REQUIRED']);
    await db.update(roles).set({ requiresSecondStep: false }).where(eq(roles.name, 'auditor'));
  });
});
