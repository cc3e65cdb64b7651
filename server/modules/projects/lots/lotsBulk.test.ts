import { eq, inArray } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Lot, LotEvent } from '#contract/projects/lots/model.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { useApp, type Browser } from '#test/app.ts';
import { makeLot, makeModel, makeProject, makeSale } from '#test/factories.ts';
import { signInAs } from '#test/signIn.ts';
import { lots } from './lots.table.ts';

const llave = useApp();
let admin: Browser;

describe('bulk changes of lots', () => {
  beforeAll(async () => {
    admin = await signInAs(llave, 'administrador');
  });

  test('a block with odd numbers, corners and a premium by position; existing lots are not changed', async () => {
    const { id } = await makeProject(llave.database.db);
    await makeLot(llave.database.db, { projectId: id, name: 'C-03', premiumCents: 7 });
    const answer = await admin.post('/api/lotes', {
      project_id: id,
      block: 'c',
      from: 1,
      to: 7,
      numbering: 'impares',
      type_id: 1,
      area_m2: 200,
      premium_centavos: 10_000,
      corner_type_id: 2,
      corner_premium_centavos: 50_000,
      premium_step_centavos: 1_000,
    });
    expect(
      answer
        .json<{ data: Lot[] }>()
        .data.map(({ lote, type, premium_centavos }) => [lote, type.id, premium_centavos]),
    ).toEqual([
      ['C-01', 2, 60_000],
      ['C-05', 1, 12_000],
      ['C-07', 2, 63_000],
    ]);
  });

  test('a change applies to all lots or none, and is in the history of each', async () => {
    const { db } = llave.database;
    const { id } = await makeProject(db);
    const [one, two] = [await makeLot(db, { projectId: id }), await makeLot(db, { projectId: id })];
    const ids = [one.id, two.id];
    expect((await admin.patch('/api/lotes', { ids, premium_centavos: 80_000, type_id: 2 })).statusCode).toBe(
      200,
    );
    await makeSale(db, { projectId: id, lotId: two.id });
    const refused = await admin.patch('/api/lotes', { ids, withheld: true, withheld_reason: 'Casa modelo' });
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([409, 'LOT_CLAIMED']);
    const after = await db.select().from(lots).where(inArray(lots.id, ids));
    expect(after.map(({ premiumCents, typeId, withheld }) => [premiumCents, typeId, withheld])).toEqual([
      [80_000, 2, false],
      [80_000, 2, false],
    ]);
    const told = await admin.get(`/api/lotes/${two.id}/historia`);
    expect(
      told
        .json<{ data: LotEvent[] }>()
        .data.map(({ kind }) => kind)
        .sort(),
    ).toEqual(['cambio', 'precio', 'venta']);
    const builder = await signInAs(llave, { role: 'proyectos', projectIds: [] });
    expect((await builder.patch('/api/lotes', { ids, area_m2: 1 })).statusCode).toBe(404);
    expect((await builder.get(`/api/lotes/${two.id}/historia`)).statusCode).toBe(404);
    expect((await admin.patch('/api/lotes', { ids })).statusCode).toBe(422);
  });

  test('creates houses on several lots; an unused house can be archived and frees its lot for another house', async () => {
    const { db } = llave.database;
    const model = await makeModel(db);
    const free = await makeLot(db, { projectId: model.projectId });
    const sold = await makeLot(db, { projectId: model.projectId });
    await makeSale(db, { modelId: model.id, projectId: model.projectId, lotId: sold.id });
    const lot_ids = [free.id, sold.id];
    const made = await admin.post('/api/houses/bulk', { lot_ids, model_id: model.id });
    expect(made.json<{ success: string }>().success).toBe('Se registraron 2 viviendas.');
    expect(
      (await admin.post('/api/houses/bulk', { lot_ids, model_id: model.id })).json<{ success: string }>()
        .success,
    ).toContain('0 viviendas');
    const standing = await db.select().from(houses).where(inArray(houses.lotId, lot_ids));
    const of = (lotId: number) => standing.find((one) => one.lotId === lotId)!.id;
    expect((await admin.post(`/api/houses/${of(sold.id)}/archive`)).statusCode).toBe(409);
    expect((await admin.post(`/api/houses/${of(free.id)}/archive`)).statusCode).toBe(200);
    expect((await admin.post(`/api/houses/${of(free.id)}/archive`)).statusCode).toBe(404);
    await admin.post('/api/houses/bulk', { lot_ids: [free.id], model_id: model.id });
    expect(await db.$count(houses, eq(houses.lotId, free.id))).toBe(2);
    const foreign = await makeModel(db);
    expect(
      (await admin.post('/api/houses/bulk', { lot_ids: [free.id], model_id: foreign.id })).statusCode,
    ).toBe(422);
  });
});
