import { eq, inArray } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Job, JobRow } from '#contract/works/jobs/endpoints.ts';
import { PERMIT_TYPE } from '#contract/works/permits/rules.ts';
import { weekClosings } from '#server/modules/projects/projects/weeks.table.ts';
import { useApp, type Browser } from '#test/app.ts';
import { makeWorksite, NOW, one, refusal, WEEK, url, type Worksite } from '#test/worksite.ts';
import { signInAs } from '#test/signIn.ts';
import { permits } from '#server/modules/works/permits/permits.table.ts';
import { jobReports } from './jobReports.table.ts';
import { jobs } from './jobs.table.ts';

const llave = useApp();
let site: Worksite;
beforeAll(async () => {
  llave.clock.set(NOW);
  site = await makeWorksite(llave);
});

describe('the states of a job', () => {
  test('programmed, reported, returned, corrected, approved in part and whole; the house follows', async () => {
    const { contract, houseId } = await site.inForce();
    // Fundaciones: 11 of 100.
    const { id } = (await site.jobsOf(contract.id))[1]!;
    expect(refusal(await site.report(site.contractor, id))).toEqual([422, 'Falta programarlo.']);
    expect((await site.move(site.contractor, id, 2, { semana: WEEK, prioridad_id: 2 })).statusCode).toBe(403);
    expect(refusal(await site.move(site.manager, id, 2, { prioridad_id: 2 }))).toEqual([
      422,
      'Elige la semana.',
    ]);
    expect(refusal(await site.move(site.manager, id, 2, { semana: WEEK, prioridad_id: 99 }))).toEqual([
      422,
      'Elige la prioridad.',
    ]);
    expect(one(await site.program(id))).toMatchObject({ state: { id: 2 }, week: WEEK, priority: { id: 2 } });
    expect(one(await site.move(site.contractor, id, 3)).state).toEqual({ id: 3, name: 'En ejecución' });
    for (const to of [4, 5, 7, 8, 9, 11])
      expect((await site.move(site.admin, id, to)).statusCode, `3→${to}`).toBe(422);

    const reported = one(
      await site.report(site.contractor, id, { nota: 'Falta una esquina', atraso_id: '1' }),
    );
    expect(reported).toMatchObject({
      state: { id: 5 },
      approved_percent: 0,
      reported_percent: 40,
      reports: [{ percent: 40, note: 'Falta una esquina', delay: { name: 'Lluvia' }, outcome: null }],
    });
    expect(reported.reports[0]!.photos).toHaveLength(1);
    expect((await site.contractor.get(reported.reports[0]!.photos[0]!.url)).statusCode).toBe(200);
    expect(await site.told(site.inspector, 'trabajo_reportado', id)).toBe(1);

    const returned = one(await site.refuse(site.inspector, id));
    expect(returned).toMatchObject({
      state: { id: 6 },
      inspections: [{ result: 'rechazado', reason: 'La pared no está a plomo', approved_percent: 0 }],
    });
    expect(await site.told(site.contractor, 'trabajo_rechazado', id)).toBe(1);

    one(await site.report(site.contractor, id));
    const part = one(await site.inspect(site.inspector, id));
    expect(part).toMatchObject({ state: { id: 3 }, approved_percent: 40 });
    expect(part.inspections[0]!.checks).toHaveLength(part.checklist!.questions.length);
    expect(await site.progressOf(houseId)).toBe(4.4);

    one(await site.report(site.contractor, id, { porcentaje: '100' }));
    expect(one(await site.inspect(site.inspector, id))).toMatchObject({
      state: { id: 7 },
      approved_percent: 100,
    });
    expect(await site.progressOf(houseId)).toBe(11);
    expect(refusal(await site.report(site.contractor, id))).toEqual([422, 'Ya está aprobado por completo.']);
    expect((await site.get(id)).history.map(({ to }) => to.id)).toEqual([
      7, 5, 4, 3, 7, 5, 4, 3, 6, 5, 4, 3, 2, 1,
    ]);
  });

  test('suspends and returns to where it was; voids only what has not begun', async () => {
    const { id, contract } = await site.programmed();
    expect(refusal(await site.move(site.manager, id, 10))).toEqual([422, 'Escribe el motivo.']);
    const stopped = one(await site.move(site.manager, id, 10, { motivo: 'Falta el plano' }));
    expect(stopped.transitions.map(({ estado_id }) => estado_id)).toEqual([2]);
    expect(refusal(await site.report(site.contractor, id))).toEqual([422, 'Está suspendido.']);
    expect(refusal(await site.move(site.manager, id, 1))).toEqual([
      422,
      'Vuelve al estado que tenía antes de suspenderse.',
    ]);
    expect(one(await site.move(site.manager, id, 2))).toMatchObject({ state: { id: 2 }, week: WEEK });
    expect((await site.move(site.contractor, id, 11, { motivo: 'x' })).statusCode).toBe(403);
    expect(one(await site.move(site.manager, id, 11, { motivo: 'Se hace aparte' })).state.id).toBe(11);
    expect(refusal(await site.report(site.contractor, id))).toEqual([422, 'Está anulado.']);

    const [first] = await site.jobsOf(contract.id);
    one(
      await site.manager.patch(`/api/contracts/${contract.id}/status`, {
        params: { estado_id: 6, motivo: 'Lluvia' },
      }),
    );
    expect(refusal(await site.program(first!.id))).toEqual([422, 'El contrato no está vigente.']);
  });

  test('is programmed in bulk, all or none', async () => {
    const { contract } = await site.inForce();
    const list = await site.jobsOf(contract.id);
    const ids = list.slice(0, 5).map(({ id }) => id);
    const send = (over: object = {}, by: Browser = site.manager) =>
      by.post('/api/works/jobs/program', { ids, semana: WEEK, prioridad_id: 3, ...over });
    expect(one<{ programmed: number }>(await send())).toEqual({ programmed: 5 });
    expect(one<{ programmed: number }>(await send({ semana: '2026-W48' }))).toEqual({ programmed: 5 });
    await site.report(site.contractor, ids[0]!);
    const [status, sentence] = refusal(await send());
    expect([status, String(sentence)]).toEqual([422, expect.stringContaining('ya empezó o terminó')]);
    expect(
      (await site.db().select().from(jobs).where(inArray(jobs.id, ids))).map(({ week }) => week),
    ).toEqual(ids.map(() => '2026-W48'));
    await site.db().insert(weekClosings).values({
      projectId: site.project.id,
      week: '2026-W40',
      closedAt: NOW,
      closedBy: site.manager.user.id,
    });
    expect(refusal(await send({ ids: [list[6]!.id], semana: '2026-W40' }))[1]).toContain('está cerrada');
    expect((await send({}, site.contractor)).statusCode).toBe(403);
    expect((await send({ ids: [999_999] })).statusCode).toBe(404);
  });
});

describe('a report', () => {
  test('needs a photograph and more progress than is approved', async () => {
    const { id } = await site.programmed();
    expect(refusal(await site.report(site.contractor, id, { fotos: [] }))).toEqual([
      422,
      'Adjunta al menos una fotografía.',
    ]);
    expect(refusal(await site.report(site.contractor, id, { porcentaje: '0' }))).toEqual([
      422,
      'Ya está aprobado 0 %: reporta un avance mayor.',
    ]);
    expect(refusal(await site.report(site.contractor, id, { porcentaje: '101' }))[0]).toBe(422);
    expect(refusal(await site.report(site.contractor, id, { atraso_id: '99' }))).toEqual([
      422,
      'Elige uno de los motivos.',
    ]);
    expect((await site.get(id)).state.id).toBe(2);
  });

  test('arrives once, however often the phone sends it', async () => {
    const { id } = await site.programmed();
    const clave = crypto.randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => site.report(site.contractor, id, { clave })));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
    expect(await site.db().$count(jobReports, eq(jobReports.jobId, id))).toBe(1);
    const other = await site.programmed();
    expect(refusal(await site.report(site.contractor, other.id, { clave }))[0]).toBe(409);
  });

  test('of two at once, one waits for its inspection and the other is refused', async () => {
    const { id } = await site.programmed();
    const answers = await Promise.all([
      site.report(site.contractor, id),
      site.report(site.resident, id, { porcentaje: '60' }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
    expect(refusal(answers.find(({ statusCode }) => statusCode === 409)!)[1]).toBe(
      'Ya está reportado: espera su inspección.',
    );
  });

  test('of an item is a quantity, up to the contract', async () => {
    const { contract } = await site.inForce({ type_id: 2, house_ids: [], amount_centavos: null }, [
      {
        code: '1',
        description: 'Excavación',
        unit: 'm³',
        quantity: 120,
        price_centavos: 1_000,
        cost_code_id: 8,
      },
    ]);
    const [job] = await site.jobsOf(contract.id);
    one(await site.program(job!.id));
    const send = (cantidad: string) =>
      site.contractor.form(`${url(job!.id)}/reports`, {
        clave: crypto.randomUUID(),
        cantidad,
        fotos: site.photo(),
      });
    expect(refusal(await send('120.5'))).toEqual([422, 'El contrato tiene 120 m³: más necesita una adenda.']);
    one(await send('30.5'));
    expect(one(await site.inspect(site.inspector, job!.id))).toMatchObject({
      approved_quantity: 30.5,
      approved_percent: 25.41,
      state: { id: 3 },
    });
    expect((await site.get(job!.id)).certified_centavos).toBe(30_500);
  });
});

describe('reach', () => {
  test('a contractor sees nothing of others: jobs, reports, photographs', async () => {
    const { id, contract } = await site.programmed();
    const { reports } = one(await site.report(site.contractor, id));
    expect((await site.stranger.get(url(id))).statusCode).toBe(404);
    expect((await site.report(site.stranger, id)).statusCode).toBe(404);
    expect((await site.move(site.stranger, id, 3)).statusCode).toBe(404);
    expect(one<JobRow[]>(await site.stranger.get('/api/works/jobs'))).toEqual([]);
    expect(one<JobRow[]>(await site.stranger.get(`/api/works/jobs?contrato_id=${contract.id}`))).toEqual([]);
    expect(one<Job[]>(await site.stranger.get('/api/works/jobs/field'))).toEqual([]);
    expect((await site.stranger.get(reports[0]!.photos[0]!.url)).statusCode).toBe(403);
    expect((await site.stranger.get(`/api/office/files/trabajo/${id}`)).statusCode).not.toBe(200);
  });

  test('amounts are only for who may see them', async () => {
    const { id } = await site.programmed();
    expect((await site.get(id, site.inspector)).amount_centavos).toBeNull();
    expect((await site.get(id, site.resident)).amount_centavos).toBeNull();
    expect((await site.get(id, site.contractor)).amount_centavos).toBeGreaterThan(0);
  });

  test('the field list and the home queue hold what waits for each', async () => {
    const { id } = await site.programmed();
    const field = async (by: Browser) =>
      one<Job[]>(await by.get('/api/works/jobs/field')).map((job) => job.id);
    const tasks = async (by: Browser) =>
      one<{ tasks: { id: number; text: string }[] }>(await by.get('/api/office/home/tasks?tipo=trabajo'))
        .tasks.filter((task) => task.id === id)
        .map(({ text }) => text);
    expect(await field(site.contractor)).toContain(id);
    expect(await field(site.resident)).toContain(id);
    expect(await field(site.inspector)).not.toContain(id);
    expect(await tasks(site.contractor)).toEqual(['Reportar el avance']);
    // A lawyer may change every contract, and reports no work.
    expect(await tasks(await signInAs(llave, 'abogado'))).toEqual([]);
    one(await site.report(site.contractor, id));
    expect(await field(site.contractor)).not.toContain(id);
    expect(await field(site.inspector)).toContain(id);
    expect(await tasks(site.inspector)).toEqual(['Inspeccionar lo reportado']);
    one(await site.refuse(site.inspector, id));
    expect(await tasks(site.contractor)).toEqual(['Corregir y reportar de nuevo']);
    expect(
      one<JobRow[]>(await site.inspector.get('/api/works/jobs?para_mi=1')).map((job) => job.id),
    ).not.toContain(id);
  });
});

test('a house without its construction permit is neither begun nor reported, until the permit holds again', async () => {
  const { id, houseId } = await site.programmed();
  const [permit] = await site
    .db()
    .insert(permits)
    .values({
      projectId: site.project.id,
      houseId,
      typeId: PERMIT_TYPE.construction,
      entity: 'Municipio',
      stateSince: NOW,
      createdAt: NOW,
    })
    .returning();
  const missing = 'Falta un permiso para construir aquí: Permiso de construcción.';
  expect(refusal(await site.move(site.contractor, id, 3))[1]).toContain(missing);
  expect(refusal(await site.report(site.contractor, id))).toEqual([422, missing]);
  expect((await site.get(id, site.contractor)).actions.report).toMatchObject({ disabled: missing });
  const set = (over: object) => site.db().update(permits).set(over).where(eq(permits.id, permit!.id));
  await set({ stateId: 4, enteredOn: '2025-10-01', approvedOn: '2025-11-01', expiresOn: '2026-11-19' });
  expect(refusal(await site.report(site.contractor, id))).toEqual([
    422,
    'Venció un permiso para construir aquí: Permiso de construcción, el 19 de noviembre de 2026.',
  ]);
  await set({ expiresOn: '2026-11-20' });
  one(await site.report(site.contractor, id));
});
