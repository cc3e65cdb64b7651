import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { Notice } from '#contract/company/notifications/model.ts';
import { useApp } from '#test/app.ts';
import { makeSale, makeUser } from '#test/factories.ts';
import { signInAs } from '#test/signIn.ts';
import { notices } from './notifications.table.ts';
import { notify, whoMay } from './notify.service.ts';
import { sweepNotices } from './notifications.jobs.ts';

const llave = useApp();
const telling = () => llave.acting();
const said = (event: string) => ({
  kind: 'venta_estado' as const,
  text: 'Venció la separación de Ana Pérez (PC-2026-00007).',
  url: '/oficina/ventas/7',
  event,
});
type Listed = { data: Notice[]; meta: { pagination: { total: number } } };

describe('a notice', () => {
  test('each user gets it once, the newest first, and it counts until it is read', async () => {
    const mine = await signInAs(llave, 'procesador');
    const other = await signInAs(llave, 'procesador');
    const to = [mine.user.id, other.user.id, mine.user.id, null, undefined];
    await notify(telling(), { ...said('a:1'), to });
    await notify(telling(), { ...said('a:1'), to });
    await notify(telling(), { ...said('a:2'), to: [mine.user.id] });
    const list = (await mine.get('/api/notifications/list')).json<Listed>();
    expect(list.data.map(({ text }) => text)).toEqual([said('').text, said('').text]);
    expect(list.data[0]!.id).toBeGreaterThan(list.data[1]!.id);
    expect((await mine.get('/api/notifications/unread')).json()).toEqual({ data: { unread: 2 } });

    const chosen = await mine.post(`/api/notifications/${list.data[0]!.id}/assign_selection_date`);
    const first = chosen.json<{ data: Notice }>().data.selected_at;
    expect(first).toBe(llave.clock.now().toISOString());
    llave.clock.advance(60);
    const again = await mine.post(`/api/notifications/${list.data[0]!.id}/assign_selection_date`);
    expect(again.json<{ data: Notice }>().data.selected_at).toBe(first);
    expect((await mine.get('/api/notifications/unread')).json()).toEqual({ data: { unread: 1 } });
    const unread = (await mine.get('/api/notifications/list?unread=1')).json<Listed>();
    expect(unread.data.map(({ id }) => id)).toEqual([list.data[1]!.id]);
    expect((await other.get('/api/notifications/unread')).json()).toEqual({ data: { unread: 1 } });
  });

  test('another user’s notice gives 404, and reading all marks only own notices', async () => {
    const mine = await signInAs(llave, 'asesor');
    const other = await signInAs(llave, 'asesor');
    await notify(telling(), { ...said('b:1'), to: [mine.user.id, other.user.id] });
    const [theirs] = (await other.get('/api/notifications/list')).json<Listed>().data;
    expect((await mine.post(`/api/notifications/${theirs!.id}/assign_selection_date`)).statusCode).toBe(404);
    expect((await mine.post('/api/notifications/read_all')).statusCode).toBe(200);
    expect((await mine.get('/api/notifications/unread')).json()).toEqual({ data: { unread: 0 } });
    expect((await other.get('/api/notifications/unread')).json()).toEqual({ data: { unread: 1 } });
  });

  test('skips the user who caused it and inactive users', async () => {
    const { db } = llave.database;
    const actor = await signInAs(llave, 'coordinador');
    const gone = await makeUser(db, { active: false });
    const staff = { userId: actor.user.id } as never;
    await notify({ ...telling(), staff }, { ...said('c:1'), to: [actor.user.id, gone.id] });
    expect(await db.select().from(notices).where(eq(notices.event, 'c:1'))).toEqual([]);
  });

  test('a read notice is deleted after half a year; an unread one stays', async () => {
    const { db } = llave.database;
    const person = await signInAs(llave, 'soporte');
    await notify(telling(), { ...said('d:1'), to: [person.user.id] });
    await person.post('/api/notifications/read_all');
    await notify(telling(), { ...said('d:2'), to: [person.user.id] });
    llave.clock.advance(181 * 86_400);
    await llave.app.core.jobs.run(sweepNotices, {});
    const left = await db
      .select({ event: notices.event })
      .from(notices)
      .where(eq(notices.userId, person.user.id));
    expect(left).toEqual([{ event: 'd:2' }]);
  });
});

test('users who may confirm a payment are found by the permission, for all projects or theirs', async () => {
  const { db } = llave.database;
  const accountant = await makeUser(db, { roles: ['contabilidad'] });
  const manager = await makeUser(db, { roles: ['proyectos'], projectIds: [] });
  const found = await whoMay(db, 'pagos.aprobar', 1);
  expect(found).toContain(accountant.id);
  expect(found).not.toContain(manager.id);
});

test('a processor gets a notice of a new sale, with a link to it', async () => {
  const { db } = llave.database;
  const coordinator = await signInAs(llave, 'coordinador');
  const processor = await signInAs(llave, 'procesador');
  const sale = await makeSale(db, { stateId: 3, code: 'PC-2026-90001' });
  const given = await coordinator.patch(`/api/sale/precontracts/${sale.id}/processor`, {
    procesador_id: processor.user.id,
    motivo: 'Se reparte el trabajo',
  });
  expect(given.statusCode).toBe(200);
  const [notice] = (await processor.get('/api/notifications/list')).json<Listed>().data;
  expect(notice).toMatchObject({ kind: 'venta_asignada', url: `/oficina/ventas/${sale.id}` });
  expect(notice!.text).toContain('PC-2026-90001');
});
