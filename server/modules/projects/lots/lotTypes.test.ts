import { beforeAll, expect, test } from 'vitest';
import type { Lot } from '#contract/projects/lots/model.ts';
import { useApp, type Browser } from '#test/app.ts';
import { makeLot, makeProject } from '#test/factories.ts';
import { signInAs } from '#test/signIn.ts';

const llave = useApp();
let admin: Browser;
let projectId: number;
beforeAll(async () => {
  admin = await signInAs(llave, 'administrador');
  projectId = (await makeProject(llave.database.db)).id;
});

const archive = (id: number) => admin.post(`/api/administrations/catalogs/type_lots/items/${id}/archive`);
const block = (type_id: number) =>
  admin.post('/api/lotes', { project_id: projectId, block: 'T', from: 1, to: 2, type_id, area_m2: 200 });
const REFUSED = { errors: [{ field: 'type_id', message: 'Elige uno de los tipos de lote.' }] };

test('a block accepts only a type that is offered', async () => {
  await archive(5);
  for (const type of [5, 99, 2_000_000_000]) {
    const refused = await block(type);
    expect(refused.statusCode).toBe(422);
    expect(refused.json()).toMatchObject(REFUSED);
  }
  expect((await block(2)).statusCode).toBe(201);
});

test('a lot keeps a type that was archived later, and accepts no archived one', async () => {
  const lot = await makeLot(llave.database.db, { projectId, name: 'Z-01', typeId: 6 });
  await archive(6);
  await archive(7);
  const change = (type_id: number) =>
    admin.patch(`/api/lotes/${lot.id}`, { name: 'Z-01', type_id, area_m2: 210 });
  const kept = await change(6);
  expect(kept.statusCode).toBe(200);
  expect(kept.json<{ data: Lot }>().data).toMatchObject({ type: { id: 6, name: 'Comercial' }, area_m2: 210 });
  expect((await change(7)).json()).toMatchObject(REFUSED);
  expect((await change(1)).statusCode).toBe(200);
  expect((await change(6)).json()).toMatchObject(REFUSED);
});
