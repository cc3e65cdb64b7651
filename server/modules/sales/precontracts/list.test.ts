import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { HistoryLine, SaleRow } from '#contract/sales/sale/model.ts';
import { Turn } from '#contract/sales/sale/turn.ts';
import { useApp } from '#test/app.ts';
import { makeLot, makeModel, makeProject, makeSale, makeUser } from '#test/factories.ts';
import { signInAs, signInUser, type StaffBrowser } from '#test/signIn.ts';
import { keepAllSales } from '#server/modules/sales/board/board.jobs.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';

const llave = useApp();
const base = '/api/sale/precontracts';
interface Page {
  data: SaleRow[];
  meta: {
    pagination: { total: number; count: number; links: { previous: string | null; next: string | null } };
    states: { state_id: number; total: number }[];
  };
}
const list = async (who: StaffBrowser, query = '') => {
  const answer = await who.get(`${base}?${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Page>();
};
const idsOf = ({ data }: Page) => data.map(({ id }) => id);

describe('the list of sales', () => {
  test('shows everything that staff need in a row, with personal numbers masked', async () => {
    const { db } = llave.database;
    const project = await makeProject(db, { name: 'Valle Sereno' });
    const model = await makeModel(db, { projectId: project.id, name: 'Guayacán' });
    const lot = await makeLot(db, { projectId: project.id, name: 'B-07' });
    const processor = await makeUser(db, { roles: ['procesador'], name: 'Lizbeth' });
    const sale = await makeSale(db, {
      projectId: project.id,
      modelId: model.id,
      lotId: lot.id,
      claim: { until: new Date('2026-11-23T15:00:00Z') },
      name: 'Ana Pérez',
      phone: '+50761234567',
      document: '8-712-4567',
      processorId: processor.id,
      separation: 2,
      papers: [4, 2, 5],
    });
    const coordinator = await signInAs(llave, 'coordinador');
    const { data } = await list(coordinator, `proyecto_id=${project.id}`);
    expect(data).toEqual([
      {
        id: sale.id,
        code: sale.code,
        state: { id: 3, name: 'En revisión' },
        version: 1,
        name: 'Ana Pérez',
        document: '8-***-**67',
        phone: '+507 6***-**67',
        project: { id: project.id, name: 'Valle Sereno' },
        model: { id: model.id, name: 'Guayacán' },
        lot: { id: lot.id, lote: 'B-07' },
        claim: {
          kind: 'reservation',
          since: '2026-11-20T15:00:00.000Z',
          until: '2026-11-23T15:00:00.000Z',
        },
        adviser: null,
        processor: { id: processor.id, name: 'Lizbeth' },
        papers: { required: 3, approved: 1, to_review: 1 },
        separation_state_id: 2,
        turn: 'procesador',
        next: 'Revisar un documento',
        last_action: { id: 1, name: 'Sin contacto' },
        last_action_at: '2026-11-20T15:00:00.000Z',
        state_since: '2026-11-20T15:00:00.000Z',
        created_at: '2026-11-20T15:00:00.000Z',
      },
    ]);
    const record = (await coordinator.get(`${base}/${sale.id}`)).json<{ data: { form: object } }>().data;
    expect(record.form).toMatchObject({ cedula: '8-712-4567', celular: '+50761234567' });
  });

  test('gives each role its own rows, and counts only those', async () => {
    const { db } = llave.database;
    const project = await makeProject(db);
    const processor = await signInAs(llave, 'procesador');
    const adviser = await signInAs(llave, 'asesor');
    const assigned = await makeSale(db, { projectId: project.id, processorId: processor.user.id });
    const own = await makeSale(db, { projectId: project.id, stateId: 1, adviserId: adviser.user.id });
    await makeSale(db, { projectId: project.id, stateId: 5 });
    const auditor = await signInAs(llave, 'auditor');

    expect(idsOf(await list(processor))).toEqual([assigned.id]);
    expect((await list(processor)).meta.states).toEqual([{ state_id: 3, total: 1 }]);
    expect(idsOf(await list(adviser))).toEqual([own.id]);
    const all = await list(auditor, `proyecto_id=${project.id}`);
    expect(all.meta.pagination.total).toBe(3);
    expect(all.meta.states).toEqual([
      { state_id: 1, total: 1 },
      { state_id: 3, total: 1 },
      { state_id: 5, total: 1 },
    ]);
    expect((await (await signInAs(llave, 'soporte')).get(base)).statusCode).toBe(403);
    expect((await llave.browser().get(base)).statusCode).toBe(401);
  });

  test('filters by several states, processor, adviser and mine; pages and sorts', async () => {
    const { db } = llave.database;
    const project = await makeProject(db);
    const coordinator = await signInAs(llave, 'coordinador');
    const worker = await makeUser(db, { roles: ['procesador'] });
    const of = { projectId: project.id };
    const first = await makeSale(db, { ...of, stateId: 2, processorId: worker.id });
    const second = await makeSale(db, { ...of, stateId: 3, adviserId: coordinator.user.id });
    const third = await makeSale(db, { ...of, stateId: 5, stateSince: new Date('2026-10-01T00:00:00Z') });
    const within = `proyecto_id=${project.id}`;
    expect(idsOf(await list(coordinator, within))).toEqual([third.id, second.id, first.id]);
    expect(idsOf(await list(coordinator, `${within}&estado_id=2&estado_id=5`))).toEqual([third.id, first.id]);
    expect((await list(coordinator, `${within}&estado_id=2`)).meta.pagination.total).toBe(1);
    expect((await list(coordinator, `${within}&estado_id=2`)).meta.states).toHaveLength(3);
    expect(idsOf(await list(coordinator, `${within}&procesador_id=${worker.id}`))).toEqual([first.id]);
    expect(idsOf(await list(coordinator, `${within}&procesador_id=0`))).toEqual([third.id, second.id]);
    expect(idsOf(await list(coordinator, `${within}&mias=1`))).toEqual([second.id]);
    expect(idsOf(await list(coordinator, `${within}&order_column=state_since`))).toEqual([
      third.id,
      first.id,
      second.id,
    ]);
    expect(idsOf(await list(coordinator, `${within}&order_type=asc`))[0]).toBe(first.id);
    const page = await list(coordinator, `${within}&per_page=2&page=2&mias=0`);
    expect(idsOf(page)).toEqual([first.id]);
    expect(page.meta.pagination).toMatchObject({ count: 1, total: 3, links: { next: null } });
    const previous = await coordinator.get(page.meta.pagination.links.previous!);
    expect(idsOf(previous.json<Page>())).toEqual([third.id, second.id]);
    expect((await coordinator.get(`${base}?order_column=drop`)).statusCode).toBe(422);
  });

  test('sorts by the end of the claim, sales without one last', async () => {
    const { db } = llave.database;
    const project = await makeProject(db);
    const model = await makeModel(db, { projectId: project.id });
    const of = { projectId: project.id, modelId: model.id };
    const until = (day: number) => ({ until: new Date(Date.UTC(2026, 11, day)) });
    const lot = async () => (await makeLot(db, { projectId: project.id })).id;
    const without = await makeSale(db, of);
    const late = await makeSale(db, { ...of, lotId: await lot(), claim: until(9) });
    const soon = await makeSale(db, { ...of, lotId: await lot(), claim: until(3) });
    const coordinator = await signInAs(llave, 'coordinador');
    const query = `proyecto_id=${project.id}&order_column=claim_until`;
    expect(idsOf(await list(coordinator, query))).toEqual([soon.id, late.id, without.id]);
  });

  test.each([
    ['nunez', 'accents and capitals do not count'],
    ['JOSÉ núñez', 'every word'],
    ['án jo', 'one or two letters, with which a word begins'],
    ['6987-1234', 'the telephone as people write it'],
    ['+507 6987 1234', 'the telephone with its country'],
    ['9-0123-00456', 'the document with zeros'],
    ['9123456', 'the document without hyphens'],
    ['PC-2026-54321', 'the code'],
    ['54321', 'the number of the code'],
  ])('finds by %s: %s', async (q) => {
    const { db } = llave.database;
    const code = 'PC-2026-54321';
    const coordinator = await signInAs(llave, 'coordinador');
    const known = idsOf(await list(coordinator, 'q=54321'));
    const sale =
      known[0] ??
      (
        await makeSale(db, {
          code,
          name: 'José Ángel Núñez',
          phone: '+50769871234',
          document: '9-123-456',
        })
      ).id;
    await makeSale(db, { name: 'José Pérez' });
    const found = await list(coordinator, `q=${encodeURIComponent(q)}`);
    expect(idsOf(found)).toEqual([sale]);
    expect(found.meta.pagination.total).toBe(1);
  });

  test('one or two letters match the beginning of a word', async () => {
    const coordinator = await signInAs(llave, 'coordinador');
    const { id } = await makeSale(llave.database.db, { name: 'Wanda Xiomara Yáu' });
    for (const q of ['w', 'wa xi', 'yá', 'YAU x'])
      expect(idsOf(await list(coordinator, `q=${encodeURIComponent(q)}`)), q).toEqual([id]);
    for (const q of ['au', 'wanda io'])
      expect(idsOf(await list(coordinator, `q=${encodeURIComponent(q)}`)), q).toEqual([]);
  });

  test('wildcards in a search are plain characters', async () => {
    const coordinator = await signInAs(llave, 'coordinador');
    for (const q of ['%', '_', "a%' or 1=1", 'x\\'])
      expect(idsOf(await list(coordinator, `q=${encodeURIComponent(q)}`)), q).toEqual([]);
  });

  test('the filter by turn agrees with the turn of every row', async () => {
    const { db } = llave.database;
    const project = await makeProject(db);
    const processorId = (await makeUser(db, { roles: ['procesador'] })).id;
    for (let stateId = 1; stateId <= 19; stateId += 1)
      await makeSale(db, { projectId: project.id, stateId, ...(stateId % 2 === 0 && { processorId }) });
    const cash: number[] = [];
    for (const stateId of [5, 12])
      cash.push(
        (await makeSale(db, { projectId: project.id, stateId, processorId, paymentForm: 'contado' })).id,
      );
    for (const papers of [[4], [2], [1], [5, 4], [6]])
      for (const separation of [undefined, 1, 2, 3, 4, 7])
        await makeSale(db, {
          projectId: project.id,
          processorId,
          papers,
          ...(separation !== undefined && { separation }),
        });
    const paid = [];
    for (const stateId of [16, 18])
      paid.push((await makeSale(db, { projectId: project.id, stateId, separation: 4 })).id);
    const coordinator = await signInAs(llave, 'coordinador');
    const all = await list(coordinator, `proyecto_id=${project.id}&per_page=200`);
    expect(all.data.filter(({ next }) => next === 'Devolver lo pagado').map(({ id }) => id)).toEqual(
      paid.toReversed(),
    );
    expect(all.data.filter(({ id }) => cash.includes(id)).map(({ turn, next }) => [turn, next])).toEqual([
      ['contabilidad', 'Confirmar que se pagó el precio'],
      ['legal', 'Generar la promesa'],
    ]);
    expect(new Set(all.data.map(({ turn }) => turn)).size).toBe(Turn.options.length);
    const agrees = async () => {
      for (const turn of Turn.options) {
        const found = await list(coordinator, `proyecto_id=${project.id}&per_page=200&turno=${turn}`);
        expect(idsOf(found), turn).toEqual(all.data.filter((one) => one.turn === turn).map(({ id }) => id));
        expect(found.meta.pagination.total).toBe(found.data.length);
      }
    };
    await agrees();
    // Rows that came in without a use case: the job computes their turn.
    await db.update(sales).set({ turn: 'nadie', nextStep: '' }).where(eq(sales.projectId, project.id));
    expect((await list(coordinator, `proyecto_id=${project.id}&turno=cliente`)).data).toEqual([]);
    await llave.app.core.jobs.run(keepAllSales, {});
    await agrees();
  });
});

describe('assignment of a sale', () => {
  test('a coordinator reassigns it with a reason; the history shows it', async () => {
    const { db } = llave.database;
    const [from, to] = [
      await makeUser(db, { roles: ['procesador'], name: 'Uno' }),
      await makeUser(db, { roles: ['procesador'], name: 'Dos' }),
    ];
    const sale = await makeSale(db, { processorId: from.id, papers: [1] });
    const coordinator = await signInAs(llave, 'coordinador');
    const url = `${base}/${sale.id}/processor`;
    expect((await coordinator.patch(url, { procesador_id: to.id })).statusCode).toBe(422);
    const same = await coordinator.patch(url, { procesador_id: from.id, motivo: 'Vacaciones' });
    expect(same.json()).toMatchObject({ errors: [{ field: 'procesador_id' }] });
    const stranger = await makeUser(db, { roles: ['asesor'] });
    expect((await coordinator.patch(url, { procesador_id: stranger.id, motivo: 'x' })).statusCode).toBe(422);
    const handed = await coordinator.patch(url, { procesador_id: to.id, motivo: 'Vacaciones' });
    expect(handed.json()).toMatchObject({ data: { processor: { id: to.id, name: 'Dos' }, version: 2 } });
    expect(
      (await coordinator.patch(url, { procesador_id: from.id, motivo: 'x', version: 1 })).statusCode,
    ).toBe(409);
    expect((await (await signInUser(llave, from)).get(`${base}/${sale.id}`)).statusCode).toBe(404);
    expect(
      (await (await signInUser(llave, to)).patch(url, { procesador_id: from.id, motivo: 'x' })).statusCode,
    ).toBe(403);

    llave.clock.advance(60);
    await coordinator.post('/api/comments', {
      reference: 'precontrato',
      reference_id: sale.id,
      body: 'Llamar el lunes',
    });
    llave.clock.advance(60);
    await coordinator.patch(`${base}/${sale.id}/status`, {
      params: { estado_id: 4, motivo: 'Falta la cédula' },
    });
    const history = (await coordinator.get(`${base}/${sale.id}/history`)).json<{ data: HistoryLine[] }>()
      .data;
    expect(history).toMatchObject([
      {
        kind: 'estado',
        verb: 'cambió el estado',
        who: 'Prueba coordinador',
        from: 'En revisión',
        to: 'Documentos pendientes',
        text: 'Falta la cédula',
      },
      { kind: 'comentario', who: 'Prueba coordinador', text: 'Llamar el lunes' },
      { kind: 'asignacion', who: 'Prueba coordinador', to: 'Dos', text: 'Vacaciones' },
    ]);
  });

  test('a coordinator sets an adviser; the customer gets the link', async () => {
    const { db } = llave.database;
    const adviser = await signInAs(llave, 'asesor');
    const sale = await makeSale(db, { stateId: 2, email: 'enlace@correo.test' });
    const coordinator = await signInAs(llave, 'coordinador');
    expect((await adviser.get(`${base}/${sale.id}`)).statusCode).toBe(404);
    const given = await coordinator.patch(`${base}/${sale.id}/adviser`, { asesor_id: adviser.user.id });
    expect(given.json()).toMatchObject({ data: { adviser: { id: adviser.user.id } } });
    expect((await adviser.post(`${base}/${sale.id}/link`)).json()).toEqual({
      success: 'Enlace enviado al correo del cliente.',
    });
    const mailless = await makeSale(db, { email: null });
    expect((await coordinator.post(`${base}/${mailless.id}/link`)).json()).toMatchObject({
      errors: [{ field: 'email', message: 'Escribe primero el correo del cliente.' }],
    });
    const staff = (await coordinator.get('/api/sale/staff')).json<{
      data: { id: number; adviser: boolean; processor: boolean }[];
    }>().data;
    expect(staff.find(({ id }) => id === adviser.user.id)).toMatchObject({
      adviser: true,
      processor: false,
      open: 0,
      open_adviser: 1,
    });
  });

  test('a sale is not reassigned to its current processor, and the refusal names that person', async () => {
    const own = await makeUser(llave.database.db, { roles: ['procesador'], name: 'Kevin Quintero' });
    const sale = await makeSale(llave.database.db, { stateId: 3, processorId: own.id });
    const coordinator = await signInAs(llave, 'coordinador');
    const answer = await coordinator.patch(`${base}/${sale.id}/processor`, {
      procesador_id: own.id,
      motivo: 'Vacaciones',
    });
    expect(answer.json()).toMatchObject({
      errors: [{ field: 'procesador_id', message: 'Ya la tiene Kevin Quintero.' }],
    });
  });
});
