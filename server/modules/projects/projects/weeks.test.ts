import { beforeAll, describe, expect, test } from 'vitest';
import { usualDays } from '#contract/projects/projects/actionPlans.ts';
import { useApp } from '#test/app.ts';
import { makeModel, makeProject } from '#test/factories.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';

const house = useApp();
let administrator: StaffBrowser;

beforeAll(async () => {
  administrator = await signInAs(house, 'administrador');
});

const optionsOf = async (query: string) =>
  (await administrator.get(`/api/projects/lists?semanas=1${query}`)).json<{
    data: { id: string; text: string; disabled: boolean }[];
  }>().data;

describe('the weeks of a project', () => {
  test('a closed week is disabled only for its project, and is reopened with a reason', async () => {
    const { db } = house.database;
    const { id } = await makeProject(db);
    const other = await makeProject(db);
    const manager = await signInAs(house, { role: 'proyectos', projectIds: [id] });
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
    const { id } = await makeProject(house.database.db);
    expect((await administrator.post(`/api/projects/${id}/weeks/2026-W48/close`)).json()).toMatchObject({
      errors: [{ field: 'week', message: 'Esa semana aún no empieza.' }],
    });
    expect((await administrator.post(`/api/projects/${id}/weeks/2025-W53/close`)).statusCode).toBe(404);
    expect((await administrator.get('/api/projects/lists?semanas=1&proyecto_id=987654')).statusCode).toBe(
      404,
    );
    const manager = await signInAs(house, 'proyectos');
    expect((await manager.post(`/api/projects/${id}/weeks/2026-W46/close`)).statusCode).toBe(404);
    expect((await manager.get(`/api/projects/${id}/weeks`)).statusCode).toBe(404);
  });

  test('concurrent requests close a week once', async () => {
    const { id } = await makeProject(house.database.db);
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

describe('action plans', () => {
  const put = (modelId: number, payload: object, who = administrator) =>
    who.send({ method: 'PUT', url: `/api/projects/action_plans/${modelId}`, payload });

  test('one plan per model: ordered activities with their days, saved as a whole with a version check', async () => {
    const { id } = await makeModel(house.database.db, { areaM2: 72 });
    const empty = await administrator.get(`/api/projects/action_plans/${id}`);
    expect(empty.json()).toMatchObject({ data: { id: null, steps: [], days: 0, version: 0 } });
    const steps = [
      { activity_id: 2, days: 12 },
      { activity_id: 1, days: 5 },
    ];
    const saved = await put(id, { steps, version: 0 });
    expect(saved.json()).toMatchObject({
      data: {
        days: 17,
        activities: 2,
        version: 1,
        steps: [{ name: 'Fundaciones', days: 12 }, { activity_id: 1 }],
      },
    });
    expect((await put(id, { steps, version: 0 })).statusCode).toBe(409);
    expect((await put(id, { steps: [...steps, steps[0]!] })).statusCode).toBe(422);
    expect((await put(id, { steps: [{ activity_id: 999, days: 1 }] })).json()).toMatchObject({
      errors: [{ field: 'steps[0][activity_id]' }],
    });
  });

  test('of two concurrent new plans one is saved and the other is refused', async () => {
    const { id } = await makeModel(house.database.db);
    const answers = await Promise.all(
      [3, 4, 5, 6].map((days) => put(id, { steps: [{ activity_id: 1, days }], version: 0 })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409, 409]);
  });

  test('a plan is copied from another model, and the list also shows models without a plan', async () => {
    const { db } = house.database;
    const from = await makeModel(db);
    const to = await makeModel(db, { projectId: from.projectId, name: 'Zarzo' });
    await put(from.id, { steps: [{ activity_id: 5, days: 15 }] });
    const copy = (modelId: number, from_model_id: number) =>
      administrator.post(`/api/projects/action_plans/${modelId}/copy`, { from_model_id });
    expect((await copy(from.id, to.id)).json()).toMatchObject({ errors: [{ field: 'from_model_id' }] });
    const list = `/api/projects/action_plans?proyecto_id=${from.projectId}&order_column=days&order_type=desc`;
    expect((await administrator.get(list)).json()).toMatchObject({
      data: [
        { model_id: from.id, days: 15 },
        { model_id: to.id, id: null, days: 0 },
      ],
    });
    expect((await copy(to.id, from.id)).json()).toMatchObject({ data: { modelo: 'Zarzo', days: 15 } });
    expect((await administrator.get(`${list}&q=ZARZÓ`)).json()).toMatchObject({
      meta: { pagination: { total: 1 } },
    });
  });

  test('plans of a project out of scope give 404', async () => {
    const { id } = await makeModel(house.database.db);
    const manager = await signInAs(house, 'proyectos');
    expect((await manager.get(`/api/projects/action_plans/${id}`)).statusCode).toBe(404);
    expect((await put(id, { steps: [{ activity_id: 1, days: 1 }] }, manager)).statusCode).toBe(404);
    expect((await manager.get('/api/projects/action_plans')).json()).toMatchObject({ data: [] });
  });

  test('the usual duration for 72 m² is 75 to 90 days', () => {
    expect(usualDays(72)).toEqual({ from: 75, to: 90 });
    expect(usualDays(95).from).toBeGreaterThan(75);
    expect(usualDays(58).to).toBeLessThan(90);
  });
});
