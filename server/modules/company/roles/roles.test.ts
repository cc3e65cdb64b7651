import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { GRANTS, PERMISSIONS, ROLES, type Permission, type Scope } from '#contract/access.ts';
import type { Grant, Role, RoleSummary } from '#contract/company/roles/roles.ts';
import { violatedConstraint } from '#server/kernel/db.ts';
import { auditLog } from '#server/kernel/kernel.table.ts';
import { useApp, type Browser } from '#test/app.ts';
import { makeRole, makeSale, makeUser } from '#test/factories.ts';
import { signInAs, signInUser, signInWith } from '#test/signIn.ts';
import { roleGrants, roles, userRoles, users } from '#server/modules/company/staff/staff.table.ts';

const llave = useApp();
const db = () => llave.database.db;
const BASE = '/api/administrations/roles';
const put = (browser: Browser, url: string, payload: object) => browser.send({ method: 'PUT', url, payload });
const del = (browser: Browser, url: string) => browser.send({ method: 'DELETE', url });
const own = (...permissions: Permission[]): Grant[] =>
  permissions.map((permission) => ({ permission, scope: 'propio' }));
const readRole = async (browser: Browser, id: number) =>
  (await browser.get(`${BASE}/${id}`)).json<{ data: Role }>().data;
const may = async (browser: Browser) =>
  (await browser.get('/api/user')).json<{ data: { permissions: string[] } }>().data.permissions;

/** Grants of a custom administrator role, so that the seed's role does not change. */
const ADMINISTERS: Grant[] = (['ver', 'crear', 'editar', 'anular'] as const).map((action) => ({
  permission: `administracion.${action}`,
  scope: 'todo',
}));

describe('lists for other systems', () => {
  test('roles and permissions have the exact names and shapes, in the requested order', async () => {
    const browser = await signInAs(llave, 'administrador');
    const roles = (await browser.get(`${BASE}/lists`)).json<{ data: object[] }>().data;
    expect(roles.slice(0, ROLES.length)).toEqual(
      ROLES.toSorted((a, b) => a.id - b.id).map(({ id, display_name }) => ({ id, display_name })),
    );
    const permissions = '/api/administrations/permissions/lists';
    expect((await browser.get(permissions)).json()).toEqual({
      data: PERMISSIONS.map(({ id, display_name }) => ({ id, display_name })),
    });
    const last = await browser.get(`${permissions}?order_column=display_name&order_type=desc`);
    expect(last.json<{ data: { display_name: string }[] }>().data[0]?.display_name).toMatch(
      /^Viviendas|^Ventas/,
    );
    expect((await browser.get(`${permissions}?order_column=secreto`)).statusCode).toBe(422);
    expect((await (await signInAs(llave, 'asesor')).get(`${BASE}/lists`)).statusCode).toBe(403);
  });
});

describe('a custom role', () => {
  test('with three permissions of scope propio gives exactly those in menu, lists, search and calls', async () => {
    const admin = await signInAs(llave, 'administrador');
    const made = await admin.post(BASE, { display_name: 'Asesor de feria', description: 'Fines de semana' });
    expect(made.statusCode).toBe(201);
    const role = made.json<{ data: Role }>().data;
    expect(role).toMatchObject({ id: expect.any(Number) as number, seed: false, people: 0, grants: [] });
    expect(role.id).toBeGreaterThan(1000);
    const grants = own('ventas.ver', 'ventas.editar', 'citas.ver');
    const saved = await put(admin, `${BASE}/${role.id}/grants`, { grants, version: role.version });
    expect(saved.json()).toMatchObject({ data: { permissions: 3, version: role.version + 1 } });

    const user = await makeUser(db(), { roles: [] });
    await db().insert(userRoles).values({ userId: user.id, roleId: role.id });
    const browser = await signInUser(llave, user);
    expect((await may(browser)).toSorted()).toEqual(['citas.ver', 'ventas.editar', 'ventas.ver']);
    expect((await browser.get('/api/settings/check')).json()).toMatchObject({
      check: [true, { modules: ['ventas', 'citas'] }],
    });
    const menu = (await browser.get('/api/office/menu'))
      .json<{
        data: { modules: { options: { href: string }[] }[] };
      }>()
      .data.modules.flatMap(({ options }) => options.map(({ href }) => href));
    expect(menu).toContain('/oficina/ventas');
    for (const closed of ['/oficina/pagos', '/oficina/proyectos', '/oficina/roles'])
      expect(menu).not.toContain(closed);

    const mine = await makeSale(db(), { name: 'Propia Uno', adviserId: user.id });
    const others = await makeSale(db(), { name: 'Ajena Dos' });
    const found = async (query: string) =>
      (await browser.get(`/api/sale/precontracts${query}`))
        .json<{ data: { id: number }[] }>()
        .data.map(({ id }) => id);
    expect(await found('')).toEqual([mine.id]);
    expect(await found('?q=Ajena')).toEqual([]);
    expect(await found('?q=Propia')).toEqual([mine.id]);
    expect((await browser.get(`/api/sale/precontracts/${mine.id}`)).statusCode).toBe(200);
    expect((await browser.get(`/api/sale/precontracts/${others.id}`)).statusCode).toBe(404);
    expect((await browser.get('/api/sale/costumer_payments')).statusCode).toBe(403);
  });

  test('a removed permission applies to the next call of an open session', async () => {
    const admin = await signInAs(llave, 'administrador');
    const browser = await signInWith(llave, own('ventas.ver', 'pagos.ver', 'citas.ver'));
    const standing = async () =>
      (await browser.get('/api/office/menu')).json<{ data: { standing: string } }>().data.standing;
    const before = await standing();
    expect((await browser.get('/api/sale/costumer_payments')).statusCode).toBe(200);
    const { version } = await readRole(admin, browser.roleId);
    await put(admin, `${BASE}/${browser.roleId}/grants`, { grants: own('ventas.ver', 'citas.ver'), version });
    expect((await browser.get('/api/sale/costumer_payments')).statusCode).toBe(403);
    expect(await standing()).not.toBe(before);
    expect(await may(browser)).not.toContain('pagos.ver');
    // A narrower scope alone also changes the hash.
    const narrowed = await standing();
    const wider = [...own('citas.ver'), { permission: 'ventas.ver', scope: 'asignado' }];
    await put(admin, `${BASE}/${browser.roleId}/grants`, { grants: wider, version: version + 1 });
    expect(await standing()).not.toBe(narrowed);
  });

  test('a copy has the same grants; a duplicate name is refused at its field', async () => {
    const admin = await signInAs(llave, 'administrador');
    const copy = await admin.post(BASE, { display_name: 'Procesador de noche', copy_of: 5 });
    expect(new Set(copy.json<{ data: Role }>().data.grants.map(({ permission }) => permission))).toEqual(
      new Set(GRANTS.filter(({ role }) => role === 'procesador').map(({ permission }) => permission)),
    );
    const twice = await admin.post(BASE, { display_name: ' procesador DE noche ' });
    expect(twice.statusCode).toBe(422);
    expect(twice.json()).toMatchObject({ errors: [{ field: 'display_name' }] });
    const key = { 'idempotency-key': 'rol-1' };
    const once = await admin.post(BASE, { display_name: 'Una vez' }, key);
    const again = await admin.post(BASE, { display_name: 'Una vez' }, key);
    expect(again.json()).toEqual(once.json());
  });
});

describe('nobody grants more than they have', () => {
  const grant = (permission: Permission, scope: Scope): Grant => ({ permission, scope });

  test('a permission or scope beyond the caller’s own is refused at its position, and nothing is written', async () => {
    const editor = await signInWith(llave, [...ADMINISTERS, grant('ventas.ver', 'propio')]);
    const role = await makeRole(db(), []);
    const set = (grants: Grant[]) => put(editor, `${BASE}/${role.id}/grants`, { grants, version: 1 });
    for (const beyond of [
      grant('pagos.aprobar', 'propio'),
      grant('ventas.ver', 'todo'),
      // Other rows, not fewer: assigned sales are not necessarily own sales.
      grant('ventas.ver', 'asignado'),
    ]) {
      const answer = await set(
        [grant('ventas.ver', 'propio'), beyond].slice(beyond.permission === 'ventas.ver' ? 1 : 0),
      );
      expect(answer.statusCode).toBe(422);
      expect(answer.json<{ errors: { field: string }[] }>().errors[0]?.field).toMatch(
        /^grants\[\d\]\[permission\]$/,
      );
    }
    expect(await db().$count(roleGrants, eq(roleGrants.roleId, role.id))).toBe(0);
    expect((await set([grant('ventas.ver', 'propio')])).statusCode).toBe(200);
  });

  test('a user may narrow grants that they have themselves, and cannot extend their own role', async () => {
    const editor = await signInWith(llave, [...ADMINISTERS, grant('pagos.ver', 'todo')]);
    const role = await makeRole(db(), [grant('pagos.ver', 'todo')]);
    const narrowed = [grant('pagos.ver', 'sus_proyectos'), grant('administracion.ver', 'todo')];
    const answer = await put(editor, `${BASE}/${role.id}/grants`, { grants: narrowed, version: 1 });
    expect(answer.statusCode).toBe(200);
    const back = await put(editor, `${BASE}/${role.id}/grants`, {
      grants: [grant('pagos.aprobar', 'todo')],
      version: 2,
    });
    expect(back.statusCode).toBe(422);
    const mine = await put(editor, `${BASE}/${editor.roleId}/grants`, {
      grants: [...ADMINISTERS, grant('auditoria.ver', 'todo')],
      version: 1,
    });
    expect(mine.statusCode).toBe(422);
  });

  test('copying a more powerful role or removing its second step is refused too', async () => {
    const editor = await signInWith(llave, ADMINISTERS);
    const copy = await editor.post(BASE, { display_name: 'Otro administrador', copy_of: 1 });
    expect(copy.json()).toMatchObject({ errors: [{ field: 'copy_of' }] });
    const role = await makeRole(db(), [grant('pagos.aprobar', 'todo')], { requiresSecondStep: true });
    const weaker = await editor.patch(`${BASE}/${role.id}`, { requires_second_step: false, version: 1 });
    expect(weaker.json()).toMatchObject({ code: 'ESCALATION' });
    const admin = await signInAs(llave, 'administrador');
    const done = await admin.patch(`${BASE}/${role.id}`, { requires_second_step: false, version: 1 });
    expect(done.json()).toMatchObject({ data: { requires_second_step: false } });
  });

  test('a more powerful role cannot be narrowed, renamed, archived or deleted', async () => {
    const editor = await signInWith(llave, ADMINISTERS);
    const role = await makeRole(db(), [grant('pagos.aprobar', 'todo')]);
    for (const id of [1, role.id]) {
      const [kept] = await db().select().from(roles).where(eq(roles.id, id));
      const version = kept!.version;
      for (const refused of [
        await put(editor, `${BASE}/${id}/grants`, { grants: [], version }),
        await editor.patch(`${BASE}/${id}`, { display_name: 'Nadie', version }),
        await editor.post(`${BASE}/${id}/archive`, { version }),
        await del(editor, `${BASE}/${id}`),
      ])
        expect(refused.json()).toMatchObject({ code: 'ESCALATION' });
      expect((await db().select().from(roles).where(eq(roles.id, id)))[0]).toEqual(kept);
    }
  });

  test('a permission without rows is granted with scope todo or not at all', async () => {
    const admin = await signInAs(llave, 'administrador');
    const role = await makeRole(db(), []);
    const answer = await put(admin, `${BASE}/${role.id}/grants`, {
      grants: own('administracion.editar'),
      version: 1,
    });
    expect(answer.json()).toMatchObject({ errors: [{ field: 'grants[0][scope]' }] });
    const twice = await put(admin, `${BASE}/${role.id}/grants`, {
      grants: own('ventas.ver', 'ventas.ver'),
      version: 1,
    });
    expect(twice.statusCode).toBe(422);
  });
});

describe('protected roles', () => {
  test('the last administrator cannot be removed', async () => {
    await db().update(users).set({ passwordHash: null, active: false });
    const admin = await signInAs(llave, 'administrador');
    await db().update(users).set({ passwordHash: 'x' }).where(eq(users.id, admin.user.id));
    const role = await readRole(admin, 1);
    const without = role.grants.filter(({ permission }) => permission !== 'administracion.editar');
    const answer = await put(admin, `${BASE}/1/grants`, { grants: without, version: role.version });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, 'LAST_ADMINISTRATOR']);
    expect((await readRole(admin, 1)).grants).toHaveLength(role.grants.length);
  });

  test('the customers’ role is empty and cannot be assigned, also in the database', async () => {
    const admin = await signInAs(llave, 'administrador');
    const answer = await put(admin, `${BASE}/16/grants`, { grants: own('ventas.ver'), version: 1 });
    expect(answer.json()).toMatchObject({ code: 'CUSTOMER_ROLE' });
    const refusal = (statement: PromiseLike<unknown>) =>
      Promise.resolve(statement).then(() => null, violatedConstraint);
    const grant = { roleId: 16, permission: 'ventas.ver', scope: 'todo' };
    expect(await refusal(db().insert(roleGrants).values(grant))).toBe('customer_role');
    const user = await makeUser(db());
    expect(await refusal(db().insert(userRoles).values({ userId: user.id, roleId: 16 }))).toBe(
      'role_assignable',
    );
  });

  test('a role with users is neither archived nor deleted; a product role is never deleted', async () => {
    const admin = await signInAs(llave, 'administrador');
    const browser = await signInWith(llave, own('ventas.ver'));
    const url = `${BASE}/${browser.roleId}`;
    for (const answer of [await admin.post(`${url}/archive`, { version: 1 }), await del(admin, url)])
      expect(answer.json()).toMatchObject({ code: 'ROLE_IN_USE' });
    await db().delete(userRoles).where(eq(userRoles.userId, browser.user.id));
    expect((await admin.post(`${url}/archive`, { version: 1 })).statusCode).toBe(200);
    const given = { userId: browser.user.id, roleId: browser.roleId };
    await expect(db().insert(userRoles).values(given)).rejects.toThrow('insert into "user_roles"');
    expect((await admin.post(`${url}/restore`, { version: 2 })).statusCode).toBe(200);
    expect((await del(admin, url)).statusCode).toBe(200);
    expect((await admin.get(url)).statusCode).toBe(404);
    expect((await del(admin, `${BASE}/12`)).json()).toMatchObject({ code: 'SEED_ROLE' });
    expect((await admin.post(`${BASE}/12/archive`, { version: 1 })).statusCode).toBe(200);
    const listed = (await admin.get(BASE)).json<{ data: RoleSummary[] }>().data;
    expect(listed.find(({ id }) => id === 12)?.archived_at).not.toBeNull();
  });

  test('concurrent assignment and archiving: only one of them succeeds', async () => {
    const admin = await signInAs(llave, 'administrador');
    for (let round = 0; round < 5; round += 1) {
      const role = await makeRole(db(), []);
      const user = await makeUser(db(), { roles: [] });
      const [archived, given] = await Promise.all([
        admin.post(`${BASE}/${role.id}/archive`, { version: 1 }),
        Promise.resolve(db().insert(userRoles).values({ userId: user.id, roleId: role.id })).then(
          () => true,
          () => false,
        ),
      ]);
      expect([archived.statusCode === 200, given].filter(Boolean)).toHaveLength(1);
    }
  });

  test('a stale version gives 409: of five concurrent changes one succeeds', async () => {
    const admin = await signInAs(llave, 'administrador');
    await admin.post(BASE);
    const role = await makeRole(db(), []);
    const scopes: Scope[] = ['todo', 'propio', 'asignado', 'sus_proyectos', 'todo'];
    const answers = await Promise.all(
      scopes.map((scope) =>
        put(admin, `${BASE}/${role.id}/grants`, {
          grants: [{ permission: 'ventas.ver', scope }],
          version: 1,
        }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409, 409, 409]);
  });

  test('the audit log has changes with before and after', async () => {
    const admin = await signInAs(llave, 'administrador');
    const role = await makeRole(db(), own('ventas.ver'));
    await put(admin, `${BASE}/${role.id}/grants`, {
      grants: [{ permission: 'ventas.ver', scope: 'todo' }],
      version: 1,
    });
    const [line] = await db()
      .select({ data: auditLog.data, actorId: auditLog.actorId })
      .from(auditLog)
      .where(and(eq(auditLog.entity, 'role'), eq(auditLog.entityId, String(role.id))));
    expect(line).toEqual({
      actorId: String(admin.user.id),
      data: { changes: [{ permission: 'ventas.ver', from: 'propio', to: 'todo' }] },
    });
  });
});
