import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ACCOUNT } from '#contract/company/catalogs/accountingLists.ts';
import { PAYMENT } from '#contract/company/catalogs/states.ts';
import type { DepositRow } from '#contract/money/onlineDeposits/endpoints.ts';
import { DEPOSIT_STATE as S } from '#contract/money/onlineDeposits/rules.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { bankAccounts } from '#server/modules/projects/bankAccounts/bankAccounts.table.ts';
import { bankStatementLines } from '#server/modules/money/statements/statements.table.ts';
import { compareBooks } from '#server/modules/money/ledger/ledger.jobs.ts';
import { payments } from '#server/modules/money/payments/payments.table.ts';
import { useApp, type Browser } from '#test/app.ts';
import { postedOf } from '#test/books.ts';
import { browserOf } from '#test/buyers.ts';
import { makeParties, promotora } from '#test/contracts.ts';
import { makeSale } from '#test/factories.ts';
import { fakeProviders, tellCard, tellYappy } from '#test/onlinePay.ts';
import { got } from '#test/payables.ts';
import { moneyTeam, openOf, planOf, reverse, show, type Team } from '#test/payments.ts';
import { signInAs } from '#test/signIn.ts';
import { statementOf } from '#test/statements.ts';
import { refusal } from '#test/worksite.ts';
import { onlineDeposits } from './onlineDeposits.table.ts';
import { reconcileJob } from './onlineDeposits.routes.ts';

const fake = await fakeProviders();
const llave = useApp(fake.environment);
afterAll(() => fake.close());
const db = () => llave.database.db;
const BASE = '/api/online_deposits';
let team: Team;
beforeAll(async () => {
  team = await moneyTeam(llave);
  await makeParties(llave);
});
beforeEach(() => {
  fake.behave = 'work';
});

/** A sale with dues, and its buyer's browser. */
async function buyer() {
  const sale = await makeSale(db(), { stateId: 10 });
  await db().update(projects).set({ promoterId: promotora }).where(eq(projects.id, sale.projectId));
  await planOf(team.enters, sale.id, { monto: '900.00', meses: 3, primera_fecha: '2026-12-01' });
  const dues = openOf(await show(team.enters, sale.id));
  const browser = await browserOf(llave, sale.id);
  const pay = (body: object = { via: 'tarjeta' }, at = 0, who: Browser = browser, saleId = sale.id) =>
    who.post(`/clientes/mi-compra/${saleId}/pagos/${dues[at]!.id}/en-linea`, body);
  const deposits = () =>
    db().select().from(onlineDeposits).where(eq(onlineDeposits.saleId, sale.id)).orderBy(onlineDeposits.id);
  const begun = async (body: object = { via: 'tarjeta' }, at = 0) => {
    const answer = await pay(body, at);
    expect(answer.statusCode, answer.body).toBe(200);
    return (await deposits()).at(-1)!;
  };
  const due = async (at = 0) => (await db().select().from(payments).where(eq(payments.id, dues[at]!.id)))[0]!;
  return { sale, dues, browser, pay, deposits, begun, due };
}
const paid = (one: { reference: string; cents: number }, over: object = {}) => ({
  reference: one.reference,
  id: `pay_${one.reference}`,
  amount: one.cents,
  fee: 350,
  ...over,
});
const ask = async (minutes: number) => {
  llave.clock.advance(minutes * 60);
  await llave.app.core.jobs.run(reconcileJob, {});
};
const rowOf = async (saleId: number) => {
  const list = got<DepositRow[]>(await team.confirms.get(`${BASE}?per_page=200`));
  return list.find(({ sale }) => sale.id === saleId)!;
};

describe('by card', () => {
  test('the due is paid on the page of the provider, once, and waits for the bank', async () => {
    const { sale, pay, begun, due, deposits, dues } = await buyer();
    const answer = await pay();
    expect(answer.json()).toMatchObject({ redirect: `/clientes/mi-compra/${sale.code}` });
    expect(answer.json<{ pay_url: string }>().pay_url).toContain('/page/');
    // Twice, also at once: the same payment goes on.
    await Promise.all([pay(), pay()]);
    expect(await deposits()).toHaveLength(1);
    const one = await begun();
    expect(one).toMatchObject({ stateId: S.pending, cents: dues[0]!.due_centavos });
    expect(fake.cards.get(one.reference)!.amount).toBe(dues[0]!.due_centavos);
    for (let times = 0; times < 3; times += 1)
      expect((await tellCard(llave, 'payment.paid', paid(one))).statusCode).toBe(200);
    expect(await due()).toMatchObject({ stateId: PAYMENT.verifying, reportedCents: one.cents, reportedReference: one.reference }); // prettier-ignore
    expect(await rowOf(sale.id)).toMatchObject({ state: { id: S.paid }, fee_centavos: 350 });
    // The buyer neither pays it again nor corrects it.
    expect(refusal(await pay())[0]).toBe(409);
  });

  test('what is not signed, signed by another, changed, or old changes nothing', async () => {
    const { begun, due } = await buyer();
    const one = await begun();
    const minutes = (count: number) => new Date(llave.clock.now().getTime() + count * 60_000);
    const tries = [
      tellCard(llave, 'payment.paid', paid(one), { secret: 'another-secret-of-some-length' }),
      tellCard(llave, 'payment.paid', paid(one, { amount: 1 }), {
        tamper: (body) => body.replace(/"amount":1\b/, `"amount":${one.cents}`),
      }),
      tellCard(llave, 'payment.paid', paid(one), { at: minutes(-6) }),
      tellCard(llave, 'payment.paid', paid(one), { at: minutes(6) }),
      llave.app.inject({ method: 'POST', url: `${BASE}/card`, payload: { type: 'payment.paid', data: paid(one) } }),
      llave.app.inject({ method: 'POST', url: `${BASE}/card` }),
    ]; // prettier-ignore
    for (const answer of await Promise.all(tries)) expect(answer.statusCode, answer.body).toBe(403);
    // Signed, but of another payment of the provider.
    expect((await tellCard(llave, 'payment.paid', paid(one, { id: 'pay_other' }))).statusCode).toBe(200);
    expect((await tellCard(llave, 'payment.paid', paid({ ...one, reference: 'NOBODY' }))).statusCode).toBe(
      200,
    );
    expect((await due()).stateId).toBe(PAYMENT.pending);
  });

  test.each([{ amount: 1 }, { currency: 'EUR' }])('another amount waits for a person: %o', async (over) => {
    const { sale, begun, due } = await buyer();
    const one = await begun();
    await tellCard(llave, 'payment.paid', paid(one, over));
    expect((await due()).stateId).toBe(PAYMENT.pending);
    const shown = await rowOf(sale.id);
    expect(shown.state.id).toBe(S.review);
    expect(shown.remark).toContain('se pidieron');
    const tasks = await team.confirms.get('/api/office/home/tasks?tipo=pago_en_linea');
    expect(tasks.json<{ data: { tasks: { id: number }[] } }>().data.tasks.map(({ id }) => id)).toContain(
      shown.id,
    );
    const close = (motivo?: string) =>
      team.confirms.patch(`${BASE}/${shown.id}/status`, { params: { estado_id: S.closed, motivo } });
    expect(refusal(await close())[0]).toBe(422);
    expect((await close('Se devolvió en la página del proveedor')).statusCode).toBe(200);
  });

  test('a payment that came after it was given up is taken; one that came too late waits for a person', async () => {
    const { begun, due, dues, sale } = await buyer();
    const one = await begun();
    await tellCard(llave, 'payment.failed', paid(one));
    const two = await begun({ via: 'yappy', celular: '6123-4567' });
    expect(two.id).not.toBe(one.id);
    await tellCard(llave, 'payment.paid', paid(one));
    expect((await due()).stateId).toBe(PAYMENT.verifying);
    await tellYappy(llave, two.reference, 'E');
    const list = got<DepositRow[]>(await team.confirms.get(`${BASE}?per_page=200`));
    expect(list.filter((row) => row.sale.id === sale.id).map(({ state }) => state.id)).toEqual([
      S.review,
      S.paid,
    ]);
    expect(list[0]!.payment.id).toBe(dues[0]!.id);
  });

  test('a chargeback is a task until the receipt is reversed', async () => {
    const { begun, due, sale } = await buyer();
    const one = await begun();
    await tellCard(llave, 'payment.paid', paid(one));
    const { id } = await due();
    await team.confirms.patch(`/api/sale/costumer_payments/${id}/status`, {
      params: { estado_id: PAYMENT.confirmed, banco_id: 1, referencia: one.reference, fecha: '2026-11-21', monto: String(one.cents / 100), tipo: 8 },
    }); // prettier-ignore
    expect((await due()).stateId).toBe(PAYMENT.confirmed);
    await tellCard(llave, 'payment.disputed', paid(one));
    await tellCard(llave, 'payment.refunded', paid(one));
    await tellCard(llave, 'payment.paid', paid(one));
    const shown = await rowOf(sale.id);
    expect(shown.state.id).toBe(S.returned);
    expect(shown.transitions[0]!.disabled).toContain('todavía cuenta');
    const close = () =>
      team.confirms.patch(`${BASE}/${shown.id}/status`, {
        params: { estado_id: S.closed, motivo: 'Contracargo' },
      });
    expect((await close()).statusCode).toBe(422);
    expect((await reverse(team.reverses, id)).statusCode).toBe(200);
    expect((await close()).statusCode).toBe(200);
  });
});

test('whose payment accounting rejects ends with the reason, and waits for no statement', async () => {
  const { begun, due, sale, pay, dues } = await buyer();
  const one = await begun();
  await tellCard(llave, 'payment.paid', paid(one));
  const waiting = async () =>
    got<DepositRow[]>(await team.confirms.get(`${BASE}?por_liquidar=1&per_page=200`)).map(({ id }) => id);
  expect(await waiting()).toContain(one.id);
  const rejected = await team.confirms.patch(`/api/sale/costumer_payments/${(await due()).id}/status`, {
    params: { estado_id: PAYMENT.rejected, motivo: 'No llegó al banco' },
  });
  expect(rejected.statusCode, rejected.body).toBe(200);
  expect(await waiting()).not.toContain(one.id);
  expect(await rowOf(sale.id)).toMatchObject({
    state: { id: S.closed },
    remark: expect.stringContaining('rechazó el pago: No llegó al banco'),
    transitions: [],
  });
  // What the provider says later is heard all the same, and the rejected payment is not paid again.
  expect((await pay()).statusCode).toBe(409);
  await tellCard(llave, 'payment.refunded', paid(one));
  expect((await rowOf(sale.id)).state.id).toBe(S.returned);
  expect(openOf(await show(team.enters, sale.id)).map(({ due_centavos }) => due_centavos)).toContain(
    dues[0]!.due_centavos,
  );
});

describe('by Yappy', () => {
  test('the order goes to the telephone, and the IPN pays it once', async () => {
    const { begun, pay, due, sale } = await buyer();
    expect(refusal(await pay({ via: 'yappy', celular: '23' }))[1]).toContain('celular de tu Yappy');
    const one = await begun({ via: 'yappy', celular: '+507 6123-4567' });
    expect(fake.orders.get(one.reference)).toMatchObject({ total: '300.00', aliasYappy: '61234567' });
    const forged: Record<string, string>[] = [
      { hash: 'f'.repeat(64) },
      { status: 'E', orderId: 'OTHER' },
      { domain: 'https://else.test' },
    ];
    for (const over of forged)
      expect((await tellYappy(llave, one.reference, 'R', over)).statusCode).toBe(403);
    await Promise.all([tellYappy(llave, one.reference, 'E'), tellYappy(llave, one.reference, 'E')]);
    await tellYappy(llave, one.reference, 'C');
    expect((await due()).stateId).toBe(PAYMENT.verifying);
    expect(await rowOf(sale.id)).toMatchObject({ state: { id: S.paid }, way: 'yappy' });
  });

  test('cancelled in the telephone, it can be tried again', async () => {
    const { begun, deposits } = await buyer();
    const one = await begun({ via: 'yappy', celular: '61234567' });
    await tellYappy(llave, one.reference, 'C');
    await begun({ via: 'yappy', celular: '61234567' });
    expect((await deposits()).map(({ stateId }) => stateId)).toEqual([S.failed, S.pending]);
  });

  test.each([
    ['refuse', 422],
    ['down', 409],
  ] as const)('a provider that says %s leaves the due open', async (how, status) => {
    const { pay, deposits, due } = await buyer();
    fake.behave = how;
    expect(refusal(await pay({ via: 'yappy', celular: '61234567' }))[0]).toBe(status);
    expect((await deposits()).map(({ stateId }) => stateId)).toEqual([S.failed]);
    expect((await due()).stateId).toBe(PAYMENT.pending);
  });
});

test('what the providers did not tell is asked for; without a payment it expires', async () => {
  const one = await buyer();
  const two = await buyer();
  const card = await one.begun();
  const order = await two.begun({ via: 'yappy', celular: '61234567' });
  await ask(4);
  fake.cards.get(card.reference)!.status = 'paid';
  fake.cards.get(card.reference)!.fee = 500;
  await ask(2);
  expect((await one.due()).stateId).toBe(PAYMENT.verifying);
  expect((await two.deposits())[0]!.stateId).toBe(S.pending);
  await ask(121);
  expect((await two.deposits())[0]).toMatchObject({ stateId: S.failed, remark: 'Se venció sin pagarse.' });
  // The IPN was lost, and the customer had paid in the last minute.
  fake.orders.get(order.reference)!.status = 'E';
  await ask(61);
  expect((await two.due()).stateId).toBe(PAYMENT.verifying);
});

test('nobody pays another family’s due, and the amount is not the browser’s', async () => {
  const mine = await buyer();
  const theirs = await buyer();
  expect((await theirs.pay({ via: 'tarjeta' }, 0, mine.browser)).statusCode).toBe(404);
  expect((await theirs.pay({ via: 'tarjeta' }, 0, mine.browser, mine.sale.id)).statusCode).toBe(404);
  expect((await theirs.pay({ via: 'tarjeta' }, 0, llave.browser())).statusCode).toBe(401);
  const one = await mine.begun({ via: 'tarjeta', amount: 1, monto: '0.01', cents: 1 });
  expect(one.cents).toBe(mine.dues[0]!.due_centavos);
  expect((await (await signInAs(llave, 'contratista')).get(BASE)).statusCode).toBe(403);
  expect(got<DepositRow[]>(await (await signInAs(llave, 'asesor')).get(BASE))).toEqual([]);
});

test('a line of the statement settles several: each receipt whole, the commission in the books, the line set aside', async () => {
  const one = await buyer();
  const two = await buyer();
  const first = await one.begun();
  const second = await two.begun();
  for (const each of [first, second]) await tellCard(llave, 'payment.paid', paid(each));
  const { account, lines } = await statementOf(llave, team, [['LIQ-77', 'LIQUIDACION TARJETAS', '585.00']]);
  await db().update(bankAccounts).set({ bankId: 4 }).where(eq(bankAccounts.id, account.id));
  const settle = (deposit_ids: number[]) =>
    team.confirms.post(`${BASE}/settlements`, { line_id: lines[0]!.id, deposit_ids });
  expect(refusal(await settle([first.id]))[1]).toContain('no es una comisión');
  expect(got<{ fee_centavos: number }>(await settle([first.id, second.id]))).toEqual({ settled: 2, fee_centavos: 15_00 }); // prettier-ignore
  expect((await settle([first.id, second.id])).statusCode).toBe(422);
  expect([(await one.due()).stateId, (await two.due()).stateId]).toEqual([
    PAYMENT.confirmed,
    PAYMENT.confirmed,
  ]);
  const [line] = await db().select().from(bankStatementLines).where(eq(bankStatementLines.id, lines[0]!.id));
  expect(line).toMatchObject({ state: 'ignored', stateReason: expect.stringContaining('2 pagos en línea') });
  await compareBooks(llave.acting());
  expect((await postedOf(db(), 'pago_en_linea', first.id))[0]).toEqual(['comision', ACCOUNT.bankFees, 7_50]);
  expect((await postedOf(db(), 'pago', (await one.due()).id))[0]![2]).toBe(300_00);
});
