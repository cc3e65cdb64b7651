import { expect, test } from 'vitest';
import type { Plan, PlanRow } from '#contract/works/blueprints/endpoints.ts';
import { PLAN_VERSION } from '#contract/works/blueprints/rules.ts';
import { useApp } from '#test/app.ts';
import { makeModel, makeProject } from '#test/factories.ts';
import { fileOf, makePdf } from '#test/papers.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';

const llave = useApp();
const path = '/api/permission/planos/list';
const PLANS = '/api/permission/planos';

type Answer = Awaited<ReturnType<StaffBrowser['get']>>;
const one = (answer: Answer): Plan => {
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.json<{ data: Plan }>().data;
};

test('lists one plan per model, with its option label, for the projects in scope', async () => {
  const { db } = llave.database;
  const mine = await makeProject(db);
  const model = { bedrooms: 2, bathrooms: 1, areaM2: 58 };
  const first = await makeModel(db, { ...model, projectId: mine.id, name: 'Guayacán' });
  const second = await makeModel(db, { ...model, bathrooms: 2.5, areaM2: 72.5, name: 'Corotú' });
  await makeModel(db, { projectId: mine.id, archivedAt: new Date() });
  const inspector = await signInAs(llave, { role: 'inspector', projectIds: [mine.id] });
  expect((await inspector.get(path)).json()).toEqual({
    data: [{ id: first.id, nombre: 'Plano Guayacán', modelo: 'Modelo Guayacán 2R/1B 58 m²' }],
  });
  const office = await signInAs(llave, 'permisos');
  expect((await office.get(`${path}?order_type=desc`)).json<{ data: object[] }>().data[0]).toEqual({
    id: second.id,
    nombre: 'Plano Corotú',
    modelo: 'Modelo Corotú 2R/2.5B 72.5 m²',
  });
  expect((await (await signInAs(llave, 'asesor')).get(path)).statusCode).toBe(403);
});

test('a version is drawn as a draft, comes in force once, and stays readable when the next one supersedes it', async () => {
  const model = await makeModel(llave.database.db, { name: 'Corotú' });
  const office = await signInAs(llave, 'permisos');
  const begin = (body: object) => office.post(`${PLANS}/${model.id}/versiones`, body);
  const state = (id: number, estado_id: number, more: object = {}) =>
    office.patch(`${PLANS}/versiones/${id}/estado`, { params: { estado_id, ...more } });
  const add = (id: number, name: string) =>
    office.form(`${PLANS}/versiones/${id}/laminas`, {
      disciplina_id: '2',
      archivo: fileOf(makePdf(), name),
    });
  const [draft] = one(await begin({ nota: 'Primera versión' })).historial;
  const again = await begin({ nota: 'Otra' });
  expect([again.statusCode, again.json<{ code: string }>().code]).toEqual([409, 'DRAFT_TAKEN']);
  expect((await state(draft!.id, PLAN_VERSION.inForce)).body).toContain('al menos una lámina');
  await add(draft!.id, 'A-1.pdf');
  expect(one(await add(draft!.id, 'A-1.pdf')).historial[0]!.laminas).toHaveLength(1);
  const ten = await Promise.all(Array.from({ length: 5 }, () => state(draft!.id, PLAN_VERSION.inForce)));
  expect(ten.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  expect((await add(draft!.id, 'A-2.pdf')).statusCode).toBe(409);

  // A permit is presented with the version in force.
  const permit = (
    await office.post('/api/permission/detalles_plano', { plano_id: model.id, tipo_id: 12, entidad: 'DOYC' })
  ).json<{ data: { id: number } }>().data;
  await office.patch(`/api/permission/detalles_plano/${permit.id}/estado`, {
    params: { estado_id: 2 },
  });

  const [next] = one(await begin({ nota: 'Techo con más pendiente', copiar: true })).historial;
  expect(next).toMatchObject({ numero: 2, laminas: [{ name: 'A-1.pdf', subido_por: office.user.name }] });
  const fewer = await office.send({
    method: 'DELETE',
    url: `${PLANS}/versiones/${next!.id}/laminas/${next!.laminas[0]!.id}`,
  });
  expect(one(fewer).historial[0]!.laminas).toEqual([]);
  await add(next!.id, 'A-1 rev2.pdf');
  const plan = one(await state(next!.id, PLAN_VERSION.inForce));
  expect(plan).toMatchObject({
    vigente: { numero: 2, laminas: 1 },
    borrador: null,
    historial: [
      { numero: 2, estado: { name: 'En vigor' } },
      {
        numero: 1,
        estado: { name: 'Reemplazada' },
        laminas: [{ name: 'A-1.pdf' }],
        permisos: [{ id: permit.id }],
      },
    ],
  });
  const old = await office.get(plan.historial[1]!.laminas[0]!.url);
  expect(old.statusCode).toBe(200);
  const seen = await office.get(`/api/permission/detalles_plano/${permit.id}`);
  expect(seen.json<{ data: { plano: object } }>().data.plano).toEqual({
    id: model.id,
    numero: 1,
    vigente: false,
  });
  const inspector = await signInAs(llave, { role: 'inspector', projectIds: [model.projectId] });
  expect(
    (
      await inspector.patch(`${PLANS}/versiones/${next!.id}/estado`, {
        params: { estado_id: 4, motivo: 'x' },
      })
    ).statusCode,
  ).toBe(403);
  expect((await state(next!.id, PLAN_VERSION.withdrawn)).statusCode).toBe(422);
  const withdrawn = one(await state(next!.id, PLAN_VERSION.withdrawn, { motivo: 'Error en la losa' }));
  expect(withdrawn).toMatchObject({ vigente: null, historial: [{ motivo: 'Error en la losa' }, {}] });
  const rows = (await office.get(`${PLANS}?situacion=sin_plano`)).json<{ data: PlanRow[] }>().data;
  expect(rows.some(({ id }) => id === model.id)).toBe(true);
});
