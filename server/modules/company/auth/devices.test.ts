import { beforeAll, beforeEach, expect, test } from 'vitest';
import { START, useApp, type Browser } from '#test/app.ts';
import { makeBuyer } from '#test/buyers.ts';
import { makeUser } from '#test/factories.ts';
import { runJobs } from '#test/jobs.ts';
import { codeTo } from '#test/outbox.ts';
import { LostLink } from '#server/modules/sales/buyerAccess/buyerAccess.jobs.names.ts';
import { hashPassword } from './password.ts';

const llave = useApp();
const PASSWORD = 'cuatro caballos de madera';
let passwordHash: string;
let days = 0;
beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD);
});
beforeEach(() => llave.clock.set(new Date(START.getTime() + (days += 1) * 90_000_000)));

test('wrong passwords from elsewhere do not lock out a known browser of the account', async () => {
  const user = await makeUser(llave.database.db, { passwordHash, roles: ['procesador'] });
  const login = async (browser: Browser, password: string, ip = '10.0.0.1') =>
    (
      await browser.send({
        method: 'POST',
        url: '/api/login',
        payload: { email: user.email, password },
        remoteAddress: ip,
      })
    ).statusCode;
  const own = llave.browser();
  expect(await login(own, PASSWORD)).toBe(200);
  own.cookies.delete('token');
  for (let n = 0; n < 25; n += 1) await login(llave.browser(), `intento ${n}`, `10.1.0.${n % 6}`);
  expect(await login(llave.browser(), PASSWORD, '10.2.0.1')).toBe(429);
  expect(await login(own, PASSWORD)).toBe(200);
  // The known browser has its own limit.
  for (let n = 0; n < 10; n += 1) expect(await login(own, `intento ${n}`)).toBe(422);
  expect(await login(own, PASSWORD)).toBe(429);
});

test('wrong codes from elsewhere do not block "perdí mi enlace" in a known browser or use up its code', async () => {
  const { db } = llave.database;
  const { phone: celular, email } = await makeBuyer(llave);
  const ask = async (browser: Browser) => {
    const { statusCode } = await browser.post('/clientes/enlace', { celular });
    await runJobs(llave, LostLink);
    return statusCode;
  };
  const tries = async (browser: Browser, clave: string) =>
    (await browser.post('/clientes/enlace/confirmar', { celular, clave })).statusCode;
  const own = llave.browser();
  await ask(own);
  expect(await tries(own, await codeTo(db, email))).toBe(200);
  llave.clock.advance(7200);

  const stranger = llave.browser();
  for (let n = 0; n < 6; n += 1) await ask(stranger);
  expect(await ask(own)).toBe(200);
  const code = await codeTo(db, email);
  const wrong = code === '000000' ? '000001' : '000000';
  for (let n = 0; n < 20; n += 1) await tries(stranger, wrong);
  expect(await tries(stranger, wrong)).toBe(429);
  expect(await tries(own, code)).toBe(200);
});
