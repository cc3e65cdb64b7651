import { beforeAll, describe, expect, test } from 'vitest';
import type { RoleName } from '#contract/access.ts';
import { useApp } from '#test/app.ts';
import { makeSale, makeUser } from '#test/factories.ts';
import { signInAs, signInUser } from '#test/signIn.ts';

const llave = useApp();
let processor: Awaited<ReturnType<typeof makeUser>>;

beforeAll(async () => {
  const { db } = llave.database;
  processor = await makeUser(db, { roles: ['procesador'] });
  const other = await makeUser(db, { roles: ['procesador'] });
  // Without a processor: the coordinator's. Its payment waits for accounting.
  await makeSale(db, { stateId: 2, separation: 2 });
  // Two of the processor, one of another processor, one that waits for the customer.
  await makeSale(db, { stateId: 2, processorId: processor.id });
  await makeSale(db, { stateId: 3, processorId: processor.id, papers: [2] });
  await makeSale(db, { stateId: 2, processorId: other.id, separation: 3 });
  await makeSale(db, { stateId: 4, processorId: processor.id, separation: 4 });
});

const counters = async (role: RoleName) =>
  (await (await signInAs(llave, role)).get('/api/office/counters')).json();

describe('waiting work', () => {
  test('each user gets their own counts', async () => {
    const mine = await signInUser(llave, processor);
    expect((await mine.get('/api/office/counters')).json()).toMatchObject({
      data: { sales: 2, payments: null },
    });
    expect(await counters('coordinador')).toMatchObject({ data: { sales: 1, payments: null } });
    expect(await counters('contabilidad')).toMatchObject({ data: { sales: null, payments: 2 } });
    expect(await counters('administrador')).toMatchObject({ data: { sales: 1, payments: 2 } });
    expect(await counters('asesor')).toMatchObject({ data: { sales: null, payments: null } });
    expect(await counters('soporte')).toMatchObject({ data: { sales: null, payments: null } });
    expect((await llave.browser().get('/api/office/counters')).statusCode).toBe(401);
  });

  test('is counted by turn, within the caller’s scope', async () => {
    const mine = await signInUser(llave, processor);
    const waiting = async (browser: typeof mine) =>
      Object.fromEntries(
        (await browser.get('/api/office/waiting'))
          .json<{ data: { turn: string; total: number }[] }>()
          .data.map(({ turn, total }) => [turn, total]),
      );
    expect(await waiting(mine)).toMatchObject({ procesador: 2, cliente: 1, coordinador: 0 });
    expect(await waiting(await signInAs(llave, 'auditor'))).toMatchObject({
      procesador: 3,
      cliente: 1,
      coordinador: 1,
    });
    expect((await (await signInAs(llave, 'soporte')).get('/api/office/waiting')).statusCode).toBe(403);
  });
});
