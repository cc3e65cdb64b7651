import { beforeAll, describe, expect, test } from 'vitest';
import type { Reconciliation, ReconciliationRow } from '#contract/money/bankReconciliations/model.ts';
import { rows, sql } from '#server/kernel/db.ts';
import { useApp } from '#test/app.ts';
import { DEFAULTS } from '#contract/company/settings/model.ts';
import { writeSetting } from '#server/modules/company/settings/settings.service.ts';
import { expectBooksAre } from '#test/books.ts';
import { pdfWords } from '#test/papers.ts';
import { got } from '#test/payables.ts';
import { lineOf, makeReconciling, RECONCILIATIONS } from '#test/reconciling.ts';
import { signInAs } from '#test/signIn.ts';
import { refusal } from '#test/worksite.ts';

const llave = useApp();
let desk: Awaited<ReturnType<typeof makeReconciling>>;
/** September, reviewed by the first test. */
let september: number;

beforeAll(async () => {
  desk = await makeReconciling(llave);
  await desk.voucher('2026-09-02', 500_000, 'Traslado de fondos');
  await desk.voucher('2026-09-15', -120_000, 'Planilla');
  await desk.voucher('2026-09-28', -30_000, 'Pago de alquiler, cheque 4471');
  await desk.statement(0, [
    ['2026-09-02', '9001', 'TRANSFERENCIA RECIBIDA', 500_000],
    ['2026-09-16', '9002', 'PLANILLA', -120_000],
    ['2026-09-30', '', 'COMISION POR SERVICIO', -1_500],
  ]);
  await desk.follow();
});

describe('a month', () => {
  test('begins where bank and books agree, and is finished when every line is explained to the centavo', async () => {
    const { begin, read, accept, explain, adjust, approve, moveReconciliation: move, clerk, second } = desk;
    expect(refusal(await begin(202_610))[1]).toContain('Antes de ese mes el banco dice');
    const made = got<Reconciliation>(await begin(202_609));
    september = made.id;
    expect(made).toMatchObject({
      opening_centavos: 0,
      closing_centavos: 378_500,
      // The transfer is in twice: by its voucher, and as a deposit to identify.
      book_centavos: 850_000,
      unexplained_centavos: 0,
      state: { id: 1 },
    });
    const due = async () => {
      const answer = await clerk.get('/api/office/home/tasks?tipo=conciliacion');
      return answer
        .json<{ data: { tasks: { id: number; due: string }[] } }>()
        .data.tasks.find(({ id }) => id === made.id)?.due;
    };
    expect(await due()).toBe('2026-10-10');
    const { payables } = DEFAULTS;
    await writeSetting(llave.database.db, 'payables', { ...payables, reconcileDay: 5 }, llave.clock.now());
    expect(await due()).toBe('2026-10-05');
    await writeSetting(llave.database.db, 'payables', payables, llave.clock.now());
    expect(made.proposals).toMatchObject([{ exact: true }, { exact: true }]);
    expect(made.book.map(({ status }) => status)).toEqual(['proposed', 'open', 'proposed', 'open']);
    expect(refusal(await move(clerk, made.id, 2))).toEqual([
      422,
      'Los libros se están poniendo al día con lo último: espera un minuto.',
    ]);
    got(await accept(made.id));
    await desk.follow();
    const matched = await read(made.id);
    expect(matched.bank.map(({ status }) => status)).toEqual(['matched', 'matched', 'open']);
    expect(matched.proposals).toEqual([]);
    // The charge is one tap: a voucher that another person approves.
    const fee = lineOf(matched.bank, 'COMISION');
    expect(fee.offers).toEqual([{ kind: 'cargo', label: 'Registrar como cargo del banco', of: null }]);
    const asked = got<Reconciliation>(await adjust(made.id, Number(fee.key.slice(1)), 'cargo'));
    const { adjustment } = lineOf(asked.bank, 'COMISION');
    expect(adjustment).toMatchObject({ kind: 'cargo', state: 'Por aprobar' });
    expect((await adjust(made.id, Number(fee.key.slice(1)), 'cargo')).statusCode).toBe(409);
    expect(asked.checks).toEqual(['1 ajuste todavía no está en los libros: se aprueba en Comprobantes.']);
    await approve(adjustment!.voucher_id!);
    const ready = await read(made.id);
    expect(lineOf(ready.bank, 'COMISION').status).toBe('adjusted');
    expect(lineOf(ready.book, 'cheque 4471')).toMatchObject({
      status: 'open',
      transit: 'Pago en tránsito',
    });
    expect(ready.checks).toEqual([]);
    expect(refusal(await explain(made.id, fee.key, 'otro', 'Nada'))[0]).toBe(422);
    const finished = got<Reconciliation>(await move(clerk, made.id, 2));
    expect(finished).toMatchObject({ book_centavos: 348_500, book_open_centavos: -30_000, revision: 1 });
    expect(refusal(await move(clerk, made.id, 3))[1]).toContain('no puede revisarla');
    expect(got<Reconciliation>(await move(second, made.id, 3)).state.name).toBe('Revisada');
  });

  test('is frozen: the database refuses every change, and later reversals do not change it', async () => {
    const before = await desk.read(september);
    const { db } = llave.database;
    for (const statement of [
      sql`update bank_reconciliation_items set cents = 1`,
      sql`delete from bank_reconciliation_closings`,
      sql`update bank_reconciliations set closing_cents = 1 where id = ${september}`,
      sql`delete from bank_reconciliations where id = ${september}`,
      sql`insert into bank_reconciliation_matches (reconciliation_id, why, made_by, made_at) values (${september}, 'x', ${desk.clerk.user.id}, now())`,
      sql`insert into bank_reconciliations (account_id, period, state_id, made_by, created_at) values (${desk.bank.id}, 202612, 1, ${desk.clerk.user.id}, now())`,
    ])
      await expect(db.execute(statement)).rejects.toThrow('Failed query');
    for (const path of ['matches', 'matches/accept'])
      expect(
        refusal(
          await desk.clerk.post(`${RECONCILIATIONS}/${september}/${path}`, { bank: ['l1'], book: ['j1'] }),
        )[1],
      ).toContain('está terminada');
    const payroll = lineOf(before.book, 'Planilla');
    const [voucher] = await rows<{ id: number }>(
      db,
      sql`select e.source_id id from journal_lines l join journal_entries e on e.id = l.entry_id where l.id = ${Number(payroll.key.slice(1))}`,
    );
    got(await desk.moveVoucher(desk.second, voucher!.id, 5, 'Se pagó dos veces'));
    const after = await desk.read(september);
    expect({ ...after, next: null }).toEqual({ ...before, next: null });
    // October begins where September ended, with what is still in transit and the reversal of what was settled.
    const next = await desk.read(after.next!.id);
    expect(next).toMatchObject({
      period: 202_610,
      opening_centavos: 378_500,
      book_opening_centavos: 348_500,
    });
    expect(lineOf(next.book, 'cheque 4471')).toMatchObject({ carried: true, status: 'open' });
  });

  test('prints as PDF, is found, listed and exported', async () => {
    const { paper } = await desk.read(september);
    const pdf = await desk.clerk.get(paper);
    expect(pdf.statusCode).toBe(200);
    const words = await pdfWords(pdf.rawPayload);
    for (const part of [
      'CONCILIACIÓN BANCARIA',
      'septiembre de 2026',
      '3,785.00',
      'USD 3,485.00',
      'Pago en tránsito',
    ])
      expect(words).toContain(part);
    const list = await desk.clerk.get(`${RECONCILIATIONS}?cuenta_id=${desk.bank.id}`);
    expect(list.json<{ data: ReconciliationRow[] }>().data.map(({ period }) => period)).toEqual([
      202_610, 202_609,
    ]);
    expect((await desk.clerk.get(`${RECONCILIATIONS}/exportar?formato=xlsx`)).statusCode).toBe(200);
    const found = await desk.clerk.post('/api/seeker', { q: `conciliación ${desk.bank.name}` });
    expect(found.body).toContain(`/oficina/conciliaciones/${september}`);
  });
});

test('what the statement says is checked: a wrong balance and a skipped month are refused', async () => {
  const { begin, close, read, moveReconciliation: move, clerk } = desk;
  const { next } = await read(september);
  expect(refusal(await begin(202_612))[1]).toBe('No se salta ningún mes: sigue noviembre de 2026.');
  expect((await begin(202_609)).statusCode).toBe(409);
  expect((await read(next!.id)).checks[0]).toContain('Falta el saldo final');
  got(await close(next!.id, 378_000));
  expect(refusal(await move(clerk, next!.id, 2))[1]).toContain('no es el inicial más las líneas');
  await expectBooksAre(llave);
});

test('other colleagues see no account beyond their projects, and auditors change nothing', async () => {
  const outsider = await signInAs(llave, 'asesor');
  expect((await outsider.get(`${RECONCILIATIONS}/${september}`)).statusCode).toBe(403);
  const auditor = await signInAs(llave, 'auditor');
  expect((await auditor.get(`${RECONCILIATIONS}/${september}`)).statusCode).toBe(200);
  expect((await desk.match(september, ['l1'], ['j1'], auditor)).statusCode).toBe(403);
});
