import ExcelJS from 'exceljs';
import { beforeAll, expect, test } from 'vitest';
import type { CheckedRow, ImportRow } from '#contract/overview/imports/model.ts';
import type { PermitRow } from '#contract/works/permits/model.ts';
import { useApp } from '#test/app.ts';
import { makeHouse, makeModel, makeProject } from '#test/factories.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';

const llave = useApp();
const db = () => llave.database.db;
let office: StaffBrowser;
let project: Awaited<ReturnType<typeof makeProject>>;

beforeAll(async () => {
  project = await makeProject(db());
  const model = await makeModel(db(), { projectId: project.id, name: 'Corotú' });
  await makeHouse(db(), { projectId: project.id, modelId: model.id, name: 'Casa A-07' });
  office = await signInAs(llave, 'permisos');
});

const HEADINGS = [
  'Proyecto', 'Modelo', 'Vivienda', 'Trámite', 'Entidad', 'Estado', 'Número', 'Ingreso', 'Previsto', 'Aprobación', 'Vence', 'Costo',
]; // prettier-ignore
async function tried(rows: ExcelJS.CellValue[][]): Promise<ImportRow> {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('Permisos');
  for (const line of [HEADINGS, ...rows.map((row) => [project.name, ...row])]) sheet.addRow(line);
  const archivo = new File([await book.xlsx.writeBuffer()], 'permisos.xlsx');
  const answer = await office.form('/api/imports', { tipo: 'permits', archivo });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ data: ImportRow }>().data;
}
const confirm = (one: ImportRow) =>
  office.post(`/api/imports/${one.id}/confirm`, { sha256: one.sha256, plan: one.plan, solo_buenas: false });
const all = async () =>
  (await office.get(`/api/permission/permisos?proyecto_id=${project.id}&order_type=asc`)).json<{
    data: PermitRow[];
  }>().data;

test('permits come in where they stand, a wrong row says why, and they go again unless they were worked on', async () => {
  const bad = await tried([
    ['Roble', null, 'Permiso de construcción', null, 'Aprobado', 'PC-1', null, null, '01/02/2026'],
    ['Corotú', null, 'Permiso de construcción', null, 'Aprobado', 'PC-1'],
    [
      null,
      'Casa A-07',
      'Permiso de ocupación',
      null,
      'Vencido',
      'PO-1',
      null,
      null,
      '01/02/2026',
      '01/02/2030',
    ],
  ]);
  const faults = (await office.get(`/api/imports/${bad.id}/rows`)).json<{ data: CheckedRow[] }>().data;
  expect(faults.map(({ faults: [first] }) => first?.column)).toEqual(['Modelo', 'Aprobación', 'Vence']);

  const one = await tried([
    [
      null,
      null,
      'Uso de suelo / EOT – MIVIOT',
      null,
      'Aprobado',
      'EOT-1',
      '02/01/2026',
      null,
      '01/02/2026',
      null,
      850,
    ],
    ['corotu', null, 'Permiso de construcción', 'MUPA', 'Ingresado', 'PC-1', '03/03/2026', '31/12/2026'],
    [null, 'casa a-07', 'Permiso de ocupación', null, 'No iniciado'],
  ]);
  expect(one.counts).toMatchObject({ new: 3, bad: 0 });
  expect((await confirm(one)).statusCode).toBe(200);
  expect(await all()).toMatchObject([
    { nivel: 'proyecto', entidad: 'MIVIOT', estado: { id: 4 }, aprobacion: '2026-02-01', costo: 850_00 },
    { modelo: { name: 'Corotú' }, entidad: 'MUPA', estado: { id: 2 }, previsto: '2026-12-31' },
    { vivienda: { name: 'Casa A-07' }, estado: { id: 1 } },
  ]);
  const again = await tried([[null, null, 'Uso de suelo / EOT – MIVIOT', null, 'No requiere']]);
  expect(again.counts).toMatchObject({ bad: 1 });
  expect((await office.post(`/api/imports/${one.id}/undo`)).statusCode).toBe(200);
  expect(await all()).toEqual([]);
});
