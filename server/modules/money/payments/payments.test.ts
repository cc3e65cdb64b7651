import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '#contract/dates.ts';
import type { Payment, PaymentRow } from '#contract/money/payments/model.ts';
import { outboxMails, changes } from '#server/kernel/kernel.table.ts';
import { expireClaim } from '#server/modules/sales/precontracts/expiry.jobs.ts';
import { lotClaims } from '#server/modules/sales/claims/claims.table.ts';
import { warnOfEnd } from '#server/modules/sales/precontracts/precontracts.jobs.ts';
import { sweepPayments } from './payments.jobs.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { useApp } from '#test/app.ts';
import { makeLot, makeModel, makeProject, makeSale, makeUser, type SaleOptions } from '#test/factories.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';
import { payments, receiptSeries } from './payments.table.ts';
import { reportPayment } from './payments.service.ts';

const llave = useApp();
const base = '/api/sale/costumer_payments';
/** A PNG of one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const proof = (name = 'ach.png') => new File([PNG], name, { type: 'image/png' });
const paymentOf = (answer: { json<T>(): T }) => answer.json<{ data: Payment }>().data;
const errorsOf = (answer: { json<T>(): T }) =>
  answer.json<{ errors: { field: string; message: string }[] }>().errors;

/** A sale under review with a lot reserved for 48 hours, and its separation. */
async function makeReserved(over: SaleOptions = {}) {
  const { db } = llave.database;
  const project = await makeProject(db);
  const model = await makeModel(db, { projectId: project.id });
  const lot = await makeLot(db, { projectId: project.id });
  const until = new Date(llave.clock.now().getTime() + 48 * HOUR_MS);
  const sale = await makeSale(db, {
    projectId: project.id,
    modelId: model.id,
    lotId: lot.id,
    claim: { until },
    separation: 1,
    ...over,
  });
  const [payment] = await db.select().from(payments).where(eq(payments.saleId, sale.id));
  return { db, sale, lot, until, payment: payment! };
}

const claimOf = async (saleId: number) =>
  (
    await llave.database.db
      .select()
      .from(lotClaims)
      .where(and(eq(lotClaims.saleId, saleId), isNull(lotClaims.releasedAt)))
  )[0]!;

/** Reports as the customer's own page does. */
const reportAsCustomer = (saleId: number, cents = 50_000) =>
  llave.database.db.transaction(async (tx) => {
    const { services } = llave.app.core;
    const upload = {
      ...(await services.files.keep(PNG, 'ach.png', 'image/png')),
      field: 'archivo_comprobante',
    };
    const client = { sessionId: crypto.randomUUID(), saleIds: [saleId], signs: [], verifiedUntil: new Map() };
    const ctx = llave.acting({ db: tx, client, ip: '127.0.0.1' });
    return reportPayment(ctx, { saleId, cents, proof: upload });
  });

const LINE = { banco_id: 1, fecha: '2026-11-20', monto: '500.00', tipo: 1 };
const move = (who: StaffBrowser, id: number, estado_id: number, more: object = {}) =>
  who.patch(`${base}/${id}/status`, { params: { estado_id, ...more } });

describe('a separation', () => {
  test('a report by the customer stops the clock and notifies accounting', async () => {
    const accountant = await signInAs(llave, 'contabilidad');
    const { db, sale, payment } = await makeReserved();
    await reportAsCustomer(sale.id);
    expect(await claimOf(sale.id)).toMatchObject({ until: null, kind: 'reservation' });
    const [stored] = await db.select().from(sales).where(eq(sales.id, sale.id));
    expect(stored!.lastActionId).toBe(10);
    expect(
      await db.select().from(outboxMails).where(eq(outboxMails.to, accountant.user.email)),
    ).toMatchObject([
      { kind: 'pago_reportado', subject: `${sale.code}: pago de USD\u00A0500.00 por verificar` },
    ]);
    const shown = paymentOf(await accountant.get(`${base}/${payment.id}`));
    expect(shown).toMatchObject({
      state: { id: 2, name: 'Reportado' },
      reported_centavos: 50_000,
      proof: { name: 'ach.png', mime: 'image/png' },
      entered_by: null,
      report: { disabled: 'Este pago ya fue reportado.' },
    });
    expect((await accountant.get(shown.proof!.url)).statusCode).toBe(200);
    // The same report again, after a lost response, changes nothing. Once accounting verifies it, another amount is
    // refused.
    await reportAsCustomer(sale.id);
    expect((await move(accountant, payment.id, 3)).statusCode).toBe(200);
    await expect(reportAsCustomer(sale.id, 60_000)).rejects.toMatchObject({ code: 'ALREADY_REPORTED' });
    expect(
      await db
        .select()
        .from(changes)
        .where(and(eq(changes.record, 'pago'), eq(changes.recordId, payment.id))),
    ).toMatchObject([
      { from: 1, to: 2, actorKind: 'client' },
      { from: 2, to: 3 },
    ]);
  });

  test('a separation confirmed with its bank line separates the lot for 15 days, with a receipt and mails', async () => {
    const { db } = llave.database;
    const processor = await makeUser(db, { roles: ['procesador'] });
    const { sale, payment } = await makeReserved({ email: 'paga@correo.test', processorId: processor.id });
    await reportAsCustomer(sale.id);
    const accountant = await signInAs(llave, 'contabilidad');
    expect((await move(accountant, payment.id, 4, { ...LINE, referencia: 'x' })).statusCode).toBe(422);
    expect((await move(accountant, payment.id, 3)).statusCode).toBe(200);

    const empty = await move(accountant, payment.id, 4);
    expect(errorsOf(empty).map(({ field }) => field)).toEqual([
      'params[banco_id]',
      'params[referencia]',
      'params[fecha]',
      'params[monto]',
      'params[tipo]',
    ]);
    const wrong = { ...LINE, referencia: 'ach 1', banco_id: 999, tipo: 5, fecha: '2026-11-22' };
    expect(errorsOf(await move(accountant, payment.id, 4, wrong))).toEqual([
      { field: 'params[banco_id]', message: 'Elige un banco de la lista.' },
      { field: 'params[tipo]', message: 'No se recibe efectivo en la oficina. Elige otra forma.' },
      {
        field: 'params[fecha]',
        message: 'La fecha de la línea del banco no puede ser posterior a hoy.',
      },
    ]);
    for (const monto of ['500.005', '-500', '5,00', 'x'])
      expect(
        (await move(accountant, payment.id, 4, { ...LINE, referencia: 'r', monto })).statusCode,
        monto,
      ).toBe(422);
    const short = await move(accountant, payment.id, 4, { ...LINE, referencia: 'r', monto: '499.99' });
    expect(errorsOf(short)).toMatchObject([
      { message: 'El banco recibió menos de lo que se debe: regístralo como pago parcial.' },
    ]);

    const confirmed = paymentOf(
      await move(accountant, payment.id, 4, { ...LINE, referencia: 'ach 77', monto: '1,500.50' }),
    );
    expect(confirmed).toMatchObject({
      state: { id: 4, name: 'Confirmado' },
      bank: {
        bank: { id: 1, name: 'Banco General' },
        reference: 'ACH 77',
        date: '2026-11-20',
        centavos: 150_050,
      },
      confirmed_by: 'Prueba contabilidad',
      receipt_number: expect.any(Number),
    });
    const claim = await claimOf(sale.id);
    expect(claim.kind).toBe('separation');
    expect(claim.until).toEqual(new Date(llave.clock.now().getTime() + 15 * 24 * HOUR_MS));
    const kinds = async (to: string) =>
      (await db.select().from(outboxMails).where(eq(outboxMails.to, to))).map(({ kind }) => kind);
    expect(await kinds('paga@correo.test')).toEqual(['pago_recibido', 'pago_confirmado']);
    expect(await kinds(processor.email)).toEqual(['pago_confirmado']);

    await llave.app.core.jobs.run(warnOfEnd, { claimId: claim.id, until: claim.until!.toISOString() });
    expect(await kinds('paga@correo.test')).toEqual(['pago_recibido', 'pago_confirmado', 'vence_pronto']);
  });

  test('a rejection restarts the clock with at least one day and asks for the money again', async () => {
    const { db, sale, payment, until } = await makeReserved({ email: 'rechazo@correo.test' });
    llave.clock.set(new Date(until.getTime() - HOUR_MS));
    await reportAsCustomer(sale.id);
    llave.clock.advance(72 * 3600);
    const { id: claimId } = await claimOf(sale.id);
    await llave.app.core.jobs.run(expireClaim, { claimId });
    expect((await db.select().from(sales).where(eq(sales.id, sale.id)))[0]!.stateId).toBe(3);

    const accountant = await signInAs(llave, 'contabilidad');
    await move(accountant, payment.id, 3);
    expect(errorsOf(await move(accountant, payment.id, 5))).toMatchObject([{ field: 'params[motivo]' }]);
    const rejected = paymentOf(await move(accountant, payment.id, 5, { motivo: 'No aparece en el banco' }));
    expect(rejected).toMatchObject({ state: { id: 5 }, rejection_reason: 'No aparece en el banco' });
    const again = new Date(llave.clock.now().getTime() + 24 * HOUR_MS);
    expect((await claimOf(sale.id)).until).toEqual(again);
    const all = await db.select().from(payments).where(eq(payments.saleId, sale.id));
    expect(all.map(({ stateId }) => stateId).toSorted()).toEqual([1, 5]);
    expect(all.find(({ stateId }) => stateId === 1)).toMatchObject({ dueAt: again, dueCents: 50_000 });
    const mails = await db.select().from(outboxMails).where(eq(outboxMails.to, 'rechazo@correo.test'));
    expect(mails.at(-1)).toMatchObject({ kind: 'pago_rechazado' });
    expect(mails.at(-1)!.body).toContain('No aparece en el banco');
    await reportAsCustomer(sale.id);
    expect((await claimOf(sale.id)).until).toBeNull();

    llave.clock.set(new Date('2026-11-21T15:00:00Z'));
  });

  test('the separation becomes overdue in the night after its due date, once', async () => {
    const { db, payment } = await makeReserved();
    const yesterday = new Date(llave.clock.now().getTime() - HOUR_MS);
    await db.update(payments).set({ dueAt: yesterday }).where(eq(payments.id, payment.id));
    await llave.app.core.jobs.run(sweepPayments, {});
    await llave.app.core.jobs.run(sweepPayments, {});
    const accountant = await signInAs(llave, 'contabilidad');
    expect(paymentOf(await accountant.get(`${base}/${payment.id}`))).toMatchObject({
      state: { id: 7, name: 'Vencido' },
      report: { disabled: null },
    });
    expect(
      await db
        .select()
        .from(changes)
        .where(and(eq(changes.record, 'pago'), eq(changes.recordId, payment.id))),
    ).toMatchObject([{ from: 1, to: 7, actorKind: 'system' }]);
  });

  test('a report needs both proof and amount', async () => {
    const { payment } = await makeReserved();
    const accountant = await signInAs(llave, 'contabilidad');
    const url = `${base}/${payment.id}/report`;
    const withoutAmount = await accountant.form(url, { archivo_comprobante: proof() });
    expect(errorsOf(withoutAmount)).toEqual([
      { field: 'monto_pagado', message: 'Escribe el monto que pagaste.' },
    ]);
    const withoutProof = await accountant.form(url, { monto_pagado: '500' });
    expect(errorsOf(withoutProof)).toEqual([
      { field: 'archivo_comprobante', message: 'Adjunta el comprobante de ese pago.' },
    ]);
    const html = new File(['<script>'], 'ach.png', { type: 'image/png' });
    expect((await accountant.form(url, { monto_pagado: '500', archivo_comprobante: html })).statusCode).toBe(
      422,
    );
    const zero = await accountant.form(url, { monto_pagado: '0', archivo_comprobante: proof() });
    expect(errorsOf(zero)).toMatchObject([{ field: 'monto_pagado' }]);
  });

  test('the colleague who reported for the customer cannot confirm; another one can', async () => {
    const { payment } = await makeReserved();
    const enterer = await signInAs(llave, 'contabilidad');
    const entered = await enterer.form(`${base}/${payment.id}/report`, {
      monto_pagado: '500.00',
      archivo_comprobante: proof(),
    });
    expect(paymentOf(entered)).toMatchObject({ state: { id: 2 }, entered_by: 'Prueba contabilidad' });
    await move(enterer, payment.id, 3);
    const own = await move(enterer, payment.id, 4, { ...LINE, referencia: 'mía' });
    expect(own.statusCode).toBe(422);
    expect(errorsOf(own)).toMatchObject([
      { message: 'Quien registró el pago no puede confirmarlo: pídelo a otra persona.' },
    ]);
    expect(
      paymentOf(await enterer.get(`${base}/${payment.id}`)).transitions.find(
        ({ estado_id }) => estado_id === 4,
      )?.disabled,
    ).toContain('pídelo a otra persona');
    const manager = await signInAs(llave, 'gerencia');
    expect((await move(manager, payment.id, 4, { ...LINE, referencia: 'suya' })).statusCode).toBe(200);
  });

  test('one bank line pays only one payment', async () => {
    const [first, second] = [await makeReserved({ separation: 3 }), await makeReserved({ separation: 3 })];
    const accountant = await signInAs(llave, 'contabilidad');
    const line = { ...LINE, referencia: 'doble' };
    expect((await move(accountant, first.payment.id, 4, line)).statusCode).toBe(200);
    const again = await move(accountant, second.payment.id, 4, { ...line, referencia: ' DOBLE ' });
    expect(again.statusCode).toBe(409);
    expect(again.json()).toMatchObject({
      code: 'BANK_LINE_USED',
      message: 'Esa línea del banco ya se usó para otro pago. Revisa banco, referencia y monto.',
    });
    expect(await claimOf(second.sale.id)).toMatchObject({ kind: 'reservation' });
    expect((await move(accountant, second.payment.id, 4, { ...LINE, referencia: 'otra' })).statusCode).toBe(
      200,
    );
  });
});

describe('permissions', () => {
  test('each role sees the payments of its own sales, and only some roles may act', async () => {
    const { db, sale, payment } = await makeReserved({ separation: 2 });
    const processor = await signInAs(llave, 'procesador');
    expect((await processor.get(`${base}/${payment.id}`)).statusCode).toBe(404);
    expect((await move(processor, payment.id, 3)).statusCode).toBe(404);
    await db.update(sales).set({ processorId: processor.user.id }).where(eq(sales.id, sale.id));
    const seen = paymentOf(await processor.get(`${base}/${payment.id}`));
    expect(seen).toMatchObject({ transitions: [], report: { disabled: 'Este pago ya fue reportado.' } });
    expect((await move(processor, payment.id, 3)).statusCode).toBe(403);
    const auditor = await signInAs(llave, 'auditor');
    expect(paymentOf(await auditor.get(`${base}/${payment.id}`)).report).toBeNull();
    const reported = await auditor.form(`${base}/${payment.id}/report`, { monto_pagado: '500' });
    expect(reported.statusCode).toBe(403);
    expect((await (await signInAs(llave, 'soporte')).get(`${base}/${payment.id}`)).statusCode).toBe(403);
    const stale = await move(await signInAs(llave, 'contabilidad'), payment.id, 3, { version: 9 });
    expect(stale.json()).toMatchObject({ code: 'STALE', current: { estado_id: 2, version: 1 } });
  });

  test('the queue shows the longest waiting payments first and finds them by sale and reference', async () => {
    const { db } = llave.database;
    const accountant = await signInAs(llave, 'contabilidad');
    const late = await makeReserved({ separation: 2, name: 'Zulema Tarde' });
    const early = await makeReserved({ separation: 2, name: 'Zulema Pronto' });
    const done = await makeReserved({ separation: 4, name: 'Zulema Lista' });
    const at = (id: number, hour: number) =>
      db
        .update(payments)
        .set({ reportedAt: new Date(Date.UTC(2026, 10, 20, hour)) })
        .where(eq(payments.id, id));
    await at(late.payment.id, 20);
    await at(early.payment.id, 10);
    const list = async (query: string) =>
      (await accountant.get(`${base}?${query}`)).json<{
        data: PaymentRow[];
        meta: { pagination: { total: number } };
      }>();
    const waiting = await list('q=zulema&estado_id=2&estado_id=3');
    expect(waiting.data.map(({ name }) => name)).toEqual(['Zulema Pronto', 'Zulema Tarde']);
    expect(waiting.meta.pagination.total).toBe(2);
    const reference = done.payment.bankReference!.toLowerCase();
    expect((await list(`q=${reference}`)).data).toMatchObject([
      { id: done.payment.id, sale: { code: done.sale.code } },
    ]);
    expect((await list(`precontrato_id=${late.sale.id}`)).data).toHaveLength(1);
  });
});

describe('receipts', () => {
  test('20 concurrent confirmations of one payment give one receipt, and rollbacks leave no gap', async () => {
    const { db } = llave.database;
    const accountant = await signInAs(llave, 'contabilidad');
    await accountant.post('/api/nada');
    const last = async () => (await db.select().from(receiptSeries))[0]?.last ?? 0;
    const before = await last();

    const one = await makeReserved({ separation: 3 });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        move(accountant, one.payment.id, 4, { ...LINE, referencia: `par ${at}` }),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(await last()).toBe(before + 1);

    // Twelve payments with six bank lines: half of them fail after they took their number.
    const many = [];
    for (let at = 0; at < 12; at += 1) many.push(await makeReserved({ separation: 3 }));
    const mixed = await Promise.all(
      many.map(({ payment }, at) =>
        move(accountant, payment.id, 4, { ...LINE, referencia: `línea ${at % 6}` }),
      ),
    );
    expect(mixed.map(({ statusCode }) => statusCode).toSorted()).toEqual([
      ...Array.from({ length: 6 }, () => 200),
      ...Array.from({ length: 6 }, () => 409),
    ]);
    const numbers = (
      await db
        .select({ number: payments.receiptNumber })
        .from(payments)
        .where(and(isNotNull(payments.receiptNumber), eq(payments.confirmedBy, accountant.user.id)))
    )
      .map(({ number }) => number!)
      .toSorted((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 7 }, (_, at) => before + 1 + at));
  });

  test('the database also refuses a confirmation by the user who entered the payment', async () => {
    const { db, payment } = await makeReserved({ separation: 3 });
    const user = await makeUser(db);
    await expect(
      db
        .update(payments)
        .set({ enteredBy: user.id, confirmedBy: user.id })
        .where(eq(payments.id, payment.id))
        .execute(),
    ).rejects.toMatchObject({ cause: { constraint: 'payments_two_people' } });
  });
});
