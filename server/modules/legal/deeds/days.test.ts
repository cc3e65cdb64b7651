import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { DEED } from '#contract/company/catalogs/states.ts';
import { addDays, panamaDay } from '#contract/dates.ts';
import type { DeedDays } from '#contract/legal/deeds/days.ts';
import { deedWords } from '#contract/overview/myPurchase/deedWords.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { readKnown } from '#server/modules/sales/sale/known.service.ts';
import { useApp } from '#test/app.ts';
import { makeSale } from '#test/factories.ts';
import { signInAs } from '#test/signIn.ts';
import { deeds } from './deeds.table.ts';

const llave = useApp();
const DAYS = '/api/legal/deeds/days';

async function opened() {
  const lawyer = await signInAs(llave, 'abogado');
  const sale = await makeSale(llave.database.db, { stateId: SALE.inDeed, separation: 4 });
  const answer = await lawyer.post('/api/legal/deeds', { venta_id: sale.id });
  expect(answer.statusCode, answer.body).toBe(201);
  return sale.id;
}
const dueOf = async (saleId: number) =>
  (await llave.database.db.select({ dueOn: deeds.dueOn }).from(deeds).where(eq(deeds.saleId, saleId)))[0]!
    .dueOn;

test('the usual days are edited from today on: later steps are due by them, and the buyer reads them', async () => {
  const { db } = llave.database;
  const manager = await signInAs(llave, 'gerencia');
  const list = (await manager.get(DAYS)).json<{ data: DeedDays[] }>().data;
  expect(list.find(({ state }) => state.id === DEED.entered)).toMatchObject({ least: 7, most: 21 });
  const today = panamaDay(llave.clock.now());
  const before = await opened();
  expect(await dueOf(before)).toBe(addDays(today, 3));
  const change = (minimo: number, maximo: number, browser = manager) =>
    browser.patch(`${DAYS}/${DEED.toDo}`, { minimo, maximo });
  expect((await change(9, 4)).json()).toMatchObject({ errors: [{ field: 'maximo' }] });
  expect((await change(2, 8, await signInAs(llave, 'procesador'))).statusCode).toBe(403);
  expect((await manager.patch(`${DAYS}/13`, { minimo: 1, maximo: 2 })).statusCode).toBe(404);
  expect((await change(2, 8)).statusCode).toBe(200);
  const after = await opened();
  expect([await dueOf(before), await dueOf(after)]).toEqual([addDays(today, 3), addDays(today, 8)]);
  const ctx = { ...llave.app.core.services, db, now: llave.clock.now() };
  const known = (await readKnown(ctx, [after])).get(after)!;
  expect(deedWords(9, known.deed)).toMatchObject({ normal: 'de 2 a 8 días' });
});
