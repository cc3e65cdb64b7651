import { beforeAll, describe, expect, test } from 'vitest';
import { useApp } from '#test/app.ts';
import { makeProject } from '#test/factories.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';

const llave = useApp();
let administrator: StaffBrowser;

beforeAll(async () => {
  administrator = await signInAs(llave, 'administrador');
});

const optionsOf = async (query: string) =>
  (await administrator.get(`/api/projects/lists?semanas=1${query}`)).json<{
    data: { id: string; text: string; disabled: boolean }[];
  }>().data;

describe('the weeks of a project', () => {
  test('a closed week is disabled only for its project, and is reopened with a reason', async () => {
    const { db } = llave.database;
    const { id } = await makeProject(db);
    const other = await makeProject(db);
    const manager = await signInAs(llave, { role: 'proyectos', projectIds: [id] });
    const url = `/api/projects/${id}/weeks/2026-W46`;
    expect((await manager.post(`${url}/close`)).statusCode).toBe(200);
    expect((await manager.post(`${url}/close`)).statusCode).toBe(200);
    expect((await optionsOf(`&proyecto_id=${id}`)).find((one) => one.id === '2026-W46')).toEqual({
      id: '2026-W46',
      text: 'Semana 46 · 09-11-2026 al 15-11-2026',
      disabled: true,
    });
    expect((await optionsOf(`&proyecto_id=${other.id}`)).some(({ disabled }) => disabled)).toBe(false);
    expect((await optionsOf('')).some(({ disabled }) => disabled)).toBe(false);
    expect((await manager.post(`${url}/reopen`, { motivo: ' ' })).json()).toMatchObject({
      errors: [{ field: 'motivo', message: 'Escribe el motivo.' }],
    });
    const reopened = await manager.post(`${url}/reopen`, { motivo: 'Faltaba una medición' });
    const weeks = reopened.json<{ data: { id: string; closed: object | null; reopened: object[] }[] }>().data;
    expect(weeks.find((one) => one.id === '2026-W46')).toMatchObject({
      closed: null,
      reopened: [{ reason: 'Faltaba una medición', by: { id: manager.user.id } }],
    });
    expect((await manager.post(`${url}/reopen`, { motivo: 'Otra vez' })).statusCode).toBe(409);
  });

  test('a future week cannot be closed; an unknown week and a project out of scope give 404', async () => {
    const { id } = await makeProject(llave.database.db);
    expect((await administrator.post(`/api/projects/${id}/weeks/2026-W48/close`)).json()).toMatchObject({
      errors: [{ field: 'week', message: 'Esa semana aún no empieza.' }],
    });
    expect((await administrator.post(`/api/projects/${id}/weeks/2025-W53/close`)).statusCode).toBe(404);
    expect((await administrator.get('/api/projects/lists?semanas=1&proyecto_id=987654')).statusCode).toBe(
      404,
    );
    const manager = await signInAs(llave, 'proyectos');
    expect((await manager.post(`/api/projects/${id}/weeks/2026-W46/close`)).statusCode).toBe(404);
    expect((await manager.get(`/api/projects/${id}/weeks`)).statusCode).toBe(404);
  });

  test('concurrent requests close a week once', async () => {
    const { id } = await makeProject(llave.database.db);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => administrator.post(`/api/projects/${id}/weeks/2026-W47/close`)),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    const reopen = await Promise.all(
      Array.from({ length: 6 }, () =>
        administrator.post(`/api/projects/${id}/weeks/2026-W47/reopen`, { motivo: 'Error' }),
      ),
    );
    expect(reopen.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });
});
