import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { lotClaims } from '#server/modules/sales/claims/claims.table.ts';
import { expireClaim } from '#server/modules/sales/precontracts/expiry.jobs.ts';
import { payments } from '#server/modules/money/payments/payments.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { useApp, type Browser } from '#test/app.ts';
import { makeLot } from '#test/factories.ts';
import { runJobs } from '#test/jobs.ts';
import { fileOf, makePdf } from '#test/papers.ts';
import { beginPurchase, completeForm, papersOf, PRECONTRACT, saleOf } from '#test/purchases.ts';

const llave = useApp();

describe('a repeated submission', () => {
  test('at once or later, with or without a key, makes one sale', async () => {
    const begun = await beginPurchase(llave);
    await begun.browser.get('/api/csrf');
    const key = { 'idempotency-key': 'envio-1' };
    const send = (headers = {}) => begun.browser.form(PRECONTRACT, completeForm(begun), headers);
    const answers = await Promise.all([send(key), send(key), send(), send(), send(key)]);
    const later = [await send(key), await send()];
    const bodies = [...answers, ...later].map((one) => [one.statusCode, one.body]);
    expect(new Set(bodies.map(([status]) => status))).toEqual(new Set([200]));
    expect(new Set(bodies.map(([, body]) => body)).size).toBe(1);
    expect(await begun.db.select().from(payments).where(eq(payments.saleId, begun.id))).toHaveLength(1);
    const other = await begun.browser.form(PRECONTRACT, completeForm(begun, { nombre: 'Otra' }), key);
    expect([other.statusCode, other.json<{ code: string }>().code]).toEqual([422, 'IDEMPOTENCY']);
  });

  test('without id or key finds the earlier submission', async () => {
    const begun = await beginPurchase(llave);
    const { precontrato_id: _, ...form } = completeForm(begun);
    const first = await begun.browser.form(PRECONTRACT, form);
    const second = await begun.browser.form(PRECONTRACT, form);
    expect(first.statusCode, first.body).toBe(200);
    expect(second.body).toBe(first.body);
  });

  test('with other data is refused as already sent', async () => {
    const begun = await beginPurchase(llave);
    await begun.browser.form(PRECONTRACT, completeForm(begun));
    const other = await begun.browser.form(PRECONTRACT, completeForm(begun, { cedula: '8-1-1' }));
    expect([other.statusCode, other.json<{ code: string }>().code]).toEqual([409, 'NOT_DRAFT']);
  });

  test('from two tabs for one lot gives it to one, and keeps the data of the other', async () => {
    const [one, two] = [await beginPurchase(llave), await beginPurchase(llave)];
    // Both drafts want the lot of the first, whose hold has ended.
    llave.clock.advance(31 * 60);
    await runJobs(llave, expireClaim);
    await two.db
      .update(sales)
      .set({ modelId: one.model.id, projectId: one.project.id })
      .where(eq(sales.id, two.id));
    const answers = await Promise.all(
      [one, two].map((begun) =>
        begun.browser.form(
          PRECONTRACT,
          completeForm(begun, {
            lote_id: String(one.lot.id),
            recibo: fileOf(makePdf(begun.id), 'recibo.pdf'),
          }),
        ),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    const lost = answers[0]!.statusCode === 409 ? one : two;
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({ code: 'LOT_TAKEN' });
    expect(await saleOf(lost)).toMatchObject({ stateId: 1, draft: { cedula: '8-712-4567' } });
    expect(await papersOf(lost)).toMatchObject([{ field: 'recibo', stateId: 2 }]);

    const free = await makeLot(lost.db, { projectId: one.project.id });
    const again = await lost.browser.form(PRECONTRACT, completeForm(lost, { lote_id: String(free.id) }));
    expect(again.statusCode, again.body).toBe(200);
  });

  test('after the end of the hold claims the lot again if it is free', async () => {
    const begun = await beginPurchase(llave);
    llave.clock.advance(31 * 60);
    await runJobs(llave, expireClaim);
    expect((await begun.browser.form(PRECONTRACT, completeForm(begun))).statusCode).toBe(200);
    const claims = await begun.db.select().from(lotClaims).where(eq(lotClaims.saleId, begun.id));
    expect(claims.map(({ lotId, releasedAt }) => [lotId, releasedAt === null])).toEqual([
      [begun.lot.id, false],
      [begun.lot.id, true],
    ]);
  });
});

describe('a pre-contract of another browser', () => {
  test('gets 404', async () => {
    const begun = await beginPurchase(llave);
    const stranger: Browser = llave.browser();
    const answer = await stranger.form(PRECONTRACT, completeForm(begun));
    expect(answer.statusCode).toBe(404);
    const other = await beginPurchase(llave);
    expect((await other.browser.form(PRECONTRACT, completeForm(begun))).statusCode).toBe(404);
  });
});
