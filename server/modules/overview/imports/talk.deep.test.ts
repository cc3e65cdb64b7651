import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { QuickAnswer } from '#contract/care/inbox/model.ts';
import type { Notice } from '#contract/company/notifications/model.ts';
import type { RecordTask } from '#contract/company/tasks/model.ts';
import type { CheckedRow, ImportRow } from '#contract/overview/imports/model.ts';
import { row, rows, sql } from '#server/kernel/db.ts';
import { ReadSource } from '#server/modules/care/chatbot/chatbot.names.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { useApp } from '#test/app.ts';
import { makeSale } from '#test/factories.ts';
import { runJobs } from '#test/jobs.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';

const llave = useApp();
let coordinator: StaffBrowser;
let support: StaffBrowser;
let adviser: StaffBrowser;
beforeAll(async () => {
  coordinator = await signInAs(llave, 'coordinador');
  support = await signInAs(llave, 'soporte');
  adviser = await signInAs(llave, 'asesor');
});

type Line = readonly (string | number)[];
const quoted = (cell: string | number) => `"${String(cell).replaceAll('"', '""')}"`;
const table = (lines: readonly Line[]) =>
  new File([lines.map((line) => line.map(quoted).join(',')).join('\n')], 'datos.csv', { type: 'text/csv' });
async function tried(browser: StaffBrowser, tipo: string, lines: readonly Line[]): Promise<ImportRow> {
  const answer = await browser.form('/api/imports', { tipo, archivo: table(lines) });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ data: ImportRow }>().data;
}
const confirm = async (browser: StaffBrowser, { id, sha256, plan }: ImportRow, solo_buenas = false) => {
  const answer = await browser.post(`/api/imports/${id}/confirm`, { sha256, plan, solo_buenas });
  expect(answer.statusCode, answer.body).toBe(200);
};
const undo = (browser: StaffBrowser, { id }: ImportRow) => browser.post(`/api/imports/${id}/undo`);
const faults = async (browser: StaffBrowser, { id }: ImportRow) =>
  (await browser.get(`/api/imports/${id}/rows?estado=bad`))
    .json<{ data: CheckedRow[] }>()
    .data.flatMap((one) => one.faults.map(({ message }) => message));

describe('dated tasks', () => {
  const HEADINGS = ['Registro', 'Qué hay que hacer', 'Para cuándo', 'Hora', 'Quién', 'Hecha', 'Hecha el'];
  const sale = async (adviserId: number | null) => {
    const { id } = await makeSale(llave.database.db, { stateId: 3, adviserId });
    const [found] = await llave.database.db.select().from(sales).where(eq(sales.id, id));
    return { id, code: found!.code! };
  };
  const tasksOf = async (id: number) =>
    (await coordinator.get(`/api/tasks?reference=precontrato&reference_id=${id}`)).json<{
      data: RecordTask[];
    }>().data;

  test('open and done ones arrive once, with one notice for each colleague, and can be taken back', async () => {
    const { id, code } = await sale(adviser.user.id);
    const lines = [
      HEADINGS,
      [code, 'Llamar al banco', '15/12/2026', '2:30 p. m.', adviser.user.email, '', ''],
      [code.toLowerCase(), 'Pedir la carta', '2026-12-16', '', adviser.user.email, 'no', ''],
      [code, 'Saludar', '01/10/2026', '', '', 'sí', '02/10/2026'],
    ];
    const one = await tried(coordinator, 'tasks', lines);
    expect(one.counts).toEqual({ new: 3, changed: 0, same: 0, bad: 0 });
    expect(await tasksOf(id)).toEqual([]);
    await confirm(coordinator, one);
    expect(await tasksOf(id)).toMatchObject([
      { text: 'Llamar al banco', due_time: '14:30', assignee: { id: adviser.user.id }, done_at: null },
      { text: 'Pedir la carta', due_on: '2026-12-16', due_time: null },
      { text: 'Saludar', done_at: '2026-10-02T17:00:00.000Z', done_by: { id: coordinator.user.id } },
    ]);
    const notices = (await adviser.get('/api/notifications/list')).json<{ data: Notice[] }>().data;
    expect(notices.map(({ text }) => text)).toEqual([
      `${coordinator.user.name} te dejó 2 tareas con una importación de Excel.`,
    ]);

    const again = [...lines.slice(0, 3), [code, 'saludar', '01/10/2026', '', '', 'no', '']];
    const second = await tried(coordinator, 'tasks', again);
    expect(second.counts).toEqual({ new: 0, changed: 1, same: 2, bad: 0 });
    await confirm(coordinator, second);
    expect((await tasksOf(id)).map(({ done_at }) => done_at)).toEqual([null, null, null]);
    expect((await undo(coordinator, second)).statusCode).toBe(200);
    expect((await tasksOf(id)).at(-1)!.done_at).not.toBeNull();

    // The first import cannot go any more: one of its tasks was changed since.
    expect((await undo(coordinator, one)).json()).toMatchObject({ code: 'IMPORT_USED' });
  });

  test('each bad row says what to correct', async () => {
    const { code } = await sale(adviser.user.id);
    const stranger = await signInAs(llave, 'asesor');
    const one = await tried(coordinator, 'tasks', [
      HEADINGS,
      ['PC-1999-00001', 'a', '15/12/2026', '', '', '', ''],
      [code, 'b', '15/12/2026', '25:00', '', '', ''],
      [code, 'c', '15/12/2026', '', 'nadie@llave.test', '', ''],
      [code, 'd', '15/12/2026', '', stranger.user.email, '', ''],
      [code, 'e', '15/12/2026', '', '', 'sí', '31/12/2026'],
      [code, '', '31/02/2026', '', '', '', ''],
    ]);
    expect(await faults(coordinator, one)).toEqual([
      'Fila 2, columna «Registro»: no hay una venta, una proforma ni un prospecto así entre los que puedes ver.',
      'Fila 3, columna «Hora»: escribe una hora, por ejemplo 14:30.',
      'Fila 4, columna «Quién»: nadie del equipo tiene ese nombre o correo.',
      'Fila 5, columna «Quién»: elige a alguien que pueda ver este registro.',
      'Fila 6, columna «Hecha el»: escribe un día que ya pasó, u hoy.',
      'Fila 7, columna «Qué hay que hacer»: falta el dato.',
      'Fila 7, columna «Para cuándo»: escribe una fecha, por ejemplo 31/12/2026.',
    ]);
    expect(
      (await adviser.form('/api/imports', { tipo: 'tasks', archivo: table([HEADINGS]) })).statusCode,
    ).toBe(403);
    expect((await adviser.get(`/api/imports/${one.id}`)).statusCode).toBe(404);
  });
});

test('quick answers come by their shortcut, keep their lines, and change or go back', async () => {
  const listed = async () =>
    (await coordinator.get('/api/office/chat/quick')).json<{ data: QuickAnswer[] }>().data;
  const one = await tried(coordinator, 'quick', [
    ['Atajo', 'Respuesta', 'Rol'],
    ['Horario', 'Hola, {nombre}.\nAtendemos hasta las 5.', ''],
    ['mal atajo', 'x', ''],
    ['precio', 'Cuesta {precio}', ''],
    ['horario', 'otra', ''],
  ]);
  expect(await faults(coordinator, one)).toEqual([
    'Fila 3, columna «Atajo»: usa de 2 a 30 letras, números o guiones, sin espacios.',
    'Fila 4, columna «Respuesta»: solo se pueden usar {nombre}, {asesor}, {empresa}, {proyecto}.',
    'Fila 5: es la misma que la fila 2: deja una sola.',
  ]);
  await confirm(coordinator, one, true);
  expect(await listed()).toMatchObject([
    { shortcut: 'horario', text: 'Hola, {nombre}.\nAtendemos hasta las 5.', role: null },
  ]);
  const changes = [
    ['Atajo', 'Respuesta'],
    ['horario', 'Atendemos hasta las 6.'],
  ];
  const two = await tried(coordinator, 'quick', changes);
  expect(two.counts).toMatchObject({ changed: 1 });
  await confirm(coordinator, two);
  expect((await tried(coordinator, 'quick', changes)).counts).toMatchObject({ same: 1 });
  expect((await undo(coordinator, one)).json()).toMatchObject({ code: 'IMPORT_USED' });
  expect((await undo(coordinator, two)).statusCode).toBe(200);
  expect((await listed())[0]!.text).toContain('hasta las 5');
});

test('pairs enter the training draft alone, and only who trains sees them', async () => {
  const lines = [
    ['Pregunta', 'Respuesta'],
    ['¿Se admiten mascotas?', 'Sí, hasta dos.'],
    ['¿?', 'nada'],
  ];
  const one = await tried(support, 'pairs', lines);
  expect(one.counts).toMatchObject({ new: 1, bad: 1 });
  await confirm(support, one, true);
  await runJobs(llave, ReadSource);
  const sources = async () => (await support.get('/api/chatbot/sources')).json<{ data: object[] }>().data;
  expect(await sources()).toMatchObject([
    { title: '¿Se admiten mascotas?', state: 'listo', published: 'no' },
  ]);
  expect((await coordinator.get(`/api/imports/${one.id}`)).statusCode).toBe(404);
  expect((await coordinator.form('/api/imports', { tipo: 'pairs', archivo: table(lines) })).statusCode).toBe(
    403,
  );

  const two = await tried(support, 'pairs', [lines[0]!, ['se admiten mascotas', 'Sí, una.']]);
  expect(two.counts).toMatchObject({ changed: 1 });
  await confirm(support, two);
  expect((await undo(support, two)).statusCode).toBe(200);
  const answers = await rows<{ answer: string }>(
    llave.database.db,
    sql`select answer from bot_readings order by id`,
  );
  expect(answers.map(({ answer }) => answer)).toEqual(['Sí, hasta dos.', 'Sí, una.', 'Sí, hasta dos.']);
  expect((await undo(support, one)).statusCode).toBe(200);
  expect(await sources()).toEqual([]);
});

describe('those who said BAJA', () => {
  const room = (phone: string) =>
    row<{ since: string | null; name: string; box: boolean }>(
      llave.database.db,
      sql`select c.opted_out_at since, p.name, exists (select from prospects t where t.person_id = p.id) box
        from whatsapp_addresses a join conversations c on c.person_id = a.person_id join people p on p.id = a.person_id
        where a.phone = ${phone}`,
    );

  test('known and unknown numbers get no first message, and are nobody’s prospect', async () => {
    const { db } = llave.database;
    const [known] = await db
      .insert(people)
      .values({ name: 'Luz Mora', phone: '+50761110001', createdAt: llave.clock.now() })
      .returning();
    const lines = [
      ['Teléfono', 'Nombre', 'Desde'],
      ['6111-0001', 'Otra', '31/12/2025'],
      ['+507 6111 0002', 'Ana Ríos', ''],
      ['+507 6111-0003', 'visita www.mal.test', '01/01/2025'],
      ['123', '', ''],
      ['6111-0004', '', '31/12/2090'],
    ];
    const one = await tried(coordinator, 'optouts', lines);
    expect(one.counts).toEqual({ new: 2, changed: 1, same: 0, bad: 2 });
    await confirm(coordinator, one, true);
    expect(await room('+50761110001')).toMatchObject({
      name: 'Luz Mora',
      since: expect.stringMatching(/^2025-12-31/),
    });
    expect(await room('+50761110002')).toMatchObject({ name: 'Ana Ríos', box: false });
    expect(await room('+50761110003')).toMatchObject({ name: '+507 6111-0003' });
    const unassigned = await coordinator.get('/api/sale/conversations?bandeja=sin_asignar');
    expect(unassigned.json<{ data: object[] }>().data).toEqual([]);
    expect((await tried(coordinator, 'optouts', lines)).counts).toMatchObject({ same: 3, bad: 2 });
    expect((await undo(coordinator, one)).statusCode).toBe(200);
    expect((await room('+50761110001'))!.since).toBeNull();
    expect(await db.$count(people)).toBe(await db.$count(people, sql`id <= ${known!.id}`));
  });

  test('whoever wrote ALTA later keeps getting messages', async () => {
    const lines = [
      ['Celular', 'Desde'],
      ['6111-0005', '01/03/2026'],
    ];
    const one = await tried(coordinator, 'optouts', lines);
    await confirm(coordinator, one);
    await llave.database.db.execute(
      sql`update conversations set opted_out_at = null, opt_at = '2026-05-01' where opted_out_at is not null`,
    );
    const again = await tried(coordinator, 'optouts', lines);
    expect((await faults(coordinator, again))[0]).toContain('escribió ALTA el 1 de mayo de 2026');
    expect((await undo(coordinator, one)).json()).toMatchObject({ code: 'IMPORT_USED' });
  });
});
