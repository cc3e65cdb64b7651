import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { PAYMENT } from '#contract/company/catalogs/states.ts';
import type { Payment } from '#contract/money/payments/model.ts';
import type { LineRow } from '#contract/money/statements/statements.ts';
import { projectBankAccounts } from '#server/modules/projects/bankAccounts/bankAccounts.table.ts';
import { useApp } from '#test/app.ts';
import { makeSale } from '#test/factories.ts';
import { errorsOf, moneyTeam, pay, PAYMENTS, report, reverse, text, type Team } from '#test/payments.ts';
import { statementOf } from '#test/statements.ts';
import { payments } from '#server/modules/money/payments/payments.table.ts';

const llave = useApp();
const lines = '/api/accounting/statement_lines';

const makeStatement = (team: Team, rows: Parameters<typeof statementOf>[2]) => statementOf(llave, team, rows);
async function makeDue(cents: number, over: { name?: string; reported?: boolean } = {}) {
  const { db } = llave.database;
  const sale = await makeSale(db, { priceCents: 1_000_000, ...(over.name && { name: over.name }) });
  const state = over.reported
    ? { stateId: PAYMENT.reported, reportedCents: cents, reportedAt: llave.clock.now() }
    : { stateId: PAYMENT.pending };
  const [due] = await db
    .insert(payments)
    .values({ saleId: sale.id, typeId: 3, part: 1, dueCents: cents, createdAt: llave.clock.now(), ...state })
    .returning();
  return { sale, due: due! };
}
const paymentOf = async (team: Team, id: number) =>
  (await team.confirms.get(`${PAYMENTS}/${id}`)).json<{ data: Payment }>().data;

describe('a line of the bank and its payment', () => {
  test('are confirmed in one step, whole or in part, even when the payment is already being verified', async () => {
    const team = await moneyTeam(llave);
    const { lines: found } = await makeStatement(team, [['L-1', 'ACH', '300.00'], ['L-2', 'ACH', '120.00']]); // prettier-ignore
    const reported = await makeDue(30_000, { reported: true });
    const url = (at: number) => `${lines}/${found[at]!.id}/pago`;
    const whole = await team.confirms.post(url(0), { pagos: [{ id: reported.due.id, version: 1 }] });
    expect(whole.statusCode, whole.body).toBe(200);
    expect(await paymentOf(team, reported.due.id)).toMatchObject({ state: { id: 4 }, bank_centavos: 30_000 });

    const verifying = await makeDue(20_000);
    await report(team, verifying.due.id, 20_000);
    const { version } = await paymentOf(team, verifying.due.id);
    // Stale version: nothing changes, the payment is not even moved to verifying.
    const stale = await team.confirms.post(url(1), {
      pagos: [{ id: verifying.due.id, version: version - 1 }],
    });
    expect(stale.statusCode).toBe(409);
    // The user who entered it may not confirm it.
    const own = await team.enters.post(url(1), { pagos: [{ id: verifying.due.id, version }] });
    expect(own.statusCode).toBe(422);
    const part = await team.confirms.post(url(1), { pagos: [{ id: verifying.due.id, version }] });
    expect(part.statusCode, part.body).toBe(200);
    expect(await paymentOf(team, verifying.due.id)).toMatchObject({
      state: { id: 6 },
      bank_centavos: 12_000,
    });
    // A refusal leaves the payment unchanged.
    const late = await makeDue(30_000, { reported: true });
    expect((await team.confirms.post(url(0), { pagos: [{ id: late.due.id, version: 1 }] })).statusCode).toBe(
      409,
    );
    expect(await paymentOf(team, late.due.id)).toMatchObject({ state: { id: PAYMENT.reported }, version: 1 });
  });

  test('a reversal undoes a wrong match, and the line is free for the right payment', async () => {
    const team = await moneyTeam(llave);
    const { lines: found } = await makeStatement(team, [['W-1', 'ACH', '80.00']]);
    const wrong = await makeDue(8_000, { reported: true });
    const right = await makeDue(8_000, { reported: true });
    const url = `${lines}/${found[0]!.id}/pago`;
    await team.confirms.post(url, { pagos: [{ id: wrong.due.id, version: 1 }] });
    expect((await reverse(team.reverses, wrong.due.id)).statusCode).toBe(200);
    const after = await team.confirms.post(url, { pagos: [{ id: right.due.id, version: 1 }] });
    expect(after.statusCode, after.body).toBe(200);
    expect(await paymentOf(team, wrong.due.id)).toMatchObject({ reversed: true, bank_centavos: 8_000 });
  });

  test('a customer with matching name and account is suggested before one who shares a surname', async () => {
    const { db } = llave.database;
    const team = await moneyTeam(llave);
    const shares = await makeDue(77_000, { reported: true, name: 'Luis Batista' });
    const other = await makeDue(77_000, { reported: true, name: 'Carmen Ruiz' });
    const right = await makeDue(77_000, { reported: true, name: 'Yarisel Batista Ríos' });
    const { account } = await makeStatement(team, [['N-0', 'otra', '1.00']]);
    await db.insert(projectBankAccounts).values({ projectId: right.sale.projectId, accountId: account.id });
    const archivo = new File(['Fecha,Referencia,Descripción,Débito,Crédito,Saldo\n20/11/2026,N-1,ACH YARISEL BATISTA,,770.00,'], 'otro.csv', { type: 'text/csv' }); // prettier-ignore
    await team.confirms.form('/api/accounting/statements', { cuenta_id: String(account.id), archivo });
    const found = await team.confirms.get(`${lines}?cuenta_id=${account.id}&q=N-1`);
    const [line] = found.json<{ data: LineRow[] }>().data;
    expect(line!.suggestions.map(({ payment_id }) => payment_id)).toEqual([
      right.due.id,
      shares.due.id,
      other.due.id,
    ]);
    expect(line!.suggestions[0]!.why).toEqual(['monto', 'fecha', 'nombre', 'cuenta']);
    expect(line!.suggestions[1]!.why).toEqual(['monto', 'fecha']);
    expect(await paymentOf(team, right.due.id)).toMatchObject({ lines: [{ disabled: null }] });
  });
});

describe('a reference of a bank', () => {
  const typed = (monto: string, referencia: string) => ({
    params: { estado_id: 4, banco_id: 3, fecha: '2026-11-20', tipo: 1, monto, referencia },
  });

  test('a reference is one movement: another amount is refused until the first is reversed, also under a race', async () => {
    const team = await moneyTeam(llave);
    const dues = await Promise.all([10_000, 20_000, 30_000].map((cents) => makeDue(cents)));
    for (const { due } of dues) await report(team, due.id, due.dueCents);
    const answers = await Promise.all(
      dues.map(({ due }) =>
        team.confirms.patch(`${PAYMENTS}/${due.id}/status`, typed(text(due.dueCents), 'UNA-REF')),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409]);
    const refused = answers.find(({ statusCode }) => statusCode === 409)!;
    expect(refused.json<{ message: string; code: string }>()).toMatchObject({
      code: 'BANK_LINE_USED',
      message: expect.stringContaining('Esa referencia ya se usó en el recibo'),
    });
    const done = dues[answers.findIndex(({ statusCode }) => statusCode === 200)]!.due;
    const next = dues.find(({ due }) => due.id !== done.id)!.due;
    expect((await reverse(team.reverses, done.id)).statusCode).toBe(200);
    const again = await team.confirms.patch(`${PAYMENTS}/${next.id}/status`, typed(text(next.dueCents), 'UNA-REF')); // prettier-ignore
    expect(again.statusCode, again.body).toBe(200);
    expect(errorsOf(await reverse(team.confirms, next.id))[0]!.message).toContain('pídelo a otra persona');
  });

  test('a reference that the statement brings twice is two movements, and one typed with another sum is refused at first', async () => {
    const { db } = llave.database;
    const team = await moneyTeam(llave);
    const { account, lines: found } = await makeStatement(team, [
      ['MISMA-1', 'ACH', '61.00'],
      ['MISMA-1', 'ACH', '62.00'],
      ['A-MANO', 'ACH', '65.00'],
    ]);
    for (const [at, cents] of [6_100, 6_200].entries()) {
      const { due } = await makeDue(cents, { reported: true });
      const answer = await team.confirms.post(`${lines}/${found[at]!.id}/pago`, { pagos: [{ id: due.id, version: 1 }] }); // prettier-ignore
      expect(answer.statusCode, answer.body).toBe(200);
    }
    const byHand = await makeDue(6_400);
    await pay(team, byHand.due.id, 6_400, { banco_id: account.bankId, referencia: 'a-mano' });
    const kept = await db.select().from(payments).where(eq(payments.id, byHand.due.id));
    expect(kept[0]).toMatchObject({ stateId: 4, bankReference: 'A-MANO' });
    const { due } = await makeDue(6_500, { reported: true });
    const refused = await team.confirms.post(`${lines}/${found[2]!.id}/pago`, {
      pagos: [{ id: due.id, version: 1 }],
    });
    expect(refused.statusCode).toBe(409);
    expect(refused.json<{ message: string }>().message).toContain('se confirmó a mano con otro monto');
  });
});
