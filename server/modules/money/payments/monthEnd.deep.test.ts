import Excel from 'exceljs';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { PAYMENT } from '#contract/company/catalogs/states.ts';
import type { ReceivedRow } from '#contract/money/received/model.ts';
import type { PaymentRow } from '#contract/money/payments/model.ts';
import type { SaleMoney, StatementEntry } from '#contract/money/payments/plan.ts';
import type { Refund } from '#contract/money/refunds/model.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { ComputeFigures } from '#server/modules/overview/reports/reports.jobs.names.ts';
import { useApp } from '#test/app.ts';
import { runJobs } from '#test/jobs.ts';
import { makeModel, makeSale } from '#test/factories.ts';
import { pdfWords } from '#test/papers.ts';
import {
  moneyOf,
  moneyTeam,
  openOf,
  pay,
  PAYMENTS,
  planOf,
  reverse,
  show,
  type Team,
} from '#test/payments.ts';
import { signInAs } from '#test/signIn.ts';
import { payments } from './payments.table.ts';

/**
 * Three sales around the end of October 2026. All figures below were calculated by hand, not by code:
 *
 * - A, 100,000.00, three installments of 200.00: 150.00 came on 30 October and the remaining 50.00 on 2 November;
 *   260.41 came on 31 October for the second, and its surplus of 60.41 went to the third. Paid 460.41, owed 99,539.59:
 *   139.59 by the customer, 99,400.00 by the bank.
 * - B, 80,000.00, two of 300.00: 600.00 on 31 October paid both, and the bank took it back on 21 November. Paid nothing.
 * - C, 90,000.00: 500.00 of separation on 31 October; withdrawn on 20 November; 450.00 was refunded on 21 November,
 *   50.00 was kept.
 */
const llave = useApp();
let team: Team;
const id = { a: 0, b: 0, c: 0, project: 0 };
const receipts: Record<'a1' | 'a2' | 'a3' | 'b1' | 'c1', { id: number; text: string }> = {} as never;

const take = async (key: keyof typeof receipts, due: number, cents: number, fecha: string) => {
  const paid = await pay(team, due, cents, { fecha });
  receipts[key] = { id: due, text: paid.receipt! };
};
const dueOf = async (saleId: number, concept: string) =>
  openOf(await show(team.enters, saleId)).find((one) => one.concept === concept)!.id;

async function refundC() {
  const coordinator = await signInAs(llave, 'coordinador');
  const made = await team.enters.post(`/api/sale/precontracts/${id.c}/refund`, {
    cause: 'desistimiento',
    amount_centavos: 45_000,
    payee_name: 'Ana Pérez',
    bank_id: 1,
    account: '04-72-00-123456-7',
  });
  expect(made.statusCode, made.body).toBe(201);
  const refund = made.json<{ data: Refund }>().data;
  const move = async (who: typeof coordinator, estado_id: number, more: object = {}) => {
    const answer = await who.patch(`/api/sale/refunds/${refund.id}/status`, {
      params: { estado_id, ...more },
    });
    expect(answer.statusCode, answer.body).toBe(200);
  };
  await move(coordinator, 2);
  await move(team.confirms, 3);
  await move(team.enters, 4, { referencia: 'ACH-C', fecha: '2026-11-21' });
}

beforeAll(async () => {
  const { db } = llave.database;
  team = await moneyTeam(llave);
  const model = await makeModel(db);
  const sale = async (priceCents: number, separation?: number) =>
    (await makeSale(db, { priceCents, modelId: model.id, ...(separation !== undefined && { separation }) }))
      .id;
  Object.assign(id, {
    a: await sale(10_000_000),
    b: await sale(8_000_000),
    c: await sale(9_000_000, 1),
    project: model.projectId,
  });
  moneyOf(await planOf(team.enters, id.a, { monto: '600.00', meses: 3 }));
  await take('a1', await dueOf(id.a, 'Cuota 1'), 15_000, '2026-10-30');
  await take('a2', await dueOf(id.a, 'Saldo de la cuota 1'), 5_000, '2026-11-02');
  await take('a3', await dueOf(id.a, 'Cuota 2'), 26_041, '2026-10-31');
  moneyOf(await planOf(team.enters, id.b, { monto: '600.00', meses: 2 }));
  await take('b1', await dueOf(id.b, 'Cuota 1'), 60_000, '2026-10-31');
  const [separation] = await db.select().from(payments).where(eq(payments.saleId, id.c));
  await take('c1', separation!.id, 50_000, '2026-10-31');
});

const day = (one: StatementEntry) => [
  one.day,
  one.confirmed_on,
  one.text,
  one.debit_centavos,
  one.credit_centavos,
  one.balance_centavos,
];
const account = async (saleId: number) => (await show(team.enters, saleId)).account;
const wordsOf = async (url: string) => pdfWords((await team.enters.get(url)).rawPayload);
/** The rows of a list's Excel file, without title and header. */
async function sheet(url: string): Promise<string[][]> {
  const book = new Excel.Workbook();
  await book.xlsx.load((await team.enters.get(url)).rawPayload as unknown as ArrayBuffer);
  const rows: string[][] = [];
  book.worksheets[0]!.eachRow((row) => {
    // exceljs leaves out empty cells.
    const cells = Array.from({ length: row.cellCount }, (_, at) => row.getCell(at + 1).value ?? '');
    rows.push(cells.map((cell) => (cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell))));
  });
  return rows;
}

describe('payments around the end of a month', () => {
  test('a surplus pays the next installment, which is shown as covered until the surplus is taken back', async () => {
    const { dues } = await show(team.enters, id.b);
    expect(
      dues.map(({ concept, due_centavos, covered, notes }) => [concept, due_centavos, covered, notes]),
    ).toEqual([
      ['Cuota 1', 30_000, false, ['USD\u00A0300.00 pasaron a Cuota 2']],
      ['Cuota 2', 30_000, true, [`Cubierta por el excedente del recibo ${receipts.b1.text}`]],
    ]);
    expect((await reverse(team.reverses, receipts.b1.id)).statusCode).toBe(200);
    const after = await show(team.enters, id.b);
    // In order, and the second installment only once.
    expect(
      after.dues.map(({ concept, due_centavos, reversed }) => [concept, due_centavos, reversed]),
    ).toEqual([
      ['Cuota 1', 30_000, true],
      ['Cuota 1', 30_000, false],
      ['Cuota 2', 30_000, false],
    ]);
    const { db } = llave.database;
    await db
      .update(sales)
      .set({ stateId: 16, stateSince: new Date('2026-11-20T17:00:00Z') })
      .where(eq(sales.id, id.c));
    const ended = await account(id.c);
    expect([ended.balance_centavos, ended.paid_centavos]).toEqual([-50_000, 50_000]);
    await refundC();
  });

  test('each account equals the figures calculated by hand, by the bank’s day', async () => {
    const a = await account(id.a);
    expect(a.price.map(day)).toEqual([
      ['2026-10-30', null, 'Precio de la vivienda', 10_000_000, 0, 10_000_000],
      ['2026-10-30', '2026-11-21', 'Cuota 1', 0, 15_000, 9_985_000],
      ['2026-10-31', '2026-11-21', 'Cuota 2', 0, 20_000, 9_965_000],
      ['2026-10-31', '2026-11-21', `Cuota 3, con el excedente del recibo ${receipts.a3.text}`, 0, 6_041, 9_958_959],
      ['2026-11-02', '2026-11-21', 'Saldo de la cuota 1', 0, 5_000, 9_953_959],
    ]); // prettier-ignore
    expect(a).toMatchObject({ paid_centavos: 46_041, balance_centavos: 9_953_959, bank_centavos: 9_940_000, ended: false }); // prettier-ignore
    const b = await account(id.b);
    expect(b.price.map(day)).toEqual([
      ['2026-10-31', null, 'Precio de la vivienda', 8_000_000, 0, 8_000_000],
      ['2026-10-31', '2026-11-21', 'Cuota 1', 0, 30_000, 7_970_000],
      ['2026-10-31', '2026-11-21', `Excedente del recibo ${receipts.b1.text}`, 0, 30_000, 7_940_000],
      ['2026-11-21', null, `Reverso 1 del recibo ${receipts.b1.text}: El banco devolvió el cheque`, 60_000, 0, 8_000_000],
    ]); // prettier-ignore
    expect(b).toMatchObject({ paid_centavos: 0, balance_centavos: 8_000_000, bank_centavos: 7_940_000 });
    const c = await account(id.c);
    expect(c.price.map(day)).toEqual([
      ['2026-10-31', null, 'Precio de la vivienda', 9_000_000, 0, 9_000_000],
      ['2026-10-31', '2026-11-21', 'Separación', 0, 50_000, 8_950_000],
      ['2026-11-20', null, 'Venta terminada: se cancela el saldo', 0, 9_000_000, -50_000],
      ['2026-11-21', '2026-11-21', 'Devolución al cliente, transferencia ACH-C', 45_000, 0, -5_000],
      ['2026-11-21', '2026-11-21', 'Retenido al terminar la compra', 5_000, 0, 0],
    ]);
    expect(c).toMatchObject({ paid_centavos: 0, balance_centavos: 0, bank_centavos: null, ended: true });
  });

  test('the register has every receipt on the bank’s day, less reversals and refunds', async () => {
    const register = async (query: string) =>
      (await team.enters.get(`/api/accounting/received?per_page=50&order_type=asc&${query}`)).json<{
        data: ReceivedRow[];
      }>().data;
    const sums = async (query: string) =>
      (await team.enters.get(`/api/accounting/received/sumas?${query}`)).json<{ data: object }>().data;
    const ofProject = `proyecto_id=${id.project}`;
    expect(
      (await register(ofProject)).map((one) => [one.day, one.kind, one.centavos, one.receipt, one.partial, one.reversed]),
    ).toEqual([
      ['2026-10-30', 'recibo', 15_000, receipts.a1.text, true, false],
      ['2026-10-31', 'recibo', 50_000, receipts.c1.text, false, false],
      ['2026-10-31', 'recibo', 26_041, receipts.a3.text, false, false],
      ['2026-10-31', 'recibo', 60_000, receipts.b1.text, false, true],
      ['2026-11-02', 'recibo', 5_000, receipts.a2.text, false, false],
      ['2026-11-21', 'devolucion', -45_000, null, false, false],
      ['2026-11-21', 'reverso', -60_000, receipts.b1.text, false, false],
    ]);
    expect(await sums(`${ofProject}&desde=2026-10-01&hasta=2026-10-31`)).toEqual({ monto: 151_041, recibos: 151_041, reversos: 0, devoluciones: 0 });
    // A kept 460.41, B nothing, C the 50.00 that the company retained.
    expect(await sums(ofProject)).toEqual({ monto: 51_041, recibos: 156_041, reversos: -60_000, devoluciones: -45_000 });
    expect(await register('proyecto_id=999999')).toEqual([]);
    expect(await register('q=ACH-C')).toMatchObject([{ kind: 'devolucion', reference: 'ACH-C', by: team.enters.user.name }]);
    expect(await register(`cuenta_id=999999`)).toEqual([]);
    const file = await sheet(`/api/accounting/received/exportar?formato=xlsx&order_type=asc&${ofProject}`);
    expect(file.slice(-7).map((row) => Number(row[2]))).toEqual([150, 500, 260.41, 600, 50, -450, -600]);
    const processor = await signInAs(llave, 'procesador');
    const own = await processor.get('/api/accounting/received/sumas');
    expect(own.json<{ data: object }>().data).toMatchObject({ recibos: 0 });
    // What is owed and received in the list of payments: the sums are of the whole filter, not of its page.
    const paid = await team.enters.get(`${PAYMENTS}/sumas?${ofProject}&estado_id=4&estado_id=6`);
    expect(paid.json<{ data: object }>().data).toMatchObject({ debe: 0, recibido: 46_041 });
    const listed = (await team.enters.get(`${PAYMENTS}?per_page=1&${ofProject}&estado_id=6`)).json<{ data: PaymentRow[] }>().data;
    expect(listed).toMatchObject([{ due_centavos: 20_000, owed_centavos: 0, received_centavos: 15_000 }]);
  }); // prettier-ignore

  test('the statement and the export agree', async () => {
    const base = (saleId: number) => `/api/sale/precontracts/${saleId}/estado_de_cuenta`;
    const paper = await wordsOf(`${base(id.a)}/pdf`);
    for (const said of [
      '30-10-2026 Cuota 1 (confirmado el 21-11-2026)',
      '60.41 99,589.59',
      '99,539.59',
      'De ese saldo, lo paga el banco 99,400.00',
      'Cuota 3 139.59',
    ])
      expect(paper).toContain(said);
    const [last, ...before] = (await sheet(`${base(id.a)}/exportar?formato=xlsx`)).toReversed();
    expect(last!.slice(1)).toEqual(['', '', 'De ese saldo, lo paga el banco', '', '', '', '99400']);
    expect(before[0]!.at(-1)).toBe('99539.59');
    const ended = await wordsOf(`${base(id.c)}/pdf`);
    for (const said of [
      'Venta terminada: se cancela el saldo',
      '450.00',
      'Retenido al terminar la compra',
      'Saldo Vencido',
    ])
      expect(ended).toContain(said);
    expect(ended).not.toContain('Por pagar');
    const rows = await sheet(`${base(id.c)}/exportar?formato=xlsx`);
    expect(rows.slice(-5).map((row) => row.slice(1))).toEqual([
      ['2026-10-31', '', 'Precio de la vivienda', '', '90000', '', '90000'],
      ['2026-10-31', '2026-11-21', 'Separación', receipts.c1.text, '', '500', '89500'],
      ['2026-11-20', '', 'Venta terminada: se cancela el saldo', '', '', '90000', '-500'],
      ['2026-11-21', '2026-11-21', 'Devolución al cliente, transferencia ACH-C', '', '450', '', '-50'],
      ['2026-11-21', '2026-11-21', 'Retenido al terminar la compra', '', '50', '', '0'],
    ]);
  });

  test('receipts show the amount that the bank received and the bank’s day', async () => {
    const of = (key: keyof typeof receipts) => wordsOf(`${PAYMENTS}/${receipts[key].id}/recibo`);
    for (const [key, amount, fecha, more] of [
      ['a1', '150.00', '30-10-2026', 'de este concepto quedan USD 50.00 por pagar'],
      ['a2', '50.00', '02-11-2026', 'Saldo de la cuota 1'],
      ['a3', '260.41', '31-10-2026', 'USD 60.41 pagan Cuota 3'],
      ['b1', '600.00', '31-10-2026', 'REVERSADO'],
      ['c1', '500.00', '31-10-2026', 'Separación'],
    ] as const) {
      const words = await of(key);
      for (const said of [receipts[key].text, amount, `Fecha del banco ${fecha}`, more])
        expect(words, key).toContain(said);
    }
  });

  test('the ledger and the monthly figures use the bank’s day and also show the day of confirmation', async () => {
    const query = `proyecto_id=${id.project}&estado_id=${PAYMENT.confirmed}&estado_id=${PAYMENT.partial}&estado_id=${PAYMENT.refunded}&order_column=id`;
    const ledger = (await team.enters.get(`${PAYMENTS}?${query}`)).json<{ data: PaymentRow[] }>().data;
    const told = ledger.map((one) => [
      one.concept,
      one.bank_centavos,
      one.bank_date,
      one.confirmed_at!.slice(0, 10),
    ]);
    expect(told.toSorted()).toEqual([
      ['', 50_000, '2026-10-31', '2026-11-21'],
      ['Cuota 1', 15_000, '2026-10-30', '2026-11-21'],
      ['Cuota 1', 60_000, '2026-10-31', '2026-11-21'],
      ['Cuota 2', 26_041, '2026-10-31', '2026-11-21'],
      ['Saldo de la cuota 1', 5_000, '2026-11-02', '2026-11-21'],
    ]);
    const [head, ...rows] = await sheet(`${PAYMENTS}/exportar?${query}&formato=xlsx`).then((all) =>
      all.slice(-6),
    );
    const at = head!.indexOf('Fecha del banco');
    expect(rows.map((row) => row[at]).toSorted()).toEqual(['2026-10-30', '2026-10-31', '2026-10-31', '2026-10-31', '2026-11-02']); // prettier-ignore
    expect(head).toContain('Confirmado');
    const who = await signInAs(llave, 'gerencia');
    const url = `/api/reports/board?proyecto_id=${id.project}`;
    await who.get(url);
    await runJobs(llave, ComputeFigures);
    const { months } = (await who.get(url)).json<{
      data: { months: { month: string; collected_centavos: number }[] };
    }>().data;
    expect(months.slice(-2).map(({ month, collected_centavos }) => [month, collected_centavos])).toEqual([
      // As in the register: what came in, less the returned 600.00 and the refunded 450.00.
      ['2026-10', 151_041],
      ['2026-11', -100_000],
    ]);
  });

  test('amounts to collect and late amounts leave out ended sales', async () => {
    const { db } = llave.database;
    const sale = await makeSale(db, { priceCents: 9_000_000, separation: 7 });
    const late = {
      saleId: sale.id,
      typeId: 3,
      part: 1,
      dueCents: 10_000,
      dueAt: new Date('2026-10-01T12:00:00Z'),
    };
    await db.insert(payments).values({ ...late, stateId: 7, createdAt: llave.clock.now() });
    const count = async (alerta: string) =>
      (await team.enters.get(`${PAYMENTS}?precontrato_id=${sale.id}&alerta=${alerta}`)).json<{
        data: unknown[];
      }>().data.length;
    expect([await count('cobrar'), await count('mora')]).toEqual([2, 1]);
    await db.update(sales).set({ stateId: 17, stateSince: llave.clock.now() }).where(eq(sales.id, sale.id));
    expect([await count('cobrar'), await count('mora')]).toEqual([0, 0]);
    const ended: SaleMoney['account'] = await account(sale.id);
    expect(ended).toMatchObject({ balance_centavos: 0, overdue_centavos: 0, up_to_date: true });
  });
});
