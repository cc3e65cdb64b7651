import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { ACCOUNT } from '#contract/company/catalogs/accountingLists.ts';
import { APPLICATION, PAYMENT, PAYMENT_TYPE } from '#contract/company/catalogs/states.ts';
import { addDays } from '#contract/dates.ts';
import type {
  CashOutlook,
  CashRow,
  ErrorRow,
  Expectation,
  MoveRow,
  PaceRow,
} from '#contract/money/cashForecast/model.ts';
import type { Voucher } from '#contract/money/ledger/vouchers.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { bankApplications } from '#server/modules/banking/applications/applications.table.ts';
import { payments } from '#server/modules/money/payments/payments.table.ts';
import { useApp } from '#test/app.ts';
import { makePartner, makeProject, makeSale, makeUser } from '#test/factories.ts';
import { runJobs } from '#test/jobs.ts';
import { makePayables } from '#test/payables.ts';
import { serial } from '#test/serial.ts';
import { signInAs, signInWith, type StaffBrowser } from '#test/signIn.ts';
import { computeCashDaily } from './cashForecast.jobs.ts';
import { ComputeCash } from './cashForecast.jobs.names.ts';

const BASE = '/api/accounting/cash_forecast';
const llave = useApp();
const db = () => llave.database.db;
let clerk: StaffBrowser;
let other: StaffBrowser;
let confirmer: number;
const nextReceipt = serial();
let bookId: number;
let projectId: number;

async function read<A>(path: string, who = clerk): Promise<A> {
  const answer = await who.get(`${BASE}${path}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ data: A }>().data;
}
/** What "Calcular ahora" does, to its end. */
async function recalculate() {
  expect((await clerk.post(`${BASE}/recalculate`, {})).statusCode).toBe(200);
  await runJobs(llave, ComputeCash);
}
const of = () => `libro_id=${bookId}`;
const moves = (query: string) => read<MoveRow[]>(`/moves?${of()}&per_page=200&${query}`);
const form = (over: object = {}) => ({
  company_id: bookId,
  type_id: 1,
  concept: 'Planilla quincenal',
  centavos: 250_000,
  first_on: '2026-12-15',
  ...over,
});

/** Enters a voucher and approves it; each line: account, debits less credits. */
async function enter(day: string, lines: [account: number, cents: number][]) {
  const made = await clerk.post('/api/accounting/vouchers', {
    book_id: bookId,
    day,
    description: 'Movimiento de prueba',
    lines: lines.map(([account_id, cents]) => ({
      account_id,
      debit_centavos: cents > 0 ? cents : null,
      credit_centavos: cents < 0 ? -cents : null,
    })),
  });
  expect(made.statusCode, made.body).toBe(201);
  const { id } = made.json<{ data: Voucher }>().data;
  for (const [who, estado_id] of [
    [clerk, 2],
    [other, 3],
  ] as const)
    expect(
      (await who.patch(`/api/accounting/vouchers/${id}/status`, { params: { estado_id } })).statusCode,
    ).toBe(200);
}

/** A due of a sale's plan; with `paidAfter` it was paid so many days after it. */
async function due(saleId: number, day: string, cents: number, paidAfter?: number) {
  await db()
    .insert(payments)
    .values({
      saleId,
      typeId: PAYMENT_TYPE.installment,
      stateId: paidAfter === undefined ? PAYMENT.pending : PAYMENT.confirmed,
      dueCents: cents,
      dueAt: new Date(`${day}T23:59:59-05:00`),
      createdAt: new Date('2025-01-01T12:00:00Z'),
      ...(paidAfter !== undefined && {
        bankId: 1,
        bankReference: `${saleId}-${day}`,
        bankDate: addDays(day, paidAfter),
        bankCents: cents,
        confirmedBy: confirmer,
        confirmedAt: new Date(`${addDays(day, paidAfter)}T15:00:00Z`),
        receiptNumber: nextReceipt(),
      }),
    });
}

beforeAll(async () => {
  clerk = await signInAs(llave, 'contabilidad');
  other = await signInAs(llave, 'contabilidad');
  confirmer = (await makeUser(db(), { roles: ['contabilidad'] })).id;
  bookId = (await makePartner(db(), 'contratante', 'Promotora del Flujo')).id;
  projectId = (await makeProject(db(), { promoterId: bookId })).id;
  await enter('2026-10-01', [
    [ACCOUNT.operatingBanks, 100_000_00],
    [ACCOUNT.capital, -100_000_00],
  ]);
  await enter('2026-10-02', [
    [ACCOUNT.pettyCash, 500_00],
    [ACCOUNT.operatingBanks, -500_00],
  ]);
});

describe('what is expected', () => {
  test('an installment by the days that its project really took, also one that is late, and never one that waits longer than all before', async () => {
    const sale = await makeSale(db(), { projectId, stateId: SALE.complete });
    // Twelve of twenty in the past paid ten days late, four thirty days, four never.
    for (let n = 0; n < 20; n += 1)
      await due(sale.id, addDays('2026-02-01', n), 1_000, n < 12 ? 10 : n < 16 ? 30 : undefined);
    await due(sale.id, '2026-12-10', 40_000);
    await due(sale.id, '2026-11-01', 7_000);
    await recalculate();
    const [pace] = (await read<PaceRow[]>('/paces')).filter(({ id }) => id === `cuota-${projectId}`);
    expect(pace).toMatchObject({ sample: 20, p20: 10, p50: 10, p80: 30 });
    const days = async (linea: string) =>
      (await moves(`clase=cuotas&linea=${linea}`)).map(({ day, centavos, record, record_id }) => {
        expect([record, record_id]).toEqual(['precontrato', sale.id]);
        return [day, centavos];
      });
    // The late one waits for 20 days: half of those that waited as long never paid, so only the optimistic line has it.
    expect(await days('optimista')).toEqual([
      ['2026-12-01', 7_000],
      ['2026-12-20', 40_000],
    ]);
    expect(await days('esperada')).toContainEqual(['2026-12-20', 40_000]);
    expect(await days('pesimista')).toEqual([['2027-01-09', 40_000]]);
  });

  test('the money of a bank from the last step that is known, at the amount of that step, and not before the house is ready', async () => {
    const sale = await makeSale(db(), { projectId, stateId: SALE.inBank, priceCents: 9_000_000 });
    const [rest] = (await moves('clase=bancos')).filter(({ record_id }) => record_id === sale.id);
    expect(rest).toMatchObject({ kind: 'bancos', centavos: 9_000_000 });
    await db()
      .insert(bankApplications)
      .values({
        saleId: sale.id,
        bankId: 1,
        stateId: APPLICATION.approved,
        requestedCents: 8_000_000,
        approvedCents: 7_500_000,
        sentAt: new Date('2026-10-01T15:00:00Z'),
        answeredAt: new Date('2026-11-10T15:00:00Z'),
        stateSince: new Date('2026-11-10T15:00:00Z'),
        createdAt: new Date('2026-10-01T15:00:00Z'),
      });
    await recalculate();
    const found = (await moves('clase=bancos')).filter(({ record_id }) => record_id === sale.id);
    // Nothing was learned yet: the usual 180 days from the answer.
    expect(found).toMatchObject([{ base_on: '2026-11-10', day: '2027-05-09', centavos: 7_500_000 }]);
  });

  test('the rest of a price without a bank, less what was paid and what has its own due', async () => {
    const sale = await makeSale(db(), {
      projectId,
      stateId: SALE.complete,
      paymentForm: 'contado',
      priceCents: 5_000_000,
    });
    await due(sale.id, '2026-01-10', 600_000, 3);
    await due(sale.id, '2027-01-10', 400_000);
    const found = (await moves('clase=cuotas')).filter(({ record_id }) => record_id === sale.id);
    expect(found.map(({ centavos }) => centavos).toSorted((a, b) => a - b)).toEqual([400_000, 4_000_000]);
  });

  test('an invoice by its due day, and what was entered by hand at once', async () => {
    const { enter: invoice } = await makePayables(llave);
    const { id } = await invoice({ company_id: bookId });
    await recalculate();
    expect(await moves('clase=facturas')).toMatchObject([
      {
        record: 'factura_proveedor',
        record_id: id,
        base_on: '2026-11-25',
        day: '2026-11-30',
        centavos: 107_00,
      },
    ]);
    const before = await read<CashRow[]>(`?${of()}&por=mes`);
    const made = await clerk.post(`${BASE}/expectations`, form({ monthly: true, until: '2027-02-20' }));
    expect(made.statusCode, made.body).toBe(201);
    const expectation = made.json<{ data: Expectation }>().data;
    expect(expectation).toMatchObject({ side: 'sale', next_on: '2026-12-15', monthly: true });
    expect((await moves('clase=planilla')).map(({ day }) => day)).toEqual([
      '2026-12-15',
      '2027-01-15',
      '2027-02-15',
    ]);
    const after = await read<CashRow[]>(`?${of()}&por=mes`);
    expect(after.at(-1)!.esperada).toBe(before.at(-1)!.esperada - 3 * 250_000);
    expect(after[1]!.kinds.planilla).toBe(250_000);
  });
});

describe('the forecast', () => {
  test('starts from the banks in the books without petty cash, and every figure is the sum of its movements', async () => {
    const outlook = await read<CashOutlook>(`/outlook?${of()}`);
    expect(outlook).toMatchObject({ today: '2026-11-21', opening: 99_500_00 });
    for (const linea of ['pesimista', 'esperada', 'optimista'] as const) {
      const weeks = await read<CashRow[]>(`?${of()}&por=semana&linea=${linea}`);
      let balance = outlook.opening;
      for (const week of weeks) {
        balance += week.neto;
        expect(week[linea]).toBe(balance);
        if (week.entra + week.sale === 0) continue;
        const said = await moves(`linea=${linea}&desde=${week.from}&hasta=${week.to}`);
        for (const [kind, cents] of Object.entries(week.kinds))
          expect(said.filter((one) => one.kind === kind).reduce((sum, one) => sum + one.centavos, 0)).toBe(
            cents,
          );
      }
      const low = outlook.lowest.find(({ line }) => line === linea)!;
      expect(low.centavos).toBe(Math.min(...weeks.map((week) => week[linea])));
    }
  });

  test('is shown as it was for ten minutes, and then a job computes it', async () => {
    const { computed_at } = await read<CashOutlook>(`/outlook?${of()}`);
    llave.clock.advance(5 * 60);
    expect((await read<CashOutlook>(`/outlook?${of()}`)).computed_at).toBe(computed_at);
    llave.clock.advance(6 * 60);
    expect((await read<CashOutlook>(`/outlook?${of()}`)).computed_at).toBe(computed_at);
    const { rows: waiting } = await db().execute(
      sql`select from jobs.job where name = 'cash.compute' and state = 'created'`,
    );
    expect(waiting).toHaveLength(1);
  });

  test('goes to Excel with the same filter', async () => {
    const answer = await clerk.get(`${BASE}/exportar?${of()}&por=mes&formato=xlsx`);
    expect(answer.statusCode, answer.body.slice(0, 200)).toBe(200);
    expect((await clerk.get(`${BASE}/moves/exportar?${of()}&formato=pdf`)).statusCode).toBe(200);
  });

  test('shows nothing of other companies to who has one project', async () => {
    const elsewhere = await makeProject(db(), {
      promoterId: (await makePartner(db(), 'contratante', 'Otra Promotora')).id,
    });
    const who = await signInWith(
      llave,
      (['contabilidad.ver', 'contabilidad.crear', 'contabilidad.editar'] as const).map((permission) => ({
        permission,
        scope: 'sus_proyectos',
      })),
      { projectIds: [elsewhere.id] },
    );
    const made = await clerk.post(
      `${BASE}/expectations`,
      form({ type_id: 4, concept: 'Solo de la primera' }),
    );
    const { id } = made.json<{ data: Expectation }>().data;
    for (const path of ['/moves?per_page=200', '/expectations', `/moves?${of()}`])
      expect(await read<unknown[]>(path, who), path).toEqual([]);
    expect(await read<CashOutlook>('/outlook', who)).toMatchObject({ opening: 0 });
    expect((await read<CashRow[]>('?por=mes', who)).every((row) => row.entra === 0 && row.sale === 0)).toBe(
      true,
    );
    expect((await read<PaceRow[]>('/paces', who)).some((one) => one.id === `cuota-${projectId}`)).toBe(false);
    expect((await who.get(`${BASE}/expectations/${id}`)).statusCode).toBe(404);
    expect((await who.patch(`${BASE}/expectations/${id}`, form())).statusCode).toBe(404);
    const refused = await who.post(`${BASE}/expectations`, form());
    expect(refused.json<{ errors: { field: string }[] }>().errors[0]!.field).toBe('company_id');
    const stranger = await signInAs(llave, 'asesor');
    expect((await stranger.get(`${BASE}/outlook`)).statusCode).toBe(403);
  });
});

describe('expectations', () => {
  test('are corrected with the version that was seen, taken away, and refused at the field', async () => {
    const made = await clerk.post(`${BASE}/expectations`, form({ type_id: 2, concept: 'Préstamo puente' }));
    const { id, version } = made.json<{ data: Expectation }>().data;
    const at = `${BASE}/expectations/${id}`;
    const changed = await clerk.patch(at, { ...form({ type_id: 2, concept: 'Préstamo' }), version });
    expect(changed.json<{ data: Expectation }>().data).toMatchObject({
      concept: 'Préstamo',
      side: 'entra',
      version: 2,
    });
    expect((await clerk.patch(at, { ...form(), version })).statusCode).toBe(409);
    await clerk.patch(at, { ...form({ type_id: 2 }), archived: true });
    expect((await moves('clase=prestamo')).length).toBe(0);
    for (const [over, field] of [
      [{ type_id: 99 }, 'type_id'],
      [{ centavos: 0 }, 'centavos'],
      [{ company_id: 999_999 }, 'company_id'],
      [
        {
          project_id: (
            await makeProject(db(), { promoterId: (await makePartner(db(), 'contratante', 'Ajena')).id })
          ).id,
        },
        'project_id',
      ],
      [{ monthly: true, until: '2026-01-01' }, 'until'],
    ] as const) {
      const refused = await clerk.post(`${BASE}/expectations`, form(over));
      expect(refused.statusCode, refused.body).toBe(422);
      expect(refused.json<{ errors: { field: string }[] }>().errors[0]!.field).toBe(field);
    }
  });
});

describe('the month that is kept', () => {
  test('is kept once on its first day, never changes, and tells its error against the books when the month is over', async () => {
    llave.clock.set(new Date('2026-12-01T05:20:00Z'));
    await llave.app.core.jobs.run(computeCashDaily, {});
    await llave.app.core.jobs.run(computeCashDaily, {});
    const { rows: kept } = await db().execute<{ id: number }>(
      sql`select id from cash_forecasts where period = 202612`,
    );
    expect(kept).toHaveLength(1);
    await expect(
      db().execute(sql`update cash_cells set cents = 1 where forecast_id = ${kept[0]!.id}`),
    ).rejects.toThrow('Failed query');
    clerk = await signInAs(llave, 'contabilidad');
    other = await signInAs(llave, 'contabilidad');
    // The month is not over: it has no error yet.
    expect(await read<ErrorRow[]>(`/errors?${of()}`)).toEqual([]);
    llave.clock.set(new Date('2027-01-04T15:00:00Z'));
    clerk = await signInAs(llave, 'contabilidad');
    other = await signInAs(llave, 'contabilidad');
    await enter('2026-12-15', [
      [ACCOUNT.payroll, 300_000],
      [ACCOUNT.operatingBanks, -300_000],
    ]);
    await enter('2026-12-20', [
      [ACCOUNT.operatingBanks, 40_000],
      [ACCOUNT.deposits, -40_000],
    ]);
    const list = await read<ErrorRow[]>(`/errors?${of()}`);
    const payroll = list.find(({ title }) => title === 'Planilla');
    expect(payroll).toMatchObject({
      month: '2026-12',
      forecast: -250_000,
      actual: -300_000,
      difference: -50_000,
      percent: 16.7,
    });
    expect(list.find(({ title }) => title === 'Cobros de clientes')).toMatchObject({ actual: 40_000 });
    expect(list[0]).toMatchObject({ total: true, actual: -260_000 });
    const sum = (key: 'forecast' | 'actual') => list.slice(1).reduce((all, one) => all + one[key], 0);
    expect([sum('forecast'), sum('actual')]).toEqual([list[0]!.forecast, list[0]!.actual]);
  });
});
