import ExcelJS from 'exceljs';
import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { CheckedRow, ImportRow } from '#contract/overview/imports/model.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { useApp, type Browser } from '#test/app.ts';
import { makeLot, makeModel, makeProject, makeSale } from '#test/factories.ts';
import { signInAs } from '#test/signIn.ts';
import { DEEP } from '#test/deep.ts';

const llave = useApp();
let admin: Browser;
let project: { id: number; name: string };

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
type Value = ExcelJS.CellValue;

async function workbook(rows: Value[][], touch?: (sheet: ExcelJS.Worksheet) => void): Promise<File> {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('Lotes');
  for (const row of rows) sheet.addRow(row);
  touch?.(sheet);
  return new File([await book.xlsx.writeBuffer()], 'lotes.xlsx', { type: XLSX });
}
const HEADINGS = ['PROYECTO', ' manzana ', 'Lote', 'tipo', 'Area M2', 'Recargo'];
const attempt = (browser: Browser, file: File, tipo = 'lots') =>
  browser.form('/api/imports', { tipo, archivo: file });
async function tried(browser: Browser, file: File, tipo = 'lots'): Promise<ImportRow> {
  const answer = await attempt(browser, file, tipo);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ data: ImportRow }>().data;
}
const confirm = (browser: Browser, one: ImportRow, solo_buenas = false) =>
  browser.post(`/api/imports/${one.id}/confirm`, { sha256: one.sha256, plan: one.plan, solo_buenas });
const rowsOf = async (browser: Browser, id: number, query = '') =>
  (await browser.get(`/api/imports/${id}/rows?per_page=200${query}`)).json<{ data: CheckedRow[] }>().data;
const lotsOf = (projectId: number) => llave.database.db.$count(lots, eq(lots.projectId, projectId));
const fault = (answer: { json: <T>() => T }) =>
  answer.json<{ errors: { message: string }[] }>().errors[0]!.message;

/** Rows 2 to 501: 500 lots in 5 blocks; 20 of them are bad if `bad` is set. */
const fiveHundred = (bad: boolean) =>
  Array.from({ length: 500 }, (_, at): Value[] => {
    const area = bad && at % 25 === 10 ? [-3, 'grande', 0, null][(at / 25) & 3]! : 180 + (at % 40);
    return [
      project.name,
      'ABCDE'[Math.floor(at / 100)]!,
      (at % 100) + 1,
      at % 2 ? 'Intermedio' : 1,
      area,
      at % 9 === 0 ? '1,500.00' : null,
    ];
  });

describe('importing from Excel', () => {
  beforeAll(async () => {
    admin = await signInAs(llave, 'administrador');
  });

  test('500 lots with 20 bad rows: errors name row and column, the corrected file imports once, and a repeat changes nothing', async () => {
    project = await makeProject(llave.database.db, { name: 'Lomas del Río' });
    const first = await tried(admin, await workbook([HEADINGS, ...fiveHundred(true)]));
    expect(first.counts).toEqual({ new: 480, changed: 0, same: 0, bad: 20 });
    expect(await lotsOf(project.id)).toBe(0);
    const bad = await rowsOf(admin, first.id, '&estado=bad');
    expect(bad.map(({ row }) => row)).toEqual(Array.from({ length: 20 }, (_, at) => at * 25 + 12));
    for (const { row, faults } of bad)
      expect(faults).toEqual([
        {
          column: 'Área m²',
          message: expect.stringMatching(
            new RegExp(
              `^Fila ${row}, columna «Área m²»: (escribe un número mayor que cero|falta el dato)\\.$`,
            ),
          ),
        },
      ]);
    expect((await rowsOf(admin, first.id))[0]!.status).toBe('bad');

    // Refused without `solo_buenas`.
    const refused = await confirm(admin, first);
    expect(refused.statusCode).toBe(422);
    expect(fault(refused)).toContain('Hay 20 filas con faltas');
    expect(await lotsOf(project.id)).toBe(0);

    const right = await workbook([HEADINGS, ...fiveHundred(false)]);
    const second = await tried(admin, right);
    expect(second.counts).toEqual({ new: 500, changed: 0, same: 0, bad: 0 });
    const done = await confirm(admin, second);
    expect(done.statusCode, done.body).toBe(200);
    expect(await lotsOf(project.id)).toBe(500);
    const [lot] = await llave.database.db
      .select()
      .from(lots)
      .where(and(eq(lots.projectId, project.id), eq(lots.name, 'A-01')));
    expect(lot).toMatchObject({ block: 'A', areaM2: 180, premiumCents: 150_000, typeId: 1 });

    const again = await tried(admin, right);
    expect(again.counts).toEqual({ new: 0, changed: 0, same: 500, bad: 0 });
    expect((await confirm(admin, again)).json<{ success: string }>().success).toContain('Nada cambió');
    const after = await llave.database.db.select().from(lots).where(eq(lots.projectId, project.id));
    expect(after).toHaveLength(500);
    expect(new Set(after.map(({ version }) => version))).toEqual(new Set([1]));
    expect((await confirm(admin, second)).statusCode).toBe(409);
  });

  test('the bad rows come back as a workbook that names the errors and can be uploaded again', async () => {
    const { name, id } = await makeProject(llave.database.db);
    const one = await tried(
      admin,
      await workbook([HEADINGS, [name, 'A', 1, 1, '=1+1', null], [name, 'A', 2, 1, 200, null]]),
    );
    const answer = await admin.get(`/api/imports/${one.id}/bad.xlsx`);
    const book = new ExcelJS.Workbook();
    await book.xlsx.load(answer.rawPayload as unknown as ArrayBuffer);
    const [sheet] = book.worksheets;
    expect(sheet!.rowCount).toBe(2);
    expect(sheet!.getRow(2).getCell(10).value).toContain('Fila 2, columna «Área m²»');
    expect(sheet!.getRow(2).getCell(5).value).toBe('=1+1');
    sheet!.getRow(2).getCell(5).value = '200 m²';
    const corrected = await tried(admin, new File([await book.xlsx.writeBuffer()], 'corregido.xlsx'));
    expect(corrected.counts).toEqual({ new: 1, changed: 0, same: 0, bad: 0 });
    expect(corrected.unknown_headings).toEqual(['Qué corregir']);
    // Only the good rows, requested explicitly.
    expect((await confirm(admin, one, true)).statusCode).toBe(200);
    expect(await lotsOf(id)).toBe(1);
  });

  test('two concurrent confirmations: one writes, the other gets IMPORT_DONE', async () => {
    const { name, id } = await makeProject(llave.database.db);
    const rows = Array.from({ length: 60 }, (_, at): Value[] => [name, 'B', at + 1, 1, 200, null]);
    const file = await workbook([HEADINGS, ...rows]);
    const [one, twin] = [await tried(admin, file), await tried(admin, file)];
    const answers = await Promise.all([confirm(admin, one), confirm(admin, one), confirm(admin, twin)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
    expect(await lotsOf(id)).toBe(60);
  });

  test('another file, another plan or changed records are refused at the confirmation', async () => {
    const { name, id } = await makeProject(llave.database.db);
    const one = await tried(admin, await workbook([HEADINGS, [name, 'A', 1, 1, 200, null]]));
    expect((await confirm(admin, { ...one, sha256: 'f'.repeat(64) })).statusCode).toBe(409);
    expect((await confirm(admin, { ...one, plan: 'f'.repeat(64) })).statusCode).toBe(409);
    await makeLot(llave.database.db, { projectId: id, name: 'A-01', areaM2: 150 });
    const stale = await confirm(admin, one);
    expect([stale.statusCode, stale.json<{ code: string }>().code]).toEqual([409, 'IMPORT_STALE']);
  });

  test('changes are shown as before → after, and an unused import can be undone', async () => {
    const { name, id } = await makeProject(llave.database.db);
    const old = await makeLot(llave.database.db, { projectId: id, name: 'A-01', premiumCents: 50_000 });
    const file = await workbook([HEADINGS, [name, 'A', 1, 1, 210, 800], [name, 'A', 2, 1, 200, null]]);
    const one = await tried(admin, file);
    expect(one.counts).toEqual({ new: 1, changed: 1, same: 0, bad: 0 });
    const [changed] = await rowsOf(admin, one.id, '&estado=changed');
    expect(changed!.changes).toEqual([
      { column: 'Área m²', before: '200', after: '210' },
      { column: 'Recargo', before: '500.00', after: '800.00' },
    ]);
    await confirm(admin, one);
    const undone = await admin.post(`/api/imports/${one.id}/undo`);
    expect(undone.statusCode, undone.body).toBe(200);
    expect(await lotsOf(id)).toBe(1);
    const [back] = await llave.database.db.select().from(lots).where(eq(lots.id, old.id));
    expect(back).toMatchObject({ areaM2: 200, premiumCents: 50_000 });
    const history = await admin.get(`/api/prices/history?lote_id=${old.id}`);
    expect(history.json<{ data: { reason: string }[] }>().data.map(({ reason }) => reason)).toEqual([
      `Se deshizo la importación ${one.id}`,
      `Importación ${one.id}`,
    ]);
    expect((await admin.post(`/api/imports/${one.id}/undo`)).statusCode).toBe(409);
  });

  test('an import cannot be undone after one of its lots was sold', async () => {
    const { name, id } = await makeProject(llave.database.db);
    const one = await tried(admin, await workbook([HEADINGS, [name, 'A', 9, 1, 210, null]]));
    await confirm(admin, one);
    const [lot] = await llave.database.db.select().from(lots).where(eq(lots.projectId, id));
    await makeSale(llave.database.db, { projectId: id, lotId: lot!.id });
    const answer = await admin.post(`/api/imports/${one.id}/undo`);
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, 'IMPORT_USED']);
    expect(await lotsOf(id)).toBe(1);
  });

  test('title rows, formulas, merged cells, numbers as text and blank rows are read correctly', async () => {
    const { name } = await makeProject(llave.database.db);
    const one = await tried(
      admin,
      await workbook(
        [
          ['Inventario de lotes'],
          [],
          [...HEADINGS, 'Notas'],
          [name.toUpperCase(), 'a', 1, 'INTERMEDIO', { formula: '100+110', result: 210 }, '$ 1,250.50', 'x'],
          [],
          [name, null, 'A-02', 1, '1.234,5', null],
          [name, 'A', 3, 1, { formula: 'A1/0', result: { error: '#DIV/0!' } }, null],
          [name, 'A', 4, 1, 200, null],
          [name, 'A', 5, 1, 200, null],
          [name, 'A', 1, 1, 200, null],
        ],
        (sheet) => sheet.mergeCells('E8:E9'),
      ),
    );
    expect(one.counts).toEqual({ new: 2, changed: 0, same: 0, bad: 4 });
    expect(
      (await rowsOf(admin, one.id, '&estado=bad')).flatMap(({ faults }) =>
        faults.map(({ message }) => message),
      ),
    ).toEqual([
      'Fila 7, columna «Área m²»: la fórmula da un error (#DIV/0!).',
      'Fila 8, columna «Área m²»: las celdas E8:E9 están combinadas: sepáralas y escribe el valor en cada fila.',
      'Fila 9, columna «Área m²»: las celdas E8:E9 están combinadas: sepáralas y escribe el valor en cada fila.',
      'Fila 10: es la misma que la fila 4: deja una sola.',
    ]);
  });

  test('a Windows CSV with semicolons is read too', async () => {
    const { name } = await makeProject(llave.database.db, { name: 'Peñón' });
    const text = `Proyecto;Lote;Tipo;Área m²\r\n"${name}";A-01;1;"210,5"\r\n`;
    const one = await tried(admin, new File([Buffer.from(text, 'latin1')], 'lotes.csv'));
    expect(one.counts).toMatchObject({ new: 1, bad: 0 });
  });

  test.runIf(DEEP)(
    'a file that is not a table, has macros, misses columns or is a zip bomb is refused with a reason',
    async () => {
      const refused = async (file: File) => {
        const answer = await attempt(admin, file);
        expect(answer.statusCode, answer.body.slice(0, 200)).toBe(422);
        return fault(answer);
      };
      expect(await refused(new File(['%PDF-1.7 nothing'], 'a.xlsx'))).toContain('no se acepta');
      expect(
        await refused(
          await workbook([
            ['Nombre', 'Cantidad'],
            ['a', 1],
          ]),
        ),
      ).toContain('Faltan columnas: «Proyecto», «Lote»');
      expect(await refused(await workbook([HEADINGS]))).toContain('no trae filas');
      const { deflateRawSync } = await import('node:zlib');
      const zip = (entries: [string, Buffer][]) => {
        const parts: Buffer[] = [];
        const directory: Buffer[] = [];
        let at = 0;
        for (const [path, content] of entries) {
          const packed = deflateRawSync(content);
          const local = Buffer.alloc(30);
          local.writeUInt32LE(0x04034b50, 0);
          local.writeUInt16LE(8, 8);
          local.writeUInt32LE(packed.length, 18);
          local.writeUInt16LE(path.length, 26);
          const central = Buffer.alloc(46);
          central.writeUInt32LE(0x02014b50, 0);
          central.writeUInt16LE(8, 10);
          central.writeUInt32LE(packed.length, 20);
          central.writeUInt16LE(path.length, 28);
          central.writeUInt32LE(at, 42);
          parts.push(local, Buffer.from(path), packed);
          directory.push(central, Buffer.from(path));
          at += 30 + path.length + packed.length;
        }
        const end = Buffer.alloc(22);
        end.writeUInt32LE(0x06054b50, 0);
        end.writeUInt16LE(entries.length, 8);
        end.writeUInt16LE(entries.length, 10);
        end.writeUInt32LE(Buffer.concat(directory).length, 12);
        end.writeUInt32LE(at, 16);
        return new File([Buffer.concat([...parts, ...directory, end])], 'a.xlsx');
      };
      const types = Buffer.from(
        '<Types><Override ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
      );
      const book = Buffer.from('<workbook><sheets><sheet name="a" r:id="r1"/></sheets></workbook>');
      const links = Buffer.from(
        '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
      );
      const bomb: [string, Buffer][] = [
        ['[Content_Types].xml', types],
        ['xl/workbook.xml', book],
        ['xl/_rels/workbook.xml.rels', links],
        ['xl/worksheets/sheet1.xml', Buffer.alloc(120 * 1_048_576, 32)],
      ];
      expect(await refused(zip(bomb))).toContain('demasiado grande');
      expect(await refused(zip([...bomb.slice(0, 3), ['xl/vbaProject.bin', Buffer.from('x')]]))).toContain(
        'macros',
      );
    },
  );

  test('houses: matched by their lot, with a spreadsheet date', async () => {
    const { db } = llave.database;
    const { id, name } = await makeProject(db);
    const model = await makeModel(db, { projectId: id });
    const lot = await makeLot(db, { projectId: id });
    const headings = ['Proyecto', 'Lote', 'Modelo', 'Fecha de entrega', 'Avance'];
    const day = new Date('2027-03-31T00:00:00Z');
    const file = await workbook([
      headings,
      [name, lot.name, model.name, day, 35],
      [name, 'Z-99', model.name, '31-02-2027', 200],
    ]);
    const one = await tried(admin, file, 'houses');
    expect(one.counts).toEqual({ new: 1, changed: 0, same: 0, bad: 1 });
    expect((await rowsOf(admin, one.id, '&estado=bad'))[0]!.faults.map(({ message }) => message)).toEqual([
      'Fila 3, columna «Entrega»: escribe una fecha, por ejemplo 31/12/2026.',
      'Fila 3, columna «Avance %»: escribe 100 como máximo.',
    ]);
    await confirm(admin, one, true);
    const [made] = await db.select().from(houses).where(eq(houses.lotId, lot.id));
    expect(made).toMatchObject({ name: `Casa ${lot.name}`, deliveryOn: '2027-03-31', progressPercent: 35 });
    expect((await tried(admin, file, 'houses')).counts).toMatchObject({ same: 1, bad: 1 });
    expect((await admin.post(`/api/imports/${one.id}/undo`)).statusCode).toBe(200);
    expect(await db.$count(houses, eq(houses.lotId, lot.id))).toBe(0);
  });

  test('a file can name only projects of its uploader, and only the uploader sees its import', async () => {
    const { db } = llave.database;
    const [mine, other] = [await makeProject(db), await makeProject(db)];
    const builder = await signInAs(llave, { role: 'proyectos', projectIds: [mine.id] });
    const one = await tried(
      builder,
      await workbook([
        HEADINGS,
        [mine.name, 'A', 1, 1, 200],
        [other.name, 'A', 1, 1, 200],
        [other.id, 'A', 2, 1, 200],
      ]),
    );
    expect(one.counts).toMatchObject({ new: 1, bad: 2 });
    const stranger = await signInAs(llave, { role: 'proyectos', projectIds: [mine.id] });
    expect((await stranger.get(`/api/imports/${one.id}`)).statusCode).toBe(404);
    expect((await stranger.get(`/api/imports/${one.id}/bad.xlsx`)).statusCode).toBe(404);
    expect((await confirm(stranger, one, true)).statusCode).toBe(404);
    const reader = await signInAs(llave, 'gerencia');
    expect((await confirm(reader, one, true)).statusCode).toBe(403);
    expect((await reader.get(`/api/imports/${one.id}`)).statusCode).toBe(200);
  });

  test('the template has headings, examples and the allowed values', async () => {
    const answer = await admin.get('/api/imports/kinds/lots/template.xlsx');
    const book = new ExcelJS.Workbook();
    await book.xlsx.load(answer.rawPayload as unknown as ArrayBuffer);
    expect(book.worksheets.map(({ name }) => name)).toEqual(['Datos', 'Ejemplos', 'Valores']);
    expect((book.worksheets[0]!.getRow(1).values as string[]).slice(1, 4)).toEqual([
      'Proyecto',
      'Manzana',
      'Lote',
    ]);
    expect(book.worksheets[0]!.getCell('D2').dataValidation.type).toBe('list');
    expect((await admin.get('/api/imports/kinds/otra/template.xlsx')).statusCode).toBe(404);
  });
});
