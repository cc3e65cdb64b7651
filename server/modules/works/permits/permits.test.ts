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
