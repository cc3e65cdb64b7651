import { expect, test } from 'vitest';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { useApp } from '#test/app.ts';
import { makeLot, makeModel, makeSale, makeUser } from '#test/factories.ts';
import { signInAs, signInUser } from '#test/signIn.ts';

const llave = useApp();

test('a sale is offered the lots that fit its model: free ones and its own to choose, taken ones with their state', async () => {
  const { db } = llave.database;
  const model = await makeModel(db);
  const { projectId } = model;
  const lot = (name: string, over: object = {}) => makeLot(db, { projectId, name, ...over });
  const [mine, free, taken, built] = [
    await lot('A-01'),
    await lot('A-02'),
    await lot('A-03'),
    await lot('A-04'),
  ];
  await lot('A-05', { withheld: true, withheldReason: 'Casa modelo' });
  await lot('A-06', { typeId: 7 });
  await makeLot(db, { name: 'B-01' });
  const other = await makeModel(db, { projectId });
  await db
    .insert(houses)
    .values({ projectId, lotId: built.id, modelId: other.id, name: 'Casa', createdAt: new Date() });
  const processor = await makeUser(db, { roles: ['procesador'] });
  const sale = await makeSale(db, {
    modelId: model.id,
    projectId,
    lotId: mine.id,
    processorId: processor.id,
  });
  await makeSale(db, { modelId: model.id, projectId, lotId: taken.id });
  const browser = await signInUser(llave, processor);
  const path = `/api/sale/precontracts/${sale.id}/lotes`;
  const own = { id: mine.id, lote: 'A-01', activo: 1 };
  const bare = { id: free.id, lote: 'A-02', activo: 1 };
  const gone = { id: taken.id, lote: 'A-03', activo: expect.toSatisfy((state: number) => state > 1) };
  expect((await browser.get(path)).json()).toEqual({ data: [own, bare, gone] });
  expect((await browser.get(`${path}?order_type=desc`)).json()).toEqual({ data: [gone, bare, own] });
  expect((await (await signInAs(llave, 'procesador')).get(path)).statusCode).toBe(404);
  expect((await (await signInAs(llave, 'inspector')).get(path)).statusCode).toBe(403);
});
