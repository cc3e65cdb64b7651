import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Consent } from '#contract/overview/privacy/model.ts';
import { auditLog } from '#server/kernel/kernel.table.ts';
import { useApp } from '#test/app.ts';
import { beginPurchase } from '#test/purchases.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';

const llave = useApp();
let administrator: StaffBrowser;
let auditor: StaffBrowser;
let saleId: number;

const list = async (browser: StaffBrowser, query = '') =>
  (await browser.get(`/api/privacy/consents?${query}`)).json<{ data: Consent[] }>().data;

beforeAll(async () => {
  administrator = await signInAs(llave, 'administrador');
  auditor = await signInAs(llave, 'auditor');
  const { id, browser } = await beginPurchase(llave);
  saleId = id;
  await browser.patch(`/clientes/precontrato/borrador/${id}`, {
    campos: { consentimiento_datos: '1', consentimiento_apc: '1' },
  });
});

describe('the register of consents', () => {
  test('has each consent with the shown text, and how it was given', async () => {
    const found = await list(auditor);
    expect(found.map(({ kind, sale, channel, revoked_at }) => [kind, sale.id, channel, revoked_at])).toEqual(
      expect.arrayContaining([
        ['datos', saleId, 'web', null],
        ['apc', saleId, 'web', null],
      ]),
    );
    expect(found[0]).toMatchObject({
      text_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      given_at: expect.any(String),
    });
  });

  test('is searchable by person, kind and state', async () => {
    const [{ person }] = (await list(auditor)) as [Consent, ...Consent[]];
    expect((await list(auditor, `q=${encodeURIComponent(person.toUpperCase())}&tipo=apc`)).length).toBe(1);
    expect(await list(auditor, 'q=Nadie')).toEqual([]);
    expect(await list(auditor, 'estado=retirado')).toEqual([]);
  });

  test('a consent is revoked once, with the reason on record; the other stays', async () => {
    const [apc] = (await list(administrator, 'tipo=apc')) as [Consent];
    const url = `/api/privacy/consents/${apc.id}/revoke`;
    expect((await administrator.post(url, { motivo: '' })).statusCode).toBe(422);
    const answers = await Promise.all(
      [1, 2, 3].map(() => administrator.post(url, { motivo: 'Lo pidió por carta' })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409]);
    expect((await list(auditor, 'estado=retirado')).map(({ id }) => id)).toEqual([apc.id]);
    expect((await list(auditor, 'tipo=datos&estado=vigente')).length).toBe(1);
    const lines = await llave.database.db
      .select({ data: auditLog.data })
      .from(auditLog)
      .where(and(eq(auditLog.action, 'revocar'), eq(auditLog.entityId, String(apc.id))));
    expect(lines).toEqual([{ data: { sale: saleId, kind: 'apc', motivo: 'Lo pidió por carta' } }]);
  });

  test('read-only users cannot revoke one, and sales staff cannot see the register', async () => {
    const [one] = (await list(auditor, 'tipo=datos')) as [Consent];
    expect((await auditor.post(`/api/privacy/consents/${one.id}/revoke`, { motivo: 'No' })).statusCode).toBe(
      403,
    );
    expect((await (await signInAs(llave, 'procesador')).get('/api/privacy/consents')).statusCode).toBe(403);
    expect(
      (await administrator.post('/api/privacy/consents/999999/revoke', { motivo: 'No está' })).statusCode,
    ).toBe(404);
  });
});
