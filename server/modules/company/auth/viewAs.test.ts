import { and, desc, eq, like } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { seenAs } from '#contract/company/auth/viewAs.ts';
import type { Permission, Scope } from '#contract/access.ts';
import { auditLog, outboxMails } from '#server/kernel/kernel.table.ts';
import { endpointsOf } from '#server/kernel/route.ts';
import { useApp, type Browser } from '#test/app.ts';
import { makeProject, makeSale, makeUser } from '#test/factories.ts';
import { signInAs, signInUser, signInWith, type StaffBrowser } from '#test/signIn.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';

const llave = useApp();
const db = () => llave.database.db;
const URL = '/api/auth/view_as';
const end = (browser: Browser) => browser.send({ method: 'DELETE', url: URL });
const me = async (browser: Browser) =>
  (await browser.get('/api/user')).json<{
    data: { id: number; name: string; permissions: string[]; roles: { id: number }[] };
  }>().data;
const eyes = async (browser: Browser) =>
  (await browser.get('/api/office/menu')).json<{ data: { view_as: { name: string } | null } }>().data.view_as;
const salesSeen = async (browser: Browser) =>
  (await browser.get('/api/sale/precontracts?per_page=200'))
    .json<{ data: { id: number }[] }>()
    .data.map(({ id }) => id);
const lines = (userId: number) =>
  db()
    .select({
      action: auditLog.action,
      entity: auditLog.entity,
      entityId: auditLog.entityId,
      data: auditLog.data,
    })
    .from(auditLog)
    .where(and(eq(auditLog.actorId, String(userId)), like(auditLog.action, 'view_as%')))
    .orderBy(desc(auditLog.id));

describe('effective permissions', () => {
  const map = (grants: Partial<Record<Permission, Scope>>) =>
    new Map(Object.entries(grants) as [Permission, Scope][]);

  test('as a role: the narrower of both scopes; nothing when the scopes do not contain each other', () => {
    const viewer = map({
      'ventas.ver': 'todo',
      'pagos.ver': 'propio',
      'citas.ver': 'propio',
      'legal.ver': 'asignado',
    });
    const role = map({
      'ventas.ver': 'propio',
      'pagos.ver': 'todo',
      'citas.ver': 'propio',
      'legal.ver': 'propio',
      'chat.ver': 'todo',
    });
    expect(seenAs('role', viewer, role)).toEqual(
      map({ 'ventas.ver': 'propio', 'pagos.ver': 'propio', 'citas.ver': 'propio' }),
    );
  });

  test('as a user: only permissions that the viewer has with scope todo, because the rows are the user’s', () => {
    const viewer = map({ 'ventas.ver': 'todo', 'pagos.ver': 'propio' });
    const person = map({ 'ventas.ver': 'asignado', 'pagos.ver': 'propio' });
    expect(seenAs('user', viewer, person)).toEqual(map({ 'ventas.ver': 'asignado' }));
  });
});

describe('an administrator views', () => {
  test('as a user: with that user’s rows, roles and menu, under the administrator’s own name', async () => {
    const admin = await signInAs(llave, 'administrador');
    const adviser = await makeUser(db(), { roles: ['asesor'], name: 'Ana Asesora' });
    const hers = await makeSale(db(), { adviserId: adviser.id });
    const another = await makeSale(db());
    expect(await salesSeen(admin)).toEqual(expect.arrayContaining([hers.id, another.id]));
    const began = await admin.post(URL, { user_id: adviser.id });
    expect(began.json()).toEqual({ success: 'Ves la oficina como Ana Asesora.' });
    expect(await salesSeen(admin)).toEqual([hers.id]);
    expect((await admin.get(`/api/sale/precontracts/${another.id}`)).statusCode).toBe(404);
    expect(await eyes(admin)).toMatchObject({ kind: 'user', id: adviser.id, name: 'Ana Asesora' });
    const { id, roles, permissions } = await me(admin);
    expect({ id, roles: roles.map((role) => role.id) }).toEqual({ id: admin.user.id, roles: [4] });
    expect(permissions).not.toContain('administracion.ver');
    expect((await admin.get('/api/administrations/roles')).statusCode).toBe(403);
    // Account data stays the viewer's own, for example the sessions.
    const sessions = (await admin.get('/api/auth/sessions')).json<{ data: { current: boolean }[] }>().data;
    expect(sessions).toMatchObject([{ current: true }]);

    expect((await end(admin)).statusCode).toBe(200);
    expect(await eyes(admin)).toBeNull();
    expect(await salesSeen(admin)).toContain(another.id);
    expect(await lines(admin.user.id)).toMatchObject([
      { action: 'view_as_ended', entity: 'user', entityId: String(adviser.id) },
      { action: 'view_as_began', entity: 'user', entityId: String(adviser.id) },
    ]);
  });

  test('as a project manager: with that user’s projects; as a role: with the administrator’s own', async () => {
    const project = await makeProject(db());
    const other = await makeProject(db());
    const manager = await makeUser(db(), { roles: ['proyectos'], projectIds: [project.id] });
    const admin = await signInAs(llave, { role: 'administrador', projectIds: [other.id] });
    const seen = async () =>
      (await admin.get('/api/projects?per_page=200'))
        .json<{ data: { id: number }[] }>()
        .data.map(({ id }) => id);
    await admin.post(URL, { user_id: manager.id });
    expect(await seen()).toEqual([project.id]);
    await end(admin);
    await admin.post(URL, { role_id: 8 });
    expect(await seen()).toEqual([other.id]);
  });

  test('only in this session', async () => {
    const admin = await signInAs(llave, 'administrador');
    const elsewhere = await signInUser(llave, admin.user);
    await admin.post(URL, { role_id: 4 });
    expect(await eyes(elsewhere)).toBeNull();
    expect(await me(elsewhere)).toMatchObject({ roles: [{ id: 1 }] });
  });
});

describe('read-only while viewing', () => {
  /** Views as a user with all permissions: only the viewing can then cause a refusal. */
  async function looking(): Promise<StaffBrowser> {
    const admin = await signInAs(llave, 'administrador');
    const other = await makeUser(db(), { roles: ['administrador'] });
    expect((await admin.post(URL, { user_id: other.id })).statusCode).toBe(200);
    return admin;
  }

  test('every call that changes data is refused with its own code, even a GET; ending is allowed', async () => {
    const admin = await looking();
    const acting = endpointsOf(llave.app).filter(
      ({ method, csrf, access, whileViewing }) =>
        (method !== 'GET' || csrf === true) &&
        !whileViewing &&
        // Calls of other services have no session.
        access !== 'public' &&
        access !== 'client' &&
        !(Array.isArray(access) && access.includes('client')),
    );
    expect(acting.length).toBeGreaterThan(40);
    for (const { method, path } of acting) {
      const url = path.replaceAll(/:\w+/g, '1');
      const answer = await admin.send({
        method,
        url,
        ...(method !== 'GET' && { payload: {} }),
        headers: { 'x-csrf-token': await csrf(admin) },
      });
      expect([method, path, answer.statusCode, answer.json<{ code: string }>().code]).toEqual([
        method,
        path,
        403,
        'VIEW_AS',
      ]);
    }
    expect((await end(admin)).statusCode).toBe(200);
  });
  const csrf = async (browser: Browser) =>
    (await browser.get('/api/csrf')).json<{ data: { token: string } }>().data.token;

  test('a Bearer header is refused too', async () => {
    const admin = await looking();
    const answer = await llave.app.inject({
      method: 'POST',
      url: '/api/administrations/roles',
      headers: { authorization: `Bearer ${admin.token}` },
      payload: { display_name: 'Por la ventana' },
    });
    expect(answer.json()).toMatchObject({ code: 'VIEW_AS' });
  });

  test('a second view cannot be started from there', async () => {
    const admin = await looking();
    expect((await admin.post(URL, { role_id: 4 })).json()).toMatchObject({ code: 'VIEW_AS' });
  });

  test('signing out is allowed and ends the viewing', async () => {
    const admin = await looking();
    expect((await admin.post('/api/logout')).statusCode).toBe(200);
    expect((await lines(admin.user.id))[0]).toMatchObject({ action: 'view_as_ended' });
  });

  test('a mail with another user’s code is hidden while viewing', async () => {
    const admin = await looking();
    const mail = { kind: 'codigo', to: 'a@llave.test', subject: 'x', body: '123 456', secret: true };
    const [kept] = await db()
      .insert(outboxMails)
      .values({ ...mail, state: 'kept', createdAt: llave.clock.now() })
      .returning();
    const read = await admin.get(`/api/outbox/${kept!.id}`);
    expect([read.statusCode, read.json()]).toMatchObject([200, { data: { body: '' } }]);
    const look = await admin.post(`/api/outbox/${kept!.id}/mirar`, { motivo: 'Me lo pidió por teléfono' });
    expect(look.statusCode).toBe(403);
  });

  test('the sign-out is logged under the viewer’s own name', async () => {
    const admin = await looking();
    await admin.post('/api/logout');
    const [signedOut] = await db()
      .select({ data: auditLog.data })
      .from(auditLog)
      .where(and(eq(auditLog.actorId, String(admin.user.id)), eq(auditLog.action, 'signed_out')));
    expect(signedOut?.data).toMatchObject({ view_as: expect.stringMatching(/^user:\d+$/) as string });
  });
});

describe('no view shows more than the viewer’s own permissions', () => {
  const VIEWER = (['administracion.ver', 'administracion.editar'] as const).map((permission) => ({
    permission,
    scope: 'todo' as const,
  }));

  test('a viewer without sales sees none as an administrator', async () => {
    const viewer = await signInWith(llave, [...VIEWER, { permission: 'ventas.ver', scope: 'propio' }]);
    await makeSale(db());
    const boss = await makeUser(db(), { roles: ['administrador'] });
    await viewer.post(URL, { user_id: boss.id });
    expect((await me(viewer)).permissions.toSorted()).toEqual([
      'administracion.editar',
      'administracion.ver',
    ]);
    expect((await viewer.get('/api/sale/precontracts')).statusCode).toBe(403);
    await end(viewer);
    await viewer.post(URL, { role_id: 1 });
    expect(await salesSeen(viewer)).toEqual([]);
  });

  test('viewing needs both administracion.ver and administracion.editar', async () => {
    expect((await (await signInAs(llave, 'gerencia')).post(URL, { role_id: 4 })).statusCode).toBe(403);
    const half = await signInWith(llave, VIEWER.slice(1));
    expect((await half.post(URL, { role_id: 4 })).statusCode).toBe(403);
  });

  test('as oneself, an inactive user, a customer or an unknown user: 422 at the field', async () => {
    const admin = await signInAs(llave, 'administrador');
    const gone = await makeUser(db(), { active: false });
    for (const [field, payload] of [
      ['user_id', { user_id: admin.user.id }],
      ['user_id', { user_id: gone.id }],
      ['user_id', { user_id: 987_654_321 }],
      ['role_id', { role_id: 16 }],
      ['role_id', { role_id: 987_654_321 }],
    ] as const)
      expect((await admin.post(URL, payload)).json()).toMatchObject({ errors: [{ field }] });
    expect((await admin.post(URL, { role_id: 4, user_id: gone.id })).statusCode).toBe(422);
    expect((await admin.post(URL, {})).statusCode).toBe(422);
  });
});

describe('viewing ends by itself', () => {
  test('after an hour, with one entry in the audit log', async () => {
    const admin = await signInAs(llave, 'administrador');
    await admin.post(URL, { role_id: 4 });
    const before = llave.clock.now();
    llave.clock.set(new Date(before.getTime() + 59 * 60_000));
    expect(await eyes(admin)).toMatchObject({ name: 'Asesor de ventas' });
    llave.clock.set(new Date(before.getTime() + 60 * 60_000));
    const seen = await Promise.all([eyes(admin), eyes(admin), eyes(admin)]);
    expect(seen).toEqual([null, null, null]);
    expect((await me(admin)).permissions).toContain('administracion.editar');
    expect((await lines(admin.user.id)).map(({ action, data }) => [action, data['because']])).toEqual([
      ['view_as_ended', 'time'],
      ['view_as_began', undefined],
    ]);
    llave.clock.set(before);
  });

  test('when the viewed user is deactivated', async () => {
    const admin = await signInAs(llave, 'administrador');
    const other = await makeUser(db());
    await admin.post(URL, { user_id: other.id });
    await db().update(users).set({ active: false }).where(eq(users.id, other.id));
    llave.clock.set(new Date(llave.clock.now().getTime() + 11_000));
    expect(await eyes(admin)).toBeNull();
  });
});
