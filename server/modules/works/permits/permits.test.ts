import { expect, test } from 'vitest';
import { useApp } from '#test/app.ts';
import { makeModel, makeProject } from '#test/factories.ts';
import { signInAs } from '#test/signIn.ts';

const house = useApp();
const path = '/api/permission/planos/list';

test('lists one plan per model, with its option label, for the projects in scope', async () => {
  const { db } = house.database;
  const mine = await makeProject(db);
  const model = { bedrooms: 2, bathrooms: 1, areaM2: 58 };
  const first = await makeModel(db, { ...model, projectId: mine.id, name: 'Guayacán' });
  const second = await makeModel(db, { ...model, bathrooms: 2.5, areaM2: 72.5, name: 'Corotú' });
  await makeModel(db, { projectId: mine.id, archivedAt: new Date() });
  const inspector = await signInAs(house, { role: 'inspector', projectIds: [mine.id] });
  expect((await inspector.get(path)).json()).toEqual({
    data: [{ id: first.id, nombre: 'Plano Guayacán', modelo: 'Modelo Guayacán 2R/1B 58 m²' }],
  });
  const office = await signInAs(house, 'permisos');
  expect((await office.get(`${path}?order_type=desc`)).json<{ data: object[] }>().data[0]).toEqual({
    id: second.id,
    nombre: 'Plano Corotú',
    modelo: 'Modelo Corotú 2R/2.5B 72.5 m²',
  });
  expect((await (await signInAs(house, 'asesor')).get(path)).statusCode).toBe(403);
});

const details = '/api/permission/detalles_plano';
interface One {
  data: { id: number; version: number; estado: { id: number }; depende_de: number[] };
}

test('a permit waits for what it depends on, cycles are refused, and one of two approvals wins', async () => {
  const model = await makeModel(house.database.db, { name: 'Panamá' });
  const office = await signInAs(house, 'permisos');
  const make = async (tipo_id: number) =>
    (await office.post(details, { plano_id: model.id, tipo_id, entidad: 'MIVIOT' })).json<One>().data;
  const [first, second] = [await make(1), await make(14)];
  expect((await office.post(details, { plano_id: model.id, tipo_id: 1, entidad: 'Otra' })).statusCode).toBe(
    409,
  );
  const needs = (id: number, list: number[]) =>
    office.patch(`${details}/${id}/depende_de`, { depende_de: list });
  const move = (id: number, estado_id: number, more: object = {}) =>
    office.patch(`${details}/${id}/estado`, { params: { estado_id, ...more } });
  expect((await needs(second.id, [first.id])).json<One>().data.depende_de).toEqual([first.id]);
  expect((await needs(first.id, [second.id])).statusCode).toBe(422);
  expect((await needs(first.id, [first.id])).statusCode).toBe(422);
  const early = await move(second.id, 2);
  expect(early.statusCode).toBe(422);
  expect(early.body).toContain('Uso de suelo');
  expect((await move(first.id, 2, { numero: 'T-1' })).statusCode).toBe(200);
  const both = await Promise.all([move(first.id, 4), move(first.id, 4)]);
  expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 422]);
  expect((await move(second.id, 2)).json<One>().data.estado.id).toBe(2);
  expect((await move(second.id, 3)).statusCode).toBe(422);
  expect((await move(second.id, 3, { motivo: 'Falta el plano sellado' })).statusCode).toBe(200);
  const list = await office.get(`${details}?plano_id=${model.id}`);
  expect(list.json<{ data: { detalles: { numero: string | null }[] }[] }>().data[0]!.detalles).toMatchObject([
    { numero: 'T-1', estado: { id: 4 } },
    { numero: null, estado: { id: 3 } },
  ]);
  const other = await signInAs(house, { role: 'inspector', projectIds: [] });
  expect((await other.patch(`${details}/${first.id}/estado`, { params: { estado_id: 2 } })).statusCode).toBe(
    404,
  );
});
