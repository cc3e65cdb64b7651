import ExcelJS from 'exceljs';
import { beforeAll, expect, test } from 'vitest';
import type { CheckedRow, ImportRow } from '#contract/overview/imports/model.ts';
import type { Contract } from '#contract/works/contracts/model.ts';
import { contracts } from '#server/modules/works/contracts/construction.table.ts';
import { useApp } from '#test/app.ts';
import { makeHouse, makeModel, makePartner, makeProject } from '#test/factories.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';

const house = useApp();
const db = () => house.database.db;
let manager: StaffBrowser;
let project: Awaited<ReturnType<typeof makeProject>>;

beforeAll(async () => {
  project = await makeProject(db());
  await makePartner(db(), 'contratista', 'El Roble');
  await makePartner(db(), 'contratante', 'Promotora');
  const model = await makeModel(db(), { projectId: project.id });
  for (const name of ['Casa 1', 'Casa 2', 'Casa 3'])
    await makeHouse(db(), { projectId: project.id, modelId: model.id, name });
  manager = await signInAs(house, { role: 'proyectos', projectIds: [project.id] });
});

const HEADINGS = [
  'Proyecto', 'Referencia', 'Nombre', 'Tipo', 'Contratista', 'Contratante', 'Empieza', 'Termina', 'Vivienda', 'Monto',
  'Aprobado %', 'Código', 'Descripción', 'Unidad', 'Cantidad', 'Precio', 'Cantidad aprobada',
]; // prettier-ignore
const row = (reference: string, rest: ExcelJS.CellValue[], type = 'Construcción de viviendas') => [
  project.name, reference, 'Manzana A', type, 'El Roble', 'Promotora', '01/03/2026', '30/11/2026', ...rest,
]; // prettier-ignore
async function tried(rows: ExcelJS.CellValue[][]): Promise<ImportRow> {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('Contratos');
  for (const line of [HEADINGS, ...rows]) sheet.addRow(line);
  const archivo = new File([await book.xlsx.writeBuffer()], 'contratos.xlsx');
  const answer = await manager.form('/api/imports', { tipo: 'contracts', archivo });
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
