import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { RoleName } from '#contract/access.ts';
import { violatedConstraint } from '#server/kernel/db.ts';
import { Refused } from '#server/kernel/errors.ts';
import { useApp } from '#test/app.ts';
import { makeProject, makeUser } from '#test/factories.ts';
import { activeProcessors, createUser, findUser } from './users.service.ts';
import { roleGrants, userRoles, users } from '#server/modules/company/staff/staff.table.ts';

const llave = useApp();
const db = () => llave.database.db;
const ctx = () => ({ db: db(), now: llave.clock.now(), staff: null, client: null });

describe('creating a user', () => {
  test('sets roles, type and projects, and no password', async () => {
    const project = await makeProject(db());
    const made = await createUser(ctx(), {
      name: ' Marta Ríos ',
      email: ' Marta@Llave.test ',
      roles: ['procesador', 'coordinador'],
      projectIds: [project.id],
    });
    expect(await findUser(db(), { email: 'MARTA@llave.test' })).toMatchObject({
      id: made.id,
      name: 'Marta Ríos',
      userTypeId: 1,
      active: true,
      roles: ['coordinador', 'procesador'],
    });
    expect(await activeProcessors(db(), project.id, '2026-11-21')).toMatchObject([{ id: made.id }]);
    const [row] = await db().select().from(users).where(eq(users.id, made.id));
    expect(row?.passwordHash).toBeNull();
  });

  test('a taken address is refused at its field, ignoring case', async () => {
    await createUser(ctx(), { name: 'Uno', email: 'uno@llave.test', roles: ['asesor'] });
    const again = createUser(ctx(), { name: 'Dos', email: 'UNO@llave.test', roles: ['asesor'] });
    const error = await again.catch((refused: unknown) => refused);
    expect(error).toBeInstanceOf(Refused);
    expect((error as Refused).details.errors).toMatchObject([{ field: 'email' }]);
  });

  test('the customers’ role is refused', async () => {
    const given = { name: 'Cliente', email: 'c@llave.test', roles: ['cliente' as RoleName] };
    await expect(createUser(ctx(), given)).rejects.toThrow('Elige una de las opciones.');
  });
});

describe('processors for new sales', () => {
  test('are active processors of the team who are not away that day', async () => {
    const project = await makeProject(db());
    const team = { roles: ['procesador'] as const, projectIds: [project.id] };
    const here = await makeUser(db(), team);
    const back = await makeUser(db(), { ...team, awayFrom: '2026-11-10', awayTo: '2026-11-20' });
    const leaving = await makeUser(db(), { ...team, awayFrom: '2026-11-22', awayTo: '2026-11-30' });
    await makeUser(db(), { ...team, awayFrom: '2026-11-21', awayTo: '2026-11-21' });
    await makeUser(db(), { ...team, awayFrom: '2026-11-01' });
    await makeUser(db(), { ...team, active: false });
    await makeUser(db(), { ...team, roles: ['asesor'] });
    await makeUser(db(), { ...team, projectIds: [(await makeProject(db())).id] });
    const found = await activeProcessors(db(), project.id, '2026-11-21');
    expect(found.map(({ id }) => id)).toEqual([here.id, back.id, leaving.id]);
  });
});

describe('the last administrator', () => {
  const refusal = (statement: PromiseLike<unknown>) =>
    Promise.resolve(statement).then(() => null, violatedConstraint);

  test('cannot be removed in any way; with another one, every way works', async () => {
    const one = await makeUser(db(), { roles: ['administrador'], passwordHash: 'x' });
    const ways = [
      () => db().update(users).set({ active: false }).where(eq(users.id, one.id)),
      () => db().update(users).set({ passwordHash: null }).where(eq(users.id, one.id)),
      () => db().delete(userRoles).where(eq(userRoles.userId, one.id)),
      () => db().update(userRoles).set({ roleId: 4 }).where(eq(userRoles.userId, one.id)),
      () =>
        db()
          .delete(roleGrants)
          .where(and(eq(roleGrants.roleId, 1), eq(roleGrants.permission, 'administracion.editar'))),
    ];
    for (const way of ways) expect(await refusal(way())).toBe('last_administrator');
    // An invited user without a password does not count.
    const invited = await makeUser(db(), { roles: ['administrador'] });
    expect(await refusal(ways[0]!())).toBe('last_administrator');
    await db().update(users).set({ passwordHash: 'x' }).where(eq(users.id, invited.id));
    expect(await refusal(ways[0]!())).toBeNull();
    const last = db().update(users).set({ active: false }).where(eq(users.id, invited.id));
    expect(await refusal(last)).toBe('last_administrator');
    await db().update(users).set({ active: true }).where(eq(users.id, one.id));
  });

  test('two administrators who remove each other: one stays', async () => {
    const admins = await db()
      .select({ id: users.id })
      .from(users)
      .innerJoin(userRoles, eq(userRoles.userId, users.id))
      .where(and(eq(userRoles.roleId, 1), users.active));
    expect(admins).toHaveLength(2);
    const outcomes = await Promise.all(
      admins.map(({ id }) => refusal(db().update(users).set({ active: false }).where(eq(users.id, id)))),
    );
    expect(outcomes.toSorted()).toEqual(['last_administrator', null].toSorted());
  });
});
