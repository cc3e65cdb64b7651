import { and, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { addDays } from '#contract/dates.ts';
import type { HouseBlocker } from '#contract/projects/houses/blockers.ts';
import type { PermitMatrix, PermitRecord, PermitRow } from '#contract/works/permits/model.ts';
import { closesCycle, PERMIT, type Dependency } from '#contract/works/permits/rules.ts';
import { notices } from '#server/modules/company/notifications/notifications.table.ts';
import { houseFiles } from '#server/modules/legal/houseFile/houseFile.table.ts';
import { useApp } from '#test/app.ts';
import { deep } from '#test/deep.ts';
import { makeHouse, makeModel, makeProject } from '#test/factories.ts';
import { fileOf, makePdf } from '#test/papers.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';
import { permitsNight } from './permits.jobs.ts';

const llave = useApp();
const db = () => llave.database.db;
const DETAILS = '/api/permission/detalles_plano';
/** The day of the tests' clock. */
const TODAY = '2026-11-21';

type Answer = Awaited<ReturnType<StaffBrowser['get']>>;
const one = (answer: Answer): PermitRecord => {
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.json<{ data: PermitRecord }>().data;
};
const fault = (answer: Answer) => {
  const { errors } = answer.json<{ errors?: { field: string; message: string }[] }>();
  return [answer.statusCode, errors?.[0]?.field, errors?.[0]?.message] as const;
};
const step = (who: StaffBrowser, id: number, estado_id: number, params: object = {}) =>
  who.patch(`${DETAILS}/${id}/estado`, { params: { estado_id, ...params } });
const night = () => llave.app.core.jobs.run(permitsNight, {});

let office: StaffBrowser;
let project: Awaited<ReturnType<typeof makeProject>>;
let model: Awaited<ReturnType<typeof makeModel>>;
let home: Awaited<ReturnType<typeof makeHouse>>;

beforeAll(async () => {
  office = await signInAs(llave, 'permisos');
  project = await makeProject(db());
  model = await makeModel(db(), { projectId: project.id, name: 'Panamá' });
  home = await makeHouse(db(), { projectId: project.id, modelId: model.id });
});

const create = async (body: object) => one(await office.post(DETAILS, { entidad: 'MIVIOT', ...body }));
const approve = async (id: number, params: object = {}) => {
  await step(office, id, PERMIT.entered);
  return one(await step(office, id, PERMIT.approved, params));
};
const blockers = async (id = home.id) =>
  (await office.get(`/api/permission/detenidas?vivienda_id=${id}`)).json<{ data: HouseBlocker[] }>().data;

test('a permit waits for what it depends on, cycles are refused, and one of two approvals wins', async () => {
  const plan = await makeModel(db(), { name: 'Guayacán' });
  const first = await create({ plano_id: plan.id, tipo_id: 1 });
  const second = await create({ plano_id: plan.id, tipo_id: 14 });
  expect((await office.post(DETAILS, { plano_id: plan.id, tipo_id: 1, entidad: 'Otra' })).statusCode).toBe(
    409,
  );
  const needs = (id: number, list: number[]) =>
    office.patch(`${DETAILS}/${id}/depende_de`, { depende_de: list });
  const chained = one(await needs(second.id, [first.id]));
  expect(chained).toMatchObject({ depende_de: [first.id], espera: 1, antes: [{ id: first.id }] });
  expect(one(await office.get(`${DETAILS}/${first.id}`))).toMatchObject({
    despues: [{ id: second.id }],
    candidatos: [],
  });
  expect((await needs(first.id, [second.id])).statusCode).toBe(422);
  expect((await needs(first.id, [first.id])).statusCode).toBe(422);
  const early = await step(office, second.id, PERMIT.entered);
  expect(early.statusCode).toBe(422);
  expect(early.body).toContain('Uso de suelo');
  expect(chained.transitions[0]).toMatchObject({ estado_id: PERMIT.entered, disabled: expect.any(String) });
  expect((await step(office, first.id, PERMIT.entered, { numero: 'T-1' })).statusCode).toBe(200);
  const both = await Promise.all([
    step(office, first.id, PERMIT.approved),
    step(office, first.id, PERMIT.approved),
  ]);
  expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 422]);
  expect(one(await step(office, second.id, PERMIT.entered)).estado.id).toBe(2);
  // What was added meanwhile stops the approval, too.
  const late = await create({ plano_id: plan.id, tipo_id: 10 });
  await needs(second.id, [first.id, late.id]);
  expect((await step(office, second.id, PERMIT.approved)).body).toContain('Bomberos');
  expect((await step(office, second.id, PERMIT.corrections)).statusCode).toBe(422);
  const corrected = one(await step(office, second.id, PERMIT.corrections, { motivo: 'Falta el sello' }));
  expect(corrected.history[0]).toMatchObject({ to: 'Subsanación', reason: 'Falta el sello' });
  const list = await office.get(`${DETAILS}?plano_id=${plan.id}`);
  expect(list.json<{ data: { detalles: object[] }[] }>().data[0]!.detalles).toMatchObject([
    { numero: 'T-1', estado: { id: 4 } },
    { numero: null, estado: { id: 3 } },
    { estado: { id: 1 } },
  ]);
  const other = await signInAs(llave, { role: 'inspector', projectIds: [] });
  expect((await step(other, first.id, PERMIT.entered)).statusCode).toBe(404);
});

test('whatever dependencies are accepted, no permit ever waits for itself', () => {
  const pair = fc.record({ permit: fc.integer({ min: 1, max: 7 }), needs: fc.integer({ min: 1, max: 7 }) });
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 30 }), (asked) => {
      const kept: Dependency[] = [];
      for (const link of asked) if (!closesCycle(kept, link)) kept.push(link);
      const from = (id: number, seen: ReadonlySet<number>): boolean =>
        seen.has(id) ||
        kept.some(({ permit, needs }) => permit === id && from(needs, new Set([...seen, id])));
      for (const { permit } of kept) expect(from(permit, new Set())).toBe(false);
    }),
    { numRuns: deep(40, 1000) },
  );
});

test('a house of a model without its construction permit is blocked, until it is approved; its own counts first', async () => {
  expect(await blockers()).toMatchObject([
    { tipo: { id: 14 }, detiene: 'obra', permiso_id: null },
    { tipo: { id: 18 }, detiene: 'entrega' },
  ]);
  const permit = await create({ plano_id: model.id, tipo_id: 14, previsto: '2026-12-20' });
  expect(permit.detiene).toMatchObject({ que: 'obra', total: 1, viviendas: [{ id: home.id }] });
  expect((await blockers())[0]).toMatchObject({ permiso_id: permit.id, previsto: '2026-12-20' });
  expect((await approve(permit.id, { vence: '2026-12-01' })).detiene.total).toBe(0);
  expect(await blockers()).toMatchObject([{ detiene: 'entrega' }]);
  // A house's own permit comes before its model's.
  const own = await create({ vivienda_id: home.id, tipo_id: 14 });
  expect((await blockers())[0]).toMatchObject({ permiso_id: own.id, estado: { id: 1 } });
  expect((await step(office, own.id, PERMIT.notNeeded)).statusCode).toBe(422);
  await step(office, own.id, PERMIT.notNeeded, { motivo: 'La cubre el del modelo' });
  expect(await blockers()).toHaveLength(1);
  const { lotId } = home;
  expect(
    (await office.get(`/api/permission/detenidas?lote_id=${lotId}`)).json<{ data: object[] }>().data,
  ).toHaveLength(1);
  const matrix = async (por: string) =>
    (await office.get(`/api/permission/matriz?proyecto_id=${project.id}&por=${por}`)).json<{
      data: PermitMatrix;
    }>().data;
  expect((await matrix('modelo')).filas).toMatchObject([
    { nivel: 'proyecto', celdas: {} },
    { id: model.id, nivel: 'modelo', detenida: false, celdas: { 14: { permiso_id: permit.id } } },
  ]);
  expect((await matrix('vivienda')).filas).toMatchObject([
    { id: home.id, modelo: 'Panamá', celdas: { 14: { permiso_id: own.id, nivel: 'vivienda' } } },
  ]);
});

test('an occupancy permit writes the legal file of its house, with its paper; a correction follows', async () => {
  const permit = await create({ vivienda_id: home.id, tipo_id: 18 });
  await office.form(`${DETAILS}/${permit.id}/archivo`, { archivo: fileOf(makePdf(), 'permiso.pdf') });
  await step(office, permit.id, PERMIT.entered, { fecha: '2026-11-01' });
  // Its model's construction permit is what it usually waits for.
  expect(permit.antes).toMatchObject([{ name: 'Permiso de construcción' }]);
  expect(fault(await step(office, permit.id, PERMIT.approved))[1]).toBe('params[numero]');
  const done = one(await step(office, permit.id, PERMIT.approved, { fecha: '2026-11-10', numero: 'PO-77' }));
  expect(done).toMatchObject({ archivo: { name: 'permiso.pdf' }, expediente: home.lotId });
  const file = async () => (await db().select().from(houseFiles).where(eq(houseFiles.lotId, home.lotId)))[0]!;
  expect(await file()).toMatchObject({ permitNumber: 'PO-77', permitOn: '2026-11-10', permitUntil: null });
  expect((await file()).permitFileId).not.toBeNull();
  const edited = {
    entidad: 'MUPA',
    numero: 'PO-78',
    ingreso: '2026-11-01',
    aprobacion: '2026-11-11',
    nota: '',
  };
  expect(one(await office.patch(`${DETAILS}/${permit.id}`, edited)).changes[0]!.text).toContain('PO-78');
  expect(await file()).toMatchObject({ permitNumber: 'PO-78', permitOn: '2026-11-11' });
  const gone = await office.patch(`${DETAILS}/${permit.id}`, { ...edited, numero: null });
  expect(fault(gone)).toMatchObject([422, 'numero', expect.any(String)]);
  // Who edits may not correct what an approval wrote.
  const manager = await signInAs(llave, { role: 'proyectos', projectIds: [project.id] });
  expect(
    fault(await manager.patch(`${DETAILS}/${permit.id}`, { ...edited, vence: '2027-01-01' }))[2],
  ).toContain('quien aprueba');
  const improvements = await create({ vivienda_id: home.id, tipo_id: 19 });
  await step(office, improvements.id, PERMIT.entered, { fecha: '2026-11-12', numero: '5188/2026' });
  expect(one(await step(office, improvements.id, PERMIT.approved, { fecha: '2026-11-20' })).estado.id).toBe(
    4,
  );
  expect(await file()).toMatchObject({
    improvementsEntry: '5188/2026',
    improvementsEnteredOn: '2026-11-12',
    improvementsInscribedOn: '2026-11-20',
  });
});

test('by night a permit warns 30 days before its end and expires after it; an extension gives it time', async () => {
  const permit = await create({ proyecto_id: project.id, tipo_id: 21 });
  await approve(permit.id, { vence: addDays(TODAY, 40) });
  const manager = await signInAs(llave, { role: 'proyectos', projectIds: [project.id] });
  const told = () =>
    db().$count(notices, and(eq(notices.userId, manager.user.id), eq(notices.about, `permiso:${permit.id}`)));
  await night();
  expect(await told()).toBe(0);
  llave.clock.advance(12 * 86_400);
  await night();
  await night();
  expect(await told()).toBe(1);
  const waiting = async (who = manager) =>
    (await who.get('/api/office/home/tasks?tipo=permiso'))
      .json<{ data: { tasks: { id: number; text: string }[] } }>()
      .data.tasks.find(({ id }) => id === permit.id)?.text;
  expect(await waiting()).toBe('Renovar antes de que venza');
  const extend = (vence: string) =>
    office.post(`${DETAILS}/${permit.id}/prorroga`, { vence, motivo: 'Nota 118' });
  expect(fault(await extend(addDays(TODAY, 40)))[1]).toBe('vence');
  expect(one(await extend(addDays(TODAY, 60))).changes[0]!.text).toContain('Nota 118');
  expect(await waiting()).toBeUndefined();
  llave.clock.advance(49 * 86_400);
  await night();
  office = await signInAs(llave, 'permisos');
  const expired = one(await office.get(`${DETAILS}/${permit.id}`));
  expect(expired).toMatchObject({ estado: { id: PERMIT.expired }, dias: -1 });
  expect(expired.history[0]!.who).toBeNull();
  const later = await signInAs(llave, { role: 'proyectos', projectIds: [project.id] });
  expect(await waiting(later)).toBe('Ingresar otra vez: venció');
  expect((await extend(addDays(TODAY, 90))).statusCode).toBe(422);
  expect((await step(office, permit.id, PERMIT.expired)).statusCode).toBe(422);
  expect(one(await step(office, permit.id, PERMIT.entered))).toMatchObject({ vence: null, aprobacion: null });
  // The construction permit of the model ended, too: its house stands still again.
  expect((await blockers()).filter(({ detiene }) => detiene === 'obra')).toEqual([]);
});

test('several begin at once with what they wait for; those that exist stay, and one that nobody began can go', async () => {
  const other = await makeProject(db());
  const plan = await makeModel(db(), { projectId: other.id });
  const built = await makeHouse(db(), { projectId: other.id, modelId: plan.id });
  const start = (body: object) =>
    office.post(`${DETAILS}/varios`, { proyecto_id: other.id, tipo_ids: [10, 11, 12, 14], ...body });
  const made = (answer: Answer) => answer.json<{ data: { made: number } }>().data.made;
  expect(made(await start({ modelo_ids: [plan.id] }))).toBe(4);
  expect(made(await start({ modelo_ids: [plan.id] }))).toBe(0);
  expect(made(await start({ vivienda_ids: [built.id], tipo_ids: [17, 18] }))).toBe(2);
  expect(fault(await start({ modelo_ids: [model.id] }))[1]).toBe('modelo_ids');
  expect(fault(await start({ tipo_ids: [9999] }))[1]).toBe('tipo_ids');
  const list = async (query: string) =>
    (await office.get(`/api/permission/permisos?proyecto_id=${other.id}&${query}`)).json<{
      data: PermitRow[];
    }>().data;
  const [occupancy] = await list('tipo_id=18');
  expect(occupancy).toMatchObject({ nivel: 'vivienda', espera: 2, entidad: 'Municipio – DOYC' });
  expect((await list('situacion=listos')).map(({ tipo }) => tipo.id).toSorted()).toEqual([10, 11, 17]);
  expect((await list('q=construcci')).map(({ tipo }) => tipo.id)).toEqual([14]);
  expect(await list(`modelo_id=${plan.id}&nivel=vivienda`)).toHaveLength(2);
  const [fire] = await list('tipo_id=17');
  const [entities, states] = [
    (await office.get('/api/permission/entidades/list')).json<{ data: string[] }>().data,
    (await office.get('/api/permission/estados/list')).json<{ data: { name: string }[] }>().data,
  ];
  expect(entities).toContain('Bomberos');
  expect(states.map(({ name }) => name)).toEqual([
    'No iniciado',
    'Ingresado',
    'Subsanación',
    'Aprobado',
    'Vencido',
    'No requiere',
  ]);
  const gone = (id: number, who = office) => who.send({ method: 'DELETE', url: `${DETAILS}/${id}` });
  expect((await gone(fire!.id)).body).toContain('Otros permisos dependen');
  expect((await gone(occupancy!.id)).statusCode).toBe(200);
  expect((await office.get(`${DETAILS}/${occupancy!.id}`)).statusCode).toBe(404);
  const manager = await signInAs(llave, { role: 'proyectos', projectIds: [other.id] });
  expect((await gone(fire!.id, manager)).statusCode).toBe(403);
  expect((await manager.get(`/api/permission/matriz?proyecto_id=${project.id}`)).statusCode).toBe(404);
});
