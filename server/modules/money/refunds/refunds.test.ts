import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { SaleMoney } from '#contract/money/payments/plan.ts';
import { myPurchasePage } from '#contract/overview/myPurchase/pages.ts';
import type { Refund, RefundDraft } from '#contract/money/refunds/model.ts';
import { violatedConstraint } from '#server/kernel/db.ts';
import { bankApplications } from '#server/modules/banking/applications/applications.table.ts';
import { payments } from '#server/modules/money/payments/payments.table.ts';
import { useApp } from '#test/app.ts';
import { makeSale, makeUser } from '#test/factories.ts';
import { browserOf } from '#test/buyers.ts';
import { pageData, withoutBuild } from '#test/pages.ts';
import { pdfWords } from '#test/papers.ts';
import { mailsTo } from '#test/outbox.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';
import { refunds } from './refunds.table.ts';

const llave = useApp();
beforeAll(() => withoutBuild(llave));
let receipt = 700_000;

/** An ended sale with confirmed money: a separation of 500.00 and an installment of 1,000.05. */
async function endedSale(over: Parameters<typeof makeSale>[1] = {}) {
  const { db } = llave.database;
  const sale = await makeSale(db, { stateId: 16, ...over });
  const confirmedBy = (await makeUser(db)).id;
  const paid = (typeId: number, bankCents: number) => ({
    saleId: sale.id,
    typeId,
    stateId: 4,
    dueCents: bankCents,
    bankCents,
    bankPaymentTypeId: 1,
    bankId: 1,
    bankReference: `DEV-${(receipt += 1)}`,
    bankDate: '2026-11-10',
    receiptNumber: receipt,
    confirmedBy,
    confirmedAt: llave.clock.now(),
    createdAt: llave.clock.now(),
  });
  await db.insert(payments).values([paid(1, 50_000), paid(3, 100_005)]);
  return sale;
}
const draft = async (who: StaffBrowser, saleId: number) =>
  (await who.get(`/api/sale/precontracts/${saleId}/refund`)).json<{ data: RefundDraft }>().data;
const prepare = (who: StaffBrowser, saleId: number, over: object = {}) =>
  who.post(`/api/sale/precontracts/${saleId}/refund`, {
    cause: 'desistimiento',
    amount_centavos: 135_004,
    payee_name: 'Ana Pérez',
    bank_id: 1,
    account: '04-72-00-123456-7',
    ...over,
  });
const move = (who: StaffBrowser, refund: { id: number }, estado_id: number, more: object = {}) =>
  who.patch(`/api/sale/refunds/${refund.id}/status`, { params: { estado_id, ...more } });
const PAID = { referencia: 'ACH-100', fecha: '2026-11-21' };

describe('a refund', () => {
  test('one user prepares the refund, two others approve it, it is paid once, and the customer is notified', async () => {
    const sale = await endedSale({ email: 'devuelta@llave.test' });
    const accountant = await signInAs(llave, 'contabilidad');
    const second = await signInAs(llave, 'contabilidad');
    const coordinator = await signInAs(llave, 'coordinador');
    const found = await draft(accountant, sale.id);
    expect(found.paid_centavos).toBe(150_005);
    expect(found.causes.find(({ cause }) => cause === 'desistimiento')).toMatchObject({
      penalty_centavos: 15_001,
      amount_centavos: 135_004,
    });
    const made = await prepare(accountant, sale.id);
    expect(made.statusCode, made.body).toBe(201);
    const refund = made.json<{ data: Refund }>().data;
    expect((await prepare(second, sale.id)).statusCode).toBe(422);

    expect((await move(accountant, refund, 3)).statusCode).toBe(422);
    expect((await move(second, refund, 2)).statusCode).toBe(403);
    expect((await move(coordinator, refund, 2)).statusCode).toBe(200);
    expect((await move(accountant, refund, 3)).json<{ errors: object[] }>().errors[0]).toMatchObject({
      field: 'estado',
    });
    expect((await move(second, refund, 4, PAID)).statusCode).toBe(422);
    expect((await move(second, refund, 3)).statusCode).toBe(200);
    expect(
      (await move(accountant, refund, 4))
        .json<{ errors: { field: string }[] }>()
        .errors.map(({ field }) => field),
    ).toEqual(['params[referencia]', 'params[fecha]']);
    const answers = await Promise.all([1, 2, 3].map(() => move(accountant, refund, 4, PAID)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422, 422]);
    const page = await pageData(
      await browserOf(llave, sale.id),
      myPurchasePage,
      `/clientes/mi-compra/${sale.code}`,
    );
    expect(page.refund).toMatchObject({ state_id: 4, amount_centavos: 135_004, reference: 'ACH-100' });
    const states = await llave.database.db
      .select({ stateId: payments.stateId })
      .from(payments)
      .where(eq(payments.saleId, sale.id));
    expect(states).toEqual([{ stateId: 8 }, { stateId: 8 }]);
    expect((await draft(accountant, sale.id)).paid_centavos).toBe(0);
    const mails = await mailsTo(llave.database.db, 'devuelta@llave.test');
    expect(mails.filter(({ kind }) => kind === 'devolucion_pagada')).toHaveLength(1);
  });

  test('a paid refund appears in the accounts of office and buyer with the kept amount, and the receipts stay', async () => {
    const sale = await endedSale();
    await llave.database.db.insert(payments).values({
      saleId: sale.id,
      typeId: 4,
      stateId: 4,
      dueCents: 3_000,
      chargedCents: 3_000,
      bankCents: 3_000,
      bankPaymentTypeId: 1,
      bankId: 1,
      bankReference: 'DEV-LEGAL',
      bankDate: '2026-11-10',
      receiptNumber: (receipt += 1),
      confirmedBy: (await makeUser(llave.database.db)).id,
      confirmedAt: llave.clock.now(),
      createdAt: llave.clock.now(),
    });
    const accountant = await signInAs(llave, 'contabilidad');
    const second = await signInAs(llave, 'contabilidad');
    const coordinator = await signInAs(llave, 'coordinador');
    const accountNow = async () =>
      (await accountant.get(`/api/sale/precontracts/${sale.id}/cuenta`)).json<{ data: SaleMoney }>().data
        .account;
    const made = await prepare(accountant, sale.id, { amount_centavos: 137_704 });
    const refund = made.json<{ data: Refund }>().data;
    await move(coordinator, refund, 2);
    await move(second, refund, 3);
    const before = await accountNow();
    // An ended sale owes nothing, and the company holds its customer's money.
    expect(before).toMatchObject({
      paid_centavos: 150_005,
      balance_centavos: -150_005,
      others_balance_centavos: -3_000,
      overdue_centavos: 0,
    });
    const paid = await move(accountant, refund, 4, { ...PAID, referencia: 'ach-cuenta' });
    expect(paid.statusCode, paid.body).toBe(200);

    const after = await accountNow();
    expect(after).toMatchObject({
      paid_centavos: 0,
      balance_centavos: 0,
      credit_centavos: 0,
      others_balance_centavos: 0,
    });
    const isOfRefund = ({ text }: { text: string }) => /^(Devolución|Retenido)/.test(text);
    expect(after.price.filter(isOfRefund)).toMatchObject([
      {
        text: 'Devolución al cliente, transferencia ACH-CUENTA',
        debit_centavos: 150_005 - 15_301,
        credit_centavos: 0,
      },
      {
        text: 'Retenido al terminar la compra',
        debit_centavos: 15_301,
      },
    ]);
    expect(
      after.price
        .filter((one) => !isOfRefund(one))
        .map(({ text, credit_centavos }) => [text, credit_centavos]),
    ).toEqual(expect.arrayContaining([['Venta terminada: se cancela el saldo', after.price_centavos]]));
    expect(after.others.at(-1)).toMatchObject({ debit_centavos: 3_000 });

    const buyer = await browserOf(llave, sale.id);
    const page = await pageData(buyer, myPurchasePage, `/clientes/mi-compra/${sale.code}`);
    expect(page.money).toMatchObject({ paidCents: 0, creditCents: 0 });
    expect(page.money.receipts.map(({ cents, refunded }) => [cents, refunded])).toEqual([
      [3_000, true],
      [100_005, true],
      [50_000, true],
    ]);
    const paper = await buyer.get(page.money.statementUrl!);
    expect(await pdfWords(paper.rawPayload)).toContain('Devolución al cliente, transferencia ACH-CUENTA');
    expect((await buyer.get(page.money.receipts[0]!.url)).statusCode).toBe(200);
  });

  test('money that came after a refund was paid goes into another refund, one at a time, never above the confirmed sum', async () => {
    const { db } = llave.database;
    const sale = await endedSale();
    const accountant = await signInAs(llave, 'contabilidad');
    const second = await signInAs(llave, 'contabilidad');
    const coordinator = await signInAs(llave, 'coordinador');
    const pay = async (refund: Refund, referencia: string) => {
      await move(coordinator, refund, 2);
      await move(second, refund, 3);
      const both = await Promise.all(
        [accountant, second].map((who) => move(who, refund, 4, { ...PAID, referencia })),
      );
      expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422]);
    };
    const first = (await prepare(accountant, sale.id)).json<{ data: Refund }>().data;
    await pay(first, 'ACH-UNO');
    expect((await draft(accountant, sale.id)).whyNot).toContain('no tiene pagos confirmados');
    expect((await prepare(accountant, sale.id)).statusCode).toBe(422);

    llave.clock.set(new Date(llave.clock.now().getTime() + 60_000));
    const [known] = await db.select().from(payments).where(eq(payments.saleId, sale.id));
    const { id: _id, receiptCode: _code, ...like } = known!;
    await db.insert(payments).values({
      ...like,
      typeId: 3,
      stateId: 4,
      bankCents: 20_000,
      dueCents: 20_000,
      bankReference: 'TARDE-2',
      receiptNumber: (receipt += 1),
      confirmedAt: llave.clock.now(),
    });
    expect(await draft(accountant, sale.id)).toMatchObject({ whyNot: null, paid_centavos: 20_000 });
    const tried = await Promise.all(
      [accountant, second, accountant].map((who) => prepare(who, sale.id, { amount_centavos: 18_000 })),
    );
    expect(tried.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 422, 422]);
    const later = tried.find(({ statusCode }) => statusCode === 201)!.json<{ data: Refund }>().data;
    expect((await draft(accountant, sale.id)).whyNot).toContain('en curso');
    expect(await db.$count(refunds, eq(refunds.saleId, sale.id))).toBe(2);
    const approver = tried[1]!.statusCode === 201 ? accountant : second;
    await move(coordinator, later, 2);
    await move(approver, later, 3);
    expect((await move(accountant, later, 4, { ...PAID, referencia: 'ACH-DOS' })).statusCode).toBe(200);

    const paid = await db.select().from(refunds).where(eq(refunds.saleId, sale.id));
    const confirmed = await db.select().from(payments).where(eq(payments.saleId, sale.id));
    const sum = (list: number[]) => list.reduce((all, one) => all + one, 0);
    expect(sum(paid.map(({ amountCents, penaltyCents }) => amountCents + penaltyCents))).toBe(
      sum(confirmed.map(({ bankCents }) => bankCents ?? 0)),
    );
    const { account } = (await accountant.get(`/api/sale/precontracts/${sale.id}/cuenta`)).json<{
      data: SaleMoney;
    }>().data;
    expect(
      account.price.map(({ debit_centavos, credit_centavos }) => credit_centavos - debit_centavos),
    ).toEqual([
      -account.price_centavos,
      50_000,
      100_005,
      20_000,
      account.price_centavos,
      -135_004,
      -15_001,
      -18_000,
      -2_000,
    ]);
    expect(account.balance_centavos).toBe(0);
  });

  test('nothing is kept after a recorded bank rejection, and that cause is refused without one', async () => {
    const { db } = llave.database;
    const sale = await endedSale();
    const who = await signInAs(llave, 'contabilidad');
    const refused = await prepare(who, sale.id, { cause: 'rechazo_bancos', amount_centavos: 150_005 });
    expect(refused.json<{ errors: { field: string }[] }>().errors[0]!.field).toBe('cause');
    const at = llave.clock.now();
    await db
      .insert(bankApplications)
      .values({ saleId: sale.id, bankId: 1, stateId: 9, requestedCents: 1, stateSince: at, createdAt: at });
    const made = await prepare(who, sale.id, { cause: 'rechazo_bancos', amount_centavos: 150_005 });
    expect(made.json<{ data: Refund }>().data).toMatchObject({
      penalty_centavos: 0,
      amount_centavos: 150_005,
    });
  });

  test('a refund of a running sale, without money, with another sum than shown or out of scope is refused', async () => {
    const who = await signInAs(llave, 'contabilidad');
    const running = await makeSale(llave.database.db, { stateId: 5 });
    expect((await prepare(who, running.id)).statusCode).toBe(422);
    const unpaid = await makeSale(llave.database.db, { stateId: 16 });
    expect((await prepare(who, unpaid.id)).statusCode).toBe(422);
    const sale = await endedSale();
    expect((await prepare(who, sale.id, { amount_centavos: 150_005 })).statusCode).toBe(409);
    const adviser = await signInAs(llave, 'asesor');
    expect((await adviser.get(`/api/sale/precontracts/${sale.id}/refund`)).statusCode).toBe(404);
    expect((await prepare(adviser, sale.id)).statusCode).toBe(403);
  });

  test('a cancelled refund may be prepared again; only users who pay see its full account number', async () => {
    const sale = await endedSale();
    const accountant = await signInAs(llave, 'contabilidad');
    const refund = (await prepare(accountant, sale.id)).json<{ data: Refund }>().data;
    expect((await move(accountant, refund, 5)).statusCode).toBe(422);
    expect((await move(accountant, refund, 5, { motivo: 'La cuenta está mal' })).statusCode).toBe(200);
    expect((await prepare(accountant, sale.id)).statusCode).toBe(201);
    const coordinator = await signInAs(llave, 'coordinador');
    const seen = await coordinator.get(`/api/sale/refunds/${refund.id}`);
    expect(seen.json<{ data: Refund }>().data.payee.account).toBe('•••56-7');
    expect(refund.payee.account).toBe('04-72-00-123456-7');
    expect(seen.json<{ data: Refund }>().data.state.name).toBe('Anulada');
  });

  test('a refund whose money was reversed or increased is neither approved nor paid', async () => {
    const { db } = llave.database;
    const accountant = await signInAs(llave, 'contabilidad');
    const second = await signInAs(llave, 'contabilidad');
    const coordinator = await signInAs(llave, 'coordinador');
    const bounced = await endedSale();
    const first = (await prepare(accountant, bounced.id)).json<{ data: Refund }>().data;
    expect((await move(coordinator, first, 2)).statusCode).toBe(200);
    const [separation] = await db.select().from(payments).where(eq(payments.saleId, bounced.id));
    const reversed = await second.post(`/api/sale/costumer_payments/${separation!.id}/reverse`, {
      motivo: 'El banco devolvió el cheque',
    });
    expect(reversed.statusCode, reversed.body).toBe(200);
    const approved = await move(second, first, 3);
    expect([approved.statusCode, approved.json<{ code: string }>().code]).toEqual([422, 'TRANSITION']);
    // It can still be cancelled and prepared again with the current money.
    expect((await move(second, first, 5, { motivo: 'Cheque devuelto' })).statusCode).toBe(200);
    expect((await draft(accountant, bounced.id)).paid_centavos).toBe(100_005);

    const more = await endedSale();
    const late = (await prepare(accountant, more.id)).json<{ data: Refund }>().data;
    await move(coordinator, late, 2);
    expect((await move(second, late, 3)).statusCode).toBe(200);
    const [known] = await db.select().from(payments).where(eq(payments.saleId, more.id));
    const { id: _id, receiptCode: _code, ...like } = known!;
    await db
      .insert(payments)
      .values({ ...like, typeId: 3, bankReference: 'TARDE-1', receiptNumber: (receipt += 1) });
    expect((await move(accountant, late, 4, { ...PAID, referencia: 'ACH-TARDE' })).statusCode).toBe(422);
    expect(await db.$count(payments, and(eq(payments.saleId, more.id), eq(payments.stateId, 8)))).toBe(0);
  });

  test('a refund needs a bank of the list', async () => {
    const sale = await endedSale();
    const who = await signInAs(llave, 'contabilidad');
    const answer = await prepare(who, sale.id, { bank_id: 31_999 });
    expect(answer.json<{ errors: { field: string }[] }>().errors[0]!.field).toBe('bank_id');
  });

  test('the database refuses an approval by the preparer, and two approvals by one person', async () => {
    const { db } = llave.database;
    const sale = await endedSale();
    const who = await signInAs(llave, 'contabilidad');
    const { id } = (await prepare(who, sale.id)).json<{ data: Refund }>().data;
    const at = llave.clock.now();
    await expect(
      db.update(refunds).set({ agreedBy: who.user.id, agreedAt: at, stateId: 2 }).where(eq(refunds.id, id)),
    ).rejects.toSatisfy((fault) => violatedConstraint(fault) === 'refunds_people');
    const other = await makeUser(db);
    await expect(
      db
        .update(refunds)
        .set({ agreedBy: other.id, agreedAt: at, approvedBy: other.id, approvedAt: at, stateId: 3 })
        .where(eq(refunds.id, id)),
    ).rejects.toSatisfy((fault) => violatedConstraint(fault) === 'refunds_people');
  });
});
