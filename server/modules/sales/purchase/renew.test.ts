import { and, eq, isNull } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { HOUR_MS } from '#contract/dates.ts';
import { myPurchasePage, nextPage } from '#contract/overview/myPurchase/pages.ts';
import { expireClaim } from '#server/modules/sales/precontracts/expiry.jobs.ts';
import { lotClaims } from '#server/modules/sales/claims/claims.table.ts';
import { payments } from '#server/modules/money/payments/payments.table.ts';
import { useApp } from '#test/app.ts';
import { makeLot } from '#test/factories.ts';
import { runJobs } from '#test/jobs.ts';
import { mailsTo } from '#test/outbox.ts';
import { pageData, withoutBuild } from '#test/pages.ts';
import { fileOf, makePicture } from '#test/papers.ts';
import { beginPurchase, completeForm, knowBuyer, PRECONTRACT, saleOf } from '#test/purchases.ts';

const llave = useApp();

/** A purchase whose 48 hours are over. */
async function makeExpired() {
  withoutBuild(llave);
  const begun = await beginPurchase(llave);
  await knowBuyer(begun);
  const sent = await begun.browser.form(PRECONTRACT, completeForm(begun));
  expect(sent.statusCode, sent.body).toBe(200);
  llave.clock.advance(48 * 3600);
  await runJobs(llave, expireClaim);
  const { code, stateId } = await saleOf(begun);
  expect(stateId).toBe(17);
  return { ...begun, code: code ?? '' };
}
const claimOf = async ({ db, id }: Awaited<ReturnType<typeof makeExpired>>) =>
  (
    await db
      .select()
      .from(lotClaims)
      .where(and(eq(lotClaims.saleId, id), isNull(lotClaims.releasedAt)))
  )[0];

test('after the end the page offers to check the lot, and asks for no money', async () => {
  const one = await makeExpired();
  const next = await pageData(one.browser, nextPage, `/clientes/siguiente/${one.code}`);
  expect(next.next).toMatchObject({ kind: 'revisar_lote', button: 'Revisar si sigue libre' });
  const mine = await pageData(one.browser, myPurchasePage, `/clientes/mi-compra/${one.code}`);
  expect(mine.separation).toMatchObject({ open: false, payTo: null });
  expect(mine.renewal?.lotId).toBe(one.lot.id);
  const paid = await one.browser.form(`/clientes/mi-compra/${one.id}/pago`, {
    monto_pagado: '500.00',
    archivo_comprobante: fileOf(await makePicture(), 'pago.png', 'image/png'),
  });
  expect([paid.statusCode, paid.json<{ code: string }>().code]).toEqual([409, 'LOT_FREED']);
  const [mail] = await mailsTo(one.db, one.email);
  expect(mail?.kind).toBe('separacion_vencida');
  expect(mail?.body).toContain('revisa si sigue libre');
  expect(mail?.body).not.toMatch(/paga|cuenta/i);
});

test('a free lot is claimed again, once, with a new due date', async () => {
  const one = await makeExpired();
  const answers = await Promise.all([1, 2].map(() => one.browser.post(`/clientes/mi-compra/${one.id}/lote`)));
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  expect((await saleOf(one)).stateId).toBe(3);
  const until = new Date(llave.clock.now().getTime() + 48 * HOUR_MS);
  expect(await claimOf(one)).toMatchObject({ lotId: one.lot.id, kind: 'reservation', until });
  expect(await one.db.select().from(payments).where(eq(payments.saleId, one.id))).toMatchObject([
    { dueAt: until },
  ]);
  const { next } = await pageData(one.browser, nextPage, `/clientes/siguiente/${one.code}`);
  expect(next.kind).toBe('separacion');
});

test('if the lot is taken, another one is chosen, at its own price', async () => {
  const one = await makeExpired();
  const other = await makeLot(one.db, { projectId: one.project.id, premiumCents: 250_000 });
  const stranger = llave.browser();
  stranger.address = '203.0.113.200';
  await stranger.form(`/clientes/comprar/${one.model.id}`, {
    nombre: 'Otra Persona',
    email: 'otra@correo.test',
    celular: '6999-0001',
    lote_id: String(one.lot.id),
  });
  const refused = await one.browser.post(`/clientes/mi-compra/${one.id}/lote`);
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([409, 'LOT_TAKEN']);
  expect((await saleOf(one)).stateId).toBe(17);
  const before = (await saleOf(one)).priceCents;
  const answer = await one.browser.post(`/clientes/mi-compra/${one.id}/lote`, { lote_id: other.id });
  expect(answer.statusCode, answer.body).toBe(200);
  expect(await saleOf(one)).toMatchObject({ stateId: 3, priceCents: before + 150_000 });
  const foreign = await stranger.post(`/clientes/mi-compra/${one.id}/lote`);
  expect(foreign.statusCode).toBe(404);
});
