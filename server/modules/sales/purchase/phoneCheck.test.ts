import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { useApp, type Browser } from '#test/app.ts';
import { beginPurchase, fieldsOf } from '#test/purchases.ts';

const llave = useApp();

describe('the check of a telephone', () => {
  const check = (browser: Browser, body: object) =>
    browser.post('/clientes/precontrato/verify_client_update_visibility', body);

  test('gives the same answer for every number, with the seller of the project', async () => {
    const begun = await beginPurchase(llave);
    await begun.db
      .update(projects)
      .set({ sellerPhone: '+50766778899' })
      .where(eq(projects.id, begun.project.id));
    const known = await check(begun.browser, { celular: begun.celular, cedula: '8-712-4567' });
    const unknown = await check(begun.browser, { celular: '6000-0000' });
    expect(known.statusCode, known.body).toBe(200);
    expect(known.json()).toEqual({ mensaje: expect.any(String), celular: '50766778899' });
    expect(unknown.body).toBe(known.body);
    expect(fieldsOf(await check(begun.browser, { celular: '12' }))).toEqual(['celular']);
  });

  test('is rate-limited', async () => {
    const browser = llave.browser();
    const codes = [];
    for (let at = 0; at < 25; at += 1)
      codes.push((await check(browser, { celular: '6000-0000' })).statusCode);
    expect(codes.at(-1)).toBe(429);
  });
});
