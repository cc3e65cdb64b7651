import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { and, eq } from 'drizzle-orm';
import { addDays } from '#contract/dates.ts';
import type { Gantt, Stop, Task, TaskRow, WeekProgram } from '#contract/works/schedule/model.ts';
import { siteCalendar } from '#contract/works/schedule/calendar.ts';
import { permits } from '#server/modules/works/permits/permits.table.ts';
import { diaries, diaryEntries } from '#server/modules/works/diary/diary.table.ts';
import { useApp, type Browser } from '#test/app.ts';
import { makeActionPlan, makeHouse, makeModel } from '#test/factories.ts';
import { makeWorksite, NOW, one, refusal, WEEK, type Worksite } from '#test/worksite.ts';
import { scheduleForecast } from './schedule.jobs.ts';
import { schedules, scheduleTasks } from './schedule.table.ts';

const llave = useApp();
const base = '/api/works/schedule';
const calendar = siteCalendar('L-S');
const MONDAY = '2026-11-23';
let site: Worksite;

beforeAll(async () => {
  llave.clock.set(NOW);
  site = await makeWorksite(llave);
});

afterEach(() => llave.clock.set(NOW));

const db = () => llave.database.db;

/** A contract in force over houses of one model: foundations 4, walls 6 and paint 2 days, one after the other. */
async function contractOf(
  count: number,
  steps: [number, number][] = [
    [1, 4],
    [2, 6],
    [3, 2],
  ],
) {
  // prettier-ignore
  const model = await makeModel(db(), { projectId: site.project.id });
  await makeActionPlan(db(), model.id, steps);
  const homes: number[] = [];
  for (let at = 0; at < count; at++)
    homes.push((await makeHouse(db(), { projectId: site.project.id, modelId: model.id })).id);
  const { contract } = await site.inForce({ house_ids: homes });
  return { contract, homes, model };
}
const stamp = (id: number, over: object = {}, by: Browser = site.manager) =>
  by.post(`${base}/contracts/${id}/stamp`, { inicio: MONDAY, ritmo: 4, ...over });
const ganttOf = async (contract: number, by: Browser = site.admin) =>
  one<Gantt>(await by.get(`${base}?contrato_id=${contract}`));
const tasksOf = async (contract: number) =>
  (await ganttOf(contract)).schedules[0]!.houses.flatMap(({ id, tasks }) =>
    tasks.map((task) => ({ ...task, house: id })),
  );
const calculate = (id: number) => llave.app.core.jobs.run(scheduleForecast, { id });
const undo = (by: Browser, url: string) => by.send({ method: 'DELETE', url });
const day = (after: number) => calendar.add(MONDAY, after);

describe('stamping', () => {
  test('dates of every house by its plan, its place in the row and its crews; only who plans may', async () => {
    const { contract, homes } = await contractOf(3);
    const preview = one<{ finish: string; tasks: number; why_not: null; outside: string[] }>(
      await site.manager.get(`${base}/contracts/${contract.id}/preview?inicio=${MONDAY}&ritmo=4`),
    );
    expect(preview).toMatchObject({ tasks: 9, why_not: null, houses: 3 });
    expect(preview.outside.length).toBeGreaterThan(0);
    for (const by of [site.contractor, site.resident])
      expect((await stamp(contract.id, {}, by)).statusCode).toBe(403);
    const { schedule_id } = one<{ schedule_id: number }>(await stamp(contract.id));
    const tasks = await tasksOf(contract.id);
    expect(tasks.map(({ house: id, a, bs, bf }) => [homes.indexOf(id), a, bs, bf])).toEqual([
      [0, 1, day(0), day(3)],
      [0, 2, day(4), day(9)],
      [0, 3, day(10), day(11)],
      [1, 1, day(4), day(7)],
      [1, 2, day(8), day(13)],
      [1, 3, day(14), day(15)],
      [2, 1, day(8), day(11)],
      // Two crews for the walls, so that a house is finished every four days.
      [2, 2, day(12), day(17)],
      [2, 3, day(18), day(19)],
    ]);
    expect(preview.finish).toBe(day(19));
    expect(tasks.every(({ bs, bf, s, f }) => bs === s && bf === f)).toBe(true);
    expect(tasks.filter(({ driving }) => driving).map(({ a }) => a)).toEqual([1, 1, 1, 2, 3]);

    const programming = one<{ weeks: { id: string; activities: number }[]; activities: TaskRow[] }>(
      await site.admin.get(`/api/programming/${schedule_id}`),
    );
    expect(programming.activities).toHaveLength(9);
    expect(programming.weeks[0]).toMatchObject({ id: '2026-W48', activities: 3 });
    expect((await site.contractor.get(`/api/programming/${schedule_id}`)).statusCode).toBe(200);
    for (const path of [
      `/api/programming/${schedule_id}`,
      `${base}/tasks/${tasks[0]!.id}`,
      `/api/programming/priorities/${contract.id}`,
    ])
      expect((await site.stranger.get(path)).statusCode).toBe(404);
    expect((await ganttOf(contract.id)).activities[0]).toEqual({ id: 1, name: 'Preliminares y replanteo' });
    expect((await ganttOf(contract.id, site.stranger)).schedules).toEqual([]);
    expect(one(await site.manager.get(`/api/projects/check_schedule/${site.project.id}`))).toMatchObject({
      has_schedule: true,
    });
  });

  test('needs a plan, a working day, and a reason when it is drawn anew', async () => {
    const bare = await site.inForce();
    expect(refusal(await stamp(bare.contract.id))).toEqual([
      422,
      expect.stringContaining('plan de acción publicado'),
    ]);
    const { contract } = await contractOf(1);
    expect(refusal(await stamp(contract.id, { inicio: '2026-11-28' }))).toEqual([
      422,
      expect.stringContaining('no se trabaja'),
    ]);
    one(await stamp(contract.id));
    expect(refusal(await stamp(contract.id))).toEqual([422, 'Escribe por qué se programa de nuevo.']);
    expect((await stamp(contract.id, { motivo: 'Otra cuadrilla', version: 9 })).statusCode).toBe(409);
    one(await stamp(contract.id, { motivo: 'Otra cuadrilla', inicio: day(5), version: 1 }));
    expect((await tasksOf(contract.id))[0]).toMatchObject({ bs: day(5), s: day(5) });
  });
});

describe('moving', () => {
  test('what waits moves with it, the base line stays, and the last move is undone', async () => {
    const { contract, homes } = await contractOf(2);
    const { schedule_id: id } = one<{ schedule_id: number }>(await stamp(contract.id));
    const move = (over: object) =>
      site.manager.post(`${base}/${id}/moves`, {
        vivienda_id: homes[0],
        actividad_id: 2,
        desde: day(4),
        inicio: day(7),
        motivo: 'Falta el bloque',
        ...over,
      });
    expect((await move({ desde: day(5) })).statusCode).toBe(409);
    expect(refusal(await move({ motivo: '' }))[0]).toBe(422);
    expect(refusal(await move({ inicio: '2026-11-28' }))).toEqual([
      422,
      expect.stringContaining('no se trabaja'),
    ]);
    expect(refusal(await move({ inicio: day(1) }))).toEqual([422, expect.stringContaining('lo que espera')]);
    const { move_id } = one<{ move_id: number }>(await move({}));
    const moved = await tasksOf(contract.id);
    expect(moved.slice(0, 3).map(({ s, bs }) => [s, bs])).toEqual([
      [day(0), day(0)],
      [day(7), day(4)],
      [day(13), day(10)],
    ]);
    const task = one<Task>(await site.contractor.get(`${base}/tasks/${moved[1]!.id}`));
    expect(task).toMatchObject({
      late: 3,
      may_move: false,
      after: [{ activity: { id: 1 }, kind: 'FS', lag: 0 }],
    });
    expect(task.moves).toMatchObject([
      { reason: 'Falta el bloque', from: day(4), to: day(7), undoable: false },
    ]);
    expect((await undo(site.contractor, `${base}/moves/${move_id}`)).statusCode).toBe(403);
    const whole = one<{ move_id: number }>(
      await move({ actividad_id: null, desde: day(0), inicio: day(10), motivo: 'Lote ocupado' }),
    );
    one(await undo(site.manager, `${base}/moves/${whole.move_id}`));
    one(await undo(site.manager, `${base}/moves/${move_id}`));
    expect((await undo(site.manager, `${base}/moves/${move_id}`)).statusCode).toBe(409);
    expect((await tasksOf(contract.id)).every(({ s, bs }) => s === bs)).toBe(true);
  });

  test('two who move the same activity at once: one of them is told', async () => {
    const { contract, homes } = await contractOf(1);
    const { schedule_id: id } = one<{ schedule_id: number }>(await stamp(contract.id));
    const move = (inicio: string) =>
      site.manager.post(`${base}/${id}/moves`, {
        vivienda_id: homes[0],
        actividad_id: 1,
        desde: day(0),
        inicio,
        motivo: 'Falta gente',
      });
    const answers = await Promise.all([move(day(2)), move(day(3))]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
  });
});

describe('lost days', () => {
  test('a stop pushes the work of its house or contract and is taken back', async () => {
    const { contract, homes } = await contractOf(2);
    one(await stamp(contract.id));
    const asked = {
      proyecto_id: site.project.id,
      contrato_id: contract.id,
      razon: 'paro',
      desde: day(1),
      hasta: day(2),
      motivo: 'Huelga de transporte',
    };
    expect(refusal(await site.manager.post(`${base}/stops`, { ...asked, hasta: day(0) }))[0]).toBe(422);
    expect((await site.contractor.post(`${base}/stops`, asked)).statusCode).toBe(403);
    const stop = one<Stop>(await site.manager.post(`${base}/stops`, { ...asked, vivienda_id: homes[1] }));
    const ends = async () =>
      (await ganttOf(contract.id)).schedules[0]!.houses.map(({ tasks }) => tasks.at(-1)!.f);
    // The stop of the second house ends before it begins.
    expect(await ends()).toEqual([day(11), day(15)]);
    const both = one<Stop>(await site.manager.post(`${base}/stops`, asked));
    expect(await ends()).toEqual([day(13), day(17)]);
    expect((await ganttOf(contract.id)).stops.map(({ note }) => note)).toEqual([
      'Huelga de transporte',
      'Huelga de transporte',
    ]);
    for (const { id } of [both, stop]) one(await undo(site.manager, `${base}/stops/${id!}`));
    expect(await ends()).toEqual([day(11), day(15)]);
  });

  test('the diary and a permit that is late are lost days too', async () => {
    const { contract, homes, model } = await contractOf(1);
    const { schedule_id: id } = one<{ schedule_id: number }>(await stamp(contract.id));
    llave.clock.set(new Date('2026-11-25T15:00:00Z'));
    const [diary] = await db()
      .insert(diaries)
      .values({ projectId: site.project.id, typeId: 1, day: MONDAY, createdAt: NOW })
      .returning();
    const wrote = (hours: number) => ({
      diaryId: diary!.id,
      sealedInId: diary!.id,
      clientId: crypto.randomUUID(),
      section: 'paro' as const,
      text: 'Se detuvo la obra',
      reason: 'accidente' as const,
      hours,
      authorId: site.manager.user.id,
      writtenAt: NOW,
      receivedAt: NOW,
    });
    await db()
      .insert(diaryEntries)
      .values([wrote(2), wrote(6)]);
    await db().insert(permits).values({
      projectId: site.project.id,
      modelId: model.id,
      typeId: 14,
      entity: 'Municipio',
      stateSince: NOW,
      createdAt: NOW,
    });
    await calculate(id);
    // Nothing of the house has begun: it waits for its permit until tomorrow.
    expect((await tasksOf(contract.id))[0]!.s).toBe('2026-11-26');
    const { stops } = await ganttOf(contract.id);
    expect(stops.map(({ source, from, to }) => [source, from, to])).toEqual(
      expect.arrayContaining([
        ['bitacora', MONDAY, MONDAY],
        ['permiso', MONDAY, '2026-11-25'],
      ]),
    );
    await db()
      .update(permits)
      .set({ stateId: 4, enteredOn: MONDAY, approvedOn: MONDAY })
      .where(eq(permits.modelId, model.id));
    await db()
      .update(scheduleTasks)
      .set({ startedOn: MONDAY })
      .where(
        and(
          eq(scheduleTasks.scheduleId, id),
          eq(scheduleTasks.houseId, homes[0]!),
          eq(scheduleTasks.activityId, 1),
        ),
      );
    await calculate(id);
    // Four days of work from Monday, which was lost.
    expect((await tasksOf(contract.id))[0]).toMatchObject({ s: MONDAY, f: '2026-11-27' });
    // Expired since Thursday, expected again on the Wednesday after: what has not begun waits for that day.
    llave.clock.set(new Date('2026-11-27T15:00:00Z'));
    await db()
      .update(permits)
      .set({ expiresOn: '2026-11-25', expectedOn: '2026-12-02' })
      .where(eq(permits.modelId, model.id));
    await calculate(id);
    expect((await tasksOf(contract.id))[1]!.s).toBe('2026-12-02');
    expect((await ganttOf(contract.id)).stops).toContainEqual(
      expect.objectContaining({
        source: 'permiso',
        from: '2026-11-26',
        to: '2026-12-01',
        note: 'Sin Permiso de construcción: una vivienda no puede empezar.',
      }),
    );
    await db().delete(diaryEntries).where(eq(diaryEntries.diaryId, diary!.id));
  });
});

test('real days come from the jobs, and the forecast from the pace of past houses', async () => {
  const { contract, homes } = await contractOf(3, [[1, 4]]);
  one(await stamp(contract.id, { inicio: '2026-11-16', ritmo: 4 }));
  const all = await site.jobsOf(contract.id);
  const job = all.find(({ houseId, activityId }) => houseId === homes[0] && activityId === 1)!;
  one(await site.program(job.id));
  one(await site.move(site.contractor, job.id, 3));
  one(await site.report(site.contractor, job.id, { porcentaje: '50' }));
  const first = async () => (await tasksOf(contract.id))[0]!;
  expect(await first()).toMatchObject({ started: '2026-11-20', finished: null, percent: 50 });
  one(await site.inspect(site.inspector, job.id));
  // Eight days where the plan says four.
  llave.clock.set(new Date('2026-12-01T15:00:00Z'));
  one(await site.report(site.contractor, job.id, { porcentaje: '100' }));
  one(await site.inspect(site.inspector, job.id));
  expect(await first()).toMatchObject({ started: '2026-11-20', finished: '2026-12-01' });
  const [schedule] = await db().select().from(schedules).where(eq(schedules.contractId, contract.id));
  await calculate(schedule!.id);
  const told = one<
    { house: { id: number }; base_finish: string; finish: string; p50: string; p80: string; houses: number }[]
  >(await site.contractor.get(`${base}/forecasts?contrato_id=${contract.id}`));
  const [done, next] = homes.map((id) => told.find((one) => one.house.id === id)!);
  expect(done).toMatchObject({ finish: '2026-12-01', p50: '2026-12-01', p80: '2026-12-01' });
  expect(next!.houses).toBeGreaterThan(0);
  expect(next!.p50 >= next!.finish && next!.p80 > next!.finish && next!.finish > next!.base_finish).toBe(
    true,
  );

  const details = (await site.admin.get(`/api/programming/full_details/${contract.id}`)).json<{
    data: object[];
    average: number;
  }>();
  expect(details.data[0]).toMatchObject({
    actual: { start: '2026-11-20', finish: '2026-12-01' },
    percent: 100,
    days: { planned: 4, actual: 9 },
  });
  expect(details.average).toBe(33.33);
  const waiting = one<{ delay_days: number; priority: { id: number } }[]>(
    await site.admin.get(`/api/programming/priorities/${contract.id}`),
  );
  expect(waiting[0]!.delay_days).toBeGreaterThanOrEqual(waiting[1]!.delay_days);
  expect(waiting[0]!.priority.id).toBe(4);
  const late = (await site.manager.get(`${base}/tasks?contrato_id=${contract.id}&atrasadas=1`)).json<{
    data: TaskRow[];
  }>().data;
  expect(late.map(({ standing }) => standing)).toEqual(['por_empezar', 'por_empezar']);
});

test('the week of a contract: what the schedule proposes is programmed, and the manager closes it', async () => {
  const { contract, homes } = await contractOf(2);
  one(await stamp(contract.id, { inicio: '2026-11-16', ritmo: 4 }));
  const read = async (by: Browser = site.manager) =>
    one<WeekProgram>(await by.get(`${base}/program?contrato_id=${contract.id}&semana=${WEEK}`));
  const before = await read();
  expect(before.programmed).toEqual([]);
  expect(before.proposed[0]).toMatchObject({
    house: { id: homes[0] },
    activity: { id: 1 },
    proposed: { id: 4 },
    why_not: null,
  });
  one(
    await site.manager.post('/api/works/jobs/program', {
      ids: [before.proposed[0]!.job_id],
      semana: WEEK,
      prioridad_id: before.proposed[0]!.proposed.id,
    }),
  );
  const programmed = await read(site.contractor);
  expect(programmed).toMatchObject({
    may_program: false,
    may_close: false,
    programmed: [{ priority: { id: 4 } }],
  });
  expect(
    (await site.stranger.get(`${base}/program?contrato_id=${contract.id}&semana=${WEEK}`)).statusCode,
  ).toBe(404);
  expect(
    (await site.contractor.post(`/api/projects/${site.project.id}/weeks/${WEEK}/close`)).statusCode,
  ).toBe(403);
  one(await site.manager.post(`/api/projects/${site.project.id}/weeks/${WEEK}/close`));
  const closed = await read();
  expect(closed).toMatchObject({
    closed: { by: site.manager.user.name },
    why_not_close: 'Ya está cerrada.',
    past: [{ week: WEEK, planned: 1, done: 0 }],
  });
  expect(closed.programmed[0]!.why_not).toBe('La semana está cerrada.');
});

test('home tells of late schedules', async () => {
  const { contract } = await contractOf(1);
  const { schedule_id } = one<{ schedule_id: number }>(
    await stamp(contract.id, { inicio: addDays(MONDAY, -35), ritmo: 4 }),
  );
  const { tasks } = one<{ tasks: { id: number; text: string }[] }>(
    await site.manager.get('/api/office/home/tasks?tipo=cronograma'),
  );
  expect(tasks).toContainEqual(
    expect.objectContaining({ id: schedule_id, text: 'Ver 3 actividades atrasadas' }),
  );
  const { totals } = one<{ totals: { kind: string }[] }>(await site.contractor.get('/api/office/home/tasks'));
  expect(totals.map(({ kind }) => kind)).not.toContain('cronograma');
});
