import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { ACCOUNT } from '#contract/company/catalogs/accountingLists.ts';
import type {
  BalanceRow,
  BankRow,
  HouseRow,
  MonthsRow,
  PayableRow,
  ReceivableRow,
  TaxRow,
  TrialRow,
} from '#contract/money/books/model.ts';
import {
  amountAs,
  cellAs,
  headOf,
  rowAs,
  type JournalFormat,
  type JournalFormatShape,
  type JournalLine,
} from '#contract/money/books/formats.ts';
import { settledOldestFirst, taxDueOn } from '#contract/money/books/rules.ts';
import type { LedgerRow } from '#contract/money/ledger/model.ts';
import type { Voucher } from '#contract/money/ledger/vouchers.ts';
import { rows } from '#server/kernel/db.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { bankStatements } from '#server/modules/money/statements/statements.table.ts';
import { bankAccounts } from '#server/modules/projects/bankAccounts/bankAccounts.table.ts';
import { useApp } from '#test/app.ts';
import { makeLot, makeModel, makePartner, makeProject, makeSale } from '#test/factories.ts';
import { moneyTeam, openOf, pay, planOf, show } from '#test/payments.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';

const llave = useApp();
const db = () => llave.database.db;
let makes: StaffBrowser;
let approves: StaffBrowser;
let bookId: number;
let projectId: number;

async function dataOf<A>(path: string): Promise<A> {
  const answer = await makes.get(`/api/accounting/reports/${path}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ data: A }>().data;
}

/** Sends a voucher and approves it. */
async function approve(made: Awaited<ReturnType<StaffBrowser['post']>>) {
  expect(made.statusCode, made.body).toBeLessThan(300);
  const { id } = made.json<{ data: Voucher }>().data;
  for (const [who, estado_id] of [
    [makes, 2],
    [approves, 3],
  ] as const) {
    const moved = await who.patch(`/api/accounting/vouchers/${id}/status`, { params: { estado_id } });
    expect(moved.statusCode, moved.body).toBe(200);
  }
}

/** Enters a voucher; each line: account, debits less credits, and what it is about. */
const enter = async (day: string, lines: [account: number, cents: number, about?: object][]) =>
  approve(
    await makes.post('/api/accounting/vouchers', {
      book_id: bookId,
      day,
      description: 'Movimiento de prueba',
      lines: lines.map(([account_id, cents, about]) => ({
        account_id,
        debit_centavos: cents > 0 ? cents : null,
        credit_centavos: cents < 0 ? -cents : null,
        ...about,
      })),
    }),
  );

beforeAll(async () => {
  makes = await signInAs(llave, 'contabilidad');
  approves = await signInAs(llave, 'contabilidad');
  bookId = (await makePartner(db(), 'contratante', 'Promotora de los Estados')).id;
  projectId = (await makeProject(db(), { promoterId: bookId })).id;
  const bank = ACCOUNT.operatingBanks;
  await enter('2025-03-10', [
    [bank, 5_000_00],
    [ACCOUNT.capital, -5_000_00],
  ]);
  await enter('2025-12-31', [
    [ACCOUNT.bankFees, 40_00],
    [bank, -40_00],
  ]);
  await enter('2026-01-31', [
    [ACCOUNT.materials, 300_00],
    [ACCOUNT.suppliers, -300_00],
  ]);
  await enter('2026-10-05', [
    [ACCOUNT.suppliers, 120_00],
    [bank, -120_00],
  ]);
  await enter('2026-10-06', [
    [bank, 1_070_00],
    [ACCOUNT.extras, -1_000_00],
    [ACCOUNT.itbmsPayable, -70_00],
  ]);
  await enter('2026-11-25', [
    [ACCOUNT.equipment, 200_00],
    [bank, -200_00],
  ]);
  await enter('2026-11-26', [
    [bank, 900_00],
    [ACCOUNT.interimLoan, -900_00],
  ]);
  await enter('2026-11-20', [
    [ACCOUNT.itbmsPayable, 50_00],
    [bank, -50_00],
  ]);
});

const at = (day: string) => `libro_id=${bookId}&hasta=${day}`;

describe('statements', () => {
  test('trial balance equals the sums of the lines on any day', async () => {
    for (const [from, until] of [
      ['2025-03-10', '2025-12-31'],
      ['2026-01-01', '2026-11-25'],
      ['2026-10-06', '2026-10-06'],
      ['2026-10-31', '2026-11-30'],
    ] as const) {
      const list = await dataOf<TrialRow[]>(`trial_balance?${at(until)}&desde=${from}`);
      const independent = await rows<{ id: number; opening: number; debit: number; credit: number }>(
        db(),
        sql`select account_id::int id, coalesce(sum(debit_cents - credit_cents) filter (where day < ${from}), 0)::bigint opening,
            coalesce(sum(debit_cents) filter (where day >= ${from}), 0)::bigint debit, coalesce(sum(credit_cents) filter (where day >= ${from}), 0)::bigint credit
          from journal_lines where book_id = ${bookId} and day <= ${until} group by 1`,
      );
      const known = independent.filter((one) => one.opening !== 0 || one.debit !== 0 || one.credit !== 0);
      const plain = list.map(({ id, opening, debit, credit }) => ({ id, opening, debit, credit }));
      const byId = (a: { id: number }, b: { id: number }) => a.id - b.id;
      expect(plain.toSorted(byId)).toEqual(known.toSorted(byId));
      expect(list.reduce((sum, one) => sum + one.closing, 0)).toBe(0);
    }
  });

  test('assets equal liabilities and equity, also inside a month and beside the year before', async () => {
    for (const day of ['2025-06-30', '2026-10-06', '2026-11-25', '2026-11-26']) {
      const list = await dataOf<BalanceRow[]>(`balance_sheet?${at(day)}`);
      const named = new Map(list.map((one) => [one.id, one]));
      expect(named.get('total-1')!.centavos).toBe(named.get('total')!.centavos);
      expect(named.get('total-1')!.before).toBe(named.get('total')!.before);
      expect(named.has('fuera')).toBe(false);
    }
    const last = await dataOf<BalanceRow[]>(`balance_sheet?${at('2026-11-26')}`);
    expect(last.find(({ id }) => id === 'resultado')).toMatchObject({ centavos: 960_00, before: -40_00 });
  });

  test('income by month, beside the same days of the year before, whatever the closing moved', async () => {
    const before = await dataOf<MonthsRow[]>(`income_statement?${at('2026-12-31')}`);
    await approve(await makes.post('/api/accounting/year_end', { book_id: bookId, year: 2025 }));
    const list = await dataOf<MonthsRow[]>(`income_statement?${at('2026-12-31')}`);
    expect(list).toEqual(before);
    const net = list.find(({ id }) => id === 'neta')!;
    expect([net.months[9], net.months[10], net.total, net.before]).toEqual([1_000_00, 0, 1_000_00, -40_00]);
    const early = await dataOf<MonthsRow[]>(`income_statement?${at('2026-12-30')}`);
    expect(early.find(({ id }) => id === 'neta')!.before).toBe(0);
  });

  test('cash flow changes cash to the cent, by section', async () => {
    const list = await dataOf<MonthsRow[]>(`cash_flow?${at('2026-11-26')}`);
    const of = (id: string) => list.find((one) => one.id === id)!;
    expect(of('operacion').total).toBe(-120_00 + 1_070_00 - 50_00);
    expect(of('inversion').total).toBe(-200_00);
    expect(of('financiamiento')).toMatchObject({ total: 900_00, before: 5_000_00 });
    expect([of('inicial').total, of('neto').total, of('final').total]).toEqual([
      4_960_00, 1_600_00, 6_560_00,
    ]);
    expect(of('final').months.slice(8)).toEqual([4_960_00, 5_910_00, 6_560_00, 0]);
  });
});

describe('ages, houses and taxes', () => {
  test('payables: the payment covers the oldest; a day more is another column', async () => {
    const ages = async (day: string) => {
      const [one] = await dataOf<PayableRow[]>(`aged_payables?${at(day)}`);
      return one && [one.d30, one.d60, one.d90, one.mas, one.total];
    };
    expect(await ages('2026-01-30')).toBeUndefined();
    expect(await ages('2026-03-02')).toEqual([300_00, 0, 0, 0, 300_00]);
    expect(await ages('2026-03-03')).toEqual([0, 300_00, 0, 0, 300_00]);
    expect(await ages('2026-05-01')).toEqual([0, 0, 300_00, 0, 300_00]);
    expect(await ages('2026-05-02')).toEqual([0, 0, 0, 300_00, 300_00]);
    expect(await ages('2026-10-05')).toEqual([0, 0, 0, 180_00, 180_00]);
  });

  test('receivables: at the edges of the columns, and what was paid later was owed before', async () => {
    const team = await moneyTeam(llave);
    const sale = await makeSale(db(), { modelId: (await makeModel(db(), { projectId })).id });
    await planOf(team.enters, sale.id, { monto: '300.00', meses: 1, primera_fecha: '2026-12-01' });
    const [due] = openOf(await show(team.enters, sale.id));
    const ages = async (day: string) => {
      const [one] = await dataOf<ReceivableRow[]>(`aged_receivables?${at(day)}&proyecto_id=${projectId}`);
      return one && [one.sales, one.d30, one.d60, one.d90, one.mas, one.total];
    };
    expect(await ages('2026-11-30')).toBeUndefined();
    expect(await ages('2026-12-01')).toEqual([1, 300_00, 0, 0, 0, 300_00]);
    expect(await ages('2026-12-31')).toEqual([1, 300_00, 0, 0, 0, 300_00]);
    expect(await ages('2027-01-01')).toEqual([1, 0, 300_00, 0, 0, 300_00]);
    expect(await ages('2027-03-01')).toEqual([1, 0, 0, 300_00, 0, 300_00]);
    expect(await ages('2027-03-02')).toEqual([1, 0, 0, 0, 300_00, 300_00]);
    await pay(team, due!.id, 300_00, { fecha: '2026-11-20' });
    expect(await ages('2027-01-01')).toBeUndefined();
  });

  test('taxes by month with their day; a payment settles the oldest', async () => {
    const list = await dataOf<TaxRow[]>(`taxes?${at('2026-11-26')}`);
    expect(list).toMatchObject([
      { tax: 'ITBMS', period: 202610, due_on: '2026-11-15', generated: 70_00, lowered: 0, owed: 20_00 },
    ]);
    expect(settledOldestFirst([10, -4, 20, 5], 12)).toEqual([0, 0, 14, 5]);
    expect([taxDueOn({ monthDay: 15 }, 202612), taxDueOn({ nextYear: '03-31' }, 202604)]).toEqual([
      '2027-01-15',
      '2027-03-31',
    ]);
  });

  test('a bank account is in the books beside what its statement says, at any day', async () => {
    const [account] = await db()
      .insert(bankAccounts)
      .values({
        bankId: 1,
        name: 'Operativa de libros',
        number: '04-77',
        typeId: 1,
        kindId: 1,
        holder: 'Promotora',
        createdAt: llave.clock.now(),
      })
      .returning();
    await enter('2026-11-03', [
      [ACCOUNT.operatingBanks, 500_00, { bank_account_id: account!.id }],
      [ACCOUNT.capital, -500_00],
    ]);
    const bankOf = async (day: string) =>
      (await dataOf<BankRow[]>(`banks?${at(day)}`)).find(({ id }) => id === account!.id);
    expect(await bankOf('2026-11-03')).toMatchObject({ statement: null, difference: null, open_lines: 0 });
    // What names no account is a row of its own.
    const isRest = ({ unassigned }: BankRow) => unassigned === ACCOUNT.operatingBanks;
    const restOf = async () => (await dataOf<BankRow[]>(`banks?${at('2026-11-03')}`)).find(isRest)?.book ?? 0;
    const rest = await restOf();
    await enter('2026-11-03', [[ACCOUNT.operatingBanks, 40_00], [ACCOUNT.capital, -40_00]]); // prettier-ignore
    expect(await restOf()).toBe(rest + 40_00);
    const [file] = await db()
      .insert(files)
      .values({
        reference: 'extracto',
        referenceId: account!.id,
        sha256: 'b'.repeat(64),
        mime: 'text/csv',
        size: 1,
        name: 'noviembre.csv',
        createdAt: llave.clock.now(),
      })
      .returning();
    await db()
      .insert(bankStatements)
      .values({
        accountId: account!.id,
        format: 'csv',
        fileId: file!.id,
        fromOn: '2026-11-01',
        toOn: '2026-11-05',
        fileName: 'noviembre.csv',
        sha256: 'b'.repeat(64),
        openingCents: 0,
        closingCents: 450_00,
        importedBy: makes.user.id,
        importedAt: llave.clock.now(),
        newLines: 0,
        knownLines: 0,
      });
    const row = await bankOf('2026-11-06');
    expect(row).toMatchObject({ statement: 450_00, covered_until: '2026-11-05' });
    expect(row!.difference).toBe(row!.book - 450_00);
    expect((await bankOf('2026-11-04'))!.statement).toBeNull();
  });

  test('a house’s margin is its income less what its lines cost', async () => {
    const { id: lot_id } = await makeLot(db(), { projectId });
    const about = { project_id: projectId, lot_id };
    await enter('2026-11-26', [
      [ACCOUNT.deposits, 90_000_00, about],
      [ACCOUNT.houseSales, -90_000_00, about],
      [ACCOUNT.constructionCost, 50_000_00, about],
      [ACCOUNT.landCost, 10_000_00, about],
      [ACCOUNT.legalFees, 1_000_00, about],
      [ACCOUNT.housesInProgress, -61_000_00, about],
    ]);
    expect(await dataOf<HouseRow[]>(`houses?${at('2026-11-25')}`)).toEqual([]);
    expect(await dataOf<HouseRow[]>(`houses?${at('2026-11-26')}`)).toMatchObject([
      {
        id: lot_id,
        income: 90_000_00,
        construction: 50_000_00,
        land: 10_000_00,
        permits: 0,
        other: 1_000_00,
      },
    ]);
    const [one] = await dataOf<HouseRow[]>(`houses?${at('2026-11-26')}`);
    // Each figure opens the lines of that house which it adds up.
    const opened = async (cifra: string) => {
      const query = `lote_id=${lot_id}&cifra=${cifra}&libro_id=${bookId}&hasta=2026-11-26`;
      const sums = await makes.get(`/api/accounting/ledger/sumas?${query}`);
      const lines = (await makes.get(`/api/accounting/ledger?${query}`)).json<{ data: LedgerRow[] }>().data;
      const { final } = sums.json<{ data: { final: number } }>().data;
      expect(lines.at(-1)?.balance ?? 0).toBe(final);
      return final;
    };
    for (const [cifra, cents] of [
      ['ingreso', one!.income],
      ['terreno', one!.land],
      ['construccion', one!.construction],
      ['infraestructura', one!.infrastructure],
      ['permisos', one!.permits],
      ['comisiones', one!.commissions],
      ['otros', one!.other],
      ['margen', one!.margin],
      ['proceso', one!.in_progress],
    ] as const)
      expect([cifra, await opened(cifra)]).toEqual([cifra, cents]);
    expect([one!.margin, one!.margin_percent, one!.in_progress]).toEqual([29_000_00, 32.22, -61_000_00]);
  });

  test('the journal in the formats of an accountant’s program: whole entries of these days, in order', async () => {
    const formats = await makes.get('/api/accounting/journal_formats');
    const [first, second] = formats.json<{ data: JournalFormat[] }>().data;
    const file = (id: number, days: string) =>
      makes.get(`/api/accounting/journal_file?formato_id=${id}&libro_id=${bookId}&${days}`);
    const plain = await file(first!.id, 'desde=2026-10-05&hasta=2026-10-06');
    expect(plain.headers['content-disposition']).toContain('diario-2026-10-05-2026-10-06.csv');
    expect(plain.body.split('\r\n')).toEqual([
      '\uFEFFFecha;Asiento;Cuenta;Nombre;Descripción;Debe;Haber;Proyecto;Lote',
      '05/10/2026;2026-000002;2.1.01;CxP proveedores;Movimiento de prueba;120,00;0,00;;',
      '05/10/2026;2026-000002;1.1.02;Bancos operativos;Movimiento de prueba;0,00;120,00;;',
      '06/10/2026;2026-000003;1.1.02;Bancos operativos;Movimiento de prueba;1070,00;0,00;;',
      '06/10/2026;2026-000003;4.1.02;Mejoras y extras;Movimiento de prueba;0,00;1000,00;;',
      '06/10/2026;2026-000003;2.1.04;ITBMS por pagar;Movimiento de prueba;0,00;70,00;;',
      '',
    ]);
    const signed = await file(second!.id, 'desde=2026-10-05&hasta=2026-10-05');
    expect(signed.body).toContain('10/05/2026,2026-000002,Movimiento de prueba,1.1.02,-120.00,');
    expect((await file(first!.id, 'desde=2026-10-06&hasta=2026-10-05')).statusCode).toBe(422);
    expect((await file(99, 'desde=2026-10-05&hasta=2026-10-06')).statusCode).toBe(404);
    expect([cellAs(';', '=1+1'), cellAs(';', 'a;"b"'), amountAs(',', -5)]).toEqual([
      "'=1+1",
      '"a;""b"""',
      '-0,05',
    ]);
  });

  test('an accountant adds a format and changes it; its preview writes what the file does', async () => {
    const FORMATS = '/api/accounting/journal_formats';
    const form = {
      name: 'Peachtree',
      separator: '|',
      decimal: ',',
      date_format: 'AAAA-MM-DD',
      heads: false,
      columns: [
        { key: 'fecha', title: 'Date' },
        { key: 'cuenta', title: 'Account' },
        { key: 'monto', title: 'Amount' },
      ],
    };
    const fault = async (over: object) =>
      (await makes.post(FORMATS, { ...form, ...over })).json<{ errors: { field: string }[] }>().errors[0]!
        .field;
    expect(await fault({ separator: ',' })).toBe('decimal');
    expect(await fault({ columns: [] })).toBe('columns');
    expect(await fault({ columns: [{ key: 'clave', title: 'x' }] })).toBe('columns[0][key]');
    const made = (await makes.post(FORMATS, form)).json<{ data: JournalFormat }>().data;
    expect((await makes.post(FORMATS, { ...form, name: form.name })).statusCode).toBe(409);
    const change = (version: number) =>
      makes.send({ method: 'PUT', url: `${FORMATS}/${made.id}`, payload: { ...form, heads: true, version } });
    expect((await change(9)).statusCode).toBe(409);
    const changed = (await change(made.version)).json<{ data: JournalFormat }>().data;
    const [line] = (await makes.get('/api/accounting/journal_sample')).json<{ data: JournalLine[] }>().data;
    const file = await makes.get(
      `/api/accounting/journal_file?formato_id=${made.id}&libro_id=${bookId}&desde=2026-01-01&hasta=2026-12-31`,
    );
    const rows = file.body.replace('\uFEFF', '').split('\r\n');
    expect(rows[0]).toBe(headOf(changed as JournalFormatShape));
    expect(rowAs(changed as JournalFormatShape, line!)).toMatch(/^\d{4}-\d{2}-\d{2}[|][\d.]+[|]-?\d+,\d{2}$/);
    const seller = await signInAs(llave, 'asesor');
    expect((await seller.post(FORMATS, form)).statusCode).toBe(403);
  });

  test('who may not see the books gets nothing', async () => {
    const sells = await signInAs(llave, 'asesor');
    expect((await sells.get('/api/accounting/reports/trial_balance')).statusCode).toBe(403);
  });
});
