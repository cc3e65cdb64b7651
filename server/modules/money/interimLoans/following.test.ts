import { beforeAll, expect, test } from 'vitest';
import { ACCOUNT } from '#contract/company/catalogs/accountingLists.ts';
import type { Loan } from '#contract/money/interimLoans/model.ts';
import type { Allocation } from '#contract/money/ledger/allocations.ts';
import type { Voucher } from '#contract/money/ledger/vouchers.ts';
import type { LineRow } from '#contract/money/statements/statements.ts';
import { rows, sql } from '#server/kernel/db.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { eq } from 'drizzle-orm';
import { useApp } from '#test/app.ts';
import { bankWork } from '#test/banks.ts';
import { balanceIn, followBooks } from '#test/books.ts';
import { faultOf, makeLoans } from '#test/loans.ts';
import { got } from '#test/payables.ts';
import { signInAs } from '#test/signIn.ts';

const llave = useApp();
const db = () => llave.database.db;
let desk: Awaited<ReturnType<typeof makeLoans>>;
beforeAll(async () => {
  desk = await makeLoans(llave);
});

test('the bank’s money of a sale makes the release of its house due, once', async () => {
  const { homes, model, project, inForce, read } = desk;
  const { id } = await inForce({
    release_cents: null,
    release_percent: 60,
    release_least_cents: 10_00,
    release_days: 7,
  });
  const work = bankWork(llave);
  const { processor, sale } = await work.begin({}, {
    projectId: project.id, modelId: model.id, lotId: homes[0]!.lotId, claim: { kind: 'sale' }, priceCents: 90_000_00,
  }); // prettier-ignore
  const application = await work.prepare(processor, sale.id);
  await work.walk(processor, application.id, 2, 3, 6);
  const base = `/api/sale/bank_applications/${application.id}`;
  expect((await processor.form(`${base}/letter`, await work.letterForm({ elegir: '1' }))).statusCode).toBe(
    201,
  );
  await db().update(sales).set({ stateId: 12 }).where(eq(sales.id, sale.id));
  expect((await processor.post(`${base}/disbursement`, { solicitado: work.today() })).statusCode).toBe(201);
  const accountant = await signInAs(llave, 'contabilidad');
  const money = { recibido: work.today(), monto_centavos: 8_100_000, transferencia: 'ach-901' };
  expect((await accountant.patch(`${base}/disbursement`, money)).statusCode).toBe(200);
  expect((await accountant.patch(`${base}/disbursement`, money)).statusCode).toBe(422);
  expect((await read(id)).releases).toMatchObject([
    { cents: 54_000_00, sale: { id: sale.id }, state: { name: 'Por pagar' }, late: false },
  ]);
});

test('a drawdown takes the line of the statement that shows it, once, and is not money to identify too', async () => {
  const { clerk, second, inForce, ask, status, account } = desk;
  const { id } = await inForce();
  const archivo = new File(
    [
      [
        'Fecha,Referencia,Descripción,Débito,Crédito,Saldo',
        '20/11/2026,TR-5501,Desembolso interino,,25000.00,',
      ].join('\n'),
    ],
    'extracto.csv',
    { type: 'text/csv' },
  );
  const sent = await clerk.form('/api/accounting/statements', { cuenta_id: String(account.id), archivo });
  expect(sent.statusCode, sent.body).toBe(201);
  const two: number[] = [];
  for (const cents of [25_000_00, 25_000_00]) {
    const [one] = got<Loan>(await ask(id, cents)).drawdowns;
    got(await status(second, 'drawdowns', one!.id, 2));
    two.push(one!.id);
  }
  const lines = async () =>
    got<{ id: number }[]>(await clerk.get(`/api/interim_loans/drawdowns/${two[0]}/lines`));
  const [line] = await lines();
  const answers = await Promise.all(
    two.map((one) => status(clerk, 'drawdowns', one, 3, { linea_id: line!.id })),
  );
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  expect(await lines()).toEqual([]);
  const found = got<LineRow[]>(await clerk.get(`/api/accounting/statement_lines?cuenta_id=${account.id}`));
  expect(found[0]).toMatchObject({ state: 'ignored' });
  await followBooks(llave);
  const inBank = await balanceIn(db(), ACCOUNT.operatingBanks, sql`l.bank_account_id = ${account.id}`);
  expect(inBank).toBe(25_000_00);
  const [reference] = await rows<{ reference: string; day: string }>(db(), sql`select reference, received_on::text "day" from interim_drawdowns where statement_line_id = ${line!.id}`); // prettier-ignore
  expect(reference).toEqual({ reference: 'TR-5501', day: '2026-11-20' });
  const opened = await clerk.patch(`/api/accounting/statement_lines/${line!.id}`, {
    estado: 'open',
    motivo: '',
    version: 2,
  });
  expect(faultOf(opened)[0]).toBe(409);
});

test('interest reaches the houses by the dated allocation of its pool, as land does', async () => {
  const { clerk, second, project, homes, inForce, drawn, night } = desk;
  const { id } = await inForce();
  await drawn(id, 100_000_00, '2026-10-01');
  await night();
  await followBooks(llave);
  const pool = await balanceIn(db(), ACCOUNT.financingCost, sql`l.project_id = ${project.id}`);
  expect(pool).toBe(620_00);
  const rule = got<Allocation[]>(
    await second.post('/api/accounting/allocations', {
      project_id: project.id,
      account_id: ACCOUNT.financingCost,
      target_id: ACCOUNT.housesInProgress,
      basis: 'igual',
      valid_from: '2026-01-01',
    }),
  )[0]!;
  const voucher = got<Voucher>(
    await clerk.post(`/api/accounting/allocations/${rule.id}/run`, { period: 202610 }),
  );
  expect(
    voucher.lines.filter(({ debit_centavos }) => debit_centavos !== null).map((one) => one.debit_centavos),
  ).toEqual(homes.map(() => 310_00));
});
