import ExcelJS from 'exceljs';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { ImportRow } from '#contract/overview/imports/model.ts';
import type { OrderRow } from '#contract/works/purchasing/model.ts';
import type { StockRow } from '#contract/works/stock/model.ts';
import { materials } from '#server/modules/works/materials/materials.table.ts';
import { purchaseOrderLines } from '#server/modules/works/purchasing/purchasing.table.ts';
import { useApp } from '#test/app.ts';
import { makeHouse, makePartner, makeProject } from '#test/factories.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';

const llave = useApp();
const db = () => llave.database.db;
let buyer: StaffBrowser;
let project: Awaited<ReturnType<typeof makeProject>>;

beforeAll(async () => {
  project = await makeProject(db());
  await makePartner(db(), 'proveedor', 'Ferretería');
  await makeHouse(db(), { projectId: project.id, name: 'Casa 1' });
  buyer = await signInAs(llave, 'compras');
});

async function tried(tipo: string, rows: ExcelJS.CellValue[][], who = buyer) {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('Datos');
  for (const line of rows) sheet.addRow(line);
  const archivo = new File([await book.xlsx.writeBuffer()], 'datos.xlsx');
  return who.form('/api/imports', { tipo, archivo });
}
async function imported(tipo: string, rows: ExcelJS.CellValue[][], bad = 0): Promise<ImportRow> {
  const answer = await tried(tipo, rows);
  expect(answer.statusCode, answer.body).toBe(201);
  const one = answer.json<{ data: ImportRow }>().data;
  expect(one.counts.bad, answer.body).toBe(bad);
  if (bad > 0) return one;
  const done = await buyer.post(`/api/imports/${one.id}/confirm`, {
    sha256: one.sha256,
    plan: one.plan,
    solo_buenas: false,
  });
  expect(done.statusCode, done.body).toBe(200);
  return one;
}
const undo = (one: ImportRow) => buyer.post(`/api/imports/${one.id}/undo`, {});

test('the catalog comes in, again with new prices, and goes while nobody used it', async () => {
  const head = ['Código', 'Material', 'Unidad', 'Código de costo', 'Precio', 'Lleva ITBMS'];
  await imported('materials', [
    head,
    ['CEM-01', 'Cemento', 'saco', '14 Materiales', 9.95, 'sí'],
    ['ARE-01', 'Arena', 'm³', '14 Materiales', '26.50', 'no'],
  ]);
  const again = await imported('materials', [head, ['cem-01', 'Cemento', 'saco', '14 Materiales', 10.2, '']]);
  expect(again.counts).toMatchObject({ new: 0, changed: 1 });
  const [cement] = await db().select().from(materials).where(eq(materials.name, 'Cemento'));
  expect(cement).toMatchObject({ priceCents: 1020, taxed: true });
  expect((await undo(again)).statusCode).toBe(200);
  expect((await db().select().from(materials).where(eq(materials.id, cement!.id)))[0]!.priceCents).toBe(995);
  await imported('materials', [head, ['CEM-01', 'Cemento', 'libra', '14 Materiales', 1, 'sí']], 1);
  const fresh = await imported('materials', [head, ['X-1', 'Clavo', 'lb', '14 Materiales', 0.9, 'sí']]);
  expect((await undo(fresh)).statusCode).toBe(200);
  const resident = await signInAs(llave, { role: 'residente', projectIds: [project.id] });
  expect(
    (await tried('materials', [head, ['X-2', 'Clavo', 'lb', '14 Materiales', 0.9, 'sí']], resident))
      .statusCode,
  ).toBe(403);
});

test('the opening stock comes in as movements, and an undo is the opposite movement', async () => {
  const head = ['Proyecto', 'Código', 'Cantidad', 'Precio'];
  const levels = async () =>
    (await buyer.get(`/api/works/stock?proyecto_id=${project.id}`)).json<{ data: StockRow[] }>().data;
  const first = await imported('stock', [head, [project.name, 'CEM-01', 12.5, 10]]);
  expect((await levels())[0]).toMatchObject({ quantity: 12.5, value_centavos: 12_500 });
  await imported('stock', [head, [project.name, 'CEM-01', 1, 10]], 1);
  await imported('stock', [head, [project.name, 'NO-01', 1, 10]], 1);
  expect((await undo(first)).statusCode).toBe(200);
  expect(await levels()).toEqual([]);
});

test('orders in mid-life come in with what arrived, and an undone one stays as voided', async () => {
  const head = [
    'Proyecto', 'Orden', 'Proveedor', 'Fecha', 'Se espera el', 'Vivienda', 'Código', 'Cantidad', 'Recibido', 'Precio',
  ]; // prettier-ignore
  const line = (...rest: ExcelJS.CellValue[]) => [
    project.name,
    'OC-7',
    'Ferretería',
    '15/10/2026',
    '',
    'casa 1',
    ...rest,
  ];
  const one = await imported('orders', [head, line('CEM-01', 200, 120, 9.9), line('ARE-01', 10, '', 26)]);
  const list = async () =>
    (await buyer.get(`/api/works/purchase_orders?proyecto_id=${project.id}`)).json<{ data: OrderRow[] }>()
      .data;
  const [order] = await list();
  expect(order).toMatchObject({
    state: { id: 4 },
    subtotal_centavos: 224_000,
    itbms_centavos: 13_860,
    house: { name: 'Casa 1' },
    request: null,
  });
  const lines = await db().select().from(purchaseOrderLines).where(eq(purchaseOrderLines.orderId, order!.id));
  expect(lines.map(({ received, dispatched }) => [received, dispatched])).toEqual([
    [120, 120],
    [0, 0],
  ]);
  await imported('orders', [head, line('CEM-01', 1, 2, 9.9)], 1);
  expect((await undo(one)).statusCode).toBe(200);
  expect((await list())[0]!.state.id).toBe(7);
});
