import { beforeAll, expect, test } from 'vitest';
import { useApp } from '#test/app.ts';
import { makeUser } from '#test/factories.ts';
import { hashPassword } from '#server/modules/company/auth/password.ts';
import { totpOf } from '#server/modules/company/auth/secondStep.ts';

const llave = useApp();
const PASSWORD = 'cuatro caballos de madera';
let passwordHash: string;
beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD);
});

async function signIn(email: string) {
  const browser = llave.browser();
  await browser.post('/api/login', { email, password: PASSWORD });
  return browser;
}
type Begun = { data: { secret: string; setup: string } };
const codeOf = (secret: string) => totpOf(secret).generate({ timestamp: llave.clock.now().getTime() });

test('without mail delivery, an administrator sets up an authenticator app at the first sign-in and enters with its code', async () => {
  const user = await makeUser(llave.database.db, { passwordHash, roles: ['administrador'] });
  const browser = await signIn(user.email);
  expect((await browser.get('/api/user')).json()).toMatchObject({
    data: { two_factor: true, permissions: [] },
  });
  expect((await browser.get('/api/login/second_step')).json()).toMatchObject({ data: { methods: [] } });
  expect((await browser.post('/api/login/email_code')).statusCode).toBe(409);
  const begun = (await browser.post('/api/auth/second_step/totp')).json<Begun>().data;
  const code = codeOf(begun.secret);
  const done = await browser.post('/api/auth/second_step/totp/confirm', { setup: begun.setup, code });
  expect(done.statusCode, done.body).toBe(200);
  expect((await browser.get('/api/user')).json()).toMatchObject({ data: { two_factor: false } });
  expect((await browser.post('/api/auth/second_step/totp/disable')).statusCode).toBe(409);
});

test('a user with a second step cannot add another one at sign-in: the password alone is not enough', async () => {
  const user = await makeUser(llave.database.db, { passwordHash, roles: ['administrador'] });
  const first = await signIn(user.email);
  const begun = (await first.post('/api/auth/second_step/totp')).json<Begun>().data;
  await first.post('/api/auth/second_step/totp/confirm', { setup: begun.setup, code: codeOf(begun.secret) });
  const thief = await signIn(user.email);
  const refused = await thief.post('/api/auth/second_step/totp');
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([401, 'SECOND_STEP']);
  const confirm = await thief.post('/api/auth/second_step/totp/confirm', {
    setup: begun.setup,
    code: codeOf(begun.secret),
  });
  expect(confirm.statusCode).toBe(401);
});
