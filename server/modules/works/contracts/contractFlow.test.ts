import { and, eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Contract } from '#contract/works/contracts/model.ts';
import { partnerPapers, partners } from '#server/modules/company/partners/partners.table.ts';
import { notices } from '#server/modules/company/notifications/notifications.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { jobs } from '#server/modules/works/jobs/jobs.table.ts';
import { useApp, type Browser } from '#test/app.ts';
import { makeLot, makeModel, makeProject, makeUser } from '#test/factories.ts';
import { signInAs, signInUser, type StaffBrowser } from '#test/signIn.ts';
import { contractsNight } from './contracts.jobs.ts';

const house = useApp();
const db = () => house.database.db;
const NOW = new Date('2026-11-20T15:00:00Z');

let manager: StaffBrowser;
let boss: StaffBrowser;
let boss2: StaffBrowser;
let lawyer: StaffBrowser;
let accountant: StaffBrowser;
let contractor: StaffBrowser;
let project: Awaited<ReturnType<typeof makeProject>>;
let roble: number;
let techos: number;
let promotora: number;

async function partner(kind: 'contratista' | 'contratante', name: string, n: number) {
  const ruc = `1557000${n}-2-2020`;
  const [made] = await db()
    .insert(partners)
    .values({ kind, name, ruc, rucKey: ruc, dv: '12', createdAt: NOW })
    .returning({ id: partners.id });
  return made!.id;
}

async function homes(count: number) {
  const model = await makeModel(db(), { projectId: project.id });
  const made: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const lot = await makeLot(db(), { projectId: project.id });
    const [one] = await db()
      .insert(houses)
      .values({
        projectId: project.id,
        lotId: lot.id,
        modelId: model.id,
        name: `Casa ${lot.id}`,
        createdAt: NOW,
      })
      .returning({ id: houses.id });
    made.push(one!.id);
  }
  return made;
}

beforeAll(async () => {
  roble = await partner('contratista', 'El Roble', 1);
  techos = await partner('contratista', 'Techos y Más', 2);
  promotora = await partner('contratante', 'Promotora', 3);
  await db()
    .insert(partnerPapers)
    .values(
      ['ruc', 'aviso_operacion', 'paz_salvo_css', 'paz_salvo_dgi'].map((kind) => ({
        partnerId: roble,
        kind,
        expiresOn: '2027-06-30',
        createdAt: NOW,
      })),
    );
  project = await makeProject(db());
  manager = await signInAs(house, { role: 'proyectos', projectIds: [project.id] });
  boss = await signInAs(house, 'gerencia');
  boss2 = await signInAs(house, 'gerencia');
  lawyer = await signInAs(house, 'abogado');
  accountant = await signInAs(house, 'contabilidad');
  const user = await makeUser(db(), { roles: ['contratista'] });
  await db().update(users).set({ partnerId: roble, userTypeId: 2 }).where(eq(users.id, user.id));
  contractor = await signInUser(house, user);
});

let drawn = 0;
type Answer = Awaited<ReturnType<Browser['get']>>;
const one = (answer: Answer) => {
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.json<{ data: Contract }>().data;
};
const reason = (answer: Answer) => {
  const { errors, message } = answer.json<{
    errors?: { field: string; message: string }[];
    message: string;
  }>();
  return errors?.[0]?.message ?? message;
};
const url = (id: number) => `/api/contracts/${id}`;
const move = (who: Browser, id: number, estado_id: number, params: object = {}) =>
  who.patch(`${url(id)}/status`, { params: { estado_id, ...params } });

async function draw(over: object = {}, by: Browser = manager): Promise<Contract> {
  return one(
    await by.post('/api/contracts', {
      project_id: project.id,
      type_id: 1,
      name: 'Viviendas',
      reference: `F-${(drawn += 1)}`,
      contractor_id: roble,
      contracting_party_id: promotora,
      house_ids: await homes(2),
      starts_on: '2026-11-01',
      ends_on: '2027-04-30',
      amount_centavos: 4_000_000,
      performance_percent: 0,
      ...over,
    }),
  );
}
/** A contract up to its signature; without bonds and advance it is in force. */
async function signed(over: object = {}): Promise<Contract> {
  const made = await draw(over);
  await move(manager, made.id, 2);
  one(await move(boss, made.id, 3));
  return one(await move(lawyer, made.id, 4));
}
const bond = (id: number, over: object = {}) =>
  manager.form(`${url(id)}/guarantees`, {
    kind: 'cumplimiento',
    insurer: 'ASSA',
    number: `B-${(drawn += 1)}`,
    amount_centavos: '1000000',
    starts_on: '2026-11-01',
    ends_on: '2027-04-30',
    ...over,
  });
const jobsOf = (id: number) => db().select().from(jobs).where(eq(jobs.contractId, id));
const approve = (id: number, bp: number, where = sql`true`) =>
  db()
    .update(jobs)
    .set({ approvedBp: bp, reportedBp: bp })
    .where(and(eq(jobs.contractId, id), where));

describe('the states of a contract', () => {
  test('from draft to settled: each step by who may, its jobs add up to each house', async () => {
    const made = await draw();
    expect(made.activities.reduce((all, { weight_bp }) => all + weight_bp, 0)).toBe(10_000);
    expect(made.houses.map(({ amount_centavos }) => amount_centavos)).toEqual([2_000_000, 2_000_000]);
    expect(made.transitions.map(({ estado_id }) => estado_id)).toContain(2);
    const inReview = one(await move(manager, made.id, 2));
    expect(inReview.state).toEqual({ id: 2, name: 'En revisión' });
    expect(reason(await move(manager, made.id, 3))).toBe(
      'Quien hizo el contrato no puede aprobarlo: pídelo a otra persona.',
    );
    expect((await move(lawyer, made.id, 3)).statusCode).toBe(403);
    expect(reason(await move(boss, made.id, 5))).toBe(
      'Desde el estado actual no se puede pasar a ese estado.',
    );
    one(await move(boss, made.id, 3));
    expect((await move(boss, made.id, 4)).statusCode).toBe(403);
    const inForce = one(await move(lawyer, made.id, 4, { fecha: '2026-11-19' }));
    expect(inForce).toMatchObject({ state: { id: 5 }, signed_on: '2026-11-19' });
    const made2 = await jobsOf(made.id);
    expect(made2).toHaveLength(30);
    expect(made2.reduce((all, { amountCents }) => all + amountCents, 0)).toBe(4_000_000);

    expect(reason(await move(manager, made.id, 6))).toBe('Escribe el motivo.');
    one(await move(manager, made.id, 6, { motivo: 'Lluvia' }));
    one(await move(manager, made.id, 5));
    expect(reason(await move(manager, made.id, 7))).toBe('Faltan por aprobar al 100 % 30 de 30 trabajos.');
    await approve(made.id, 10_000);
    one(await move(manager, made.id, 7));
    expect(reason(await move(manager, made.id, 8, { fecha: '2026-11-01' }))).toContain('antes de la firma');
    const accepted = one(await move(manager, made.id, 8));
    expect(accepted.accepted_on).not.toBeNull();
    expect((await move(manager, made.id, 9)).statusCode).toBe(403);
    const settled = one(await move(accountant, made.id, 9));
    expect(settled).toMatchObject({
      state: { id: 9 },
      transitions: [],
      money: { committed: 4_000_000, certified: 4_000_000, paid: 0, owed: 4_000_000 },
    });
    expect(settled.history.map(({ to }) => to)).toContain('Liquidado');
    expect((await jobsOf(made.id)).every(({ inForce: held }) => !held)).toBe(true);
  });

  test('what is incomplete is not sent to review, and says why', async () => {
    const empty = await draw({ amount_centavos: null, house_ids: [] });
    expect(reason(await move(manager, empty.id, 2))).toBe('Falta el monto del contrato.');
    const bare = await draw({ house_ids: [] });
    expect(reason(await move(manager, bare.id, 2))).toBe('Faltan las viviendas del contrato.');
    const items = await draw({ type_id: 2, house_ids: [] });
    expect(reason(await move(manager, items.id, 2))).toBe('Faltan las partidas del contrato.');
  });

  test('above the limit only who approves everywhere approves; a returned contract is a draft again', async () => {
    const made = await draw({ amount_centavos: 30_000_000 });
    const neighbour = await signInAs(house, { role: 'proyectos', projectIds: [project.id] });
    await move(manager, made.id, 2);
    expect(reason(await move(neighbour, made.id, 3))).toContain('El monto pasa de tu límite');
    expect(reason(await move(neighbour, made.id, 1))).toBe('Escribe el motivo.');
    one(await move(neighbour, made.id, 1, { motivo: 'Falta una casa' }));
    one(await move(manager, made.id, 2));
    expect(one(await move(boss, made.id, 3)).state.id).toBe(3);
  });

  test('of two approvals at once one counts, and of two people who send it too', async () => {
    const made = await draw();
    await move(manager, made.id, 2);
    const answers = await Promise.all([move(boss, made.id, 3), move(boss2, made.id, 3)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422]);
    const stale = await move(lawyer, made.id, 4, { version: 1 });
    expect(stale.statusCode).toBe(409);
  });
});

describe('bonds, advance and force', () => {
  test('a signed contract is in force once its bonds and its advance are there', async () => {
    const made = await signed({ advance_percent: 20, performance_percent: 10 });
    expect(made.state.id).toBe(4);
    expect(made.missing).toHaveLength(3);
    const pay = (who: Browser = accountant) =>
      who.post(`${url(made.id)}/advance`, { paid_on: made.signed_on, reference: 'ACH 100200' });
    const stopped = await pay();
    expect(stopped.statusCode).toBe(409);
    expect(reason(stopped)).toContain('Falta la fianza de anticipo');
    expect((await pay(manager)).statusCode).toBe(403);
    expect(one(await bond(made.id, { kind: 'anticipo', amount_centavos: '800000' })).state.id).toBe(4);
    const number = `B-${(drawn += 1)}`;
    expect(one(await bond(made.id, { number, amount_centavos: '400000' })).missing).toHaveLength(1);
    const twice = await bond(made.id, { number, amount_centavos: '400000' });
    expect([twice.statusCode, reason(twice)]).toEqual([
      409,
      'Ya está guardada una fianza de esta aseguradora con ese número.',
    ]);
    const paid = await Promise.all([pay(), pay()]);
    expect(paid.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    const now = one(await manager.get(`/api/contracts/find/${made.id}`));
    expect(now).toMatchObject({ state: { id: 5 }, advance: { amount_centavos: 800_000 }, missing: [] });
    expect(now.money).toMatchObject({ paid: 800_000, certified: 0 });
  });

  test('papers and bonds that expired stop a payment; an expiring bond is told once per step and renewed', async () => {
    const made = await signed({ contractor_id: techos, advance_percent: 10 });
    const stops = one(await manager.get(`/api/contracts/find/${made.id}`)).payment_stops;
    expect(stops).toContain('Falta el documento del contratista: Paz y salvo de la CSS.');
    const kept = one(
      await bond(made.id, { kind: 'anticipo', ends_on: '2026-12-15', amount_centavos: '400000' }),
    );
    const told = () =>
      db().$count(notices, and(eq(notices.userId, manager.user.id), eq(notices.kind, 'fianza_por_vencer')));
    const night = () => house.app.house.jobs.run(contractsNight, {});
    await night();
    await night();
    expect(await told()).toBe(1);
    house.clock.advance(30 * 86_400);
    await night();
    expect(await told()).toBe(2);
    const expired = one(await manager.get(`/api/contracts/find/${made.id}`));
    expect(expired.guarantees[0]!.state).toBe('vencida');
    expect(expired.payment_stops.join(' ')).toContain('venció el 15-12-2026');
    const renewed = one(
      await bond(made.id, {
        kind: 'anticipo',
        replaces: String(kept.guarantees[0]!.id),
        starts_on: '2026-12-15',
        ends_on: '2027-12-15',
      }),
    );
    expect(renewed.payment_stops.join(' ')).not.toContain('venció');
    house.clock.advance(-30 * 86_400);
  });

  test('an activity of a house is in one contract in force: the second waits, and of two at once one wins', async () => {
    const house_ids = await homes(1);
    const over = { house_ids };
    const waiting = await draw(over);
    const first = await signed(over);
    expect(first.state.id).toBe(5);
    await move(manager, waiting.id, 2);
    await move(boss, waiting.id, 3);
    const second = one(await move(lawyer, waiting.id, 4));
    expect(second.state.id).toBe(4);
    expect(second.missing[0]).toMatch(/^que otro contrato vigente deje Preliminares y replanteo de Casa/);

    const both = { house_ids: await homes(1) };
    const pair = [await draw(both), await draw(both)];
    for (const { id } of pair) {
      await move(manager, id, 2);
      await move(boss, id, 3);
    }
    await Promise.all(pair.map(({ id }) => move(lawyer, id, 4)));
    const held = await db()
      .select({ contract: jobs.contractId })
      .from(jobs)
      .where(and(eq(jobs.houseId, both.house_ids[0]!), jobs.inForce));
    expect(new Set(held.map(({ contract }) => contract)).size).toBe(1);
    expect(held).toHaveLength(15);
  });
});

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
    expect(reason(low)).toMatch(/sin avance aprobado: la adenda no puede quitar más\.$/);
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
  const gone = one(await move(boss2, made.id, 10));
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
  const resident = await signInAs(house, { role: 'residente', projectIds: [project.id] });
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
