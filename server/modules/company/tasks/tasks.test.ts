import { beforeAll, describe, expect, test } from 'vitest';
import type { Notice } from '#contract/company/notifications/model.ts';
import type { RecordTask } from '#contract/company/tasks/model.ts';
import type { Task } from '#contract/overview/home/tasks.ts';
import { useApp } from '#test/app.ts';
import { makeSale } from '#test/factories.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';

const llave = useApp();
let coordinator: StaffBrowser;
let adviser: StaffBrowser;
let saleId: number;
beforeAll(async () => {
  coordinator = await signInAs(llave, 'coordinador');
  adviser = await signInAs(llave, 'asesor');
  const sale = await makeSale(llave.database.db, { stateId: 3, adviserId: adviser.user.id });
  saleId = sale.id;
});

const fields = (over: object = {}) => ({
  reference: 'precontrato',
  reference_id: saleId,
  text: 'Llamar al banco',
  fecha: '2026-11-23',
  ...over,
});
const leave = (browser: StaffBrowser, over: object = {}) => browser.post('/api/tasks', fields(over));
const left = async (browser: StaffBrowser, over: object = {}) =>
  (await leave(browser, over)).json<{ data: RecordTask }>().data;
const listed = async (browser: StaffBrowser, id = saleId) =>
  (await browser.get(`/api/tasks?reference=precontrato&reference_id=${id}`)).json<{ data: RecordTask[] }>()
    .data;
const atHome = async (browser: StaffBrowser) =>
  (await browser.get('/api/office/home/tasks?tipo=tarea')).json<{ data: { tasks: Task[] } }>().data.tasks;
const notices = async (browser: StaffBrowser) =>
  (await browser.get('/api/notifications/list')).json<{ data: Notice[] }>().data;
const finish = (browser: StaffBrowser, id: number, hecha: boolean) =>
  browser.post(`/api/tasks/${id}/done`, { hecha });

test('a task for a colleague shows on the record, at home and in the calendar, and tells both', async () => {
  const task = await left(coordinator, { asignado_id: adviser.user.id, hora: '14:30' });
  expect(task).toMatchObject({
    assignee: { id: adviser.user.id },
    by: { id: coordinator.user.id },
    done_at: null,
  });
  expect(await listed(adviser)).toMatchObject([{ id: task.id }]);
  expect(await atHome(adviser)).toMatchObject([
    {
      id: task.id,
      title: 'Llamar al banco',
      text: `Tarea que te dejó ${coordinator.user.name}`,
      due: '2026-11-23',
      at: '2026-11-23T19:30:00.000Z',
      record: { reference: 'precontrato', id: saleId },
    },
  ]);
  expect(await atHome(coordinator)).toEqual([]);
  const mine = await adviser.get('/api/tasks/mine?desde=2026-11-23&hasta=2026-11-29');
  expect(mine.json()).toMatchObject({ data: [{ id: task.id }] });
  expect(await notices(adviser)).toMatchObject([
    { kind: 'tarea_asignada', url: `/oficina/ventas/${saleId}` },
  ]);

  expect((await finish(adviser, task.id, true)).json()).toMatchObject({
    data: { done_at: llave.clock.now().toISOString(), done_by: { id: adviser.user.id } },
  });
  await finish(adviser, task.id, true);
  expect(await atHome(adviser)).toEqual([]);
  expect(await notices(coordinator)).toMatchObject([{ kind: 'tarea_hecha' }]);
  await finish(adviser, task.id, false);
  expect(await atHome(adviser)).toHaveLength(1);
});

test('a task changes by its version, and goes to somebody else with a notice', async () => {
  const task = await left(coordinator, { text: 'Pedir la carta' });
  expect(task.assignee.id).toBe(coordinator.user.id);
  const change = (browser: StaffBrowser, version: number, over: object) =>
    browser.patch(`/api/tasks/${task.id}`, {
      text: 'Pedir otra carta',
      fecha: '2026-11-30',
      version,
      ...over,
    });
  expect((await change(coordinator, 7, {})).statusCode).toBe(409);
  const given = await change(coordinator, task.version, { asignado_id: adviser.user.id });
  expect(given.json()).toMatchObject({
    data: { text: 'Pedir otra carta', assignee: { id: adviser.user.id }, version: 2 },
  });
  expect((await notices(adviser))[0]!.text).toContain('Pedir otra carta');
  await finish(coordinator, task.id, true);
  expect((await change(coordinator, 3, {})).json()).toMatchObject({ code: 'DONE' });
});

describe('access is the record’s own', () => {
  test('a stranger to the record reads, leaves and changes nothing, and gets no task of it', async () => {
    const stranger = await signInAs(llave, 'asesor');
    const auditor = await signInAs(llave, 'auditor');
    const task = await left(coordinator);
    expect((await stranger.get(`/api/tasks?reference=precontrato&reference_id=${saleId}`)).statusCode).toBe(
      404,
    );
    expect((await leave(stranger)).statusCode).toBe(404);
    expect((await finish(stranger, task.id, true)).statusCode).toBe(404);
    expect((await leave(auditor)).statusCode).toBe(403);
    expect((await leave(coordinator, { reference: '__proto__' })).statusCode).toBe(404);
    for (const asignado_id of [stranger.user.id, 999_999])
      expect((await leave(coordinator, { asignado_id })).json()).toMatchObject({
        errors: [{ field: 'asignado_id', message: 'Elige a alguien que pueda ver este registro.' }],
      });
    expect(await notices(stranger)).toEqual([]);
  });

  test('a day that does not exist, an empty text and too many days are refused', async () => {
    expect((await leave(coordinator, { fecha: '2026-02-30' })).statusCode).toBe(422);
    expect((await leave(coordinator, { text: ' ' })).statusCode).toBe(422);
    expect((await leave(coordinator, { text: 'a'.repeat(301) })).statusCode).toBe(422);
    expect((await adviser.get('/api/tasks/mine?desde=2026-01-01&hasta=2026-12-31')).statusCode).toBe(422);
  });
});
