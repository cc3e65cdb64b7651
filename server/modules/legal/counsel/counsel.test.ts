import { expect, test } from 'vitest';
import { DEED } from '#contract/company/catalogs/states.ts';
import { USER_TYPE } from '#contract/company/users/model.ts';
import { COMPLAINT } from '#contract/legal/complaints/rules.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { sql } from '#server/kernel/db.ts';
import { whoMay } from '#server/modules/company/notifications/notify.service.ts';
import { useApp } from '#test/app.ts';
import { makeSale, makeUser } from '#test/factories.ts';
import { signInUser } from '#test/signIn.ts';

const llave = useApp();

/** Two sales with the same legal papers: the first is given to the lawyer. */
async function twoSales(lawyerId: number) {
  const { db } = llave.database;
  const sales = [
    await makeSale(db, { stateId: SALE.promiseLetter, lawyerId }),
    await makeSale(db, { stateId: SALE.promiseLetter }),
  ];
  for (const { id } of sales) {
    await db.execute(sql`insert into deeds (sale_id, state_id, state_since, created_at)
      values (${id}, ${DEED.toDo}, ${llave.clock.now()}, ${llave.clock.now()})`);
    await db.execute(sql`insert into complaints (sale_id, state_id, state_since, kind, detail, filed_on, created_at)
      values (${id}, ${COMPLAINT.filed}, ${llave.clock.now()}, 'otro', 'Reclamo', '2026-01-02', ${llave.clock.now()})`);
  }
  return sales;
}

test('an outside lawyer opens the legal papers of the sales that were given to them, and no others', async () => {
  const { db } = llave.database;
  const lawyer = await makeUser(db, { roles: ['abogado'], userTypeId: USER_TYPE.externalLawyer });
  const [own, other] = await twoSales(lawyer.id);
  const browser = await signInUser(llave, lawyer);
  for (const path of ['/api/legal/deeds', '/api/legal/complaints']) {
    const { data } = (await browser.get(path)).json<{ data: { sale: { id: number } }[] }>();
    expect(
      data.map(({ sale }) => sale.id),
      path,
    ).toEqual([own!.id]);
  }
  const envelopes = (id: number) => browser.get(`/api/sale/precontracts/${id}/envelopes/firmantes`);
  expect((await envelopes(own!.id)).statusCode).toBe(200);
  expect((await envelopes(other!.id)).statusCode).toBe(404);
});

test('nor the customers, payments and contracts of others; of the own sale also what its bank asks for', async () => {
  const { db } = llave.database;
  const lawyer = await makeUser(db, { roles: ['abogado'], userTypeId: USER_TYPE.externalLawyer });
  const [own, other] = await twoSales(lawyer.id);
  const browser = await signInUser(llave, lawyer);
  const listed = (await browser.get('/api/sale/precontracts')).json<{
    data: { id: number }[];
    meta: { pagination: { total: number } };
  }>();
  expect(listed.data.map(({ id }) => id)).toEqual([own!.id]);
  expect(listed.meta.pagination.total).toBe(1);
  expect((await browser.get(`/api/sale/precontracts/${own!.id}`)).statusCode).toBe(200);
  expect((await browser.get(`/api/sale/precontracts/${other!.id}`)).statusCode).toBe(404);
  const person = async (sale: number) => {
    const [found] = (await db.execute(sql`select person_id id from sales where id = ${sale}`)).rows;
    return browser.get(`/api/sale/people/${Number(found!['id'])}`);
  };
  expect((await person(own!.id)).statusCode).toBe(200);
  expect((await person(other!.id)).statusCode).toBe(404);
  for (const path of ['/api/sale/costumer_payments', '/api/contracts'])
    expect((await browser.get(path)).json<{ data: unknown[] }>().data, path).toEqual([]);
});

test('notices to whoever may write legal papers do not reach an outside lawyer', async () => {
  const { db } = llave.database;
  const outside = await makeUser(db, { roles: ['abogado'], userTypeId: USER_TYPE.externalLawyer });
  const inside = await makeUser(db, { roles: ['abogado'] });
  const told = await whoMay(db, 'legal.crear');
  expect(told).toContain(inside.id);
  expect(told).not.toContain(outside.id);
});
