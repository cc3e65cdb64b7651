import { beforeAll, expect, test } from 'vitest';
import { PAYMENT } from '#contract/company/catalogs/states.ts';
import type { Reconciliation } from '#contract/money/bankReconciliations/model.ts';
import type { Batch } from '#contract/money/paymentBatches/model.ts';
import type { LineRow } from '#contract/money/statements/statements.ts';
import { rows, sql } from '#server/kernel/db.ts';
import { useApp } from '#test/app.ts';
import { expectBooksAre } from '#test/books.ts';
import { makeModel, makeSale } from '#test/factories.ts';
import { moneyTeam, openOf, PAYMENTS, planOf, report, show } from '#test/payments.ts';
import { got } from '#test/payables.ts';
import { lineOf, makeReconciling, RECONCILIATIONS } from '#test/reconciling.ts';
import { refusal } from '#test/worksite.ts';

const llave = useApp();
const db = () => llave.database.db;
let desk: Awaited<ReturnType<typeof makeReconciling>>;
let paymentId: number;
let cents: number;
let october: number;

/** September has one receipt, of a cheque that the bank will return. */
beforeAll(async () => {
  desk = await makeReconciling(llave);
  const team = await moneyTeam(llave);
  const { id: modelId } = await makeModel(db(), { projectId: desk.project.id });
  const { id: saleId } = await makeSale(db(), { modelId });
  await planOf(team.enters, saleId, { monto: '900.00', meses: 3, primera_fecha: '2026-12-01' });
  const [due] = openOf(await show(team.enters, saleId));
  paymentId = due!.id;
  cents = due!.due_centavos;
  await desk.statement(0, [['2026-09-10', '550041', 'CHEQUE 0041', cents]]);
  const lines = await team.confirms.get(
    `/api/accounting/statement_lines?cuenta_id=${desk.bank.id}&per_page=200`,
  );
  await report(team, paymentId, cents);
  got(
    await team.confirms.patch(`${PAYMENTS}/${paymentId}/status`, {
      params: { estado_id: PAYMENT.confirmed, linea_id: lines.json<{ data: LineRow[] }>().data[0]!.id },
    }),
  );
  await desk.follow();
});

test('a month of the books closes when the reconciliation of its bank account was reviewed', async () => {
  const { begin, moveReconciliation: move, clerk, second, period, periodsOf } = desk;
  const { id } = got<Reconciliation>(await begin(202_609));
  expect(refusal(await period(second, 202_609, 2))).toEqual([
    422,
    `Falta la conciliación revisada de ${desk.bank.name} en este mes.`,
  ]);
  const { transitions } = (await periodsOf(2026)).find((one) => one.period === 202_609)!;
  expect(transitions[0]!.disabled).toContain('Falta la conciliación revisada');
  // The receipt is on both sides by its record: nothing is left to do.
  const finished = got<Reconciliation>(await move(clerk, id, 2));
  expect(finished.bank).toMatchObject([{ status: 'matched', description: 'CHEQUE 0041' }]);
  expect(refusal(await period(second, 202_609, 2))[0]).toBe(422);
  const reviewed = got<Reconciliation>(await move(second, id, 3));
  october = reviewed.next!.id;
  got(await period(second, 202_609, 2));
});

test('a cheque that bounces after the closing: the first open day, both days kept, and the frozen month as it was', async () => {
  const { read, adjust, moveReconciliation: move, clerk, second, statement, follow, settle } = desk;
  const before = (await read(october)).previous!.id;
  const frozen = await read(before);
  // The bank returned it on the last day of the closed month; the file came later.
  const late = await statement(cents, [['2026-09-30', '550041', 'CHEQUE DEVUELTO SIN FONDOS', -cents]]);
  await statement(0, [
    ['2026-10-05', '9100', 'DEPOSITO EN EFECTIVO', 20_000],
    ['2026-10-06', '9101', 'RETIRO', -20_000],
  ]);
  await follow();
  const bounced = lineOf((await read(october)).bank, 'DEVUELTO');
  expect(bounced).toMatchObject({ late: true, carried: true, status: 'open' });
  expect(bounced.offers).toMatchObject([{ kind: 'cobro_devuelto', of: paymentId }]);
  const lineId = Number(bounced.key.slice(1));
  expect(refusal(await adjust(october, lineId, 'cobro_devuelto', { of: paymentId + 99 }))[0]).toBe(422);
  got(await adjust(october, lineId, 'cobro_devuelto', { of: paymentId }));
  await follow();
  expect(
    await rows(
      db(),
      sql`select e.day, e.occurred_on, l.debit_cents - l.credit_cents cents from journal_entries e join journal_lines l on l.entry_id = e.id
        where e.source_record = 'pago' and e.source_id = ${paymentId} and e.event = 'reversado' and l.bank_account_id = ${desk.bank.id}`,
    ),
  ).toEqual([{ day: '2026-10-01', occurred_on: '2026-09-30', cents: -cents }]);
  const now = await read(october);
  expect(lineOf(now.bank, 'DEVUELTO')).toMatchObject({ status: 'adjusted' });
  expect(lineOf(now.book, 'Reverso')).toMatchObject({
    status: 'adjusted',
    day: '2026-10-01',
    occurred_on: '2026-09-30',
  });
  expect({ ...(await read(before)), next: null }).toEqual({ ...frozen, next: null });
  // Its statement holds a line of no finished month yet; the one of September does.
  const undo = (id: number) =>
    clerk.post(`/api/accounting/statements/${id}/deshacer`, { motivo: 'Otro archivo' });
  const [first] = await rows<{ id: number }>(db(), sql`select min(id) id from bank_statements`);
  expect(refusal(await undo(first!.id))[1]).toContain('conciliación de septiembre de 2026');
  // What is nobody's deposit and goes again the next day is matched by hand on the bank's side alone.
  const keys = ['DEPOSITO EN EFECTIVO', 'RETIRO'].map((words) => lineOf(now.bank, words).key);
  got(
    await clerk.post(`${RECONCILIATIONS}/${october}/explanations`.replace('explanations', 'matches'), {
      bank: keys,
      book: [],
    }),
  );
  await follow();
  const settled = await settle(october);
  expect(settled).toMatchObject({ closing_centavos: 0, unexplained_centavos: 0 });
  expect(refusal(await undo(late.id))[1]).toContain('terminada');
  // Two people reopen, the last month first.
  expect(refusal(await move(clerk, before, 4, 'Falta una línea'))[1]).toContain('reábrela primero');
  got(await move(clerk, october, 4, 'Falta una línea'));
  expect(refusal(await move(clerk, october, 5))[1]).toContain('no puede reabrirla');
  expect(got<Reconciliation>(await move(second, october, 5)).state.name).toBe('Reabierta');
  expect((await settle(october)).revision).toBe(2);
});

test('an ACH that the bank returned is owed again, and both lines of the bank are in the books', async () => {
  const { account, approved, paid, read, adjust, accept, statement, follow, clerk } = desk;
  await account();
  const invoice = await approved();
  const batch = await paid([{ kind: 'factura', id: invoice.id }], '2026-11-21');
  const amount = invoice.balance_centavos;
  await statement(0, [
    ['2026-11-21', '9911', 'ACH PAGO A PROVEEDORES', -amount],
    ['2026-11-21', '9912', 'ACH DEVUELTO CUENTA CERRADA', amount],
  ]);
  await follow();
  const november = (await read(october)).next!.id;
  const returned = lineOf((await read(november)).bank, 'ACH DEVUELTO');
  const offer = returned.offers.find(({ kind }) => kind === 'pago_devuelto')!;
  got(await adjust(november, Number(returned.key.slice(1)), 'pago_devuelto', { of: offer.of }));
  await follow();
  got(await accept(november));
  const now = await read(november);
  expect(now.bank.map(({ status }) => status).toSorted()).toEqual(['adjusted', 'matched']);
  expect(now.book.filter(({ status }) => status === 'open')).toEqual([]);
  expect(now.unexplained_centavos).toBe(0);
  const { lines_list } = got<Batch>(await clerk.get(`/api/payables/batches/${batch.id}`));
  expect(lines_list).toMatchObject([{ returned_on: '2026-11-21' }]);
  await expectBooksAre(llave);
});
