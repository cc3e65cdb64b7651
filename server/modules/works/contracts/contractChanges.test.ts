import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { jobReports } from '#server/modules/works/jobs/jobReports.table.ts';
import { jobs } from '#server/modules/works/jobs/jobs.table.ts';
import { useApp, type Browser } from '#test/app.ts';
import {
  manager,
  boss,
  boss2,
  lawyer,
  accountant,
  contractor,
  project,
  roble,
  techos,
  promotora,
  homes,
  draw,
  signed,
  bond,
  jobsOf,
  approve,
  one,
  reason,
  url,
  move,
  makeParties,
} from '#test/contracts.ts';
import { makeProject } from '#test/factories.ts';
import { signInAs } from '#test/signIn.ts';

const llave = useApp();
const db = () => llave.database.db;
beforeAll(() => makeParties(llave));

describe('addenda', () => {
  const addendum = (who: Browser, id: number, body: object) =>
    who.post(`${url(id)}/addenda`, { reason: 'Muro de contención', ...body });
  const step = (who: Browser, id: number, addendumId: number, estado_id: number, params: object = {}) =>
    who.patch(`${url(id)}/addenda/${addendumId}/status`, { params: { estado_id, ...params } });

  test('another person approves it, its signature changes the amount, never below what is certified', async () => {
    const made = await signed();
    const [first] = made.houses;
    const withOne = one(
      await addendum(manager, made.id, {
        houses: [{ house_id: first!.id, delta_centavos: 150_001 }],
        ends_on: '2027-05-31',
      }),
    );
    const [more] = withOne.addenda;
    expect(withOne.amount_centavos).toBe(4_000_000);
    expect(reason(await step(manager, made.id, more!.id, 2))).toContain('Quien hizo la adenda');
    expect(reason(await step(lawyer, made.id, more!.id, 3))).toContain('no se puede pasar');
    one(await step(boss, made.id, more!.id, 2));
    const both = await Promise.all([step(lawyer, made.id, more!.id, 3), step(lawyer, made.id, more!.id, 3)]);
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422]);
    const after = one(await manager.get(`/api/contracts/find/${made.id}`));
    expect(after).toMatchObject({ amount_centavos: 4_150_001, ends_on: '2027-05-31' });
    expect(after.money!.addenda).toBe(150_001);
    const mine = (await jobsOf(made.id)).filter(({ houseId }) => houseId === first!.id);
    expect(mine.reduce((all, { amountCents }) => all + amountCents, 0)).toBe(2_150_001);

    await approve(made.id, 5000, sql`${jobs.houseId} = ${first!.id} and ${jobs.activityId} <= 14`);
    const free = (await jobsOf(made.id)).find(
      ({ houseId, activityId }) => houseId === first!.id && activityId === 15,
    )!;
    const low = await addendum(manager, made.id, {
      houses: [{ house_id: first!.id, delta_centavos: -free.amountCents - 1 }],
    });
    expect(low.statusCode).toBe(422);
    expect(reason(low)).toMatch(/sin avance aprobado ni facturado: la adenda no puede quitar más\.$/);
    one(
      await addendum(manager, made.id, {
        houses: [{ house_id: first!.id, delta_centavos: -free.amountCents }],
      }),
    );
  });

  test('two addenda at once both apply, and a new house gets its jobs', async () => {
    const made = await signed();
    const [a, b] = made.houses;
    const [extra] = await homes(1);
    const drafts = one(
      await addendum(manager, made.id, { houses: [{ house_id: a!.id, delta_centavos: 1000 }] }),
    ).addenda;
    const more = one(
      await addendum(manager, made.id, {
        houses: [
          { house_id: b!.id, delta_centavos: 500 },
          { house_id: extra, delta_centavos: 2_000_000 },
        ],
      }),
    ).addenda;
    const ids = [drafts[0]!.id, more[0]!.id];
    for (const id of ids) one(await step(boss, made.id, id, 2));
    const answers = await Promise.all(ids.map((id) => step(lawyer, made.id, id, 3)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    const after = one(await manager.get(`/api/contracts/find/${made.id}`));
    expect(after.amount_centavos).toBe(6_001_500);
    expect(await jobsOf(made.id)).toHaveLength(45);
  });

  test('quantities: more, less, a new item; not below what is approved', async () => {
    const made = await draw({ type_id: 2, house_ids: [], amount_centavos: null });
    const items = [
      {
        code: '1.1',
        description: 'Excavación',
        unit: 'm³',
        quantity: 120.5,
        price_centavos: 850,
        cost_code_id: 8,
      },
      {
        code: '2.1',
        description: 'Cordón',
        unit: 'm',
        quantity: 33.333,
        price_centavos: 1299,
        cost_code_id: 9,
      },
    ];
    const write = (payload: object) => manager.send({ method: 'PUT', url: `${url(made.id)}/items`, payload });
    const written = one(await write({ items }));
    expect(written.amount_centavos).toBe(102_425 + 43_300);
    const doubled = await write({ items: [items[0], { ...items[1], code: '1.1' }] });
    expect(reason(doubled)).toBe('Cada código va una sola vez.');
    await move(manager, made.id, 2);
    await move(boss, made.id, 3);
    const inForce = one(await move(lawyer, made.id, 4));
    expect(inForce.state.id).toBe(5);
    const [earth] = inForce.items;
    await db()
      .update(jobs)
      .set({ approvedQuantity: 100, approvedBp: 8298 })
      .where(eq(jobs.itemId, earth!.id));
    expect(
      reason(await addendum(manager, made.id, { items: [{ item_id: earth!.id, delta_quantity: -20.501 }] })),
    ).toBe('De la partida 1.1 solo quedan 20.5 m³ sin aprobar: la adenda no puede quitar más.');
    const [change] = one(
      await addendum(manager, made.id, {
        items: [{ item_id: earth!.id, delta_quantity: -20.5 }],
        new_items: [
          {
            code: '3.1',
            description: 'Tragante',
            unit: 'u',
            delta_quantity: 4,
            price_centavos: 25_000,
            cost_code_id: 9,
          },
        ],
      }),
    ).addenda;
    one(await step(boss, made.id, change!.id, 2));
    // The lawyer signs without seeing an amount.
    expect(one(await step(lawyer, made.id, change!.id, 3)).amount_centavos).toBeNull();
    const after = one(await manager.get(`/api/contracts/find/${made.id}`));
    expect(after.amount_centavos).toBe(85_000 + 43_300 + 100_000);
    expect(after.money!.certified).toBe(85_000);
    expect(after.items.map(({ quantity }) => quantity)).toEqual([100, 33.333, 4]);
    expect(await jobsOf(made.id)).toHaveLength(3);
  });
});

test('a rescission takes two people, settles what is certified, and hands over the rest to the centavo', async () => {
  const made = await signed();
  const [a] = made.houses;
  await approve(made.id, 10_000, sql`${jobs.houseId} = ${a!.id} and ${jobs.activityId} <= 5`);
  await approve(made.id, 3333, sql`${jobs.houseId} = ${a!.id} and ${jobs.activityId} = 6`);
  expect(reason(await move(boss, made.id, 10))).toContain('Primero una persona prepara');
  const prepare = (who: Browser) =>
    who.post(`${url(made.id)}/rescission`, {
      reason: 'Abandono de la obra',
      successor_contractor_id: techos,
    });
  expect((await prepare(accountant)).statusCode).toBe(403);
  one(await prepare(boss));
  const again = await prepare(boss2);
  expect([again.statusCode, reason(again)]).toEqual([
    409,
    'La rescisión de este contrato ya está preparada.',
  ]);
  expect(reason(await move(boss, made.id, 10))).toContain('Quien preparó la rescisión');
  const [waiting] = (await jobsOf(made.id)).filter(({ approvedBp }) => approvedBp === 0);
  await db().insert(jobReports).values({
    jobId: waiting!.id,
    key: randomUUID(),
    reportedBp: 5000,
    authorId: contractor.user.id,
    partnerId: roble,
    createdAt: new Date(),
  });
  const gone = one(await move(boss2, made.id, 10));
  const [ended] = await db().select().from(jobReports).where(eq(jobReports.jobId, waiting!.id));
  expect(ended!.outcome).toBe('anulado');
  const certified = (await jobsOf(made.id)).reduce((all, { certifiedCents }) => all + certifiedCents, 0);
  expect(gone).toMatchObject({
    state: { id: 10 },
    money: { committed: certified, certified },
    rescission: { certified_centavos: certified, successor: { name: 'Viviendas (resto)' } },
  });
  expect(gone.rescission!.decided_by).not.toBeNull();
  const next = gone.rescission!.successor!.id;
  const rest = one(await boss.get(`/api/contracts/find/${next}`));
  expect(rest).toMatchObject({ state: { id: 1 }, contractor_id: techos, predecessor: { id: made.id } });
  expect(rest.amount_centavos).toBe(4_000_000 - certified);
  one(
    await manager.patch(url(next), {
      type_id: 1,
      name: rest.name,
      reference: rest.reference,
      contractor_id: techos,
      contracting_party_id: promotora,
      house_ids: rest.houses.map(({ id }) => id),
      performance_percent: 0,
    }),
  );
  one(await move(manager, next, 2));
  one(await move(boss, next, 3));
  const inForce = one(await move(lawyer, next, 4));
  expect(inForce.state.id, inForce.missing.join()).toBe(5);
  const before = await jobsOf(made.id);
  const after = await jobsOf(next);
  // The finished activities of the first house are not built twice.
  expect(after).toHaveLength(25);
  for (const job of after) {
    const old = before.find((one_) => one_.houseId === job.houseId && one_.activityId === job.activityId)!;
    expect(job.amountCents).toBe(old.amountCents - old.certifiedCents);
  }
  // The old contractor sees neither who follows nor why.
  expect(one(await contractor.get(`/api/contracts/find/${made.id}`))).toMatchObject({ rescission: null });
});

test('who may not see amounts gets none in any part, and a contractor nothing of others', async () => {
  const made = await signed({ performance_percent: 10 });
  one(await bond(made.id));
  const resident = await signInAs(llave, { role: 'residente', projectIds: [project.id] });
  const seen = one(await resident.get(`/api/contracts/find/${made.id}`));
  expect(seen.money).toBeNull();
  expect(JSON.stringify(seen)).not.toMatch(/"\w*_centavos":\d/);
  const foreign = await signed({ contractor_id: techos });
  for (const path of [
    `/api/contracts/find/${foreign.id}`,
    `/api/works/budgets?proyecto_id=${project.id}`,
    `/api/comments?reference=contrato&reference_id=${foreign.id}`,
    `/api/files/${foreign.id}/contrato`,
  ])
    expect((await contractor.get(path)).statusCode, path).toBe(404);
  const list = (await contractor.get('/api/works/jobs?per_page=200')).json<{
    data: { contract: { id: number } }[];
  }>();
  expect(list.data.some(({ contract }) => contract.id === made.id)).toBe(true);
  expect(list.data.some(({ contract }) => contract.id === foreign.id)).toBe(false);
  const rows = (await resident.get(`/api/works/jobs?contrato_id=${made.id}`)).body;
  expect(rows).not.toMatch(/"\w*_centavos":\d/);
  for (const answer of [
    await move(contractor, made.id, 6, { motivo: 'x' }),
    await contractor.post(`${url(made.id)}/rescission`, { reason: 'xxx' }),
    await contractor.post(`${url(made.id)}/addenda`, { reason: 'xxx', ends_on: '2027-05-01' }),
    await contractor.get('/api/contracts/exportar?formato=xlsx'),
    await contractor.get('/api/sale/precontracts'),
  ])
    expect(answer.statusCode, answer.body).toBe(403);
  const found = await contractor.post('/api/seeker', { q: 'Viviendas' });
  expect(found.body).not.toContain(`/oficina/contratos/${foreign.id}"`);
});

describe('budgets', () => {
  test('a house takes its model’s lines unless it has its own; commitments stand beside them', async () => {
    const made = await signed();
    const [first] = made.houses;
    const [row] = await db().select().from(houses).where(eq(houses.id, first!.id));
    const at = `/api/works/budgets`;
    const put = (body: object) =>
      manager.send({ method: 'PUT', url: at, payload: { proyecto_id: project.id, ...body } });
    type Row = Record<'id' | 'budget' | 'committed' | 'free' | 'certified', number>;
    const of = async (query: string) =>
      (await manager.get(`${at}?proyecto_id=${project.id}${query}`))
        .json<{ data: Row[] }>()
        .data.find(({ id }) => id === 4)!;
    expect(
      (await put({ modelo_id: row!.modelId, lines: [{ cost_code_id: 4, amount_centavos: 300_000 }] }))
        .statusCode,
    ).toBe(200);
    expect(await of(`&vivienda_id=${first!.id}`)).toMatchObject({
      budget: 300_000,
      committed: 240_000,
      free: 60_000,
    });
    await put({ vivienda_id: first!.id, lines: [{ cost_code_id: 4, amount_centavos: 200_000 }] });
    expect(await of(`&vivienda_id=${first!.id}`)).toMatchObject({ budget: 200_000, free: -40_000 });
    expect(await of('')).toMatchObject({ budget: 500_000 });
    const both = await put({ vivienda_id: first!.id, modelo_id: row!.modelId, lines: [] });
    expect(both.statusCode).toBe(422);
    expect((await lawyer.get(`${at}?proyecto_id=${project.id}`)).statusCode).toBe(403);
    const other = await makeProject(db());
    expect((await manager.get(`${at}?proyecto_id=${other.id}`)).statusCode).toBe(404);
  });
});
