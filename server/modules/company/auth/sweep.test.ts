import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { rows } from '#server/kernel/db.ts';
import { modules } from '#server/modules.ts';
import { useApp } from '#test/app.ts';
import { browserOf, makeBuyer, salesIn } from '#test/buyers.ts';
import { signInAs } from '#test/signIn.ts';

const llave = useApp();
const DAY = 86_400;

const sweep = async () => {
  for (const job of modules.flatMap(({ jobs = [] }) => jobs))
    if (job.name === 'auth.sweep' || job.name === 'buyerAccess.sweep') await llave.app.core.jobs.run(job, {});
};
const count = async (table: string) =>
  (await rows<{ n: number }>(llave.database.db, sql`select count(*) as n from ${sql.identifier(table)}`))[0]!
    .n;

test('the nightly sweeps delete ended data and no open session', async () => {
  const staff = await signInAs(llave, 'asesor');
  const gone = await signInAs(llave, 'asesor');
  const sale = await makeBuyer(llave);
  const buyer = await browserOf(llave, sale.id);
  await gone.post('/api/auth/browser_token');
  await gone.post('/api/logout');
  await buyer.post('/clientes/codigo', {});
  await llave.app.inject({
    method: 'POST',
    url: '/api/login',
    payload: { email: 'x@llave.test', password: 'no es la correcta' },
  });
  expect(await count('throttles')).toBeGreaterThan(0);

  llave.clock.advance(29 * DAY);
  await sweep();
  expect(await count('throttles')).toBe(0);
  expect(await count('one_time_codes')).toBe(0);
  expect(await count('link_tokens')).toBe(1);
  expect(await count('staff_sessions')).toBe(2);
  expect(await salesIn(llave, buyer)).toEqual([sale.id]);

  for (let n = 0; n < 2; n += 1) {
    expect((await staff.get('/api/user')).statusCode).toBe(200);
    llave.clock.advance(20 * DAY);
  }
  await sweep();
  expect(await count('link_tokens')).toBe(0);
  expect(await count('staff_tokens')).toBe(0);
  expect(await count('staff_sessions')).toBe(1);
  expect(await count('customer_sessions')).toBe(1);
  expect((await staff.get('/api/user')).statusCode).toBe(200);
});
