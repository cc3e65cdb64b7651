import ExcelJS from 'exceljs';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { CheckedRow, ImportRow } from '#contract/overview/imports/model.ts';
import { PROMISE } from '#contract/legal/promises/rules.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { promises } from '#server/modules/legal/promises/promises.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { useApp, type Browser } from '#test/app.ts';
import { makeSale } from '#test/factories.ts';
import { makePromisable } from '#test/legal.ts';
import { signInAs } from '#test/signIn.ts';

const llave = useApp();
const db = () => llave.database.db;
let lawyer: Browser;
beforeAll(async () => {
  lawyer = await signInAs(llave, 'abogado');
});

type Value = ExcelJS.CellValue;
const HEADINGS = ['Pre-contrato', 'Firmada', 'Entrega pactada', 'Finca madre', 'Código de ubicación'];
async function tried(rows: Value[][]): Promise<ImportRow> {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('Promesas');
  for (const row of [HEADINGS, ...rows]) sheet.addRow(row);
  const archivo = new File([await book.xlsx.writeBuffer()], 'promesas.xlsx');
  const answer = await lawyer.form('/api/imports', { tipo: 'promises', archivo });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ data: ImportRow }>().data;
}
const confirm = (one: ImportRow, solo_buenas = false) =>
  lawyer.post(`/api/imports/${one.id}/confirm`, { sha256: one.sha256, plan: one.plan, solo_buenas });
const rowsOf = async (id: number) =>
  (await lawyer.get(`/api/imports/${id}/rows?per_page=50`)).json<{ data: CheckedRow[] }>().data;
const stateOf = async (id: number) =>
  (await db().select({ stateId: sales.stateId }).from(sales).where(eq(sales.id, id)))[0]!.stateId;
const promiseOf = async (saleId: number) =>
  (await db().select().from(promises).where(eq(promises.saleId, saleId)))[0];

describe('importing signed promises', () => {
  test('a dry run writes nothing; confirming signs the promise and its sale, which is not undone', async () => {
    const { sale } = await makePromisable(llave);
    const one = await tried([[sale.code, '01/06/2026', '30/06/2027', '30123456', '8001']]);
    expect(one.counts).toEqual({ new: 1, changed: 0, same: 0, bad: 0 });
    expect(await promiseOf(sale.id)).toBeUndefined();

    const done = await confirm(one);
    expect(done.statusCode, done.body).toBe(200);
    expect(await promiseOf(sale.id)).toMatchObject({
      stateId: PROMISE.signed,
      origin: 'importada',
      signedOn: '2026-06-01',
      deliveryOn: '2027-06-30',
      motherFinca: '30123456',
    });
    expect(await stateOf(sale.id)).toBe(SALE.promiseSigned);

    const again = await tried([[sale.code, '01/06/2026', '30/06/2027', '30123456', '8001']]);
    expect(again.counts).toEqual({ new: 0, changed: 0, same: 1, bad: 0 });
    const undone = await lawyer.post(`/api/imports/${one.id}/undo`);
    expect([undone.statusCode, undone.body]).toEqual([409, expect.stringContaining('ya no se deshace')]);
  });

  test('a promise that moved no sale is undone', async () => {
    const sale = await makeSale(db(), { stateId: SALE.registered, separation: 4 });
    const one = await tried([[sale.code, '01/06/2025', null, null, null]]);
    expect((await confirm(one)).statusCode).toBe(200);
    expect(await stateOf(sale.id)).toBe(SALE.registered);
    expect((await promiseOf(sale.id))?.stateId).toBe(PROMISE.signed);
    const undone = await lawyer.post(`/api/imports/${one.id}/undo`);
    expect(undone.statusCode, undone.body).toBe(200);
    expect(await promiseOf(sale.id)).toBeUndefined();
  });

  test('unknown sales, early stages, future days and promises made in the office are errors at their cell', async () => {
    const early = await makeSale(db(), { stateId: SALE.received });
    const { sale } = await makePromisable(llave);
    const one = await tried([
      ['PC-1999-00001', '01/06/2026', null, null, null],
      [early.code, '01/06/2026', null, null, null],
      [sale.code, '01/06/2099', null, null, null],
      [sale.code, 'pronto', null, null, null],
    ]);
    expect(one.counts).toEqual({ new: 0, changed: 0, same: 0, bad: 4 });
    const faults = (await rowsOf(one.id)).map(({ faults: [first] }) => first!.message).join('\n');
    for (const part of [/PC-1999-00001/, /todavía no puede/, /un día que ya pasó/, /«Firmada»/])
      expect(faults).toMatch(part);
  });
});
