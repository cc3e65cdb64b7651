import { describe, expect, test } from 'vitest';
import { useApp } from '#test/app.ts';
import { makeProject, makeSale, makeUser } from '#test/factories.ts';
import { signInAs } from '#test/signIn.ts';
import { auditLog } from '#server/kernel/kernel.table.ts';
import { and, eq } from 'drizzle-orm';

const llave = useApp();

interface Team {
  data: {
    members: {
      id: number;
      role_type: { id: number; name: string } | null;
      open_sales: number;
      away_to: string | null;
    }[];
    role_types: { id: number; name: string }[];
  };
}

describe('the team of a project', () => {
  test('joining and leaving a team apply at once in an open session', async () => {
    const { id } = await makeProject(llave.database.db);
    const administrator = await signInAs(llave, 'administrador');
    const inspector = await signInAs(llave, 'inspector');
    const find = () => inspector.get(`/api/projects/find/${id}`);
    expect((await find()).statusCode).toBe(404);
    const added = await administrator.post(`/api/projects/${id}/team`, {
      user_id: inspector.user.id,
      role_type_id: 6,
    });
    expect([added.statusCode, added.json<Team>().data.members]).toMatchObject([
      201,
      [{ id: inspector.user.id, role_type: { id: 6, name: 'Inspección' }, open_sales: 0, away_to: null }],
    ]);
    expect((await find()).statusCode).toBe(200);
    const removed = await administrator.send({
      method: 'DELETE',
      url: `/api/projects/${id}/team/${inspector.user.id}`,
    });
    expect(removed.json<Team>().data.members).toEqual([]);
    expect((await find()).statusCode).toBe(404);
  });

  test('adding twice is idempotent; a team role can change, but only to a value of the catalog', async () => {
    const { db } = llave.database;
    const { id } = await makeProject(db);
    const lawyer = await makeUser(db, { roles: ['abogado'] });
    const administrator = await signInAs(llave, 'administrador');
    await administrator.post(`/api/projects/${id}/team`, { user_id: lawyer.id });
    const again = await administrator.post(`/api/projects/${id}/team`, { user_id: lawyer.id });
    expect(again.json<Team>().data.members).toMatchObject([{ id: lawyer.id, role_type: null }]);
    const url = `/api/projects/${id}/team/${lawyer.id}`;
    expect((await administrator.patch(url, { role_type_id: 5 })).json<Team>().data.members).toMatchObject([
      { role_type: { name: 'Legal' } },
    ]);
    expect((await administrator.patch(url, { role_type_id: 999 })).json()).toMatchObject({
      errors: [{ field: 'role_type_id' }],
    });
    const gone = await makeUser(db, { active: false });
    expect((await administrator.post(`/api/projects/${id}/team`, { user_id: gone.id })).json()).toMatchObject(
      {
        errors: [{ field: 'user_id' }],
      },
    );
    const written = await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.entity, 'proyecto'), eq(auditLog.entityId, String(id))));
    expect(written.map(({ action }) => action)).toEqual(['entrar_equipo', 'papel_equipo']);
  });

  test('a member with open sales is removed only after confirmation', async () => {
    const { db } = llave.database;
    const { id } = await makeProject(db);
    const processor = await makeUser(db, {
      roles: ['procesador'],
      projectIds: [id],
      awayFrom: '2026-11-20',
      awayTo: '2026-11-25',
    });
    await makeSale(db, { projectId: id, processorId: processor.id, stateId: 3 });
    await makeSale(db, { projectId: id, processorId: processor.id, stateId: 16 });
    const administrator = await signInAs(llave, 'administrador');
    expect((await administrator.get(`/api/projects/${id}/team`)).json<Team>().data.members).toMatchObject([
      { open_sales: 1, away_to: '2026-11-25' },
    ]);
    const url = `/api/projects/${id}/team/${processor.id}`;
    const refused = await administrator.send({ method: 'DELETE', url });
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      { code: 'OPEN_SALES', current: { open_sales: 1 } },
    ]);
    const confirmed = await administrator.send({ method: 'DELETE', url: `${url}?confirmar=1` });
    expect(confirmed.json<Team>().data.members).toEqual([]);
  });

  test('only users who may edit the project change its team', async () => {
    const { db } = llave.database;
    const mine = await makeProject(db);
    const other = await makeProject(db);
    const manager = await signInAs(llave, { role: 'proyectos', projectIds: [mine.id] });
    const user_id = manager.user.id;
    expect((await manager.post(`/api/projects/${other.id}/team`, { user_id })).statusCode).toBe(404);
    expect((await manager.get(`/api/projects/${other.id}/team`)).statusCode).toBe(404);
    const inspector = await signInAs(llave, { role: 'inspector', projectIds: [mine.id] });
    expect((await inspector.post(`/api/projects/${mine.id}/team`, { user_id })).statusCode).toBe(403);
  });
});
