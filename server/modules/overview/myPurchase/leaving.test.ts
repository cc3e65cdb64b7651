import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { myPurchasePage } from '#contract/overview/myPurchase/pages.ts';
import { auditLog } from '#server/kernel/kernel.table.ts';
import { lotClaims } from '#server/modules/sales/claims/claims.table.ts';
import { notices } from '#server/modules/company/notifications/notifications.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { customerActions } from '#server/modules/sales/precontracts/precontracts.table.ts';
import { consents } from '#server/modules/sales/consents/consents.table.ts';
import { useApp, type Browser } from '#test/app.ts';
import { browserOf } from '#test/buyers.ts';
import { pageData, withoutBuild } from '#test/pages.ts';
import { fileOf, makePicture } from '#test/papers.ts';
import { beginPurchase, completeForm, faultsOf, PRECONTRACT, saleOf } from '#test/purchases.ts';
import { signInAs } from '#test/signIn.ts';

const llave = useApp();
beforeAll(() => withoutBuild(llave));
const db = () => llave.database.db;

async function received() {
  const begun = await beginPurchase(llave);
  const form = completeForm(begun, { consentimiento_apc: '1' });
  const answer = await begun.browser.form(PRECONTRACT, form);
  return { ...begun, code: answer.json<{ precontratoCodigo: string }>().precontratoCodigo };
}
const leave = (browser: Browser, id: number, fields: Record<string, string> = { motivo_id: '3' }) =>
  browser.form(`/clientes/mi-compra/${id}/desistir`, fields);
const takeBack = (browser: Browser, id: number, permiso: string) =>
  browser.form(`/clientes/mi-compra/${id}/retirar-permiso`, { permiso });
const told = async (id: number) =>
  (await db().select().from(notices).where(eq(notices.kind, 'desistimiento_pedido'))).filter(({ url }) =>
    url.endsWith(`/${id}`),
  );

describe('leaving the purchase', () => {
  test('before a payment and a complete file ends it at once and frees the lot, however often it is sent', async () => {
    const begun = await received();
    const { id, browser, code } = begun;
    expect(faultsOf(await leave(browser, id, {}))).toEqual([
      { field: 'motivo_id', message: 'Elige el motivo de la lista.' },
    ]);
    const { leaving } = await pageData(browser, myPurchasePage, `/clientes/mi-compra/${code}`);
    expect(leaving!.purchase).toMatchObject({ atOnce: true });
    expect(leaving!.purchase!.reasons.map(({ name }) => name)).toContain('Precio');
    const answers = await Promise.all([1, 2, 3].map(() => leave(browser, id)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(await saleOf(begun)).toMatchObject({ stateId: 16, lastActionId: 14 });
    const [claim] = await db().select().from(lotClaims).where(eq(lotClaims.saleId, id));
    expect(claim!.releasedAt).not.toBeNull();
    const ends = await db()
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.action, 'desistir'), eq(auditLog.entityId, String(id))));
    expect(ends).toHaveLength(1);
    const page = await pageData(browser, myPurchasePage, `/clientes/mi-compra/${code}`);
    expect(page.leaving?.purchase).toBeNull();
  });

  test('after a reported payment is a request that notifies processor and coordinator once', async () => {
    const begun = await received();
    const { id, browser, code } = begun;
    const coordinator = await signInAs(llave, 'coordinador');
    await browser.form(`/clientes/mi-compra/${id}/pago`, {
      monto_pagado: '500',
      archivo_comprobante: fileOf(await makePicture(), 'ach.png'),
    });
    const fields = { motivo_id: '7', comentario: 'Nos mudamos de país.' };
    const answers = await Promise.all([1, 2, 3].map(() => leave(browser, id, fields)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(await saleOf(begun)).toMatchObject({ stateId: 2, lastActionId: 14 });
    const noted = await db().select().from(customerActions).where(eq(customerActions.saleId, id));
    expect(noted).toMatchObject([{ actionId: 14, note: 'Personal: Nos mudamos de país.', userId: null }]);
    const mine = (await told(id)).filter(({ userId }) => userId === coordinator.user.id);
    expect(mine).toHaveLength(1);
    expect(mine[0]!.text).toContain('pide desistir');
    const { leaving } = await pageData(browser, myPurchasePage, `/clientes/mi-compra/${code}`);
    expect(leaving).toMatchObject({ purchase: { atOnce: false }, askedAt: expect.any(String) });
  });

  test('is allowed to the buyer only: another’s sale, a link without a code and a later sale are refused', async () => {
    const begun = await received();
    const other = await received();
    expect((await leave(other.browser, begun.id)).statusCode).toBe(404);
    expect((await leave(llave.browser(), begun.id)).statusCode).toBe(401);
    const byLink = await leave(await browserOf(llave, begun.id), begun.id);
    expect([byLink.statusCode, byLink.json<{ code: string }>().code]).toEqual([403, 'CODE_NEEDED']);
    await db().update(sales).set({ stateId: 12 }).where(eq(sales.id, begun.id));
    expect((await leave(begun.browser, begun.id)).json<{ code: string }>().code).toBe('TOO_LATE');
    await db().update(sales).set({ stateId: 17 }).where(eq(sales.id, begun.id));
    expect((await leave(begun.browser, begun.id)).json<{ code: string }>().code).toBe('SALE_ENDED');
  });
});

test('each consent is revoked once, with its text and channel on record; the page asks for it again', async () => {
  const { id, browser, code } = await received();
  const page = () => pageData(browser, myPurchasePage, `/clientes/mi-compra/${code}`);
  expect((await page()).leaving!.permits.map(({ kind }) => kind)).toEqual(['datos', 'apc']);
  const answers = await Promise.all([1, 2].map(() => takeBack(browser, id, 'apc')));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  const held = await db().select().from(consents).where(eq(consents.saleId, id));
  expect(held.map(({ kind, revokedAt }) => [kind, revokedAt !== null])).toEqual([
    ['datos', false],
    ['apc', true],
  ]);
  const apc = held.find(({ kind }) => kind === 'apc')!;
  const lines = await db()
    .select({ data: auditLog.data })
    .from(auditLog)
    .where(and(eq(auditLog.action, 'revocar'), eq(auditLog.entityId, String(apc.id))));
  expect(lines).toEqual([{ data: { sale: id, kind: 'apc', text_version: apc.textVersion, channel: 'web' } }]);
  const after = await page();
  expect(after.leaving!.permits.map(({ kind }) => kind)).toEqual(['datos']);
  expect(after.permits.map(({ kind }) => kind)).toContain('apc');
  const byLink = await takeBack(await browserOf(llave, id), id, 'datos');
  expect(byLink.json<{ code: string }>().code).toBe('CODE_NEEDED');
});
