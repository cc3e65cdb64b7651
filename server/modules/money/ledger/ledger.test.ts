import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { ACCOUNT } from '#contract/company/catalogs/accountingLists.ts';
import type { Period } from '#contract/money/ledger/books.ts';
import type { ChartRow, Entry, LedgerRow } from '#contract/money/ledger/model.ts';
import type { Voucher } from '#contract/money/ledger/vouchers.ts';
import { rows } from '#server/kernel/db.ts';
import { useApp, type Browser } from '#test/app.ts';
import { followBooks } from '#test/books.ts';
import { makeHouse, makeLot, makeModel, makePartner, makeProject, makeSale } from '#test/factories.ts';
import { moneyTeam, openOf, pay, planOf, show, type Team } from '#test/payments.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';
import { compareBooks } from './ledger.jobs.ts';
import { accountingPeriods, unpostedEvents } from './ledger.table.ts';

const llave = useApp();
const db = () => llave.database.db;
let makes: StaffBrowser;
let approves: StaffBrowser;
let team: Team;
let bookId: number;
let projectId: number;

type Answer = Awaited<ReturnType<Browser['get']>>;
const dataOf = <A>(answer: Answer): A => {
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.json<{ data: A }>().data;
};
const whyOf = (answer: Answer) => {
  const { errors, message } = answer.json<{
    errors?: { field: string; message: string }[];
    message: string;
  }>();
  return [answer.statusCode, errors?.[0]?.field, errors?.[0]?.message ?? message];
};

const line = (account_id: number, debit: number | null, credit: number | null = null) => ({
  account_id,
  debit_centavos: debit,
  credit_centavos: credit,
});
const PAYROLL = [line(42, 120_000), line(ACCOUNT.payroll, null, 120_000)];
const voucher = (over: object = {}) => ({
  book_id: bookId,
  day: '2026-11-15',
  description: 'Planilla de la quincena',
  lines: PAYROLL,
  ...over,
});
const move = (who: Browser, id: number, estado_id: number, motivo?: string) =>
  who.patch(`/api/accounting/vouchers/${id}/status`, { params: { estado_id, motivo } });
const make = async (over: object = {}) =>
  dataOf<Voucher>(await makes.post('/api/accounting/vouchers', voucher(over)));
async function approvedVoucher(over: object = {}) {
  const { id } = await make(over);
  dataOf(await move(makes, id, 2));
  return dataOf<Voucher>(await move(approves, id, 3));
}
const chart = async (query = '') =>
  new Map(
    dataOf<ChartRow[]>(await makes.get(`/api/accounting/chart?libro_id=${bookId}${query}`)).map((one) => [
      one.id,
      one.balance,
    ]),
  );
const period = (who: Browser, month: number, estado_id: number, motivo?: string) =>
  who.patch(`/api/accounting/books/${bookId}/periods/${month}/status`, { params: { estado_id, motivo } });

beforeAll(async () => {
  makes = await signInAs(llave, 'contabilidad');
  approves = await signInAs(llave, 'contabilidad');
  team = await moneyTeam(llave);
  bookId = (await makePartner(db(), 'contratante', 'Promotora del Valle')).id;
  projectId = (await makeProject(db(), { promoterId: bookId })).id;
});

describe('vouchers', () => {
  test('typed by one, approved by another, reversed with its opposite', async () => {
    const lame = await makes.post(
      '/api/accounting/vouchers',
      voucher({ lines: [line(42, 100, 100), line(21, null, 1)] }),
    );
    expect(whyOf(lame)).toEqual([
      422,
      'lines[0].debit_centavos',
      'Escribe el monto en el debe o en el haber.',
    ]);
    const strange = await makes.post(
      '/api/accounting/vouchers',
      voucher({ lines: [line(990, 100), line(21, null, 100)] }),
    );
    expect(whyOf(strange).slice(0, 2)).toEqual([422, 'lines[0].account_id']);

    const made = await make({ lines: [line(42, 120_000), line(21, null, 119_999)] });
    expect(whyOf(await move(makes, made.id, 2))).toEqual([
      422,
      'estado',
      'El debe y el haber no suman lo mismo.',
    ]);
    dataOf(
      await makes.send({ method: 'PUT', url: `/api/accounting/vouchers/${made.id}`, payload: voucher() }),
    );
    dataOf(await move(makes, made.id, 2));
    expect(whyOf(await move(makes, made.id, 3))[2]).toContain('no puede aprobarlo');
    expect(whyOf(await move(approves, made.id, 1))[1]).toBe('params[motivo]');
    dataOf(await move(approves, made.id, 1, 'Falta el décimo'));
    dataOf(await move(makes, made.id, 2));
    expect((await chart()).get(42)).toBeUndefined();
    const approved = dataOf<Voucher>(await move(approves, made.id, 3));
    expect(approved).toMatchObject({ state: { id: 3 }, may_edit: false, entry: { number: '2026-000001' } });
    expect((await chart()).get(42)).toBe(120_000);
    expect(
      whyOf(
        await makes.send({ method: 'PUT', url: `/api/accounting/vouchers/${made.id}`, payload: voucher() }),
      )[2],
    ).toBe('Solo se cambia un borrador.');

    dataOf(await move(approves, made.id, 5, 'Era de otra empresa'));
    expect((await chart('&todas=1')).get(42)).toBe(0);
    const entry = dataOf<Entry>(await makes.get(`/api/accounting/entries/${approved.entry!.id}`));
    expect(entry).toMatchObject({
      reversed: { number: '2026-000002' },
      centavos: 120_000,
      source: { record: 'comprobante_diario', id: made.id, url: `/oficina/comprobantes/${made.id}` },
    });
  });

  test('two approve at once: one entry', async () => {
    const { id } = await make();
    dataOf(await move(makes, id, 2));
    const third = await signInAs(llave, 'contabilidad');
    const both = await Promise.all([move(approves, id, 3), move(third, id, 3)]);
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422]);
    const [counted] = await rows<{ n: number }>(
      db(),
      sql`select count(*)::int n from journal_entries where source_record = 'comprobante_diario' and source_id = ${id}`,
    );
    expect(counted!.n).toBe(1);
  });

  test('one opening for each company', async () => {
    dataOf(await makes.post('/api/accounting/vouchers', voucher({ kind: 'apertura', day: '2026-01-01' })));
    const second = await makes.post(
      '/api/accounting/vouchers',
      voucher({ kind: 'apertura', day: '2026-02-01' }),
    );
    expect(whyOf(second)).toEqual([409, undefined, 'Esta empresa ya tiene su comprobante de apertura.']);
  });

  test('the closing of a year moves income and expenses to its result', async () => {
    const { id: other } = await makePartner(db(), 'contratante', 'Constructora del Valle');
    await approvedVoucher({ book_id: other, day: '2025-06-30', lines: [line(1, 500), line(55, null, 500)] });
    await approvedVoucher({ book_id: other, day: '2025-07-31', lines: [line(42, 200), line(1, null, 200)] });
    const closing = dataOf<Voucher>(
      await makes.post('/api/accounting/year_end', { book_id: other, year: 2025 }),
    );
    expect(closing.lines.map((one) => [one.account_id, one.debit_centavos, one.credit_centavos])).toEqual([
      [42, null, 200],
      [55, 500, null],
      [ACCOUNT.yearResult, null, 300],
    ]);
    expect(closing.kind).toBe('cierre');
    const none = await makes.post('/api/accounting/year_end', { book_id: other, year: 2024 });
    expect(whyOf(none)[0]).toBe(422);
  });
});

test('a month is closed by one and reopened by two, and refuses every way in meanwhile', async () => {
  await approvedVoucher({ day: '2026-09-10' });
  expect(whyOf(await period(makes, 202611, 2))[2]).toBe('El mes no ha terminado.');
  await db().insert(unpostedEvents).values({
    sourceRecord: 'pago',
    sourceId: 1,
    event: 'recibido',
    eventKind: 'pago.abono',
    description: 'Algo',
    day: '2026-09-01',
    bookId,
    reason: 'sin_regla',
    cents: 5,
    since: llave.clock.now(),
  });
  expect(whyOf(await period(makes, 202609, 2))[2]).toContain('sin contabilizar');
  await db().delete(unpostedEvents).where(eq(unpostedEvents.bookId, bookId));
  expect(dataOf<Period>(await period(makes, 202609, 2)).state.id).toBe(2);

  const late = await make({ day: '2026-09-20' });
  dataOf(await move(makes, late.id, 2));
  expect(whyOf(await move(approves, late.id, 3))[2]).toBe('El mes de su fecha está cerrado.');

  expect(whyOf(await period(makes, 202609, 3))[1]).toBe('params[motivo]');
  dataOf(await period(makes, 202609, 3, 'Falta una factura'));
  expect(whyOf(await period(makes, 202609, 4))[2]).toContain('no puede reabrirlo');
  expect(whyOf(await move(approves, late.id, 3))[0]).toBe(422);
  dataOf(await period(approves, 202609, 4));
  expect(dataOf<Voucher>(await move(approves, late.id, 3)).entry).not.toBeNull();
  const list = dataOf<Period[]>(await makes.get(`/api/accounting/periods?libro_id=${bookId}&anio=2026`));
  expect(list.find((one) => one.period === 202609)).toMatchObject({
    state: { name: 'Reabierto' },
    entries: 2,
    asked: { reason: 'Falta una factura' },
  });
});

test('a closing waits for an entry that is being written, and the entry for a closing', async () => {
  const month = 202608;
  const until = (value: boolean) => new Promise((resolve) => setTimeout(resolve, value ? 150 : 0));
  let closed = false;
  await llave.act(async (ctx) => {
    await ctx.db
      .execute(sql`insert into journal_entries (book_id, day, occurred_on, kind, description, source_record, source_id, event, fingerprint, created_at)
      values (${bookId}, '2026-08-05', '2026-08-05', 'registro', 'x', 'prueba', 1, 'x', '', now())`);
    await ctx.db
      .execute(sql`insert into journal_lines (entry_id, position, account_id, debit_cents, credit_cents)
      select max(id), p, 1, d, c from journal_entries, (values (1, 10, 0), (2, 0, 10)) v (p, d, c) group by p, d, c`);
    void period(makes, month, 2).then(() => (closed = true));
    await until(true);
    expect(closed).toBe(false);
  });
  await expect.poll(() => closed).toBe(true);
  const [held] = await db().select().from(accountingPeriods).where(eq(accountingPeriods.period, month));
  expect(held!.stateId).toBe(2);
});

test('the ledger of an account has a running balance on every page, and the chart its balance at any day', async () => {
  const made = await makePartner(db(), 'contratante', 'Con mayor');
  const at = async (day: string, cents: number) =>
    approvedVoucher({ book_id: made.id, day, lines: [line(2, cents), line(28, null, cents)] });
  for (const [day, cents] of [
    ['2026-03-10', 100],
    ['2026-03-20', 250],
    ['2026-05-02', 50],
    ['2026-05-02', 7],
  ] as const)
    await at(day, cents);
  const ledger = async (query: string) => {
    const answer = await makes.get(`/api/accounting/ledger?libro_id=${made.id}&cuenta_id=2&${query}`);
    return dataOf<LedgerRow[]>(answer).map(({ day, balance }) => [day, balance]);
  };
  expect(await ledger('')).toEqual([['2026-03-10', 100], ['2026-03-20', 350], ['2026-05-02', 400], ['2026-05-02', 407]]); // prettier-ignore
  expect(await ledger('per_page=2&page=2')).toEqual([['2026-05-02', 400], ['2026-05-02', 407]]); // prettier-ignore
  expect(await ledger('order_column=dia&order_type=desc&per_page=2&page=2')).toEqual([['2026-03-20', 350], ['2026-03-10', 100]]); // prettier-ignore
  expect(await ledger('desde=2026-03-15&hasta=2026-04-30')).toEqual([['2026-03-20', 350]]);
  const sums = async (query: string) =>
    dataOf(await makes.get(`/api/accounting/ledger/sumas?libro_id=${made.id}&cuenta_id=2&${query}`));
  expect(await sums('')).toEqual({ inicial: 0, debe: 407, haber: 0, final: 407 });
  expect(await sums('desde=2026-03-15&hasta=2026-05-01')).toEqual({
    inicial: 100,
    debe: 250,
    haber: 0,
    final: 350,
  });
  expect(await sums('desde=2026-03-01&hasta=2026-03-15')).toEqual({
    inicial: 0,
    debe: 100,
    haber: 0,
    final: 100,
  });
  const balance = async (hasta: string) =>
    dataOf<ChartRow[]>(await makes.get(`/api/accounting/chart?libro_id=${made.id}&hasta=${hasta}`)).find(
      ({ id }) => id === 28,
    )?.balance;
  expect([
    await balance('2026-03-10'),
    await balance('2026-03-31'),
    await balance('2026-05-01'),
    await balance('2026-05-02'),
  ]).toEqual([100, 350, 350, 407]);
});

test('a rule from a day on corrects what was entered since, and leaves what was before', async () => {
  const { id } = await makePartner(db(), 'contratante', 'Con reglas');
  const project = await makeProject(db(), { promoterId: id });
  const model = await makeModel(db(), { projectId: project.id });
  const paid = async (fecha: string) => {
    const sale = await makeSale(db(), { modelId: model.id });
    await planOf(team.enters, sale.id, { monto: '40.00', meses: 1, primera_fecha: '2026-12-01' });
    const [due] = openOf(await show(team.enters, sale.id));
    await pay(team, due!.id, 4000, { fecha });
    return due!.id;
  };
  const [before, since] = [await paid('2026-11-02'), await paid('2026-11-16')];
  await followBooks(llave);
  const rule = {
    event: 'pago.abono',
    valid_from: '2026-11-10',
    reason: 'Los abonos van aparte',
    lines: [
      { amount: 'recibido', account: 3, side: 'debe', bank: true },
      { amount: 'recibido', account: 44, side: 'haber' },
    ],
  };
  const wrong = await makes.post('/api/accounting/rules', {
    ...rule,
    lines: [{ amount: 'nada', account: 3, side: 'debe' }],
  });
  expect(whyOf(wrong).slice(0, 2)).toEqual([422, 'lines[0].amount']);
  dataOf(await makes.post('/api/accounting/rules', rule));
  expect(whyOf(await makes.post('/api/accounting/rules', rule))[0]).toBe(409);
  await compareBooks(llave.acting());
  const credits = async (payment: number) =>
    (
      await rows<{ account: number; cents: number }>(
        db(),
        sql`select l.account_id account, sum(l.credit_cents - l.debit_cents)::bigint cents from journal_entries e join journal_lines l on l.entry_id = e.id
          where e.source_record = 'pago' and e.source_id = ${payment} group by 1 having sum(l.credit_cents - l.debit_cents) > 0`,
      )
    ).map(({ account, cents }) => [account, Number(cents)]);
  expect(await credits(before)).toEqual([[ACCOUNT.deposits, 4000]]);
  expect(await credits(since)).toEqual([[ACCOUNT.toIdentify, 4000]]);
  const own = dataOf<unknown[]>(await makes.get(`/api/accounting/records/pago/${since}/entries`));
  expect(own).toHaveLength(3);
  expect((await (await signInAs(llave, 'asesor')).get('/api/accounting/entries')).statusCode).toBe(403);
  expect(projectId).toBeGreaterThan(0);
});

test('a pool of a project reaches its houses by area, once a month', async () => {
  const made = await makePartner(db(), 'contratante', 'Con repartos');
  const project = await makeProject(db(), { promoterId: made.id });
  const areas = [100, 200, 300];
  for (const areaM2 of areas)
    await makeHouse(db(), {
      projectId: project.id,
      lotId: (await makeLot(db(), { projectId: project.id, areaM2 })).id,
    });
  await approvedVoucher({
    book_id: made.id,
    day: '2026-10-05',
    lines: [{ ...line(12, 100_001), project_id: project.id }, line(2, null, 100_001)],
  });
  const rule = {
    project_id: project.id,
    account_id: 12,
    target_id: 11,
    basis: 'area',
    valid_from: '2026-01-01',
  };
  const same = await makes.post('/api/accounting/allocations', { ...rule, target_id: 12 });
  expect(whyOf(same).slice(0, 2)).toEqual([422, 'target_id']);
  const list = dataOf<{ id: number; project: { id: number } }[]>(
    await makes.post('/api/accounting/allocations', rule),
  );
  const { id } = list.find((one) => one.project.id === project.id)!;
  const run = (month: number) => makes.post(`/api/accounting/allocations/${id}/run`, { period: month });
  expect(whyOf(await run(202609))[2]).toContain('no tiene saldo');
  const draft = dataOf<Voucher>(await run(202610));
  expect(draft.lines.map((one) => [one.account_id, one.debit_centavos, one.credit_centavos])).toEqual([
    [11, 16_667, null],
    [11, 33_334, null],
    [11, 50_000, null],
    [12, null, 100_001],
  ]);
  expect(whyOf(await run(202610))[0]).toBe(409);
  dataOf(await move(makes, draft.id, 2));
  dataOf(await move(approves, draft.id, 3));
  expect(whyOf(await run(202611))[2]).toContain('no tiene saldo');
});
