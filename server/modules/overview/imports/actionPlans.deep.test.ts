import ExcelJS from 'exceljs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { CheckedRow, ImportRow } from '#contract/overview/imports/model.ts';
import type { ActionPlan } from '#contract/works/actionPlans/model.ts';
import { useApp } from '#test/app.ts';
import { makeModel, makeProject } from '#test/factories.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';

const llave = useApp();
let manager: StaffBrowser;
let project: { id: number; name: string };
beforeAll(async () => {
  project = await makeProject(llave.database.db);
  manager = await signInAs(llave, { role: 'proyectos', projectIds: [project.id] });
});

type Value = ExcelJS.CellValue;
const HEADINGS = ['Proyecto', 'Modelo', 'Actividad', 'Días hábiles', 'A la intemperie', 'Espera a'];
async function tried(rows: Value[][]): Promise<ImportRow> {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('Planes');
  for (const row of [HEADINGS, ...rows]) sheet.addRow(row);
  const archivo = new File([await book.xlsx.writeBuffer()], 'planes.xlsx');
  const answer = await manager.form('/api/imports', { tipo: 'actionPlans', archivo });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ data: ImportRow }>().data;
}
const confirm = (one: ImportRow, solo_buenas = false) =>
  manager.post(`/api/imports/${one.id}/confirm`, { sha256: one.sha256, plan: one.plan, solo_buenas });
const undo = (one: ImportRow) => manager.post(`/api/imports/${one.id}/undo`);
const faultsOf = async (id: number) =>
  (await manager.get(`/api/imports/${id}/rows?per_page=50`))
    .json<{ data: CheckedRow[] }>()
    .data.flatMap(({ faults }) => faults.map(({ message }) => message));
const base = '/api/projects/action_plans';
const planOf = async (id: number) => (await manager.get(`${base}/${id}`)).json<{ data: ActionPlan }>().data;
const model = (name: string) => makeModel(llave.database.db, { projectId: project.id, name });

const of = (name: string, ...rest: Value[]): Value[] => [project.name, name, ...rest];
const three = (name: string) => [
  of(name, 'Preliminares y replanteo', 4, 'sí', null),
  of(name, 'Fundaciones', 9, 'sí', 'Losa de piso CC-2; preliminares y replanteo FC+1'),
  of(name, 'Losa de piso', 5, null, null),
];

describe('importing action plans', () => {
  test('a dry run writes nothing; confirming prepares the plan, and undoing takes it away', async () => {
    const { id } = await model('Cedro');
    const one = await tried(three('Cedro'));
    expect(one.counts).toEqual({ new: 3, changed: 0, same: 0, bad: 0 });
    expect((await planOf(id)).standing).toBe('sin_plan');
    expect((await confirm(one)).statusCode).toBe(200);
    expect((await planOf(id)).draft).toMatchObject({
      days: 14,
      steps: [
        { activity_id: 1, days: 4, outdoors: true, after: [] },
        {
          activity_id: 2,
          after: [
            { activity_id: 4, kind: 'SS', lag: -2 },
            { activity_id: 1, kind: 'FS', lag: 1 },
          ],
        },
        { activity_id: 4, days: 5, outdoors: false },
      ],
    });
    expect((await tried(three('Cedro'))).counts).toEqual({ new: 0, changed: 0, same: 3, bad: 0 });
    expect((await undo(one)).statusCode).toBe(200);
    expect((await planOf(id)).standing).toBe('sin_plan');
  });

  test('a changed row changes the draft, and undoing gives it back unless the plan went on', async () => {
    const { id } = await model('Nance');
    await confirm(await tried(three('Nance')));
    const change = await tried([of('Nance', 'Fundaciones', 12, 'sí', 'Preliminares y replanteo')]);
    expect(change.counts).toEqual({ new: 0, changed: 1, same: 0, bad: 0 });
    await confirm(change);
    expect((await planOf(id)).draft).toMatchObject({
      days: 16,
      steps: [{}, { days: 12, after: [{ activity_id: 1, kind: 'FS', lag: 0 }] }, {}],
    });
    expect((await undo(change)).statusCode).toBe(200);
    expect((await planOf(id)).draft).toMatchObject({ days: 14, steps: [{}, { days: 9 }, {}] });

    const last = await tried([of('Nance', 'Losa de piso', 6, 'no', 'Fundaciones FF')]);
    expect(last.counts.bad).toBe(1);
    const good = await tried([of('Nance', 'Losa de piso', 6, 'no', 'Preliminares y replanteo')]);
    await confirm(good);
    await manager.post(`${base}/${id}/publish`, {});
    expect((await undo(good)).json()).toMatchObject({ code: 'IMPORT_USED' });
  });

  test('each fault is told at its row: a circle, an unknown activity, a text that is no dependency', async () => {
    const { id } = await model('Espavé');
    const one = await tried([
      of('Espavé', 'Fundaciones', 9, null, 'Losa de piso'),
      of('Espavé', 'Losa de piso', 5, null, 'Fundaciones'),
      of('Espavé', 'Repello', 5, null, 'Pintura'),
      of('Espavé', 'Electricidad', 1.5, null, null),
      of('Espavé', 'Plomería', 2, null, 'ayer'),
      of('Espavé', 'Brujería', 2, null, null),
      of('Otro', 'Repello', 5, null, null),
    ]);
    expect(one.counts).toEqual({ new: 1, changed: 0, same: 0, bad: 6 });
    expect(await faultsOf(one.id)).toEqual([
      'Fila 3, columna «Espera a»: Estas actividades se esperan en círculo: «Fundaciones» → «Losa de piso» → «Fundaciones». Quita una de las dependencias.',
      'Fila 4, columna «Espera a»: el plan no tiene «Pintura».',
      'Fila 5, columna «Días hábiles»: escribe días enteros.',
      'Fila 6, columna «Espera a»: no se entiende «ayer».',
      'Fila 7, columna «Actividad»: elige una actividad de la lista.',
      'Fila 8, columna «Modelo»: elige un modelo de ese proyecto.',
    ]);
    // The good row waits for one that is bad.
    expect((await confirm(one, true)).statusCode).toBe(422);
    expect((await planOf(id)).standing).toBe('sin_plan');
  });

  test('a project of others cannot be named', async () => {
    const other = await makeModel(llave.database.db, { name: 'Ajeno' });
    const one = await tried([[other.projectId, 'Ajeno', 'Repello', 5, null, null]]);
    expect(one.counts.bad).toBe(1);
  });
});
