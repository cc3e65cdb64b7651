import { beforeAll, describe, expect, test } from 'vitest';
import { useApp, type Browser } from '#test/app.ts';
import { signInAs } from '#test/signIn.ts';

const llave = useApp();
let admin: Browser;
beforeAll(async () => {
  admin = await signInAs(llave, 'administrador');
});

const base = '/api/administrations/catalogs';
type Answer = Awaited<ReturnType<Browser['get']>>;
const rows = (answer: Answer) => answer.json<{ data: Record<string, unknown>[] }>().data;

describe('conditional requests', () => {
  const path = '/api/sale/bank_application_status/list';
  const ask = (mark: string) => admin.send({ method: 'GET', url: path, headers: { 'if-none-match': mark } });

  test('a client with the current list gets 304 until the list changes', async () => {
    const first = await admin.get(path);
    const mark = String(first.headers['etag']);
    expect(mark).toMatch(/^W\/"[\w-]{22}"$/);
    expect(first.headers['cache-control']).toBe('private, no-cache');
    const again = await ask(`"otra", ${mark}`);
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect((await ask(mark.slice(2))).statusCode).toBe(304);
    expect((await ask('W/"otra"')).statusCode).toBe(200);
    expect(
      (await admin.patch(`${base}/bank_application_status/items/2`, { label: 'Mandada' })).statusCode,
    ).toBe(200);
    const changed = await ask(mark);
    expect(changed.statusCode).toBe(200);
    expect(rows(changed)[1]).toEqual({ id: 2, name: 'Mandada', name_id: 'enviada' });
    expect(changed.headers['etag']).not.toBe(mark);
  });

  test('the ETag gives no access', async () => {
    const mark = String((await admin.get(path)).headers['etag']);
    const headers = { 'if-none-match': mark };
    const soporte = await signInAs(llave, 'soporte');
    expect((await llave.browser().send({ method: 'GET', url: path, headers })).statusCode).toBe(401);
    expect((await soporte.send({ method: 'GET', url: path, headers })).statusCode).toBe(403);
  });

  test('another order has another ETag', async () => {
    const marks = await Promise.all(
      ['', '?order_type=desc', '?order_column=name'].map(async (query) =>
        String((await admin.get(`${path}${query}`)).headers['etag']),
      ),
    );
    expect(new Set(marks).size).toBe(3);
  });
});
