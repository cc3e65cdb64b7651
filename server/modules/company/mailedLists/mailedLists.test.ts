import { and, eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { MailedList, MailedRun } from '#contract/company/mailedLists/model.ts';
import { nextSlot } from '#contract/company/mailedLists/rules.ts';
import { auditLog, outboxMails } from '#server/kernel/kernel.table.ts';
import { notices } from '#server/modules/company/notifications/notifications.table.ts';
import { userRoles, users } from '#server/modules/company/staff/staff.table.ts';
import { useApp } from '#test/app.ts';
import { makeLot, makeModel, makeProject, makeSale } from '#test/factories.ts';
import { runJobs } from '#test/jobs.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';
import { mailedListCopies, mailedListRuns, mailedLists } from './mailedLists.table.ts';
import { makeCopy, startMailed } from './mailedLists.jobs.ts';

const llave = useApp();
const db = () => llave.database.db;
const BASE = '/api/mailed-lists';
let boss: StaffBrowser;
let colleague: StaffBrowser;

beforeAll(async () => {
  boss = await signInAs(llave, 'coordinador');
  colleague = await signInAs(llave, 'coordinador');
  const project = await makeProject(db());
  const model = await makeModel(db(), { projectId: project.id });
  const lot = await makeLot(db(), { projectId: project.id });
  await makeSale(db(), { projectId: project.id, modelId: model.id, lotId: lot.id });
});

const body = (given: object = {}) => ({
  titulo: 'Ventas de la semana',
  cada: 'semana',
  dia_semana: 1,
  hora: '07:00',
  lista: '/api/sale/precontracts',
  filtro: {},
  para: [boss.user.id, colleague.user.id],
  pagina: '/oficina/ventas',
  ...given,
});
const add = async (given: object = {}) => {
  const answer = await boss.post(BASE, body(given));
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ data: MailedList }>().data;
};
const read = async (who: StaffBrowser, id: number) =>
  (await who.get(`${BASE}/${id}`)).json<{ data: { list: MailedList; runs: MailedRun[] } }>().data;
const comeDue = (id: number) =>
  db()
    .update(mailedLists)
    .set({ nextAt: new Date(llave.clock.now().getTime() - 60_000) })
    .where(eq(mailedLists.id, id));
const start = () => llave.app.core.jobs.run(startMailed, {});
const mailsTo = ({ user }: StaffBrowser) =>
  db()
    .select()
    .from(outboxMails)
    .where(and(eq(outboxMails.to, user.email), eq(outboxMails.kind, 'lista_por_correo')));

test('the rhythm knows weekdays, short months, the last working day and holidays', () => {
  const rhythm = { every: 'dia', weekday: null, monthDay: null, hour: '07:00', skipsHolidays: true } as const;
  const after = (day: string) => new Date(`${day}T13:00:00Z`);
  const next = (given: object, day: string) => nextSlot({ ...rhythm, ...given }, after(day)).toISOString();
  // 28 November is a holiday.
  expect(next({}, '2026-11-27')).toBe('2026-11-29T12:00:00.000Z');
  expect(next({ skipsHolidays: false }, '2026-11-27')).toBe('2026-11-28T12:00:00.000Z');
  expect(next({ every: 'semana', weekday: 1 }, '2026-11-26')).toBe('2026-11-30T12:00:00.000Z');
  // Christmas is a Friday in 2026: the weekly one goes on Saturday.
  expect(next({ every: 'semana', weekday: 5 }, '2026-12-19')).toBe('2026-12-26T12:00:00.000Z');
  expect(next({ every: 'mes', monthDay: 31 }, '2027-02-01')).toBe('2027-02-28T12:00:00.000Z');
  expect(next({ every: 'mes', monthDay: 0 }, '2027-01-30')).toBe('2027-02-26T12:00:00.000Z');
});

test('a slot goes once, to each with a file of their own, behind the sign-in', async () => {
  const made = await add();
  await comeDue(made.id);
  const { nextAt } = (await db().select().from(mailedLists).where(eq(mailedLists.id, made.id)))[0]!;
  await Promise.all([start(), start()]);
  await runJobs(llave, makeCopy);
  // The same slot again, as after a restored queue.
  await db().update(mailedLists).set({ nextAt }).where(eq(mailedLists.id, made.id));
  await start();
  await runJobs(llave, makeCopy);
  expect(await db().$count(mailedListRuns, eq(mailedListRuns.listId, made.id))).toBe(1);
  for (const who of [boss, colleague]) {
    const mails = await mailsTo(who);
    expect(mails).toHaveLength(1);
    expect(mails[0]!.body).toMatch(/· \d+ filas?/);
    expect(mails[0]!.attachmentId).toBeNull();
  }
  const mine = await read(colleague, made.id);
  expect(mine.runs[0]!.copies).toMatchObject([{ user: { id: colleague.user.id }, state: 'enviada' }]);
  const { url } = mine.runs[0]!.copies[0]!.file!;
  expect((await colleague.get(url)).statusCode).toBe(200);
  expect((await boss.get(url)).statusCode).toBe(403);
  expect((await read(boss, made.id)).runs[0]!.copies).toHaveLength(2);
  expect(
    await db().$count(
      auditLog,
      and(eq(auditLog.action, 'exported'), eq(auditLog.actorId, String(colleague.user.id))),
    ),
  ).toBe(1);
  expect((await read(boss, made.id)).list.next_at! > llave.clock.now().toISOString()).toBe(true);
});

test('who may not export the list gets nothing, at the form and later', async () => {
  const visitor = await signInAs(llave, 'contabilidad');
  const inspector = await signInAs(llave, 'inspector');
  const refused = await boss.post(BASE, body({ para: [inspector.user.id] }));
  expect(refused.statusCode).toBe(422);
  expect(refused.json()).toMatchObject({ errors: [{ field: 'para' }] });
  expect((await inspector.post(BASE, body())).statusCode).toBe(403);
  expect((await boss.post(BASE, body({ cada: 'mes' }))).json()).toMatchObject({
    errors: [{ field: 'dia_mes' }],
  });
  expect((await boss.post(BASE, body({ filtro: { estado_id: 'x' } }))).statusCode).toBe(422);
  const made = await add();
  expect((await visitor.get(`${BASE}/${made.id}`)).statusCode).toBe(404);
  expect((await colleague.patch(`${BASE}/${made.id}`, body())).statusCode).toBe(403);

  const leaver = await signInAs(llave, 'coordinador');
  const other = await add({ para: [leaver.user.id, boss.user.id] });
  await db().delete(userRoles).where(eq(userRoles.userId, leaver.user.id));
  await comeDue(other.id);
  await start();
  await runJobs(llave, makeCopy);
  const states = await db()
    .select({ state: mailedListCopies.state })
    .from(mailedListCopies)
    .where(eq(mailedListCopies.userId, leaver.user.id));
  expect(states).toEqual([{ state: 'omitida' }]);
  expect(await mailsTo(leaver)).toEqual([]);
  expect(
    await db().$count(notices, and(eq(notices.userId, boss.user.id), eq(notices.kind, 'lista_detenida'))),
  ).toBe(1);
});

test('the list of an owner who left stops, and its recipients are told', async () => {
  const owner = await signInAs(llave, 'coordinador');
  const answer = await owner.post(BASE, body({ para: [owner.user.id, colleague.user.id] }));
  const { id } = answer.json<{ data: MailedList }>().data;
  await db().update(users).set({ active: false }).where(eq(users.id, owner.user.id));
  await comeDue(id);
  await start();
  await start();
  await runJobs(llave, makeCopy);
  expect(await db().$count(mailedListRuns, eq(mailedListRuns.listId, id))).toBe(0);
  expect((await read(colleague, id)).list).toMatchObject({ state: 'detenida', next_at: null });
  expect(
    await db().$count(
      notices,
      and(eq(notices.userId, colleague.user.id), eq(notices.kind, 'lista_detenida')),
    ),
  ).toBe(1);
});

test('its owner pauses, resumes, changes, sends by hand and archives it', async () => {
  const { id, version } = await add({ para: [boss.user.id] });
  const turn = (estado: string) => boss.patch(`${BASE}/${id}/estado`, { params: { estado } });
  expect((await turn('pausada')).json()).toMatchObject({ data: { state: 'pausada', next_at: null } });
  await start();
  expect(await db().$count(mailedListRuns, eq(mailedListRuns.listId, id))).toBe(0);
  expect((await turn('activa')).json()).toMatchObject({ data: { state: 'activa' } });
  expect((await boss.patch(`${BASE}/${id}`, { ...body(), version })).statusCode).toBe(409);
  expect(
    (await boss.patch(`${BASE}/${id}`, body({ titulo: 'Otra', para: [boss.user.id] }))).json(),
  ).toMatchObject({
    data: { title: 'Otra', recipients: [{ id: boss.user.id }] },
  });
  const before = (await mailsTo(boss)).length;
  expect((await boss.post(`${BASE}/${id}/enviar`)).statusCode).toBe(200);
  await runJobs(llave, makeCopy);
  expect(await mailsTo(boss)).toHaveLength(before + 1);
  expect((await turn('archivada')).statusCode).toBe(200);
  expect((await turn('activa')).statusCode).toBe(422);
  expect((await boss.post(`${BASE}/${id}/enviar`)).statusCode).toBe(422);
});
