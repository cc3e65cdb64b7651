import { beforeAll, describe, expect, test } from 'vitest';
import { panamaDay } from '#contract/dates.ts';
import type { Loan } from '#contract/money/interimLoans/model.ts';
import type { Batch, FormatRow, Payable } from '#contract/money/paymentBatches/model.ts';
import type { Account } from '#contract/works/accounts/model.ts';
import { rows, sql } from '#server/kernel/db.ts';
import { useApp } from '#test/app.ts';
import * as works from '#test/accounts.ts';
import { makeParties, roble } from '#test/contracts.ts';
import { followBooks, postedOf } from '#test/books.ts';
import { makeLoans } from '#test/loans.ts';
import { BATCHES, got, makePayables } from '#test/payables.ts';
import { refusal } from '#test/worksite.ts';

const llave = useApp();
let desk: Awaited<ReturnType<typeof makePayables>>;
let today = '';
beforeAll(async () => {
  desk = await makePayables(llave);
  await makeParties(llave);
  today = panamaDay(llave.clock.now());
});
const codes = (answers: { statusCode: number }[]) => answers.map(({ statusCode }) => statusCode).toSorted();
const file = async (id: number, who = desk.second) => who.get(`${BATCHES}/${id}/archivo`);

describe('a batch', () => {
  test('pays an invoice once: prepared, approved by another, sent, confirmed, with the file of the bank', async () => {
    const { clerk, second, approved, account, prepare, step, read } = desk;
    const invoice = await approved();
    const item = [{ kind: 'factura', id: invoice.id }];
    const both = await Promise.all([prepare(item), prepare(item)]);
    expect(codes(both)).toEqual([201, 409]);
    const batch = got<Batch>(both.find(({ statusCode }) => statusCode === 201)!);
    expect((await read(invoice.id)).state.id).toBe(4);
    expect((await step(clerk, batch.id, 2)).statusCode).toBe(422);
    // Without a confirmed bank account nothing is approved.
    expect(refusal(await step(second, batch.id, 2))[1]).toContain('no tiene una cuenta bancaria confirmada');
    await account();
    expect((await file(batch.id)).statusCode).toBe(422);
    got(await step(second, batch.id, 2));
    const text = (await file(batch.id)).body;
    expect(text.split('\r\n')[0]).toBe('Beneficiario,Cuenta,Banco,Tipo,Monto,Concepto');
    expect(text.split('\r\n')[1]).toMatch(/^Nandu; "Hnos" {2}S\.A\.,0101\d+,4,03,107\.00,LP-2026-\d{5}-\d+$/);
    got(await step(clerk, batch.id, 3));
    expect((await step(second, batch.id, 4)).json().errors).toHaveLength(2);
    const twice = await Promise.all(
      [1, 2].map(() => step(second, batch.id, 4, { fecha: today, referencia: 'ACH 1' })),
    );
    expect(codes(twice)).toEqual([200, 422]);
    expect(await read(invoice.id)).toMatchObject({ state: { id: 5 }, paid_on: today, balance_centavos: 0 });
  });

  test('pays the lender of an interim loan by its number; meanwhile nothing else pays it, and a return reverses it', async () => {
    const loans = await makeLoans(llave);
    const { id } = await loans.inForce();
    await loans.drawn(id, 80_000_00, '2026-10-01');
    const [payment] = got<Loan>(await loans.prepare(id, { capital_cents: 30_000_00, fee_cents: 10_00, pay_on: today })).payments; // prettier-ignore
    const item = [{ kind: 'prestamo', id: payment!.id }];
    const of = (over: object = {}) => desk.prepare(item, { bank_account_id: loans.account.id, ...over });
    const offered = async () =>
      got<Payable[]>(await desk.clerk.get('/api/payables/due')).find(
        (one) => one.kind === 'prestamo' && one.id === payment!.id,
      );
    expect(await offered()).toBeUndefined();
    got(await loans.status(loans.second, 'payments', payment!.id, 2));
    expect(await offered()).toMatchObject({ cents: 30_010_00, stops: [], due_on: today });
    expect((await desk.prepare(item)).json().errors[0]).toMatchObject({ field: 'items' });
    const both = await Promise.all([of(), of()]);
    expect(codes(both)).toEqual([201, 409]);
    const batch = got<Batch>(both.find(({ statusCode }) => statusCode === 201)!);
    const aside = (to: number) =>
      loans.status(loans.clerk, 'payments', payment!.id, to, {
        fecha: today,
        referencia: 'ND-1',
        motivo: 'Error',
      });
    expect(refusal(await aside(3))[1]).toContain(batch.code);
    got(await desk.step(desk.boss, batch.id, 2));
    got(await desk.step(desk.clerk, batch.id, 3));
    got(await desk.step(desk.second, batch.id, 4, { fecha: today, referencia: 'ACH 77' }));
    const now = async () => (await loans.read(id)).payments.find((one) => one.id === payment!.id);
    expect(await now()).toMatchObject({ state: { id: 3 }, paid_on: today });
    await followBooks(llave);
    expect(await postedOf(llave.database.db, 'pago_proveedor', batch.lines_list[0]!.id)).toEqual([]);
    expect((await postedOf(llave.database.db, 'pago_prestamo', payment!.id)).length).toBeGreaterThan(0);
    // What the batch paid is given back in the batch.
    expect(refusal(await aside(5))[1]).toContain(batch.code);
    const line = `${BATCHES}/${batch.id}/lines/${batch.lines_list[0]!.id}/return`;
    got(await desk.clerk.post(line, { returned_on: today, reason: 'Cuenta cerrada' }));
    expect(await now()).toMatchObject({ state: { id: 5 } });
    expect((await loans.read(id)).balance_centavos).toBe(80_000_00);
  });

  test('a bank account that changes after the approval stops the batch; who proposes one does not confirm it', async () => {
    const { clerk, second, approved, account, prepare, step, supplier } = desk;
    await account();
    const invoice = await approved();
    const batch = got<Batch>(await prepare([{ kind: 'factura', id: invoice.id }]));
    got(await step(second, batch.id, 2));
    const proposed = await clerk.post('/api/payables/supplier_accounts', {
      partner_id: supplier.id, bank_id: 2, number: '99-1', kind: 'ahorros', holder: 'Otro', reason: 'Correo',
    }); // prettier-ignore
    const { id } = got<{ id: number }>(proposed);
    const decide = (who: typeof clerk) =>
      who.post(`/api/payables/supplier_accounts/${id}/decision`, { accept: true });
    expect(refusal(await decide(clerk))[1]).toContain('no puede confirmarla');
    got(await decide(second));
    expect(refusal(await step(clerk, batch.id, 3))[1]).toContain('cambió después de aprobar');
    got(
      await clerk.send({ method: 'DELETE', url: `${BATCHES}/${batch.id}/lines/${batch.lines_list[0]!.id}` }),
    );
    expect((await desk.read(invoice.id)).state.id).toBe(3);
  });

  test('an ACH that comes back is owed again, and its two days stay', async () => {
    const { clerk, approved, account, paid, read } = desk;
    await account();
    const invoice = await approved();
    const batch = await paid([{ kind: 'factura', id: invoice.id }], today);
    const back = (over: object = {}) =>
      clerk.post(`${BATCHES}/${batch.id}/lines/${batch.lines_list[0]!.id}/return`, {
        returned_on: today,
        reason: 'Cuenta cerrada',
        ...over,
      });
    expect((await back({ returned_on: '2026-01-01' })).json().errors[0].field).toBe('returned_on');
    expect(codes(await Promise.all([back(), back()]))).toEqual([200, 422]);
    expect(await read(invoice.id)).toMatchObject({
      state: { id: 3 },
      paid_on: null,
      balance_centavos: 107_00,
    });
    const [line] = await rows(
      llave.database.db,
      sql`select paid_on::text, returned_on::text, state from payment_batch_lines where batch_id = ${batch.id}`,
    );
    expect(line).toEqual({ paid_on: today, returned_on: today, state: 'devuelto' });
    await paid([{ kind: 'factura', id: invoice.id }], today);
    expect((await read(invoice.id)).payments.map(({ state }) => state)).toEqual(['Devuelto', 'Pagado']);
  });

  test('cheques take the numbers of their series; one that bounces later reopens its invoice', async () => {
    const { clerk, second, approved, bank, prepare, step, read } = desk;
    const [one, two] = [await approved(), await approved()];
    const items = [one, two].map(({ id }) => ({ kind: 'factura', id }));
    const batch = got<Batch>(await prepare(items, { kind: 'cheque' }));
    expect(refusal(await step(second, batch.id, 2))[1]).toContain('no tiene chequera');
    const series = (next_number: number, last_number: number) =>
      clerk.send({
        method: 'PUT',
        url: `/api/payables/cheques/${bank.id}`,
        payload: { next_number, last_number },
      });
    got(await series(501, 501));
    expect(refusal(await step(second, batch.id, 2))[1]).toBe(
      'En la chequera quedan 1 cheques y el lote necesita 2.',
    );
    got(await series(501, 550));
    const done = got<Batch>(await step(second, batch.id, 2));
    expect(done.lines_list.map(({ cheque_number }) => cheque_number)).toEqual([501, 502]);
    expect((await clerk.get(done.lines_list[0]!.cheque_url!)).headers['content-type']).toBe(
      'application/pdf',
    );
    expect((await series(502, 600)).statusCode).toBe(409);
    got(await step(clerk, batch.id, 3));
    got(await step(second, batch.id, 4, { fecha: today, referencia: 'Entregados' }));
    got(
      await clerk.post(`${BATCHES}/${batch.id}/lines/${done.lines_list[1]!.id}/return`, {
        returned_on: today,
        reason: 'Sin fondos',
      }),
    );
    expect([(await read(one.id)).state.id, (await read(two.id)).state.id]).toEqual([5, 3]);
  });
});

describe('an account of works', () => {
  test('is paid by works through the batch, by nothing else meanwhile, and owed again when it returns', async () => {
    const { clerk, second, account, prepare, step } = desk;
    await account(roble);
    const owed = await works.approved(await works.quarter());
    const items = [{ kind: 'cuenta', id: owed.id }];
    const batch = got<Batch>(await prepare(items));
    expect(batch.total_centavos).toBe(owed.net_centavos);
    expect(refusal(await works.step(second, owed.id, 5, works.PAID))[1]).toContain('está en el lote de pago');
    got(await step(second, batch.id, 2));
    got(await step(clerk, batch.id, 3));
    got(await step(second, batch.id, 4, { fecha: today, referencia: 'ACH 5' }));
    const read = async () => got<Account>(await clerk.get(works.at(owed.id)));
    expect(await read()).toMatchObject({
      state: { id: 5 },
      paid_on: today,
      payment: { bank: 'Banco General' },
    });
    got(
      await clerk.post(`${BATCHES}/${batch.id}/lines/${batch.lines_list[0]!.id}/return`, {
        returned_on: today,
        reason: 'Cuenta cerrada',
      }),
    );
    expect(await read()).toMatchObject({ state: { id: 4 }, paid_on: null });
    const due = got<Payable[]>(await clerk.get('/api/payables/due'));
    expect(due.find(({ kind, id }) => kind === 'cuenta' && id === owed.id)?.cents).toBe(owed.net_centavos);
  });

  test('with expired papers of its contractor nothing is put into a batch', async () => {
    const owed = await works.approved(await works.quarter());
    await llave.database.db.execute(
      sql`update partner_papers set expires_on = '2026-01-31' where partner_id = ${roble} and kind = 'paz_salvo_css'`,
    );
    expect(refusal(await desk.prepare([{ kind: 'cuenta', id: owed.id }]))).toEqual([
      409,
      'Venció el 31-01-2026 el documento del contratista: Paz y salvo de la CSS.',
    ]);
  });
});

test('a format is data: its columns change, and a code that it lacks is said', async () => {
  const { second, clerk } = desk;
  const formats = got<FormatRow[]>(await clerk.get('/api/payables/formats'));
  expect(formats.map(({ purpose }) => purpose)).toEqual(['ach', 'ach', 'ach', '43', '433']);
  const { id, purpose: _, bank: __, name: ___, ...format } = formats.find(({ bank }) => bank?.id === 1)!;
  const changed = await second.send({
    method: 'PUT',
    url: `/api/payables/formats/${id}`,
    payload: {
      ...format,
      columns: format.columns.map((one) => (one.field === 'banco' ? { ...one, codes: { 2: '0013' } } : one)),
    },
  });
  got(changed);
  await desk.account();
  const batch = await desk.paid([{ kind: 'factura', id: (await desk.approved()).id }], today);
  expect(refusal(await file(batch.id))[1]).toBe('El formato no dice el código de banco 4.');
});
