import ExcelJS from 'exceljs';
import { beforeAll, expect, test } from 'vitest';
import type { CheckedRow, ImportRow } from '#contract/overview/imports/model.ts';
import type { Account, ContractStatement } from '#contract/works/accounts/model.ts';
import type { Contract } from '#contract/works/contracts/model.ts';
import { contracts } from '#server/modules/works/contracts/construction.table.ts';
import { useApp } from '#test/app.ts';
import { makeHouse, makeModel, makePartner, makeProject } from '#test/factories.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';

const llave = useApp();
const db = () => llave.database.db;
let manager: StaffBrowser;
let project: Awaited<ReturnType<typeof makeProject>>;

beforeAll(async () => {
  project = await makeProject(db());
  await makePartner(db(), 'contratista', 'El Roble');
  await makePartner(db(), 'contratante', 'Promotora');
  const model = await makeModel(db(), { projectId: project.id });
  for (const name of ['Casa 1', 'Casa 2', 'Casa 3'])
    await makeHouse(db(), { projectId: project.id, modelId: model.id, name });
  manager = await signInAs(llave, { role: 'proyectos', projectIds: [project.id] });
});

const HEADINGS = [
  'Proyecto', 'Referencia', 'Nombre', 'Tipo', 'Contratista', 'Contratante', 'Empieza', 'Termina', 'Vivienda', 'Monto',
  'Aprobado %', 'Código', 'Descripción', 'Unidad', 'Cantidad', 'Precio', 'Cantidad aprobada',
]; // prettier-ignore
const row = (reference: string, rest: ExcelJS.CellValue[], type = 'Construcción de viviendas') => [
  project.name, reference, 'Manzana A', type, 'El Roble', 'Promotora', '01/03/2026', '30/11/2026', ...rest,
]; // prettier-ignore
async function tried(
  rows: ExcelJS.CellValue[][],
  headings = HEADINGS,
  tipo = 'contracts',
): Promise<ImportRow> {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('Contratos');
  for (const line of [headings, ...rows]) sheet.addRow(line);
  const archivo = new File([await book.xlsx.writeBuffer()], 'contratos.xlsx');
  const answer = await manager.form('/api/imports', { tipo, archivo });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ data: ImportRow }>().data;
}
const confirm = (one: ImportRow) =>
  manager.post(`/api/imports/${one.id}/confirm`, { sha256: one.sha256, plan: one.plan, solo_buenas: false });
const all = async () =>
  (await manager.get(`/api/contracts?proyecto_id=${project.id}`)).json<{ data: Contract[] }>().data;

test('contracts come in as they stand: houses with their percent, items with their quantity; and go again', async () => {
  const one = await tried([
    row('H-1', ['Casa 1', 32_500.5, 45]),
    row('H-1', ['casa 2', '32,500.00', 100]),
    row('I-1', [null, null, null, '1.1', 'Cordón', 'm', 100.5, 21.75, 40.25], 'Infraestructura'),
  ]);
  expect(one.counts).toEqual({ new: 3, changed: 0, same: 0, bad: 0 });
  expect(await all()).toEqual([]);
  const done = await confirm(one);
  expect(done.statusCode, done.body).toBe(200);
  const list = await all();
  expect(list.map(({ reference, state }) => [reference, state.id])).toEqual([
    ['I-1', 5],
    ['H-1', 5],
  ]);
  const of = async (id: number) =>
    (await manager.get(`/api/contracts/find/${id}`)).json<{ data: Contract }>().data;
  const built = await of(list[1]!.id);
  expect(built.amount_centavos).toBe(6_500_050);
  expect(built.houses.map(({ approved_percent }) => approved_percent)).toEqual([45, 100]);
  const items = await of(list[0]!.id);
  expect(items).toMatchObject({ amount_centavos: 218_588, money: { certified: 87_544 } });

  const again = await tried([row('H-1', ['Casa 3', 1000, 0]), row('H-9', ['Casa 1', 1000, 0])]);
  const faults = (await manager.get(`/api/imports/${again.id}/rows?per_page=50`))
    .json<{ data: CheckedRow[] }>()
    .data.flatMap((line) => line.faults.map(({ message }) => message));
  expect(faults).toEqual([
    'Fila 2, columna «Referencia»: el proyecto ya tiene un contrato con este número.',
    'Fila 3, columna «Vivienda»: ya está en un contrato vigente.',
  ]);

  const undone = await manager.post(`/api/imports/${one.id}/undo`, {});
  expect(undone.statusCode, undone.body).toBe(200);
  expect(await db().$count(contracts)).toBe(0);
});

test('rows that contradict each other about one contract are refused, and nothing is written', async () => {
  const one = await tried([
    row('X-1', ['Casa 1', 1000, 0]),
    row('X-1', [null, null, null, '1.1', 'Cordón', 'm', 10, 5, 0]),
  ]);
  const refused = await confirm(one);
  expect(refused.statusCode).toBe(422);
  expect(refused.json<{ message: string }>().message).toContain('La fila 3 dice otra cosa del contrato X-1');
  expect(await all()).toEqual([]);
});

const ACCOUNT_HEADINGS = [
  'Proyecto', 'Contrato', 'Cuenta', 'Medida el', 'Avance', 'Amortizado', 'Retenido', 'ITBMS', 'Descuentos', 'Neto', 'Pagada el', 'Banco',
  'Referencia del pago', 'Anticipo', 'Anticipo pagado el', 'Referencia del anticipo',
]; // prettier-ignore
const triedAccounts = (rows: ExcelJS.CellValue[][]) =>
  tried(
    rows.map((line) => [project.name, ...line]),
    ACCOUNT_HEADINGS,
    'works_accounts',
  );

test('the accounts of a contract in mid-life come in with its advance, take what is approved, and go again', async () => {
  expect((await confirm(await tried([row('A-1', ['Casa 1', 10_000, 50])]))).statusCode).toBe(200);
  const [{ id } = { id: 0 }] = await all();
  const statement = async () =>
    (await manager.get(`/api/contracts/${id}/statement`)).json<{ data: ContractStatement }>().data;
  const faults = async (one: ImportRow) =>
    (await manager.get(`/api/imports/${one.id}/rows?per_page=50`))
      .json<{ data: CheckedRow[] }>()
      .data.flatMap((line) => line.faults.map(({ message }) => message));
  const bad = await triedAccounts([
    ['A-9', 1, '15/04/2026', 1000],
    ['A-1', 1, '15/04/2026', 6000],
    ['A-1', 2, '15/04/2026', 1000, null, 100, 70, null, 900],
    ['A-1', 3, '15/04/2026', 1000, null, null, null, null, null, '20/04/2026'],
  ]);
  expect(await faults(bad)).toEqual([
    'Fila 2, columna «Contrato»: no hay un contrato vigente con esa referencia en el proyecto.',
    expect.stringContaining('Fila 3, columna «Avance»: de lo aprobado solo quedan'),
    expect.stringContaining('Fila 4, columna «Neto»: con estos montos el neto es'),
    'Fila 5, columna «Pagada el»: escribe la fecha, el banco y la referencia del pago, o ninguno.',
  ]);
  const over = await confirm(
    await triedAccounts([
      ['A-1', 1, '15/04/2026', 3000],
      ['A-1', 2, '30/04/2026', 3000],
    ]),
  );
  expect([over.statusCode, over.json<{ message: string }>().message]).toEqual([
    422,
    expect.stringContaining('La fila 3, cuenta 2 de A-1: de lo aprobado solo quedan'),
  ]);
  expect((await statement()).accounts).toEqual([]);

  const good = await triedAccounts([
    ['A-1', 1, '15/04/2026', 3000.5, 600.1, 300.05, 210.04, 10, 2300.39, '20/04/2026', 'Banco General', 'ACH 77', 2000, '01/03/2026', 'ACH 50'],
    ['A-1', 2, '30/05/2026', 1000, 200, 100, 70],
  ]); // prettier-ignore
  expect(good.counts).toEqual({ new: 2, changed: 0, same: 0, bad: 0 });
  const done = await confirm(good);
  expect(done.statusCode, done.body).toBe(200);
  const moved = await statement();
  expect(moved).toMatchObject({
    billed_centavos: 400_050,
    advance_centavos: 200_000,
    advance_left_centavos: 119_990,
    retained_centavos: 30_005,
    accounts: [
      { number: 1, state: { id: 5 }, net_centavos: 230_039, paid_on: '2026-04-20' },
      { number: 2, state: { id: 4 }, net_centavos: 77_000 },
    ],
  });
  // What was approved and in none of them is measured here.
  const next = await manager.post(`/api/contracts/${id}/accounts`, {});
  expect(next.json<{ data: Account }>().data).toMatchObject({ number: 3, gross_centavos: 99_950 });
  const used = await manager.post(`/api/imports/${good.id}/undo`, {});
  expect(used.statusCode).toBe(409);
  await llave.asOwner(
    `delete from account_lines using progress_accounts a where a.id = account_id and a.number = 3;
      delete from progress_accounts where number = 3`,
  );
  const undone = await manager.post(`/api/imports/${good.id}/undo`, {});
  expect(undone.statusCode, undone.body).toBe(200);
  expect(await statement()).toMatchObject({ billed_centavos: 0, advance_centavos: 0, accounts: [] });
});
