import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Contract, ContractRow } from '#contract/works/contracts/model.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { useApp, type Browser } from '#test/app.ts';
import { makeActionPlan, makeHouse, makeModel, makePartner, makeProject, makeUser } from '#test/factories.ts';
import { signInAs, signInUser, type StaffBrowser } from '#test/signIn.ts';
import { contracts } from './construction.table.ts';

const llave = useApp();
const db = () => llave.database.db;
const NOW = new Date('2026-11-20T15:00:00Z');

let admin: Browser;
let manager: StaffBrowser;
let contractor: StaffBrowser;
let project: Awaited<ReturnType<typeof makeProject>>;
let other: typeof project;
let roble: number;
let techos: number;
let promotora: number;
const homes: number[] = [];
let away: number;

const partner = async (kind: 'contratista' | 'contratante', name: string) =>
  (await makePartner(db(), kind, name)).id;
const home = async (projectId: number, modelId: number, name: string) =>
  (await makeHouse(db(), { projectId, modelId, name, progressPercent: 12.5 })).id;

beforeAll(async () => {
  [roble, techos, promotora] = await Promise.all([
    partner('contratista', 'El Roble'),
    partner('contratista', 'Techos y Más'),
    partner('contratante', 'Promotora'),
  ]);
  project = await makeProject(db());
  other = await makeProject(db());
  const model = await makeModel(db(), { projectId: project.id });
  for (const name of ['Casa 1', 'Casa 2', 'Casa 3']) homes.push(await home(project.id, model.id, name));
  away = await home(other.id, (await makeModel(db(), { projectId: other.id })).id, 'Casa ajena');
  admin = await signInAs(llave, 'administrador');
  manager = await signInAs(llave, { role: 'proyectos', projectIds: [project.id] });
  contractor = await signInUser(llave, await makeUser(db(), { roles: ['contratista'], partnerId: roble }));
});

let drawn = 0;
const form = (over: object = {}) => ({
  project_id: project.id,
  type_id: 1,
  name: 'Viviendas de la manzana A',
  reference: `C-${(drawn += 1)}`,
  contractor_id: roble,
  contracting_party_id: promotora,
  house_ids: homes.slice(0, 2),
  starts_on: '2026-12-01',
  ends_on: '2027-04-30',
  amount_centavos: 4_000_000,
  ...over,
});
type Answer = Awaited<ReturnType<Browser['get']>>;
const one = (answer: Answer) => answer.json<{ data: Contract }>().data;
const many = (answer: Answer) => answer.json<{ data: Record<string, unknown>[] }>().data;
const create = async (over: object = {}, by: Browser = admin) => {
  const answer = await by.post('/api/contracts', form(over));
  expect(answer.statusCode, answer.body).toBe(201);
  return one(answer);
};
const change = (contract: Contract, over: object, by: Browser = admin) => {
  const { project_id: _, ...rest } = form({ reference: contract.reference, ...over });
  return by.patch(`/api/contracts/${contract.id}`, rest);
};
const errorsOf = (answer: Answer) =>
  answer.json<{ errors: { field: string }[] }>().errors.map(({ field }) => field);

describe('creating a contract', () => {
  test('a new contract is a Borrador, with its houses, parties and planned days', async () => {
    const made = await create({ reference: ' VS-001 ' }, manager);
    expect(made).toMatchObject({
      name: 'Viviendas de la manzana A',
      reference: 'VS-001',
      project: { id: project.id },
      type: { id: 1, name: 'Construcción de viviendas' },
      state: { id: 1, name: 'Borrador' },
      contractor_id: roble,
      contractor: { name: 'El Roble' },
      contracting_party: { name: 'Promotora' },
      houses_count: 2,
      houses: [{ name: 'Casa 1' }, { name: 'Casa 2' }],
      starts_on: '2026-12-01',
      ends_on: '2027-04-30',
      amount_centavos: 4_000_000,
      version: 1,
    });
    expect(one(await admin.get(`/api/contracts/find/${made.id}`))).toEqual(made);
  });

  test('a reference is unique in its project, ignoring case; another project may use it', async () => {
    await create({ reference: 'doble' });
    const again = await admin.post('/api/contracts', form({ reference: 'DOBLE' }));
    expect(again.statusCode).toBe(409);
    expect(again.json()).toMatchObject({ code: 'REFERENCE_TAKEN', errors: [{ field: 'reference' }] });
    await create({ reference: 'Doble', project_id: other.id, house_ids: [] });
  });

  test('values that are not offered are refused, each at its field', async () => {
    const refused = await admin.post(
      '/api/contracts',
      form({
        type_id: 77,
        contractor_id: promotora,
        contracting_party_id: roble,
        house_ids: [homes[0], away],
      }),
    );
    expect(refused.statusCode).toBe(422);
    expect(errorsOf(refused)).toEqual(['type_id', 'contractor_id', 'contracting_party_id', 'house_ids']);
    for (const house_ids of [[homes[0], homes[0]], [987_654]])
      expect(errorsOf(await admin.post('/api/contracts', form({ house_ids })))).toEqual(['house_ids']);
  });

  test.each([
    [{ ends_on: null }, 'ends_on'],
    [{ starts_on: null }, 'starts_on'],
    [{ ends_on: '2026-11-30' }, 'ends_on'],
    [{ amount_centavos: 0 }, 'amount_centavos'],
    [{ name: ' ' }, 'name'],
    [{ reference: 'a\u0000b' }, 'reference'],
    [{ project_id: 987_654 }, 'project_id'],
  ])('%j is refused at %s', async (over, field) => {
    const refused = await admin.post('/api/contracts', form(over));
    expect(refused.statusCode).toBe(422);
    expect(errorsOf(refused)).toEqual([field]);
  });

  test('concurrent contracts with one reference: only one is created', async () => {
    const body = form({ reference: 'CARRERA' });
    const answers = await Promise.all(Array.from({ length: 6 }, () => admin.post('/api/contracts', body)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409, 409, 409, 409]);
    const key = { 'idempotency-key': 'contrato-uno' };
    const twice = await Promise.all(
      [1, 2].map(() => admin.post('/api/contracts', form({ reference: 'UNA' }), key)),
    );
    expect(
      twice.map(({ statusCode }) => statusCode).filter((status) => status === 201).length,
    ).toBeGreaterThan(0);
    expect(many(await admin.get(`/api/contracts?q=UNA&proyecto_id=${project.id}`))).toHaveLength(1);
  });
});

describe('changing a draft', () => {
  test('sent fields and houses change; a stale version is refused', async () => {
    const made = await create();
    const changed = await change(made, { name: 'Otro nombre', house_ids: [homes[2]], version: 1 });
    expect(one(changed)).toMatchObject({ name: 'Otro nombre', houses: [{ name: 'Casa 3' }], version: 2 });
    const stale = await change(made, { version: 1 });
    expect(stale.statusCode).toBe(409);
    expect(stale.json()).toMatchObject({ code: 'STALE', current: { version: 2 } });
  });

  test('project, state and creator cannot be changed by extra fields', async () => {
    const made = await create();
    const sly = { project_id: other.id, state_id: 5, stateId: 5, created_by: 1, id: 1 };
    const body = { ...form({ reference: made.reference }), ...sly };
    expect((await admin.patch(`/api/contracts/${made.id}`, body)).statusCode).toBe(200);
    expect(one(await admin.get(`/api/contracts/find/${made.id}`))).toMatchObject({
      id: made.id,
      project: { id: project.id },
      state: { id: 1 },
    });
  });

  test('a contract that is no longer a draft cannot be changed', async () => {
    const made = await create();
    await db().update(contracts).set({ stateId: 5 }).where(eq(contracts.id, made.id));
    const refused = await change(made, { name: 'Otro nombre' });
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({ code: 'CONTRACT_NOT_DRAFT' });
  });

  test('an archived partner or type stays in the contract that has it', async () => {
    const leaving = await partner('contratista', 'Se va, S.A.');
    const made = await create({ contractor_id: leaving, type_id: 9 });
    await db().update(partners).set({ archivedAt: NOW }).where(eq(partners.id, leaving));
    await admin.post('/api/administrations/catalogs/tipo_contratos/items/9/archive');
    expect((await change(made, { contractor_id: leaving, type_id: 9 })).statusCode).toBe(200);
    const refused = await admin.post('/api/contracts', form({ contractor_id: leaving, type_id: 9 }));
    expect(errorsOf(refused)).toEqual(['type_id', 'contractor_id']);
  });
});

describe('visibility of contracts and their fields', () => {
  test('a contractor sees only its own contracts; others give 404', async () => {
    const mine = await create({ name: 'Del Roble' });
    const foreign = await create({ name: 'De Techos', contractor_id: techos });
    const seen = many(await contractor.get(`/api/contracts/list/${project.id}`));
    expect(seen).toContainEqual({
      id: mine.id,
      name: 'Del Roble',
      reference: mine.reference,
      contractor_id: roble,
    });
    expect(seen.every(({ contractor_id }) => contractor_id === roble)).toBe(true);
    expect(
      many(await contractor.get(`/api/houses/get_contract/${project.id}/${homes[0]}`)).length,
    ).toBeGreaterThan(0);
    for (const path of [
      `/api/contracts/find/${foreign.id}`,
      `/api/houses/list_houses_by_contract/${foreign.id}`,
      `/api/houses/get_houses_by_contract/${foreign.id}`,
      `/api/comments?reference=contrato&reference_id=${foreign.id}`,
    ])
      expect((await contractor.get(path)).statusCode, path).toBe(404);
    expect(one(await contractor.get(`/api/contracts/find/${mine.id}`)).amount_centavos).toBe(4_000_000);
    const all = (await contractor.get('/api/contracts?per_page=200')).json<{ data: ContractRow[] }>().data;
    expect(new Set(all.map((row) => row.contractor_id))).toEqual(new Set([roble]));
  });

  test('a contractor without a company sees no contracts and cannot create one', async () => {
    const nobody = await signInAs(llave, 'contratista');
    expect(many(await nobody.get('/api/contracts'))).toEqual([]);
    const made = await create();
    expect((await contractor.post('/api/contracts', form())).statusCode).toBe(403);
    expect((await change(made, { amount_centavos: 1 }, contractor)).statusCode).toBe(403);
  });

  test('a project manager reaches only the contracts of own projects', async () => {
    const foreign = await create({ project_id: other.id, house_ids: [away] });
    expect((await manager.get(`/api/contracts/find/${foreign.id}`)).statusCode).toBe(404);
    expect((await change(foreign, { house_ids: [away] }, manager)).statusCode).toBe(404);
    expect(many(await manager.get(`/api/contracts/list/${other.id}`))).toEqual([]);
    expect((await manager.get(`/api/activities/list_by_id_houses/${away}`)).statusCode).toBe(404);
    expect((await manager.get(`/api/projects/check_schedule/${other.id}`)).statusCode).toBe(404);
    expect(errorsOf(await manager.post('/api/contracts', form({ project_id: other.id })))).toEqual([
      'project_id',
    ]);
  });

  test('only users with contratos.montos see amounts', async () => {
    const made = await create();
    const resident = await signInAs(llave, { role: 'residente', projectIds: [project.id] });
    const seen = one(await resident.get(`/api/contracts/find/${made.id}`));
    expect(seen).toMatchObject({ amount_centavos: null, amount_visible: false });
    expect(one(await admin.get(`/api/contracts/find/${made.id}`)).amount_visible).toBe(true);
    const rows = (await resident.get('/api/contracts?per_page=200')).json<{ data: ContractRow[] }>().data;
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every((row) => row.amount_centavos === null)).toBe(true);
    // The sum is of the amounts of the list.
    const filter = `proyecto_id=${project.id}`;
    const seenByAdmin = (await admin.get(`/api/contracts?per_page=200&${filter}`)).json<{
      data: ContractRow[];
    }>().data;
    expect((await admin.get(`/api/contracts/sumas?${filter}`)).json()).toEqual({
      data: { monto: seenByAdmin.reduce((sum, { amount_centavos }) => sum + (amount_centavos ?? 0), 0) },
    });
    expect((await resident.get('/api/contracts/sumas')).statusCode).toBe(403);
    expect((await (await signInAs(llave, 'asesor')).get('/api/contracts')).statusCode).toBe(403);
  });
});

describe('routes of existing clients', () => {
  test('contracts by type, of a house, and of infrastructure', async () => {
    const works = await create({ type_id: 2, name: 'Calles', house_ids: [], project_id: other.id });
    const built = await create({ project_id: other.id, house_ids: [away] });
    const ids = async (path: string) => many(await admin.get(path)).map(({ id }) => id);
    expect(await ids(`/api/projects/house_contracts/${other.id}/2`)).toEqual([works.id]);
    expect(await ids(`/api/houses/get_contract/${other.id}/${away}`)).toContain(built.id);
    expect(await ids(`/api/houses/get_contract/${project.id}/${away}`)).toEqual([]);
    expect(one(await admin.get(`/api/infras_contract/find/${works.id}`)).name).toBe('Calles');
    expect((await admin.get(`/api/infras_contract/find/${built.id}`)).statusCode).toBe(404);
    expect(await ids(`/api/contracts/list/${other.id}`)).toEqual(
      expect.arrayContaining([works.id, built.id]),
    );
  });

  test('the houses of a contract, with their progress', async () => {
    const made = await create({ house_ids: [homes[1], homes[0]] });
    expect(many(await admin.get(`/api/houses/list_houses_by_contract/${made.id}`))).toEqual([
      { id: homes[0], name: 'Casa 1' },
      { id: homes[1], name: 'Casa 2' },
    ]);
    const [first] = many(await admin.get(`/api/houses/get_houses_by_contract/${made.id}?order_type=desc`));
    expect(first).toMatchObject({ id: homes[1], name: 'Casa 2', progress_percent: 12.5, delivery_on: null });
  });

  test('the activities of a house: all activities until its model has a plan', async () => {
    const path = `/api/activities/list_by_id_houses/${homes[0]}`;
    const all = many(await admin.get(path));
    expect(all).toHaveLength(15);
    expect(all[0]).toEqual({ id: 1, nombre: 'Preliminares y replanteo', pivot: { vivienda_id: homes[0] } });
    const [row] = await db().select().from(houses).where(eq(houses.id, homes[0]!));
    await makeActionPlan(db(), row!.modelId, [
      [2, 6],
      [8, 5],
    ]);
    expect(many(await admin.get(path)).map(({ nombre }) => nombre)).toEqual(['Fundaciones', 'Repello']);
    expect((await contractor.get(path)).statusCode).toBe(200);
    const uncovered = await home(project.id, row!.modelId, 'Sin contrato');
    expect((await contractor.get(`/api/activities/list_by_id_houses/${uncovered}`)).statusCode).toBe(404);
    expect((await manager.get(`/api/activities/list_by_id_houses/${uncovered}`)).statusCode).toBe(200);
  });

  test('the planned days of a project', async () => {
    const fresh = await makeProject(db());
    const path = `/api/projects/check_schedule/${fresh.id}`;
    const check = async () => (await admin.get(path)).json<{ data: object }>().data;
    expect(await check()).toEqual({ has_schedule: false, from: null, to: null, contracts_without: 0 });
    const of = { project_id: fresh.id, house_ids: [] };
    await create({ ...of, starts_on: '2026-12-01', ends_on: '2027-01-31' });
    await create({ ...of, starts_on: '2027-01-15', ends_on: '2027-06-30' });
    await create({ ...of, starts_on: null, ends_on: null });
    const gone = await create({ ...of, starts_on: '2020-01-01', ends_on: '2030-01-01' });
    await db().update(contracts).set({ stateId: 10 }).where(eq(contracts.id, gone.id));
    expect(await check()).toEqual({
      has_schedule: true,
      from: '2026-12-01',
      to: '2027-06-30',
      contracts_without: 1,
    });
    expect((await admin.get('/api/projects/check_schedule/987654')).statusCode).toBe(404);
  });

  test('the office’s list: search, filters, order, pages', async () => {
    const of = { project_id: (await makeProject(db())).id, house_ids: [] };
    for (const [name, starts_on] of [
      ['Ñame', '2027-01-01'],
      ['Árbol', '2026-12-01'],
      ['Zanja 100%', '2026-12-15'],
    ])
      await create({ ...of, name, starts_on, type_id: name === 'Árbol' ? 2 : 1 });
    const list = async (query: string) => {
      const answer = await admin.get(`/api/contracts?proyecto_id=${of.project_id}&${query}`);
      return answer.json<{ data: ContractRow[]; meta: { pagination: { total: number } } }>();
    };
    const names = async (query: string) => (await list(query)).data.map(({ name }) => name);
    expect(await names('')).toEqual(['Zanja 100%', 'Árbol', 'Ñame']);
    expect(await names('order_column=starts_on&order_type=asc')).toEqual(['Árbol', 'Zanja 100%', 'Ñame']);
    expect(await names('q=arbol')).toEqual(['Árbol']);
    expect(await names('q=0%25')).toEqual(['Zanja 100%']);
    expect(await names('tipo_contrato_id=2')).toEqual(['Árbol']);
    expect(await names('estado_id=2')).toEqual([]);
    const second = await list('per_page=2&page=2');
    expect([second.data.length, second.meta.pagination.total]).toEqual([1, 3]);
  });
});

test('a contractor’s project options are only the projects of its contracts', async () => {
  await create();
  const foreign = await makeProject(db());
  const chosen = await contractor.get('/api/projects/lists');
  const ids = chosen.json<{ data: { id: number }[] }>().data.map(({ id }) => id);
  expect(ids).toContain(project.id);
  expect(ids).not.toContain(foreign.id);
  const closings = `/api/projects/lists?semanas=1&proyecto_id=${foreign.id}`;
  expect((await contractor.get(closings)).statusCode).toBe(404);
});
