import { eq } from 'drizzle-orm';
import Excel from 'exceljs';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '#contract/dates.ts';
import type { Answer } from '#contract/endpoint.ts';
import { STAGES } from '#contract/sales/board/cards.ts';
import type { listBoard, reassignSales, saleStages } from '#contract/sales/board/boardEndpoints.ts';
import { documents, documentTypes } from '#server/modules/sales/documents/documents.table.ts';
import { payments } from '#server/modules/money/payments/payments.table.ts';
import { useApp, type Browser } from '#test/app.ts';
import { makeProject, makeSale, makeUser } from '#test/factories.ts';
import { signInAs, signInUser } from '#test/signIn.ts';
import { keepAllSales, measureStages, sweepBoard } from './board.jobs.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { saleCards } from './board.table.ts';
import { keepSales } from './stages.service.ts';

const llave = useApp();
const db = () => llave.database.db;
/** Runs the keeper, as at the end of a transaction that changed the sale. */
const keep = (saleId: number) => llave.act((ctx) => keepSales(ctx, [saleId]));
const board = '/api/sale/board';
const one = (id: number) => `/api/sale/precontracts/${id}`;

/** A sale with its cells. */
async function onBoard(options: Parameters<typeof makeSale>[1]) {
  const sale = await makeSale(db(), options);
  await keep(sale.id);
  return sale;
}
const read = async (browser: Browser, query = '') =>
  (await browser.get(`${board}?${query}`)).json<Answer<typeof listBoard>>();
const stages = async (browser: Browser, id: number) =>
  (await browser.get(`${one(id)}/stages`)).json<Answer<typeof saleStages>>().data;
const stageOf = async (browser: Browser, id: number, stage: number) =>
  (await stages(browser, id))[stage - 1]!;
const change = (browser: Browser, id: number, stage: number, params: Record<string, unknown>) =>
  browser.patch(`${one(id)}/stages/${stage}/status`, { params });
async function addPaper(saleId: number, name: string, over: Partial<typeof documents.$inferInsert> = {}) {
  const [type] = await db().select().from(documentTypes).where(eq(documentTypes.name, name));
  await db()
    .insert(documents)
    .values({
      saleId,
      typeId: type!.id,
      label: type!.label,
      required: false,
      stateId: 2,
      createdAt: llave.clock.now(),
      ...over,
    });
}

describe('the grid', () => {
  test('has a row per sale with its 12 cells, earliest due first; filters by stage, cell and overdue', async () => {
    const project = await makeProject(db());
    const processor = await makeUser(db(), { roles: ['procesador'], projectIds: [project.id] });
    const of = { projectId: project.id, processorId: processor.id };
    const reviewing = await onBoard({ ...of, stateId: 3, separation: 4 });
    const complete = await onBoard({ ...of, stateId: 5, separation: 4 });
    const gone = await onBoard({ ...of, stateId: 16 });
    const mine = await signInUser(llave, processor);
    const all = await read(mine);
    expect(all.data.map(({ id }) => id)).toEqual([complete.id, reviewing.id]);
    expect(all.meta.pagination.total).toBe(2);
    expect(all.data[0]).toMatchObject({
      due_on: '2026-11-22',
      stage: { id: 3, days: 0, normal: 1 },
      turn: 'procesador',
      next: 'Enviar la solicitud a los bancos',
    });
    expect(all.data[0]!.cells.map(({ state_id }) => state_id)).toEqual([5, 5, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
    const ids = async (query: string) => (await read(mine, query)).data.map(({ id }) => id);
    expect(await ids('etapa=2')).toEqual([reviewing.id]);
    expect(await ids('etapa=3&celda=2')).toEqual([complete.id]);
    expect(await ids('celda=3')).toEqual([reviewing.id]);
    expect(await ids('etapa=1&celda=5&order_column=id&order_type=asc')).toEqual([reviewing.id, complete.id]);
    expect(await ids('estado_id=16')).toEqual([gone.id]);
    expect(await ids('vencidas=1')).toEqual([]);
    llave.clock.set(new Date('2026-11-24T15:00:00Z'));
    expect(await ids('vencidas=1')).toEqual([complete.id]);
    expect((await read(mine, 'order_column=age')).data[0]!.stage!.days).toBe(3);
    expect((await mine.get('/api/office/counters')).json()).toMatchObject({ data: { board: 1 } });
    const other = await signInAs(llave, 'procesador');
    expect((await read(other)).data).toEqual([]);
    expect((await (await signInAs(llave, 'soporte')).get(board)).statusCode).toBe(403);
    expect((await mine.get(`${board}?etapa=13`)).statusCode).toBe(422);
    llave.clock.set(new Date('2026-11-21T15:00:00Z'));
  });

  test('is exported as the screen shows it: due day and stage, all twelve stages from the strip of a phone', async () => {
    const project = await makeProject(db());
    await onBoard({ projectId: project.id, stateId: 5, separation: 4 });
    const coordinator = await signInAs(llave, 'coordinador');
    const headsOf = async (columns: string) => {
      const file = await coordinator.get(
        `${board}/exportar?formato=xlsx&proyecto_id=${project.id}&columnas=${columns}`,
      );
      expect(file.statusCode).toBe(200);
      const book = new Excel.Workbook();
      await book.xlsx.load(file.rawPayload as never);
      const [heads, row] = [1, 2].map((at) => (book.worksheets[0]!.getRow(at).values as unknown[]).slice(1));
      return { heads, row };
    };
    const wide = await headsOf('venta,etapa_3,due,age');
    expect(wide.heads).toEqual([
      'Pre-contrato',
      'Cliente',
      'Lote',
      'Precalificación',
      'Vence',
      'Etapa que vence',
      'Etapa actual',
      'Días en la etapa',
      'Días normales',
    ]);
    expect(wide.row?.slice(3)).toEqual([
      'Pendiente',
      new Date('2026-11-22T00:00:00Z'),
      'Precalificación',
      'Precalificación',
      0,
      1,
    ]);
    expect((await headsOf('etapas')).heads).toEqual([...STAGES]);
  });

  test('places sales that were inserted without their use case, and marks overdue stages after midnight', async () => {
    const sale = await makeSale(db(), { stateId: 5, separation: 4 });
    await llave.app.core.jobs.run(keepAllSales, {});
    const stored = async () => (await db().select().from(sales).where(eq(sales.id, sale.id)))[0]!;
    expect(await stored()).toMatchObject({ boardStage: 3, boardDue: '2026-11-22' });
    llave.clock.set(new Date('2026-11-23T05:20:00Z'));
    await llave.app.core.jobs.run(sweepBoard, {});
    await llave.app.core.jobs.run(sweepBoard, {});
    const admin = await signInAs(llave, 'administrador');
    const card = await stageOf(admin, sale.id, 3);
    expect(card.state.name).toBe('Vencido');
    expect(card.history).toEqual([expect.objectContaining({ who: null, from: 'Pendiente', to: 'Vencido' })]);
    llave.clock.set(new Date('2026-11-21T15:00:00Z'));
  });
});

describe('a card', () => {
  test('is begun, observed with a note and resumed; only its rule completes it', async () => {
    const processor = await makeUser(db(), { roles: ['procesador'] });
    const sale = await onBoard({ stateId: 5, separation: 4, processorId: processor.id });
    const mine = await signInUser(llave, processor);
    expect((await stageOf(mine, sale.id, 3)).missing).toEqual(['Falta el reporte de la APC.']);
    expect((await change(mine, sale.id, 3, { estado_id: 3 })).statusCode).toBe(200);
    expect((await change(mine, sale.id, 3, { estado_id: 4 })).json()).toMatchObject({
      errors: [{ field: 'params[motivo]' }],
    });
    const observed = await change(mine, sale.id, 3, { estado_id: 4, motivo: 'La APC no responde.' });
    expect(observed.json()).toMatchObject({ data: { state: { id: 4 }, note: 'La APC no responde.' } });
    expect((await change(mine, sale.id, 3, { estado_id: 3, version: 1 })).json()).toMatchObject({
      code: 'STALE',
    });
    expect((await change(mine, sale.id, 3, { estado_id: 3 })).statusCode).toBe(200);
    expect((await change(mine, sale.id, 3, { estado_id: 5 })).json()).toMatchObject({
      code: 'TRANSITION',
      errors: [{ field: 'estado', message: 'Falta el reporte de la APC.' }],
    });
    await addPaper(sale.id, 'reporte_apc', { stateId: 4 });
    await keep(sale.id);
    expect((await stageOf(mine, sale.id, 3)).state.id).toBe(5);
    expect((await stageOf(mine, sale.id, 4)).state.id).toBe(2);
    expect((await stageOf(mine, sale.id, 3)).history.map(({ who, to }) => `${who ?? '-'}: ${to}`)).toEqual([
      '-: Completado',
      `${processor.name}: En proceso`,
      `${processor.name}: Observado`,
      `${processor.name}: En proceso`,
    ]);
  });

  test('a coordinator reopens it with a reason and closes it; a stage that does not apply is skipped', async () => {
    const sale = await onBoard({ stateId: 5, separation: 4 });
    await addPaper(sale.id, 'reporte_apc', { stateId: 4 });
    await keep(sale.id);
    const coordinator = await signInAs(llave, 'coordinador');
    expect((await change(coordinator, sale.id, 3, { estado_id: 3 })).statusCode).toBe(422);
    await change(coordinator, sale.id, 3, { estado_id: 3, motivo: 'El reporte es de otra persona.' });
    await keep(sale.id);
    expect((await stageOf(coordinator, sale.id, 3)).state.id).toBe(3);
    expect((await change(coordinator, sale.id, 3, { estado_id: 5 })).statusCode).toBe(200);
    await keep(sale.id);
    expect((await stageOf(coordinator, sale.id, 3)).state.id).toBe(5);
    await change(coordinator, sale.id, 8, { estado_id: 8, motivo: 'Casa ya construida.' });
    await keep(sale.id);
    expect((await stageOf(coordinator, sale.id, 8)).state.name).toBe('No aplica');
  });

  test('an overdue one continues with a new day; an overdue payment continues without one', async () => {
    const sale = await onBoard({ stateId: 5, separation: 4 });
    llave.clock.set(new Date('2026-11-25T15:00:00Z'));
    await keep(sale.id);
    const coordinator = await signInAs(llave, 'coordinador');
    const again = (over: object) => change(coordinator, sale.id, 3, { estado_id: 3, ...over });
    expect((await again({})).json()).toMatchObject({ errors: [{ message: expect.stringMatching(/fecha/) }] });
    expect((await again({ vence: '2026-11-20' })).json()).toMatchObject({
      errors: [{ field: 'params[vence]' }],
    });
    expect((await again({ vence: '2026-11-30' })).json()).toMatchObject({
      data: { state: { id: 3 }, due_on: '2026-11-30' },
    });
    const unpaid = await makeSale(db(), { stateId: 3, separation: 7 });
    await db()
      .update(payments)
      .set({ dueAt: new Date('2026-11-24T04:59:59Z') })
      .where(eq(payments.saleId, unpaid.id));
    await keep(unpaid.id);
    const refused = await change(coordinator, unpaid.id, 1, { estado_id: 3, vence: '2026-11-30' });
    expect(refused.json()).toMatchObject({ errors: [{ message: expect.stringMatching(/pago/) }] });
    llave.clock.set(new Date('2026-11-21T15:00:00Z'));
  });

  test('a user who does not work on the stage cannot move it, but its assigned user can', async () => {
    const sale = await onBoard({ stateId: 5, separation: 4 });
    const lawyer = await makeUser(db(), { roles: ['abogado'] });
    const browser = await signInUser(llave, lawyer);
    expect((await stageOf(browser, sale.id, 3)).transitions).toEqual([]);
    expect((await change(browser, sale.id, 3, { estado_id: 3 })).statusCode).toBe(403);
    const coordinator = await signInAs(llave, 'coordinador');
    const given = await coordinator.patch(`${one(sale.id)}/stages/3`, {
      responsable_id: lawyer.id,
      nota: 'Pide el reporte al cliente.',
      vence: '2026-12-01',
    });
    expect(given.json()).toMatchObject({
      data: { owner: { id: lawyer.id }, note: 'Pide el reporte al cliente.', due_on: '2026-12-01' },
    });
    expect((await browser.patch(`${one(sale.id)}/stages/3`, { nota: 'x', version: 1 })).statusCode).toBe(409);
    expect((await change(browser, sale.id, 3, { estado_id: 3 })).statusCode).toBe(200);
    const contractor = await makeUser(db(), { roles: ['contratista'] });
    expect(
      (await coordinator.patch(`${one(sale.id)}/stages/3`, { responsable_id: contractor.id })).statusCode,
    ).toBe(422);
    const stranger = await signInAs(llave, 'procesador');
    expect((await stranger.get(`${one(sale.id)}/stages`)).statusCode).toBe(404);
    expect((await change(stranger, sale.id, 3, { estado_id: 3 })).statusCode).toBe(404);
  });

  test('10 users start it at once: one succeeds', async () => {
    const sale = await onBoard({ stateId: 5, separation: 4 });
    const coordinator = await signInAs(llave, 'coordinador');
    await coordinator.patch(`${one(sale.id)}/stages/3`, { nota: 'Antes de todos.' });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => change(coordinator, sale.id, 3, { estado_id: 3, version: 2 })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, ...Array(9).fill(409)]);
  });
});

test('the customer’s last action is recorded, with the day of the next contact', async () => {
  const sale = await onBoard({ stateId: 3 });
  const coordinator = await signInAs(llave, 'coordinador');
  const post = (body: object) => coordinator.post(`${one(sale.id)}/actions`, body);
  expect(
    (await post({ accion_id: 2, nota: 'Trae la carta el lunes.', proximo: '2026-11-23' })).statusCode,
  ).toBe(201);
  expect((await post({ accion_id: 2, proximo: '2026-11-20' })).json()).toMatchObject({
    errors: [{ field: 'proximo' }],
  });
  expect((await post({ accion_id: 77 })).json()).toMatchObject({ errors: [{ field: 'accion_id' }] });
  expect((await coordinator.get(`${one(sale.id)}/actions`)).json()).toMatchObject({
    data: [
      { action: { name: 'Llamada contestada' }, note: 'Trae la carta el lunes.', next_on: '2026-11-23' },
    ],
  });
  const row = (await read(coordinator, `proyecto_id=${sale.projectId}`)).data[0];
  expect(row).toMatchObject({ last_action: { id: 2 }, next_contact_on: '2026-11-23' });
  expect((await (await signInAs(llave, 'asesor')).get(`${one(sale.id)}/actions`)).statusCode).toBe(404);
});

test('several sales are reassigned at once, after a preview of the result', async () => {
  const from = await makeUser(db(), { roles: ['procesador'], name: 'Antes' });
  const to = await makeUser(db(), { roles: ['procesador'], name: 'Después' });
  const open = await makeSale(db(), { stateId: 3, processorId: from.id });
  const own = await makeSale(db(), { stateId: 3, processorId: to.id });
  const ended = await makeSale(db(), { stateId: 16, processorId: from.id });
  const coordinator = await signInAs(llave, 'coordinador');
  const body = { ventas: [open.id, own.id, ended.id], tipo: 'procesador', usuario_id: to.id };
  const ask = async (over: object) => coordinator.post('/api/sale/board/reassign', { ...body, ...over });
  const expected = [
    expect.objectContaining({ id: open.id, from: 'Antes', to: 'Después', refused: null }),
    expect.objectContaining({ id: own.id, refused: 'Ya la tiene Después.' }),
    expect.objectContaining({ id: ended.id, refused: 'Solo una venta en preparación tiene procesador.' }),
  ];
  const processorOf = async (id: number) =>
    (await db().select().from(sales).where(eq(sales.id, id)))[0]!.processorId;
  expect((await ask({ probar: true })).json<Answer<typeof reassignSales>>().data).toEqual(expected);
  expect(await processorOf(open.id)).toBe(from.id);
  expect((await ask({})).json()).toMatchObject({ errors: [{ field: 'motivo' }] });
  expect((await ask({ motivo: 'Reparto' })).json<Answer<typeof reassignSales>>().data).toEqual(expected);
  expect(await processorOf(open.id)).toBe(to.id);
  expect(await processorOf(ended.id)).toBe(from.id);
  const adviser = await makeUser(db(), { roles: ['asesor'] });
  expect((await ask({ usuario_id: adviser.id, probar: true })).statusCode).toBe(422);
  expect((await (await signInUser(llave, to)).post('/api/sale/board/reassign', body)).statusCode).toBe(403);
});

test('normal durations: the company’s own value, or before it the median of the project', async () => {
  const coordinator = await signInAs(llave, 'coordinador');
  expect((await coordinator.patch('/api/sale/stage_times/3', { dias: 4 })).statusCode).toBe(200);
  expect((await coordinator.patch('/api/sale/stage_times/3', { dias: 0 })).statusCode).toBe(422);
  const sale = await onBoard({ stateId: 5, separation: 4 });
  expect((await stageOf(coordinator, sale.id, 3)).due_on).toBe('2026-11-25');
  for (let n = 1; n <= 11; n += 1) {
    const past = await makeSale(db(), { stateId: 14, projectId: sale.projectId, modelId: sale.modelId });
    const doneAt = new Date(llave.clock.now().getTime() - 30 * DAY_MS);
    await db()
      .insert(saleCards)
      .values({
        saleId: past.id,
        stage: 3,
        stateId: 5,
        since: doneAt,
        doneAt,
        startedAt: new Date(doneAt.getTime() - n * DAY_MS),
      });
  }
  await llave.app.core.jobs.run(measureStages, {});
  await llave.app.core.jobs.run(measureStages, {});
  expect((await stageOf(coordinator, sale.id, 3)).normal).toBe(6);
  const times = (await coordinator.get('/api/sale/stage_times')).json<{
    data: { stage: number; base: number; days: number; medians: { days: number; sample: number }[] }[];
  }>().data;
  expect(times[2]).toMatchObject({ base: 1, days: 4, medians: [{ days: 6, sample: 11 }] });
  expect(
    (await (await signInAs(llave, 'auditor')).patch('/api/sale/stage_times/3', { dias: 4 })).statusCode,
  ).toBe(403);
});

test('the turn follows the installments and the letter of promise', async () => {
  const project = await makeProject(db());
  const late = await onBoard({ projectId: project.id, stateId: 10, separation: 4 });
  const calm = await onBoard({ projectId: project.id, stateId: 10, separation: 4, modelId: late.modelId });
  await db()
    .insert(payments)
    .values({
      saleId: late.id,
      typeId: 3,
      stateId: 7,
      dueCents: 20_000,
      dueAt: new Date('2026-11-01T12:00:00Z'),
      createdAt: llave.clock.now(),
    });
  await keep(late.id);
  const admin = await signInAs(llave, 'administrador');
  const found = async (turno: string) =>
    (await read(admin, `proyecto_id=${project.id}&turno=${turno}`)).data.map(({ id, next }) => ({
      id,
      next,
    }));
  expect(await found('cliente')).toEqual([{ id: late.id, next: 'Pagar un abono vencido' }]);
  expect(await found('legal')).toEqual([{ id: calm.id, next: 'Pasar a escritura' }]);
  expect((await stageOf(admin, late.id, 7)).state.name).toBe('Vencido');
});
