import fc from 'fast-check';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '#contract/works/accounts/model.ts';
import { after, valueOut, type Level } from '#contract/works/stock/rules.ts';
import type { CountRow, MoveRow, UsageRow } from '#contract/works/stock/model.ts';
import { useApp } from '#test/app.ts';
import { deep } from '#test/deep.ts';
import { makeHouse, makeProject } from '#test/factories.ts';
import { DAY, makeMaterialSite, STOCK } from '#test/materials.ts';
import { signInAs } from '#test/signIn.ts';
import { one, refusal, makeWorksite } from '#test/worksite.ts';
import { accountDeductions } from '#server/modules/works/accounts/accounts.table.ts';
import { jobs } from '#server/modules/works/jobs/jobs.table.ts';
import { stockLevels, stockMovements } from './stock.table.ts';

const llave = useApp();
let site: Awaited<ReturnType<typeof makeMaterialSite>>;
const db = () => llave.database.db;
beforeAll(async () => {
  site = await makeMaterialSite(llave);
});
const codes = (answers: { statusCode: number }[]) =>
  answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
const levelOf = async (materialId: number, projectId = site.project.id): Promise<Level> => {
  const [found] = await db()
    .select({ quantity: stockLevels.quantity, cents: stockLevels.valueCents })
    .from(stockLevels)
    .where(sql`${stockLevels.projectId} = ${projectId} and ${stockLevels.materialId} = ${materialId}`);
  return found ?? { quantity: 0, cents: 0 };
};
/** Receives an order of a material, so that the site has it. */
async function fill(materialId: number, quantity: number, price = 990) {
  const order = await site.ordered(materialId, quantity, price);
  one(await site.receive(site.inspector, order, [quantity]));
}

test('two issues of the last unit: one gets it, the other hears how much there is', async () => {
  const { sand, issue } = site;
  await fill(sand, 1, 2600);
  const both = await Promise.all([
    issue([{ material_id: sand, quantity: 1 }]),
    issue([{ material_id: sand, quantity: 1 }]),
  ]);
  expect(codes(both)).toEqual([201, 409]);
  expect(refusal(both.find(({ statusCode }) => statusCode === 409)!)).toEqual([
    409,
    'Solo hay 0 m³ de Arena en esta obra.',
  ]);
  expect(await levelOf(sand)).toEqual({ quantity: 0, cents: 0 });
});

test('the same issue sent again moves once, and a level is never typed over nor a movement changed', async () => {
  const { cement, issue } = site;
  await fill(cement, 10);
  const clave = crypto.randomUUID();
  const body = [{ material_id: cement, quantity: 4 }] as const;
  const sent = await Promise.all([
    issue([...body], { clave, paper: 'V' }),
    issue([...body], { clave, paper: 'V' }),
  ]);
  expect(sent.filter(({ statusCode }) => statusCode === 201).length).toBeGreaterThan(0);
  expect(sent.every(({ statusCode }) => statusCode === 201 || statusCode === 409)).toBe(true);
  expect((await levelOf(cement)).quantity).toBe(6);
  await expect(db().update(stockLevels).set({ quantity: 99 })).rejects.toThrow('Failed query');
  await expect(db().update(stockMovements).set({ paper: 'otro' })).rejects.toThrow('Failed query');
  await expect(db().delete(stockMovements)).rejects.toThrow('Failed query');
});

test('a house shows what it used beside what it should; what it did not use goes back', async () => {
  const { cement, issue, resident, buyer, houseId, project, inspector } = site;
  await fill(cement, 20);
  one(await issue([{ material_id: cement, quantity: 9 }]));
  const give = (quantity: number) =>
    resident.post(`${STOCK}/house_returns`, {
      clave: crypto.randomUUID(),
      project_id: project.id,
      house_id: houseId,
      moved_on: DAY,
      paper: 'R-1',
      lines: [{ material_id: cement, quantity }],
    });
  expect((await give(500)).statusCode).toBe(422);
  one(await give(2.5));
  const used = one<UsageRow[]>(await buyer.get(`${STOCK}/usage?vivienda_id=${houseId}`));
  const row = used.find(({ id }) => id === cement)!;
  expect(row).toMatchObject({ budget: 80, used: 10.5, left: 69.5 });
  expect(row.used_centavos).toBe(10_395);
  const blind = one<UsageRow[]>(await inspector.get(`${STOCK}/usage?vivienda_id=${houseId}`));
  expect(
    blind.every(({ used_centavos, budget_centavos }) => used_centavos === null && budget_centavos === null),
  ).toBe(true);
  const stranger = await signInAs(llave, { role: 'residente', projectIds: [] });
  expect((await stranger.get(`${STOCK}/usage?vivienda_id=${houseId}`)).statusCode).toBe(404);
});

test('a transfer takes from one site what it adds to the other, with its value', async () => {
  const { blocks, project, manager } = site;
  await fill(blocks, 100, 60);
  const to = await makeProject(db());
  const far = await signInAs(llave, { role: 'residente', projectIds: [project.id, to.id] });
  const send = (who: typeof far, quantity: number) =>
    who.post(`${STOCK}/transfers`, {
      clave: crypto.randomUUID(),
      project_id: project.id,
      to_project_id: to.id,
      moved_on: DAY,
      paper: 'T-1',
      lines: [{ material_id: blocks, quantity }],
    });
  expect((await send(manager, 10)).statusCode).toBe(422);
  expect((await send(far, 101)).statusCode).toBe(409);
  one(await send(far, 40));
  expect(await levelOf(blocks)).toEqual({ quantity: 60, cents: 3600 });
  expect(await levelOf(blocks, to.id)).toEqual({ quantity: 40, cents: 2400 });
  const moves = (await far.get(`${STOCK}/movements?proyecto_id=${to.id}`)).json<{ data: MoveRow[] }>().data;
  expect(moves[0]).toMatchObject({
    kind: 'traslado_entrada',
    other_site: site.project.name,
    value_centavos: null,
  });
});

test('the difference of a count is approved by another person, and only it moves', async () => {
  const { blocks, resident, manager, boss, project, issue } = site;
  await fill(blocks, 50, 60);
  const before = (await levelOf(blocks)).quantity;
  const send = (who: typeof resident, counted: number) =>
    who.post(`${STOCK}/counts`, {
      clave: crypto.randomUUID(),
      project_id: project.id,
      material_id: blocks,
      counted,
      reason: 'Inventario del mes',
    });
  expect((await send(manager, before)).statusCode).toBe(422);
  const count = one<CountRow>(await send(manager, before - 8));
  expect(count).toMatchObject({ expected: before, difference: -8, may_decide: false });
  expect((await send(resident, before - 9)).statusCode).toBe(422);
  const decide = (who: typeof resident, body: object = { approve: true }) =>
    who.post(`${STOCK}/counts/${count.id}/decide`, body);
  expect((await decide(resident)).statusCode).toBe(403);
  expect((await decide(manager)).statusCode).toBe(422);
  one(await issue([{ material_id: blocks, quantity: 1 }]));
  const both = await Promise.all([decide(boss), decide(boss)]);
  expect(codes(both)).toEqual([200, 422]);
  expect((await levelOf(blocks)).quantity).toBe(before - 9);
});

describe('materials given to a contractor', () => {
  test('become deductions of its account, once, with their paper', async () => {
    const works = await makeWorksite(llave);
    const { cement, supplier, buyer, boss, quote, move } = site;
    const { contract, houseId } = await works.inForce();
    // The site of this contract has cement of its own.
    const asked = one<{ id: number; lines: { id: number }[] }>(
      await works.resident.post('/api/works/material_requests', {
        project_id: works.project.id,
        lines: [{ material_id: cement, quantity: 10 }],
      }),
    );
    one(await move(works.resident, asked.id, 2));
    const approved = one(await move(boss, asked.id, 3, { motivo: 'Fuera de la lista' }));
    const quoted = one<{ quotations: { id: number }[] }>(await quote(approved as never, supplier.id, [1000]));
    const order = one(
      await buyer.post(`/api/works/material_requests/${asked.id}/orders`, {
        quotation_id: quoted.quotations[0]!.id,
      }),
    );
    one(await site.receive(works.inspector, order as never, [10]));
    const given = (over: object) =>
      site.issue(
        [{ material_id: cement, quantity: 3 }],
        { project_id: works.project.id, house_id: houseId, contract_id: contract.id, ...over },
        works.resident,
      );
    const { id: other } = await makeHouse(db(), { projectId: works.project.id });
    expect((await given({ house_id: other })).statusCode).toBe(422);
    one(await given({ paper: 'VALE-7' }));
    const [moved] = await db()
      .select()
      .from(stockMovements)
      .where(eq(stockMovements.contractId, contract.id));
    const [job] = await works.jobsOf(contract.id);
    await db().update(jobs).set({ approvedBp: 5000 }).where(eq(jobs.id, job!.id));
    const account = one<Account>(await works.manager.post(`/api/contracts/${contract.id}/accounts`, {}));
    const charge = () =>
      works.manager.post(`${STOCK}/charges`, { account_id: account.id, movement_ids: [moved!.id] });
    expect(one(await charge())).toEqual({ charged: 1, centavos: 3000 });
    const [deduction] = await db()
      .select()
      .from(accountDeductions)
      .where(eq(accountDeductions.accountId, account.id));
    expect(deduction).toMatchObject({ kind: 'materiales', paper: 'VALE-7', amountCents: 3000 });
    expect((await charge()).statusCode).toBe(409);
    const moves = (await works.manager.get(`${STOCK}/movements?contrato_id=${contract.id}`)).json<{
      data: MoveRow[];
    }>().data;
    expect(moves[0]!.charged).toEqual({ id: account.id, number: 1 });
    // The deduction taken back, the issue can be deducted again.
    const path = `/api/works/accounts/${account.id}/deductions/${deduction!.id}`;
    one(await works.manager.send({ method: 'DELETE', url: path }));
    one(await charge());
  });
});

test('a ledger of any movements is never negative, and its value is all gone with the last unit', () => {
  const moves = fc.array(
    fc.record({
      out: fc.boolean(),
      quantity: fc.integer({ min: 1, max: 50_000 }),
      price: fc.integer({ min: 0, max: 9999 }),
    }),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(moves, (list) => {
      let level: Level = { quantity: 0, cents: 0 };
      for (const { out, quantity: thousandths, price } of list) {
        const quantity = thousandths / 1000;
        if (out && quantity > level.quantity) continue;
        const cents = out ? valueOut(level, quantity) : Math.round(quantity * price);
        expect(cents).toBeGreaterThanOrEqual(0);
        expect(cents).toBeLessThanOrEqual(out ? level.cents : cents);
        level = after(level, out ? { quantity: -quantity, cents: -cents } : { quantity, cents });
        expect(level.quantity).toBeGreaterThanOrEqual(0);
        expect(level.cents).toBeGreaterThanOrEqual(0);
      }
      const rest = valueOut(level, level.quantity);
      expect(after(level, { quantity: -level.quantity, cents: -rest })).toEqual({ quantity: 0, cents: 0 });
    }),
    { numRuns: deep(100, 2000) },
  );
});
