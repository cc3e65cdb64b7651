import fc from 'fast-check';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Contract } from '#contract/works/contracts/model.ts';
import type { Job, JobRow } from '#contract/works/jobs/endpoints.ts';
import { partnerPapers, partners } from '#server/modules/company/partners/partners.table.ts';
import { notices } from '#server/modules/company/notifications/notifications.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { weekClosings } from '#server/modules/projects/projects/weeks.table.ts';
import { useApp, type Browser } from '#test/app.ts';
import { deep } from '#test/deep.ts';
import { makeLot, makeModel, makeProject, makeUser } from '#test/factories.ts';
import { fileOf, makePicture } from '#test/papers.ts';
import { signInAs, signInUser, type StaffBrowser } from '#test/signIn.ts';
import { inspections, jobReports } from './jobReports.table.ts';
import { jobs } from './jobs.table.ts';

const house = useApp();
const db = () => house.database.db;
const NOW = new Date('2026-11-20T15:00:00Z');
const WEEK = '2026-W47';

let manager: StaffBrowser;
let boss: StaffBrowser;
let lawyer: StaffBrowser;
let contractor: StaffBrowser;
let stranger: StaffBrowser;
let inspector: StaffBrowser;
let inspector2: StaffBrowser;
let resident: StaffBrowser;
let admin: StaffBrowser;
let project: Awaited<ReturnType<typeof makeProject>>;
let roble: number;
let techos: number;
let promotora: number;
let picture: Buffer;
const photo = () => fileOf(picture, 'obra.jpg', 'image/jpeg');

async function partner(kind: 'contratista' | 'contratante', name: string, n: number) {
  const ruc = `1558000${n}-2-2020`;
  const [made] = await db()
    .insert(partners)
    .values({ kind, name, ruc, rucKey: ruc, dv: '12', createdAt: NOW })
    .returning({ id: partners.id });
  await db()
    .insert(partnerPapers)
    .values(
      ['ruc', 'aviso_operacion', 'paz_salvo_css', 'paz_salvo_dgi'].map((paper) => ({
        partnerId: made!.id,
        kind: paper,
        expiresOn: '2027-06-30',
        createdAt: NOW,
      })),
    );
  return made!.id;
}
async function worksFor(partnerId: number) {
  const user = await makeUser(db(), { roles: ['contratista'] });
  await db().update(users).set({ partnerId, userTypeId: 2 }).where(eq(users.id, user.id));
  return signInUser(house, user);
}
async function home() {
  const model = await makeModel(db(), { projectId: project.id });
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
  return one!.id;
}

beforeAll(async () => {
  picture = await makePicture({ width: 60, height: 40 });
  roble = await partner('contratista', 'El Roble', 1);
  techos = await partner('contratista', 'Techos y Más', 2);
  promotora = await partner('contratante', 'Promotora', 3);
  project = await makeProject(db());
  const team = [project.id];
  manager = await signInAs(house, { role: 'proyectos', projectIds: team });
  inspector = await signInAs(house, { role: 'inspector', projectIds: team });
  inspector2 = await signInAs(house, { role: 'inspector', projectIds: team });
  resident = await signInAs(house, { role: 'residente', projectIds: team });
  boss = await signInAs(house, 'gerencia');
  lawyer = await signInAs(house, 'abogado');
  admin = await signInAs(house, 'administrador');
  contractor = await worksFor(roble);
  stranger = await worksFor(techos);
});

let drawn = 0;
type Answer = Awaited<ReturnType<Browser['get']>>;
const one = <A = Job>(answer: Answer): A => {
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.json<{ data: A }>().data;
};
/** Status, and the first error's field and sentence. */
const refusal = (answer: Answer) => {
  const { errors, message } = answer.json<{
    errors?: { field: string; message: string }[];
    message: string;
  }>();
  return [answer.statusCode, errors?.[0]?.message ?? message];
};

/** A contract in force with one house, or with items. */
async function inForce(
  over: object = {},
  items: object[] = [],
): Promise<{ contract: Contract; houseId: number }> {
  const houseId = await home();
  const made = one<Contract>(
    await manager.post('/api/contracts', {
      project_id: project.id,
      type_id: 1,
      name: 'Viviendas',
      reference: `J-${(drawn += 1)}`,
      contractor_id: roble,
      contracting_party_id: promotora,
      house_ids: [houseId],
      starts_on: '2026-11-01',
      ends_on: '2027-04-30',
      amount_centavos: 2_000_000,
      performance_percent: 0,
      ...over,
    }),
  );
  const move = async (who: Browser, estado_id: number) =>
    one<Contract>(await who.patch(`/api/contracts/${made.id}/status`, { params: { estado_id } }));
  if (items.length > 0)
    one(await manager.send({ method: 'PUT', url: `/api/contracts/${made.id}/items`, payload: { items } }));
  await move(manager, 2);
  await move(boss, 3);
  return { contract: await move(lawyer, 4), houseId };
}
const url = (id: number) => `/api/works/jobs/${id}`;
const get = async (id: number, by: Browser = admin) => one(await by.get(url(id)));
const move = (who: Browser, id: number, estado_id: number, params: object = {}) =>
  who.patch(`${url(id)}/status`, { params: { estado_id, ...params } });
const report = (who: Browser, id: number, over: Record<string, string | File | File[]> = {}) =>
  who.form(`${url(id)}/reports`, { clave: crypto.randomUUID(), porcentaje: '40', fotos: photo(), ...over });

/** What an approval sends: every question answered with yes. */
const passing = ({ checklist, reports }: Job) => ({
  clave: crypto.randomUUID(),
  reporte_id: String(reports[0]!.id),
  resultado: 'aprobado',
  lista_id: String(checklist!.id),
  respuestas: checklist!.questions.map(() => 'si') as unknown as File[],
});
const inspect = async (who: Browser, id: number, over: object = {}) =>
  who.form(`${url(id)}/inspections`, { ...passing(await get(id)), ...over });
const refuse = async (who: Browser, id: number, over: object = {}) =>
  who.form(`${url(id)}/inspections`, {
    clave: crypto.randomUUID(),
    reporte_id: String((await get(id)).reports[0]!.id),
    resultado: 'rechazado',
    motivo: 'La pared no está a plomo',
    fotos: photo(),
    ...over,
  });
const lower = (who: Browser, id: number, over: object = {}) =>
  who.form(`${url(id)}/lower`, {
    clave: crypto.randomUUID(),
    porcentaje: '20',
    motivo: 'Se cayó el repello',
    fotos: photo(),
    ...over,
  });
const jobsOf = (contractId: number) =>
  db().select().from(jobs).where(eq(jobs.contractId, contractId)).orderBy(jobs.activityId);
const program = (id: number) => move(manager, id, 2, { semana: WEEK, prioridad_id: 2 });

/** A programmed job of a new contract. */
async function programmed(): Promise<{ id: number; houseId: number; contract: Contract }> {
  const { contract, houseId } = await inForce();
  const [, job] = await jobsOf(contract.id);
  one(await program(job!.id));
  return { id: job!.id, houseId, contract };
}

describe('the states of a job', () => {
  test('programmed, reported, returned, corrected, approved in part and whole; the house follows', async () => {
    const { contract, houseId } = await inForce();
    // Fundaciones: 11 of 100.
    const { id } = (await jobsOf(contract.id))[1]!;
    expect(refusal(await report(contractor, id))).toEqual([422, 'Falta programarlo.']);
    expect((await move(contractor, id, 2, { semana: WEEK, prioridad_id: 2 })).statusCode).toBe(403);
    expect(refusal(await move(manager, id, 2, { prioridad_id: 2 }))).toEqual([422, 'Elige la semana.']);
    expect(refusal(await move(manager, id, 2, { semana: WEEK, prioridad_id: 99 }))).toEqual([
      422,
      'Elige la prioridad.',
    ]);
    expect(one(await program(id))).toMatchObject({ state: { id: 2 }, week: WEEK, priority: { id: 2 } });
    expect(one(await move(contractor, id, 3)).state).toEqual({ id: 3, name: 'En ejecución' });
    for (const to of [4, 5, 7, 8, 9, 11]) expect((await move(admin, id, to)).statusCode, `3→${to}`).toBe(422);

    const reported = one(await report(contractor, id, { nota: 'Falta una esquina', atraso_id: '1' }));
    expect(reported).toMatchObject({
      state: { id: 5 },
      approved_percent: 0,
      reported_percent: 40,
      reports: [{ percent: 40, note: 'Falta una esquina', delay: { name: 'Lluvia' }, outcome: null }],
    });
    expect(reported.reports[0]!.photos).toHaveLength(1);
    expect((await contractor.get(reported.reports[0]!.photos[0]!.url)).statusCode).toBe(200);
    expect(await told(inspector, 'trabajo_reportado', id)).toBe(1);

    const returned = one(await refuse(inspector, id));
    expect(returned).toMatchObject({
      state: { id: 6 },
      inspections: [{ result: 'rechazado', reason: 'La pared no está a plomo', approved_percent: 0 }],
    });
    expect(await told(contractor, 'trabajo_rechazado', id)).toBe(1);

    one(await report(contractor, id));
    const part = one(await inspect(inspector, id));
    expect(part).toMatchObject({ state: { id: 3 }, approved_percent: 40 });
    expect(part.inspections[0]!.checks).toHaveLength(part.checklist!.questions.length);
    expect(await progressOf(houseId)).toBe(4.4);

    one(await report(contractor, id, { porcentaje: '100' }));
    expect(one(await inspect(inspector, id))).toMatchObject({ state: { id: 7 }, approved_percent: 100 });
    expect(await progressOf(houseId)).toBe(11);
    expect(refusal(await report(contractor, id))).toEqual([422, 'Ya está aprobado por completo.']);
    expect((await get(id)).history.map(({ to }) => to.id)).toEqual([
      7, 5, 4, 3, 7, 5, 4, 3, 6, 5, 4, 3, 2, 1,
    ]);
  });

  test('suspends and returns to where it was; voids only what has not begun', async () => {
    const { id, contract } = await programmed();
    expect(refusal(await move(manager, id, 10))).toEqual([422, 'Escribe el motivo.']);
    const stopped = one(await move(manager, id, 10, { motivo: 'Falta el plano' }));
    expect(stopped.transitions.map(({ estado_id }) => estado_id)).toEqual([2]);
    expect(refusal(await report(contractor, id))).toEqual([422, 'Está suspendido.']);
    expect(refusal(await move(manager, id, 1))).toEqual([
      422,
      'Vuelve al estado que tenía antes de suspenderse.',
    ]);
    expect(one(await move(manager, id, 2))).toMatchObject({ state: { id: 2 }, week: WEEK });
    expect((await move(contractor, id, 11, { motivo: 'x' })).statusCode).toBe(403);
    expect(one(await move(manager, id, 11, { motivo: 'Se hace aparte' })).state.id).toBe(11);
    expect(refusal(await report(contractor, id))).toEqual([422, 'Está anulado.']);

    const [first] = await jobsOf(contract.id);
    one(
      await manager.patch(`/api/contracts/${contract.id}/status`, {
        params: { estado_id: 6, motivo: 'Lluvia' },
      }),
    );
    expect(refusal(await program(first!.id))).toEqual([422, 'El contrato no está vigente.']);
  });

  test('is programmed in bulk, all or none', async () => {
    const { contract } = await inForce();
    const list = await jobsOf(contract.id);
    const ids = list.slice(0, 5).map(({ id }) => id);
    const send = (over: object = {}, by: Browser = manager) =>
      by.post('/api/works/jobs/program', { ids, semana: WEEK, prioridad_id: 3, ...over });
    expect(one<{ programmed: number }>(await send())).toEqual({ programmed: 5 });
    expect(one<{ programmed: number }>(await send({ semana: '2026-W48' }))).toEqual({ programmed: 5 });
    await report(contractor, ids[0]!);
    const [status, sentence] = refusal(await send());
    expect([status, String(sentence)]).toEqual([422, expect.stringContaining('ya empezó o terminó')]);
    expect((await db().select().from(jobs).where(inArray(jobs.id, ids))).map(({ week }) => week)).toEqual(
      ids.map(() => '2026-W48'),
    );
    await db()
      .insert(weekClosings)
      .values({ projectId: project.id, week: '2026-W40', closedAt: NOW, closedBy: manager.user.id });
    expect(refusal(await send({ ids: [list[6]!.id], semana: '2026-W40' }))[1]).toContain('está cerrada');
    expect((await send({}, contractor)).statusCode).toBe(403);
    expect((await send({ ids: [999_999] })).statusCode).toBe(404);
  });
});

describe('a report', () => {
  test('needs a photograph and more progress than is approved', async () => {
    const { id } = await programmed();
    expect(refusal(await report(contractor, id, { fotos: [] }))).toEqual([
      422,
      'Adjunta al menos una fotografía.',
    ]);
    expect(refusal(await report(contractor, id, { porcentaje: '0' }))).toEqual([
      422,
      'Ya está aprobado 0 %: reporta un avance mayor.',
    ]);
    expect(refusal(await report(contractor, id, { porcentaje: '101' }))[0]).toBe(422);
    expect(refusal(await report(contractor, id, { atraso_id: '99' }))).toEqual([
      422,
      'Elige uno de los motivos.',
    ]);
    expect((await get(id)).state.id).toBe(2);
  });

  test('arrives once, however often the phone sends it', async () => {
    const { id } = await programmed();
    const clave = crypto.randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => report(contractor, id, { clave })));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
    expect(await db().$count(jobReports, eq(jobReports.jobId, id))).toBe(1);
    const other = await programmed();
    expect(refusal(await report(contractor, other.id, { clave }))[0]).toBe(409);
  });

  test('of two at once, one waits for its inspection and the other is refused', async () => {
    const { id } = await programmed();
    const answers = await Promise.all([report(contractor, id), report(resident, id, { porcentaje: '60' })]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
    expect(refusal(answers.find(({ statusCode }) => statusCode === 409)!)[1]).toBe(
      'Ya está reportado: espera su inspección.',
    );
  });

  test('of an item is a quantity, up to the contract', async () => {
    const { contract } = await inForce({ type_id: 2, house_ids: [], amount_centavos: null }, [
      {
        code: '1',
        description: 'Excavación',
        unit: 'm³',
        quantity: 120,
        price_centavos: 1_000,
        cost_code_id: 8,
      },
    ]);
    const [job] = await jobsOf(contract.id);
    one(await program(job!.id));
    const send = (cantidad: string) =>
      contractor.form(`${url(job!.id)}/reports`, {
        clave: crypto.randomUUID(),
        cantidad,
        fotos: photo(),
      });
    expect(refusal(await send('120.5'))).toEqual([422, 'El contrato tiene 120 m³: más necesita una adenda.']);
    one(await send('30.5'));
    expect(one(await inspect(inspector, job!.id))).toMatchObject({
      approved_quantity: 30.5,
      approved_percent: 25.41,
      certified_centavos: 30_500,
      state: { id: 3 },
    });
  });
});

describe('an inspection', () => {
  test('needs every answer, or a reason with a photograph', async () => {
    const { id } = await programmed();
    const waiting = one(await report(contractor, id));
    const short = passing(waiting).respuestas.slice(1);
    expect(refusal(await inspect(inspector, id, { respuestas: short }))).toEqual([
      422,
      'Responde todas las preguntas de la lista.',
    ]);
    expect(refusal(await inspect(inspector, id, { respuestas: [...short, 'no'] }))[1]).toContain('«No»');
    expect(refusal(await refuse(inspector, id, { motivo: '' }))).toEqual([422, 'Escribe el motivo.']);
    expect(refusal(await refuse(inspector, id, { fotos: [] }))).toEqual([
      422,
      'Adjunta al menos una fotografía.',
    ]);
    expect(refusal(await inspect(inspector, id, { porcentaje: '50' }))).toEqual([
      422,
      'Se reportó 40 %: aprueba eso o menos.',
    ]);
    expect(refusal(await inspect(inspector, id, { porcentaje: '30' }))).toEqual([422, 'Escribe el motivo.']);
    expect(one(await inspect(inspector, id, { porcentaje: '30', motivo: 'Falta un muro' }))).toMatchObject({
      approved_percent: 30,
    });
  });

  test('is never by who reported, nor by who builds', async () => {
    const { id } = await programmed();
    one(await report(admin, id));
    expect(refusal(await inspect(admin, id))).toEqual([
      422,
      'Lo reportaste tú: lo inspecciona otra persona.',
    ]);
    expect((await get(id, admin)).actions.inspect?.disabled).toBe(
      'Lo reportaste tú: lo inspecciona otra persona.',
    );
    expect((await inspect(contractor, id)).statusCode).toBe(403);
    const insider = await signInAs(house, { role: 'inspector', projectIds: [project.id] });
    await db().update(users).set({ partnerId: roble, userTypeId: 2 }).where(eq(users.id, insider.user.id));
    expect(refusal(await inspect(insider, id))).toEqual([
      422,
      'Tu empresa lo construye: lo inspecciona otra persona.',
    ]);
    one(await inspect(inspector, id));
  });

  test('of two of one report, one wins', async () => {
    const { id } = await programmed();
    one(await report(contractor, id));
    const answers = await Promise.all([inspect(inspector, id), refuse(inspector2, id)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
    expect(refusal(answers.find(({ statusCode }) => statusCode === 409)!)[1]).toBe(
      'Otra persona ya inspeccionó este reporte.',
    );
    expect(await db().$count(inspections, eq(inspections.jobId, id))).toBe(1);
  });

  test('answers the list in force; an older version is answered again', async () => {
    const { id } = await programmed();
    const { checklist, ...waiting } = one(await report(contractor, id));
    const save = (version: number, by: Browser = manager) =>
      by.patch(`/api/works/checklists/${checklist!.activity!.id}`, {
        preguntas: ['¿Está bien?', '¿Está limpio?'],
        version,
      });
    expect((await save(checklist!.version, contractor)).statusCode).toBe(403);
    const two = await Promise.all([save(checklist!.version), save(checklist!.version, admin)]);
    expect(two.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect(
      refusal(await inspector.form(`${url(id)}/inspections`, passing({ ...waiting, checklist }))),
    ).toEqual([409, 'La lista de inspección cambió: respóndela de nuevo.']);
    expect(one(await inspect(inspector, id)).inspections[0]!.checks.map(({ question }) => question)).toEqual([
      '¿Está bien?',
      '¿Está limpio?',
    ]);
  });
});

describe('approved progress', () => {
  test('falls with a reason and a photograph, by somebody else than who reported it', async () => {
    const { id, houseId } = await programmed();
    one(await report(admin, id, { porcentaje: '100' }));
    one(await inspect(inspector, id));
    expect(refusal(await lower(admin, id))).toEqual([422, 'Lo reportaste tú: lo inspecciona otra persona.']);
    expect(refusal(await lower(inspector, id, { motivo: '' }))).toEqual([422, 'Escribe el motivo.']);
    expect(refusal(await lower(inspector, id, { fotos: [] }))).toEqual([
      422,
      'Adjunta al menos una fotografía.',
    ]);
    expect(refusal(await lower(inspector, id, { porcentaje: '100' }))).toEqual([
      422,
      'Está aprobado 100 %: escribe un avance menor.',
    ]);
    expect((await lower(manager, id)).statusCode).toBe(403);
    expect(one(await lower(inspector, id))).toMatchObject({ state: { id: 3 }, approved_percent: 20 });
    expect(await progressOf(houseId)).toBe(2.2);
    expect(await told(admin, 'trabajo_rechazado', id)).toBe(1);
  });

  test('does not fall in the database without an inspection that says why', async () => {
    const { id } = await programmed();
    one(await report(contractor, id));
    one(await inspect(inspector, id));
    await expect(db().update(jobs).set({ approvedBp: 1000 }).where(eq(jobs.id, id))).rejects.toThrow();
    await expect(
      db()
        .insert(inspections)
        .values({
          jobId: id,
          reportId: (await get(id)).reports[0]!.id,
          key: crypto.randomUUID(),
          inspectorId: contractor.user.id,
          result: 'aprobado',
          beforeBp: 0,
          approvedBp: 4000,
          createdAt: NOW,
        }),
    ).rejects.toThrow();
  });

  test('over random courses it equals the last inspection and never falls without a reason', async () => {
    const step = fc.record({
      act: fc.constantFrom('report', 'approve', 'less', 'refuse', 'lower'),
      percent: fc.integer({ min: 0, max: 100 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const { id, houseId } = await programmed();
        for (const { act, percent } of steps) {
          const porcentaje = String(percent);
          const [before] = await db().select().from(jobs).where(eq(jobs.id, id));
          const open = await db().$count(jobReports, and(eq(jobReports.jobId, id), sql`outcome is null`));
          if (act === 'report') await report(contractor, id, { porcentaje });
          else if (act === 'lower') await lower(inspector, id, { porcentaje });
          else if (open > 0 && act === 'refuse') await refuse(inspector, id);
          else if (open > 0)
            await inspect(
              inspector,
              id,
              act === 'less' ? { porcentaje, motivo: 'Menos', fotos: photo() } : {},
            );
          const [after] = await db().select().from(jobs).where(eq(jobs.id, id));
          const judged = await db()
            .select()
            .from(inspections)
            .where(and(eq(inspections.jobId, id), sql`result <> 'rechazado'`))
            .orderBy(sql`id desc`)
            .limit(1);
          expect(after!.approvedBp).toBe(judged[0]?.approvedBp ?? 0);
          if (after!.approvedBp < before!.approvedBp) expect(judged[0]!.reason).toBeTruthy();
          expect(after!.certifiedCents).toBeLessThanOrEqual(after!.amountCents);
          expect(await progressOf(houseId)).toBeCloseTo((11 * after!.approvedBp) / 10_000, 2);
        }
      }),
      { numRuns: deep(3, 40) },
    );
  });
});

describe('reach', () => {
  test('a contractor sees nothing of others: jobs, reports, photographs', async () => {
    const { id, contract } = await programmed();
    const { reports } = one(await report(contractor, id));
    expect((await stranger.get(url(id))).statusCode).toBe(404);
    expect((await report(stranger, id)).statusCode).toBe(404);
    expect((await move(stranger, id, 3)).statusCode).toBe(404);
    expect(one<JobRow[]>(await stranger.get('/api/works/jobs'))).toEqual([]);
    expect(one<JobRow[]>(await stranger.get(`/api/works/jobs?contrato_id=${contract.id}`))).toEqual([]);
    expect(one<Job[]>(await stranger.get('/api/works/jobs/field'))).toEqual([]);
    expect((await stranger.get(reports[0]!.photos[0]!.url)).statusCode).toBe(403);
    expect((await stranger.get(`/api/office/files/trabajo/${id}`)).statusCode).not.toBe(200);
  });

  test('amounts are only for who may see them', async () => {
    const { id } = await programmed();
    expect((await get(id, inspector)).amount_centavos).toBeNull();
    expect((await get(id, resident)).amount_centavos).toBeNull();
    expect((await get(id, contractor)).amount_centavos).toBeGreaterThan(0);
  });

  test('the field list and the home queue hold what waits for each', async () => {
    const { id } = await programmed();
    const field = async (by: Browser) =>
      one<Job[]>(await by.get('/api/works/jobs/field')).map((job) => job.id);
    const tasks = async (by: Browser) =>
      one<{ tasks: { id: number; text: string }[] }>(await by.get('/api/office/home/tasks?tipo=trabajo'))
        .tasks.filter((task) => task.id === id)
        .map(({ text }) => text);
    expect(await field(contractor)).toContain(id);
    expect(await field(resident)).toContain(id);
    expect(await field(inspector)).not.toContain(id);
    expect(await tasks(contractor)).toEqual(['Reportar el avance']);
    one(await report(contractor, id));
    expect(await field(contractor)).not.toContain(id);
    expect(await field(inspector)).toContain(id);
    expect(await tasks(inspector)).toEqual(['Inspeccionar lo reportado']);
    one(await refuse(inspector, id));
    expect(await tasks(contractor)).toEqual(['Corregir y reportar de nuevo']);
    expect(
      one<JobRow[]>(await inspector.get('/api/works/jobs?para_mi=1')).map((job) => job.id),
    ).not.toContain(id);
  });
});

async function progressOf(houseId: number): Promise<number> {
  const [found] = await db()
    .select({ percent: houses.progressPercent })
    .from(houses)
    .where(eq(houses.id, houseId));
  return found!.percent;
}
const told = ({ user }: StaffBrowser, kind: 'trabajo_reportado' | 'trabajo_rechazado', id: number) =>
  db().$count(
    notices,
    and(eq(notices.userId, user.id), eq(notices.kind, kind), eq(notices.about, `trabajo:${id}`)),
  );
