import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { Permission } from '#contract/access.ts';
import type { UserRecord, UserRow } from '#contract/company/users/people.ts';
import { auditLog } from '#server/kernel/kernel.table.ts';
import { useApp, type Browser } from '#test/app.ts';
import { makeProject, makeRole as makeRoleOf, makeUser } from '#test/factories.ts';
import { mailsTo } from '#test/outbox.ts';
import { signInAs, signInUser, signInWith as signInWithGrants } from '#test/signIn.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { roleGrants, userRoles, users } from '#server/modules/company/staff/staff.table.ts';

const llave = useApp();
const db = () => llave.database.db;
const base = '/api/administrations/users';
const data = <T>(answer: { json<J>(): J }) => answer.json<{ data: T }>().data;
const PASSWORD = 'tres pericos en la loma';

const overAll = (permissions: readonly Permission[]) =>
  permissions.map((permission) => ({ permission, scope: 'todo' as const }));
const makeRole = (...permissions: Permission[]) => makeRoleOf(db(), overAll(permissions));
const signInWith = (...permissions: Permission[]) => signInWithGrants(llave, overAll(permissions));

const newUser = (email: string, more: object = {}) => ({
  name: 'Rosa Vega',
  email,
  user_type_id: 1,
  role_ids: [4],
  ...more,
});

const linkIn = (body: string) => /#invitacion=([\w.-]+)/.exec(body)?.[1] ?? '';
const takeInvitation = (browser: Browser, token: string, password = PASSWORD) =>
  browser.post('/api/password/reset', { token, password });

describe('inviting a user', () => {
  test('creates the user with roles, teams and type, and the mailed link sets the first password once', async () => {
    const browser = await signInAs(llave, 'administrador');
    const project = await makeProject(db());
    const made = await browser.post(
      base,
      newUser('rosa@llave.test', {
        phone: '6123-4567',
        organizational_role_type_id: 3,
        project_ids: [project.id],
      }),
    );
    expect(made.statusCode, made.body).toBe(201);
    const user = data<UserRecord>(made);
    expect(user).toMatchObject({
      name: 'Rosa Vega',
      phone: '+50761234567',
      user_type: { id: 1, name: 'Colaborador' },
      roles: [{ id: 4, display_name: 'Asesor de ventas' }],
      organizational_role: { id: 3, name: 'Asesor de ventas' },
      projects: [{ id: project.id, name: project.name }],
      state: 'invitado',
      self: false,
      why_not: null,
    });
    expect(user.invitation_until).not.toBeNull();
    const [mail] = await mailsTo(db(), 'rosa@llave.test');
    expect(mail).toMatchObject({ kind: 'invitacion', secret: true });
    const guest = llave.browser();
    expect((await takeInvitation(guest, linkIn(mail!.body))).statusCode).toBe(200);
    expect((await takeInvitation(llave.browser(), linkIn(mail!.body))).json()).toMatchObject({
      code: 'TOKEN',
    });
    const signedIn = await guest.post('/api/login', { email: 'rosa@llave.test', password: PASSWORD });
    expect(signedIn.statusCode).toBe(200);
    expect(data<UserRecord>(await browser.get(`${base}/${user.id}`)).state).toBe('activo');
    const again = await browser.post(`${base}/${user.id}/invite`);
    expect([again.statusCode, again.json()]).toMatchObject([409, { code: 'ALREADY_IN' }]);
  });

  test('again: only the latest link works, also after two concurrent requests', async () => {
    const browser = await signInAs(llave, 'administrador');
    const user = data<UserRecord>(await browser.post(base, newUser('dos@llave.test')));
    await Promise.all([browser.post(`${base}/${user.id}/invite`), browser.post(`${base}/${user.id}/invite`)]);
    const mails = await mailsTo(db(), 'dos@llave.test');
    expect(mails).toHaveLength(3);
    const outcomes = [];
    for (const mail of mails)
      outcomes.push((await takeInvitation(llave.browser(), linkIn(mail.body))).statusCode);
    expect(outcomes.toSorted()).toEqual([200, 422, 422]);
  });

  test('a repeat with the same key creates one user and sends one mail', async () => {
    const browser = await signInAs(llave, 'administrador');
    const key = { 'idempotency-key': 'una-vez' };
    const [first, second] = [
      await browser.post(base, newUser('clave@llave.test'), key),
      await browser.post(base, newUser('clave@llave.test'), key),
    ];
    expect(data<UserRecord>(second).id).toBe(data<UserRecord>(first).id);
    expect(await mailsTo(db(), 'clave@llave.test')).toHaveLength(1);
  });

  test('invalid input is refused at its field', async () => {
    const browser = await signInAs(llave, 'administrador');
    const [company] = await db()
      .insert(partners)
      .values({
        kind: 'contratante',
        name: 'Grupo, S.A.',
        ruc: '1-1-1',
        dv: '01',
        rucKey: '1-1-1',
        createdAt: llave.clock.now(),
      })
      .returning();
    const faults: [object, string][] = [
      [{ email: 'rosa@llave.test' }, 'email'],
      [{ role_ids: [] }, 'role_ids'],
      [{ role_ids: [16] }, 'role_ids'],
      [{ role_ids: [987_654] }, 'role_ids'],
      [{ user_type_id: 6 }, 'user_type_id'],
      [{ phone: '123' }, 'phone'],
      [{ partner_id: company!.id }, 'partner_id'],
      [{ user_type_id: 2, partner_id: company!.id }, 'partner_id'],
      [{ organizational_role_type_id: 999 }, 'organizational_role_type_id'],
      [{ project_ids: [987_654] }, 'project_ids'],
    ];
    for (const [more, field] of faults) {
      const answer = await browser.post(base, newUser('mal@llave.test', more));
      const told = answer.json<{ errors: { field: string }[] }>().errors.map((one) => one.field);
      expect([answer.statusCode, told[0]], JSON.stringify(more)).toEqual([422, field]);
    }
    expect(await db().$count(users, eq(users.email, 'mal@llave.test'))).toBe(0);
    const fits = newUser('socio@llave.test', { user_type_id: 3, partner_id: company!.id, role_ids: [2] });
    expect(data<UserRecord>(await browser.post(base, fits)).partner).toEqual({
      id: company!.id,
      name: 'Grupo, S.A.',
    });
  });
});

describe('no access beyond the caller’s own permissions', () => {
  const ALL = [
    'administracion.ver',
    'administracion.crear',
    'administracion.editar',
    'administracion.anular',
  ] as const;

  test('a role that grants more cannot be given to a new or existing user', async () => {
    const small = await signInWith(...ALL);
    const made = await small.post(base, newUser('mas@llave.test', { role_ids: [1] }));
    expect([made.statusCode, made.json<{ errors: { field: string }[] }>().errors[0]?.field]).toEqual([
      422,
      'role_ids',
    ]);
    const mine = await makeRole('administracion.ver');
    const given = await small.post(base, newUser('igual@llave.test', { role_ids: [mine.id] }));
    expect(given.statusCode, given.body).toBe(201);
    const { id } = data<UserRecord>(given);
    expect((await small.patch(`${base}/${id}`, { role_ids: [mine.id, 1] })).statusCode).toBe(422);
  });

  test('a more powerful user’s address, invitation, sessions, second step and status cannot be changed', async () => {
    const small = await signInWith(...ALL);
    const boss = await makeUser(db(), { roles: ['administrador'], passwordHash: 'x' });
    const invited = await makeUser(db(), { roles: ['administrador'] });
    const attempts = [
      () => small.patch(`${base}/${boss.id}`, { email: 'mio@llave.test' }),
      () => small.patch(`${base}/${boss.id}`, { name: 'Otro' }),
      () => small.post(`${base}/${invited.id}/invite`),
      () => small.send({ method: 'DELETE', url: `${base}/${boss.id}/sessions` }),
      () => small.post(`${base}/${boss.id}/reset_second_step`),
      () => small.post(`${base}/${boss.id}/deactivate`),
      () => small.post(`${base}/${boss.id}/reactivate`),
    ];
    for (const attempt of attempts) {
      const answer = await attempt();
      expect([answer.statusCode, answer.json()], answer.body).toMatchObject([403, { code: 'ESCALATION' }]);
    }
    expect(data<UserRecord>(await small.get(`${base}/${boss.id}`)).why_not).toMatch(/puede más/);
  });

  test('links mailed to a more powerful user cannot be read', async () => {
    const small = await signInWith(...ALL);
    const admin = await signInAs(llave, 'administrador');
    await admin.post(base, newUser('jefa@llave.test', { role_ids: [1] }));
    const mine = await makeRole('administracion.ver');
    await admin.post(base, newUser('par@llave.test', { role_ids: [mine.id] }));
    const open = async (browser: Browser, to: string) => {
      const [mail] = await mailsTo(db(), to);
      return (await browser.get(`/api/outbox/${mail!.id}`)).statusCode;
    };
    expect(await open(small, 'jefa@llave.test')).toBe(404);
    expect(await open(small, 'par@llave.test')).toBe(200);
    expect(await open(admin, 'jefa@llave.test')).toBe(200);
  });

  test('the caller’s own roles, type, teams, second step and status cannot be changed', async () => {
    const browser = await signInAs(llave, 'administrador');
    const own = `${base}/${browser.user.id}`;
    const project = await makeProject(db());
    const attempts = [
      () => browser.patch(own, { role_ids: [1, 3] }),
      () => browser.patch(own, { role_ids: [4] }),
      () => browser.patch(own, { user_type_id: 5 }),
      () => browser.patch(own, { project_ids: [project.id] }),
      () => browser.post(`${own}/deactivate`),
      () => browser.post(`${own}/reset_second_step`),
      () => browser.send({ method: 'DELETE', url: `${own}/sessions` }),
    ];
    for (const attempt of attempts) {
      const answer = await attempt();
      expect([answer.statusCode, answer.json()], answer.body).toMatchObject([403, { code: 'SELF' }]);
    }
    const renamed = await browser.patch(own, { name: 'Yo misma', away_from: '2026-12-01' });
    expect(data<UserRecord>(renamed)).toMatchObject({
      name: 'Yo misma',
      self: true,
      away_from: '2026-12-01',
    });
  });

  test('unknown keys are ignored', async () => {
    const browser = await signInAs(llave, 'administrador');
    const user = await makeUser(db(), { passwordHash: 'x' });
    const body = { name: 'Nuevo', active: false, password_hash: 'y', passwordHash: 'y', version: 1 };
    expect((await browser.patch(`${base}/${user.id}`, body)).statusCode).toBe(200);
    const [row] = await db().select().from(users).where(eq(users.id, user.id));
    expect(row).toMatchObject({ name: 'Nuevo', active: true, passwordHash: 'x', version: 2 });
  });
});

describe('changing a user', () => {
  test('a new address ends the sessions, both addresses are notified, and the audit log has it', async () => {
    const browser = await signInAs(llave, 'administrador');
    const user = await makeUser(db(), { email: 'antes@llave.test', passwordHash: 'x' });
    const theirs = await signInUser(llave, user);
    expect((await theirs.get('/api/user')).statusCode).toBe(200);
    const answer = await browser.patch(`${base}/${user.id}`, { email: ' Despues@Llave.test ', version: 1 });
    expect(data<UserRecord>(answer)).toMatchObject({ email: 'despues@llave.test', sessions: [] });
    expect((await theirs.get('/api/user')).statusCode).toBe(401);
    for (const address of ['antes@llave.test', 'despues@llave.test'])
      expect((await mailsTo(db(), address))[0]?.body).toContain('despues@llave.test');
    const [line] = await db()
      .select()
      .from(auditLog)
      .where(eq(auditLog.entityId, String(user.id)));
    expect(line).toMatchObject({ action: 'changed', data: { email_before: 'antes@llave.test' } });
  });

  test('a user who has not accepted the invitation gets a new one at the new address, and the old link is void', async () => {
    const browser = await signInAs(llave, 'administrador');
    const { id } = data<UserRecord>(await browser.post(base, newUser('viejo@llave.test')));
    await browser.patch(`${base}/${id}`, { email: 'nuevo@llave.test' });
    const [old] = await mailsTo(db(), 'viejo@llave.test');
    const [mail] = await mailsTo(db(), 'nuevo@llave.test');
    expect((await takeInvitation(llave.browser(), linkIn(old!.body))).statusCode).toBe(422);
    expect((await takeInvitation(llave.browser(), linkIn(mail!.body))).statusCode).toBe(200);
  });

  test('a taken address, wrong dates and a stale version are refused', async () => {
    const browser = await signInAs(llave, 'administrador');
    const user = await makeUser(db(), {});
    await makeUser(db(), { email: 'ocupado@llave.test' });
    const url = `${base}/${user.id}`;
    expect((await browser.patch(url, { email: 'OCUPADO@llave.test' })).statusCode).toBe(422);
    const days = await browser.patch(url, { away_from: '2026-12-10', away_to: '2026-12-01' });
    expect(days.json()).toMatchObject({ errors: [{ field: 'away_to' }] });
    expect((await browser.patch(url, { name: 'A', version: 7 })).json()).toMatchObject({
      code: 'STALE',
      current: { version: 1 },
    });
    expect((await browser.patch(`${base}/987654321`, { name: 'A' })).statusCode).toBe(404);
  });

  test('a removed role applies at once in an open session', async () => {
    const browser = await signInAs(llave, 'administrador');
    const theirs = await signInAs(llave, 'coordinador');
    expect((await theirs.get('/api/sale/precontracts')).statusCode).toBe(200);
    await browser.patch(`${base}/${theirs.user.id}`, { role_ids: [14] });
    expect((await theirs.get('/api/sale/precontracts')).statusCode).toBe(403);
  });

  test('ending the sessions and removing the second step notifies the user', async () => {
    const browser = await signInAs(llave, 'administrador');
    const user = await makeUser(db(), { passwordHash: 'x', totpSecret: 'sealed', emailCode: true });
    const theirs = await signInUser(llave, user);
    const before = data<UserRecord>(await browser.get(`${base}/${user.id}`));
    expect(before).toMatchObject({ second_step: { totp: true, email_code: true } });
    expect(before.sessions).toHaveLength(1);
    const ended = await browser.send({ method: 'DELETE', url: `${base}/${user.id}/sessions` });
    expect(ended.json()).toMatchObject({ closed: 1 });
    expect((await theirs.get('/api/user')).statusCode).toBe(401);
    const after = data<UserRecord>(await browser.post(`${base}/${user.id}/reset_second_step`));
    expect(after.second_step).toEqual({ totp: false, email_code: false, required: false });
    expect((await mailsTo(db(), user.email))[0]?.kind).toBe('aviso_seguridad');
  });

  test('two administrators who deactivate each other: one stays active', async () => {
    const [one, two] = [await signInAs(llave, 'administrador'), await signInAs(llave, 'administrador')];
    for (const { user } of [one, two])
      await db().update(users).set({ passwordHash: 'x' }).where(eq(users.id, user.id));
    const others = await db()
      .select({ id: userRoles.userId })
      .from(userRoles)
      .innerJoin(roleGrants, eq(roleGrants.roleId, userRoles.roleId))
      .where(eq(roleGrants.permission, 'administracion.editar'));
    for (const { id } of others.filter((other) => other.id !== one.user.id && other.id !== two.user.id))
      await db().update(users).set({ active: false }).where(eq(users.id, id));
    const outcomes = await Promise.all([
      one.post(`${base}/${two.user.id}/deactivate`),
      two.post(`${base}/${one.user.id}/deactivate`),
    ]);
    expect(outcomes.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    const lost = outcomes.find(({ statusCode }) => statusCode === 409)!;
    expect(lost.json()).toMatchObject({
      code: 'LAST_ADMINISTRATOR',
      message: expect.stringContaining('última persona que administra') as string,
    });
  });
});

describe('the lists', () => {
  test('users are filtered by state, role, type, project and text, in the requested order', async () => {
    const project = await makeProject(db());
    const browser = await signInAs(llave, 'administrador');
    const tag = `Zz${project.id}`;
    await makeUser(db(), { name: `${tag} Activa`, passwordHash: 'x', projectIds: [project.id] });
    await makeUser(db(), {
      name: `${tag} Ausente`,
      passwordHash: 'x',
      awayFrom: '2026-11-21',
      awayTo: '2026-11-21',
    });
    await makeUser(db(), { name: `${tag} Invitáda`, roles: ['contratista'] });
    await makeUser(db(), { name: `${tag} Fuera`, passwordHash: 'x', active: false });
    const names = async (query: string) =>
      data<UserRow[]>(await browser.get(`${base}?q=${tag}&${query}`)).map(({ name }) =>
        name.slice(tag.length + 1),
      );
    expect(await names('')).toEqual(['Activa', 'Ausente', 'Fuera', 'Invitáda']);
    expect(await names('order_type=desc')).toEqual(['Invitáda', 'Fuera', 'Ausente', 'Activa']);
    expect(await names('estado=ausente')).toEqual(['Ausente']);
    expect(await names('estado=invitado&estado=desactivado')).toEqual(['Fuera', 'Invitáda']);
    expect(await names('rol_id=11')).toEqual(['Invitáda']);
    expect(await names('tipo_id=2')).toEqual(['Invitáda']);
    expect(await names(`proyecto_id=${project.id}`)).toEqual(['Activa']);
    expect(data<UserRow[]>(await browser.get(`${base}?q=${tag}%20invitada`))).toHaveLength(1);
    expect((await browser.get(`${base}?order_column=password_hash`)).statusCode).toBe(422);
  });

  test('colleagues, agents and an organizational role: only active ones, with the column names of existing clients', async () => {
    const browser = await signInAs(llave, 'asesor');
    const agent = await makeUser(db(), { name: 'Aa Inspector', roles: [], userTypeId: 5 });
    const byRole = await makeUser(db(), {
      name: 'Ab Inspectora',
      roles: ['inspector'],
      organizationalRoleTypeId: 6,
    });
    await makeUser(db(), { name: 'Ac Inspector', roles: ['inspector'], active: false });
    await makeUser(db(), { name: 'Ad Contratista', roles: ['contratista'], organizationalRoleTypeId: 6 });
    const agents = data<{ id: number; name: string }[]>(await browser.get(`${base}/list_agents`));
    expect(agents.slice(0, 2)).toEqual([
      { id: agent.id, name: 'Aa Inspector' },
      { id: byRole.id, name: 'Ab Inspectora' },
    ]);
    expect(agents.map(({ name }) => name)).not.toContain('Ac Inspector');
    const colleagues = data<{ name: string }[]>(await browser.get(`${base}/lists?order_type=desc`));
    expect(colleagues.map(({ name }) => name)).not.toContain('Ad Contratista');
    expect(Object.keys(colleagues[0]!)).toEqual(['id', 'name', 'email']);
    expect(data(await browser.get('/api/organizational_role_type/listUsers/6'))).toEqual([
      { id: byRole.id, name: 'Ab Inspectora', email: byRole.email },
    ]);
    const contractor = await signInAs(llave, 'contratista');
    for (const url of [`${base}/lists`, `${base}/list_agents`, '/api/organizational_role_type/listUsers/6'])
      expect((await contractor.get(url)).statusCode, url).toBe(403);
  });

  test('inspectors are listed with their projects', async () => {
    const browser = await signInAs(llave, 'auditor');
    const project = await makeProject(db());
    const agent = await makeUser(db(), { roles: ['inspector'], projectIds: [project.id], passwordHash: 'x' });
    const found = await browser.get(`/api/administrations/agents?proyecto_id=${project.id}`);
    expect(found.json()).toMatchObject({
      data: [{ id: agent.id, projects: [{ id: project.id }], state: 'activo' }],
      meta: { pagination: { total: 1 } },
    });
  });

  test('one user with all data; 403 without the permission, 404 for an unknown user', async () => {
    const user = await makeUser(db(), {});
    expect((await (await signInAs(llave, 'procesador')).get(`${base}/${user.id}`)).statusCode).toBe(403);
    const auditor = await signInAs(llave, 'auditor');
    const whole = await auditor.get(`${base}/${user.id}`);
    expect(whole.statusCode).toBe(200);
    expect(whole.body).not.toMatch(/password|totpSecret|token/i);
    expect((await auditor.get(`${base}/987654321`)).statusCode).toBe(404);
    expect((await auditor.get(`${base}/lists2`)).statusCode).toBe(404);
  });
});
