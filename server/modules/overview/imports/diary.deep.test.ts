import ExcelJS from 'exceljs';
import { beforeAll, expect, test } from 'vitest';
import type { ImportRow } from '#contract/overview/imports/model.ts';
import type { Diary, DiaryDay } from '#contract/works/diary/model.ts';
import { diaryEntries } from '#server/modules/works/diary/diary.table.ts';
import { useApp } from '#test/app.ts';
import { makeProject } from '#test/factories.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';

const llave = useApp();
let admin: StaffBrowser;
let project: Awaited<ReturnType<typeof makeProject>>;

beforeAll(async () => {
  project = await makeProject(llave.database.db);
  admin = await signInAs(llave, 'administrador');
});

const HEADINGS = ['Proyecto', 'Tipo', 'Fecha', 'Sección', 'Texto', 'Cantidad', 'Motivo', 'Horas'];
const row = (fecha: string, seccion: string, texto: string, ...rest: ExcelJS.CellValue[]) => [
  project.name,
  'Construcción de viviendas',
  fecha,
  seccion,
  texto,
  ...rest,
];
async function tried(...rows: ExcelJS.CellValue[][]): Promise<ImportRow> {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('Bitácora');
  for (const line of [HEADINGS, ...rows]) sheet.addRow(line);
  const archivo = new File([await book.xlsx.writeBuffer()], 'bitacora.xlsx');
  const answer = await admin.form('/api/imports', { tipo: 'diary', archivo });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ data: ImportRow }>().data;
}
const confirm = (one: ImportRow) =>
  admin.post(`/api/imports/${one.id}/confirm`, { sha256: one.sha256, plan: one.plan, solo_buenas: false });
const days = async () =>
  (await admin.get(`/api/diarios/list?proyecto_id=${project.id}`)).json<{ data: DiaryDay[] }>().data;

test('an old diary comes in once, in its days, and goes again until it is sealed', async () => {
  const rows = [
    row('02/11/2026', 'Trabajo hecho', 'Vaciado de losa'),
    row('02/11/2026', 'Personal', 'Albañiles', 9),
    row('05/11/2026', 'Lluvia o paro', 'Aguacero', null, 'Lluvia', 4.5),
  ];
  const one = await tried(...rows);
  expect(one.counts).toEqual({ new: 3, changed: 0, same: 0, bad: 0 });
  expect(await days()).toEqual([]);
  expect((await confirm(one)).statusCode).toBe(200);
  expect(await days()).toMatchObject([
    { fecha: '2026-11-05', paros: [{ motivo: 'lluvia', horas: 4.5 }] },
    { fecha: '2026-11-02', personas: 9, trabajo: 'Vaciado de losa', adendas: 0 },
  ]);
  expect((await tried(...rows)).counts).toEqual({ new: 0, changed: 0, same: 3, bad: 0 });
  expect((await admin.post(`/api/imports/${one.id}/undo`, {})).statusCode).toBe(200);
  expect(await llave.database.db.$count(diaryEntries)).toBe(0);

  const again = await tried(...rows);
  await confirm(again);
  const [last] = await days();
  const sealed = await admin.post(`/api/diarios/sellar/${last!.id}`, {});
  expect(sealed.json<{ data: Diary }>().data.sellada_a).not.toBeNull();
  expect((await admin.post(`/api/imports/${again.id}/undo`, {})).statusCode).toBe(409);
});

test('a row without what its section needs, or of a day to come, is told', async () => {
  const one = await tried(
    row('02/11/2026', 'Personal', 'Ayudantes'),
    row('02/11/2026', 'Lluvia o paro', 'Lluvia', null, 'Lluvia'),
    row('31/12/2027', 'Nota', 'Futuro'),
  );
  expect(one.counts).toMatchObject({ new: 0, bad: 3 });
});
