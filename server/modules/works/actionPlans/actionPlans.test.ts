import { beforeAll, describe, expect, test } from 'vitest';
import type { ActionPlan } from '#contract/works/actionPlans/model.ts';
import { usualDays } from '#contract/works/actionPlans/rules.ts';
import { planDays } from '#contract/works/actionPlans/rules.ts';
import { eq } from 'drizzle-orm';
import { demoPlan } from '#server/demo/actionPlans.ts';
import { useApp } from '#test/app.ts';
import { makeActionPlan, makeModel } from '#test/factories.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';
import { actionPlans, actionPlanSteps } from './actionPlans.table.ts';

const llave = useApp();
let administrator: StaffBrowser;

beforeAll(async () => {
  administrator = await signInAs(llave, 'administrador');
});

const base = '/api/projects/action_plans';
const put = (modelId: number, payload: object, who = administrator) =>
  who.send({ method: 'PUT', url: `${base}/${modelId}`, payload });
const planOf = async (modelId: number, who = administrator) =>
  (await who.get(`${base}/${modelId}`)).json<{ data: ActionPlan }>().data;
const act = (modelId: number, what: 'publish' | 'discard' | 'copy', body: object = {}, who = administrator) =>
  who.post(`${base}/${modelId}/${what}`, body);
const after = (activity_id: number, lag = 0, kind = 'FS') => ({ activity_id, kind, lag });
const steps = [
  { activity_id: 1, days: 5 },
  { activity_id: 2, days: 12, outdoors: true, after: [after(1, 2)] },
  { activity_id: 8, days: 4, after: [after(2, -3), after(1, 0, 'SS')] },
];

describe('a plan that is prepared', () => {
  test('is saved as a whole with a version check, and its days follow its dependencies', async () => {
    const { id } = await makeModel(llave.database.db, { areaM2: 72 });
    expect(await planOf(id)).toMatchObject({
      id: null,
      standing: 'sin_plan',
      days: 0,
      version: 0,
      draft: null,
      in_force: null,
    });
    const saved = (await put(id, { steps, version: 0 })).json<{ data: ActionPlan }>().data;
    expect(saved).toMatchObject({
      id,
      standing: 'borrador',
      days: 20,
      activities: 3,
      number: null,
      draft: {
        number: 1,
        published_at: null,
        steps: [
          { name: 'Preliminares y replanteo', outdoors: false, after: [] },
          { name: 'Fundaciones', days: 12, outdoors: true, after: [after(1, 2)] },
          { name: 'Repello', after: [after(2, -3), after(1, 0, 'SS')] },
        ],
      },
    });
    expect((await put(id, { steps, version: 0 })).json()).toMatchObject({ code: 'STALE' });
    expect((await put(id, { steps, version: saved.version })).statusCode).toBe(200);
  });

  test('is refused at the field: an activity twice, an unknown one, a dependency on nothing, a circle', async () => {
    const { id } = await makeModel(llave.database.db);
    const refusalOf = async (list: object[]) =>
      (await put(id, { steps: list })).json<{ errors: { field: string; message: string }[] }>().errors;
    expect(await refusalOf([steps[0]!, steps[0]!])).toEqual([
      { field: 'steps', message: 'Una actividad está dos veces.' },
    ]);
    expect(await refusalOf([{ activity_id: 999, days: 1 }])).toMatchObject([
      { field: 'steps[0][activity_id]' },
    ]);
    expect(await refusalOf([steps[0]!, { ...steps[2], after: [after(2)] }])).toEqual([
      { field: 'steps[1][after]', message: 'El plan no tiene «Fundaciones».' },
    ]);
    expect(await refusalOf([steps[0]!, { ...steps[2], after: [after(1), after(1)] }])).toEqual([
      { field: 'steps[1][after]', message: 'Una dependencia está dos veces.' },
    ]);
    expect(await refusalOf([{ ...steps[0], after: [after(2)] }, { ...steps[1] }])).toEqual([
      {
        field: 'steps',
        message:
          'Estas actividades se esperan en círculo: «Preliminares y replanteo» → «Fundaciones» → «Preliminares y replanteo». Quita una de las dependencias.',
      },
    ]);
    expect(await refusalOf([{ ...steps[0], after: [after(1)] }])).toEqual([
      { field: 'steps', message: '«Preliminares y replanteo» depende de sí misma.' },
    ]);
    expect((await planOf(id)).standing).toBe('sin_plan');
  });

  test('of concurrent first saves one wins and the others are refused', async () => {
    const { id } = await makeModel(llave.database.db);
    const answers = await Promise.all(
      [3, 4, 5, 6].map((days) => put(id, { steps: [{ activity_id: 1, days }], version: 0 })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409, 409]);
  });

  test('begins as a copy of another model’s plan', async () => {
    const { db } = llave.database;
    const from = await makeModel(db);
    const to = await makeModel(db, { projectId: from.projectId, name: 'Zarzo' });
    expect((await act(from.id, 'copy', { from_model_id: to.id })).json()).toMatchObject({
      errors: [{ field: 'from_model_id' }],
    });
    await put(from.id, { steps });
    const list = `${base}?proyecto_id=${from.projectId}&order_column=days&order_type=desc`;
    expect((await administrator.get(list)).json()).toMatchObject({
      data: [
        { model_id: from.id, days: 20, standing: 'borrador' },
        { model_id: to.id, id: null, days: 0 },
      ],
    });
    expect((await act(to.id, 'copy', { from_model_id: from.id })).json()).toMatchObject({
      data: { modelo: 'Zarzo', days: 20, draft: { steps: [{}, { after: [after(1, 2)] }, {}] } },
    });
    expect((await administrator.get(`${list}&q=ZARZÓ&estado=borrador`)).json()).toMatchObject({
      meta: { pagination: { total: 1 } },
    });
    expect((await administrator.get(`${list}&estado=publicado`)).json()).toMatchObject({ data: [] });
  });
});

describe('a plan in force', () => {
  test('is published with its note, and a change begins the next version', async () => {
    const { id } = await makeModel(llave.database.db);
    await put(id, { steps });
    const { version } = await planOf(id);
    expect((await act(id, 'publish', { version: version - 1 })).json()).toMatchObject({ code: 'STALE' });
    const published = (await act(id, 'publish', { nota: 'Primero', version })).json<{ data: ActionPlan }>()
      .data;
    expect(published).toMatchObject({
      standing: 'publicado',
      number: 1,
      draft: null,
      in_force: { number: 1, note: 'Primero', by: administrator.user.name, days: 20 },
    });
    expect((await act(id, 'publish')).json()).toMatchObject({ code: 'NO_DRAFT' });

    await put(id, { steps: steps.slice(0, 2), version: published.version });
    expect(await planOf(id)).toMatchObject({
      standing: 'en_cambio',
      number: 1,
      days: 20,
      in_force: { number: 1, steps: [{}, {}, {}] },
      draft: { number: 2, days: 19, steps: [{}, {}] },
    });
    expect((await administrator.get(`${base}/${id}/versions/1`)).json()).toMatchObject({
      data: { number: 1, steps: [{}, {}, {}] },
    });
    expect((await administrator.get(`${base}/${id}/versions/9`)).statusCode).toBe(404);
    await act(id, 'publish');
    expect((await planOf(id)).versions.map(({ number, days }) => [number, days])).toEqual([
      [2, 19],
      [1, 20],
    ]);
  });

  test('is not published while an activity has no place in the work', async () => {
    const { id } = await makeModel(llave.database.db);
    await put(id, { steps: [steps[0]!, { activity_id: 9, days: 3 }, { activity_id: 5, days: 3 }] });
    const message =
      '«Electricidad», «Paredes de bloque» no están unidas a las demás: di a qué actividad esperan, o cuál las espera.';
    expect((await planOf(id)).actions.publish).toMatchObject({ disabled: message });
    expect((await act(id, 'publish')).json()).toMatchObject({ errors: [{ field: 'steps', message }] });
  });

  test('a discarded draft leaves it as it was, and a form opened before is refused', async () => {
    const { id } = await makeModel(llave.database.db);
    await put(id, { steps });
    await act(id, 'publish');
    await put(id, { steps: steps.slice(0, 1) });
    const { version } = await planOf(id);
    expect((await act(id, 'discard', { version })).json()).toMatchObject({
      data: { standing: 'publicado', draft: null, in_force: { steps: [{}, {}, {}] } },
    });
    await put(id, { steps: steps.slice(0, 2) });
    expect((await put(id, { steps, version })).json()).toMatchObject({ code: 'STALE' });
    await act(id, 'discard');
    expect((await act(id, 'discard')).json()).toMatchObject({ code: 'NO_DRAFT' });
  });

  test('two who publish at once publish it once', async () => {
    const { id } = await makeModel(llave.database.db);
    await put(id, { steps });
    const answers = await Promise.all(Array.from({ length: 4 }, () => act(id, 'publish')));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409, 409]);
  });

  test('never changes, not even by a statement', async () => {
    const { db } = llave.database;
    const { id } = await makeModel(db);
    const plan = await makeActionPlan(db, id, [
      [1, 4],
      [2, 6],
    ]);
    const refused = { cause: { message: 'a published action plan never changes' } };
    const ofPlan = eq(actionPlanSteps.planId, plan.id);
    await expect(db.update(actionPlanSteps).set({ days: 1 }).where(ofPlan)).rejects.toMatchObject(refused);
    await expect(db.delete(actionPlanSteps).where(ofPlan)).rejects.toMatchObject(refused);
    await expect(
      db.insert(actionPlanSteps).values({ planId: plan.id, activityId: 3, position: 3, days: 1 }),
    ).rejects.toMatchObject(refused);
    await expect(db.delete(actionPlans).where(eq(actionPlans.id, plan.id))).rejects.toMatchObject(refused);
    await expect(
      db.update(actionPlans).set({ publishedAt: null }).where(eq(actionPlans.id, plan.id)),
    ).rejects.toMatchObject(refused);
    expect(await planOf(id)).toMatchObject({ days: 10, in_force: { steps: [{}, { after: [after(1)] }] } });
  });
});

describe('who', () => {
  test('a project manager edits the plans of own projects; others are not found', async () => {
    const { id, projectId } = await makeModel(llave.database.db);
    const own = await signInAs(llave, { role: 'proyectos', projectIds: [projectId] });
    expect((await put(id, { steps }, own)).statusCode).toBe(200);
    expect((await planOf(id, own)).actions).toEqual({
      edit: { disabled: null },
      publish: { disabled: null },
      discard: { disabled: null },
    });
    const other = await signInAs(llave, 'proyectos');
    expect((await other.get(`${base}/${id}`)).statusCode).toBe(404);
    expect((await other.get(`${base}/${id}/versions/1`)).statusCode).toBe(404);
    expect((await put(id, { steps }, other)).statusCode).toBe(404);
    expect((await act(id, 'publish', {}, other)).statusCode).toBe(404);
    expect((await act(id, 'discard', {}, other)).statusCode).toBe(404);
    expect((await other.get(base)).json()).toMatchObject({ data: [] });
  });

  test('who only sees has no actions', async () => {
    const { id, projectId } = await makeModel(llave.database.db);
    await put(id, { steps });
    const inspector = await signInAs(llave, { role: 'inspector', projectIds: [projectId] });
    expect((await planOf(id, inspector)).actions).toEqual({ edit: null, publish: null, discard: null });
    expect((await put(id, { steps }, inspector)).statusCode).toBe(403);
  });

  test('a draft waits in the queue of who may publish it, and the plan is found by its model', async () => {
    const { id, projectId } = await makeModel(llave.database.db, { name: 'Almendro Real' });
    const manager = await signInAs(llave, { role: 'proyectos', projectIds: [projectId] });
    await put(id, { steps }, manager);
    const queue = async () =>
      (await manager.get('/api/office/home/tasks?tipo=plan_accion')).json<{ data: { tasks: object[] } }>()
        .data.tasks;
    expect(await queue()).toMatchObject([{ id, title: 'Almendro Real', kind: 'plan_accion' }]);
    const found = await manager.post('/api/seeker', { q: 'plan almendro' });
    expect(found.json()).toMatchObject({
      data: [{ kind: 'plan_accion', id, url: `/oficina/planes-de-accion/${id}` }],
    });
    await act(id, 'publish', {}, manager);
    expect(await queue()).toEqual([]);
  });
});

test('the demo’s plans take the usual days: 75 to 90 for 72 m²', () => {
  expect(usualDays(72)).toEqual({ from: 75, to: 90 });
  for (const area of [58, 72, 95]) {
    const { from, to } = usualDays(area);
    expect(planDays(demoPlan(area))).toBeGreaterThanOrEqual(from);
    expect(planDays(demoPlan(area))).toBeLessThanOrEqual(to);
  }
});
