import { and, desc, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Deed, DeedRow } from '#contract/legal/deeds/model.ts';
import { addDays, panamaDay } from '#contract/dates.ts';
import { deedMachine } from '#contract/legal/deeds/rules.ts';
import { DEED } from '#contract/company/catalogs/states.ts';
import { findTransition } from '#contract/transitions.ts';
import { notices } from '#server/modules/company/notifications/notifications.table.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { useApp } from '#test/app.ts';
import { beginDeed, DEEDS, deedIn, makeReady, type Readied } from '#test/deeds.ts';
import { fileOf, makePdf } from '#test/papers.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';
import { promiseLetters } from '#server/modules/banking/applications/promiseLetters.table.ts';
import { deedsNight } from './deeds.jobs.ts';
import { deeds } from './deeds.table.ts';

const llave = useApp();
let lawyer: StaffBrowser;
let accounting: StaffBrowser;
let management: StaffBrowser;
const today = () => panamaDay(llave.clock.now());
const daysAgo = (days: number) => addDays(today(), -days);
const refusalIn = (answer: { json<T>(): T }) =>
  answer.json<{ errors: { field: string; message: string }[] }>().errors;
const reasonOf = (answer: { json<T>(): T }) => refusalIn(answer)[0]?.message;
const begin = (options: Readied = {}) => beginDeed(llave, lawyer, options);
const step = (who: StaffBrowser, id: number, estado_id: number, params: object = {}) =>
  who.patch(`${DEEDS}/${id}/status`, { params: { estado_id, ...params } });
const stateOf = async (saleId: number) =>
  (await llave.database.db.select().from(sales).where(eq(sales.id, saleId)))[0]!.stateId;

async function pay(id: number, impuesto: string, monto: string, over: Record<string, string> = {}) {
  return accounting.form(`${DEEDS}/${id}/taxes`, {
    impuesto,
    boleta: `B-${impuesto}`,
    fecha: today(),
    monto,
    archivo: fileOf(makePdf(), 'boleta.pdf', 'application/pdf'),
    ...over,
  });
}
const certify = (id: number, tipo: string, over: Record<string, string> = {}) =>
  accounting.form(`${DEEDS}/${id}/certificates`, {
    tipo,
    numero: `PS-${tipo}`,
    emitido: today(),
    vence: addDays(today(), 30),
    ...over,
  });
const SIGNED = () => ({ firma_comprador: daysAgo(1), firma_promotora: today(), firma_banco: today() });
/** Walks a deed to a state along the way of a mortgage. */
async function walkTo(id: number, to: number): Promise<Deed> {
  const steps: [number, StaffBrowser, object, (() => Promise<unknown>)?][] = [
    [DEED.drafting, lawyer, {}],
    [DEED.withBank, lawyer, { fecha: daysAgo(4) }],
    [DEED.approved, lawyer, { fecha: daysAgo(2) }],
    [DEED.signing, lawyer, { notaria: 'Notaría Quinta', fecha: today() }],
    [DEED.signed, lawyer, SIGNED()],
    [
      DEED.taxes,
      accounting,
      {},
      async () => {
        await pay(id, 'itbi', '1,700.00');
        await pay(id, 'isr', '2,125.00');
        await certify(id, 'inmueble');
        await certify(id, 'idaan');
      },
    ],
    [DEED.closed, lawyer, { numero: '4512', fecha: today() }],
    [DEED.entered, lawyer, { entrada: '199222/2026', fecha: today() }],
    [DEED.registered, lawyer, { folio: '30412345 (F)', fecha: today() }],
    [DEED.handedOver, lawyer, { entregada_banco: today(), entregada_cliente: today() }],
  ];
  let last: Deed | undefined;
  for (const [state, who, params, before] of steps) {
    await before?.();
    const answer = await step(who, id, state, params);
    expect(answer.statusCode, `${state} ${answer.body}`).toBe(200);
    last = deedIn(answer);
    if (state === to) break;
  }
  return last!;
}

beforeAll(async () => {
  lawyer = await signInAs(llave, 'abogado');
  accounting = await signInAs(llave, 'contabilidad');
  management = await signInAs(llave, 'gerencia');
});

describe('the sale passes to its deed', () => {
  test('with all of it, and each thing that is missing is said', async () => {
    const cases: [Readied, string][] = [
      [{ letterUntil: null }, 'Falta: carta promesa en vigor.'],
      [{ letterUntil: daysAgo(1) }, 'Falta: carta promesa en vigor.'],
      [{ file: null }, 'Falta: permiso de ocupación, finca segregada.'],
      [{ file: { permitUntil: daysAgo(1) } }, 'Falta: permiso de ocupación en vigor.'],
      [{ file: { segregationInscribedOn: null } }, 'Falta: finca segregada.'],
      [{ stateId: 8 }, 'Falta: promesa firmada.'],
      [{ paymentForm: 'contado' }, 'Falta: precio pagado por completo.'],
    ];
    for (const [options, reason] of cases) {
      const { sale } = await makeReady(llave, options);
      const answer = await lawyer.patch(`/api/sale/precontracts/${sale.id}/status`, {
        params: { estado_id: 11 },
      });
      expect([answer.statusCode, reasonOf(answer)], reason).toEqual([422, reason]);
    }
    const { sale } = await makeReady(llave);
    const refused = await accounting.patch(`/api/sale/precontracts/${sale.id}/status`, {
      params: { estado_id: 11 },
    });
    expect(refused.statusCode).toBe(403);
  });

  test('and gets one deed, however often it is asked', async () => {
    const { sale, id } = await begin();
    expect(await stateOf(sale.id)).toBe(11);
    const again = await Promise.all([1, 2, 3].map(() => lawyer.post(DEEDS, { venta_id: sale.id })));
    expect(again.map(({ statusCode }) => statusCode)).toEqual([409, 409, 409]);
    expect(await llave.database.db.$count(deeds, eq(deeds.saleId, sale.id))).toBe(1);
    const record = deedIn(await lawyer.get(`${DEEDS}/${id}`));
    expect(record).toMatchObject({
      state: { id: 1 },
      due_on: addDays(today(), 3),
      mortgage: true,
      blocked: [],
    });
    const tasks = (await lawyer.get('/api/office/home/tasks?tipo=escritura')).json<{
      data: { tasks: { id: number; text: string }[] };
    }>().data.tasks;
    expect(tasks.find((task) => task.id === id)?.text).toBe('Preparar la minuta');
    const early = await makeReady(llave);
    expect(reasonOf(await lawyer.post(DEEDS, { venta_id: early.sale.id }))).toBe(
      'La venta aún no pasa a escritura.',
    );
  });
});

describe('a deed', () => {
  test('walks its states to the registry, which inscribes the sale and deeds the lot', async () => {
    const { db } = llave.database;
    const { sale, lot, id } = await begin();
    const registered = await walkTo(id, DEED.registered);
    expect(registered).toMatchObject({
      state: { id: 11 },
      notary: 'Notaría Quinta',
      number: '4512',
      folio: '30412345 (F)',
      entries: [{ number: '199222/2026', defect: null }],
    });
    expect(await stateOf(sale.id)).toBe(12);
    expect((await db.select().from(lots).where(eq(lots.id, lot.id)))[0]!.stateId).toBe(5);
    const cards = (await lawyer.get(`/api/sale/precontracts/${sale.id}`)).json<{
      data: { stages: { stage: number; state: { id: number } }[] };
    }>().data.stages;
    expect(cards.filter(({ stage }) => stage === 9 || stage === 10).map(({ state }) => state.id)).toEqual([
      5, 5,
    ]);
    const ended = await step(lawyer, id, DEED.handedOver, {
      entregada_banco: today(),
      entregada_cliente: today(),
    });
    expect(deedIn(ended)).toMatchObject({ state: { id: 12 }, due_on: null, holder: null, transitions: [] });
    expect(deedIn(ended).history).toHaveLength(11);
  });

  test('follows only the arrows of its machine', async () => {
    const { id } = await begin();
    for (let to = 1; to <= 13; to += 1) {
      if (findTransition(deedMachine, DEED.toDo, to)) continue;
      const answer = await step(lawyer, id, to);
      expect([to, answer.statusCode, reasonOf(answer)]).toEqual([
        to,
        422,
        'Desde el estado actual no se puede pasar a ese estado.',
      ]);
    }
    expect((await step(accounting, id, DEED.drafting)).statusCode).toBe(403);
    expect((await step(lawyer, id, DEED.drafting, { version: 9 })).statusCode).toBe(409);
    const outsider = await signInAs(llave, 'procesador');
    expect((await step(outsider, id, DEED.drafting)).statusCode).toBe(404);
  });

  test('each step asks for what it records, at its field', async () => {
    const { id } = await begin();
    const fields = async (to: number, params: object = {}, who = lawyer) =>
      refusalIn(await step(who, id, to, params)).map(({ field, message }) => `${field}: ${message}`);
    await step(lawyer, id, DEED.drafting);
    expect(await fields(DEED.withBank, { fecha: addDays(today(), 1) })).toEqual([
      'params[fecha]: La fecha no puede ser posterior a hoy.',
    ]);
    expect(await fields(DEED.approved)).toEqual(['estado: Falta que el banco apruebe la minuta.']);
    await step(lawyer, id, DEED.withBank, { fecha: daysAgo(3) });
    expect(await fields(DEED.drafting)).toEqual(['params[motivo]: Escribe el motivo.']);
    expect(deedIn(await step(lawyer, id, DEED.drafting, { motivo: 'Falta la anticresis' })).state.id).toBe(2);
    await step(lawyer, id, DEED.withBank, { fecha: daysAgo(3) });
    expect((await fields(DEED.approved, { fecha: daysAgo(4) }))[0]).toContain(
      'No puede ser antes de enviarla al banco',
    );
    await step(lawyer, id, DEED.approved);
    expect(await fields(DEED.signing)).toEqual([
      'params[notaria]: Escribe la notaría.',
      'params[fecha]: Escribe el día de la firma en la notaría.',
    ]);
    await step(lawyer, id, DEED.signing, { notaria: 'Notaría Quinta', fecha: today() });
    expect(await fields(DEED.signed, { firma_comprador: today() })).toEqual([
      'params[firma_promotora]: Escribe el día en que firmó.',
      'params[firma_banco]: Escribe el día en que firmó.',
    ]);
    // Signatures are collected one by one.
    await lawyer.patch(`${DEEDS}/${id}`, { firma_comprador: today(), firma_promotora: today() });
    expect(deedIn(await step(lawyer, id, DEED.signed, { firma_banco: today() })).state.id).toBe(6);
    expect(await fields(DEED.taxes, {}, accounting)).toEqual([
      'estado: Falta: boleta del ITBI, boleta del Impuesto sobre la renta, paz y salvo de inmueble (DGI), paz y salvo del IDAAN.',
    ]);
    expect(refusalIn(await pay(id, 'itbi', '1,699.99'))[0]).toEqual({
      field: 'monto',
      message: expect.stringContaining('1,700.00') as string,
    });
    await pay(id, 'itbi', '1,700.00');
    expect(
      refusalIn(await pay(id, 'isr', '', { exento: '1', monto: '1' })).map(({ field }) => field),
    ).toEqual(['motivo']);
    await pay(id, 'isr', '1', { exento: '1', motivo: 'Resolución 201-77' });
    await certify(id, 'inmueble');
    expect(refusalIn(await certify(id, 'idaan', { vence: daysAgo(1) })).map(({ field }) => field)).toEqual([
      'vence',
    ]);
    expect(refusalIn(await certify(id, 'ph'))[0]!.message).toContain('propiedad horizontal');
    await certify(id, 'idaan');
    const paid = deedIn(await step(accounting, id, DEED.taxes));
    expect(paid.taxes).toMatchObject([
      {
        kind: 'itbi',
        percent: 2,
        computed_centavos: 170_000,
        paid: { centavos: 170_000, receipt: 'B-itbi' },
      },
      { kind: 'isr', paid: { centavos: 0, exempt_reason: 'Resolución 201-77' } },
    ]);
    expect(await fields(DEED.closed)).toEqual(['params[numero]: Escribe el número de la escritura.']);
    expect((await fields(DEED.closed, { numero: '1', fecha: daysAgo(1) }))[0]).toContain(
      'No puede ser antes de la última firma',
    );
    await step(lawyer, id, DEED.closed, { numero: '1' });
    expect(reasonOf(await pay(id, 'itbi', '2,000.00'))).toContain('ya se cerró en la notaría');
    expect(await fields(DEED.entered)).toEqual(['params[entrada]: Escribe el número de entrada.']);
  });

  test('is not signed while its house lacks something or its letter is over', async () => {
    const { db } = llave.database;
    const { id, sale } = await begin({ file: { improvementsInscribedOn: null, releaseSignedOn: null } });
    await walkTo(id, DEED.approved);
    const sign = () => step(lawyer, id, DEED.signing, { notaria: 'Quinta', fecha: today() });
    expect(reasonOf(await sign())).toBe(
      'Falta: inscripción de las mejoras, liberación firmada de la hipoteca interina.',
    );
    const listed = (await lawyer.get(`${DEEDS}?q=${sale.code}`)).json<{ data: DeedRow[] }>().data;
    expect(listed[0]!.blocked).toEqual([reasonOf(await sign())]);
    const over = await begin();
    await walkTo(over.id, DEED.approved);
    await db.update(promiseLetters).set({ expiresOn: daysAgo(1) });
    expect(reasonOf(await step(lawyer, over.id, DEED.signing, { notaria: 'Q', fecha: today() }))).toContain(
      'carta promesa no está en vigor',
    );
  });

  test('returned by the registry: lawyer and processor hear it, and it is entered again', async () => {
    const { db } = llave.database;
    const processor = await signInAs(llave, 'procesador');
    const { id, sale } = await begin({ processorId: processor.user.id });
    await walkTo(id, DEED.entered);
    const second = await signInAs(llave, 'abogado');
    const fields = refusalIn(await step(second, id, DEED.defective, { motivo: 'Falta el linde' }));
    expect(fields.map(({ field }) => field)).toEqual(['params[limite]']);
    const returned = await step(second, id, DEED.defective, {
      motivo: 'Falta el linde',
      limite: addDays(today(), 9),
    });
    expect(deedIn(returned)).toMatchObject({
      state: { id: 10 },
      due_on: addDays(today(), 9),
      entries: [{ defect: 'Falta el linde', limit_on: addDays(today(), 9) }],
    });
    for (const userId of [lawyer.user.id, processor.user.id])
      expect(
        await db.$count(notices, and(eq(notices.userId, userId), eq(notices.kind, 'escritura_defecto'))),
      ).toBeGreaterThan(0);
    // What the registry has is neither rescinded nor voided here.
    expect(reasonOf(await second.post(`${DEEDS}/${id}/void`, { motivo: 'Ya no' }))).toContain(
      'Registro Público',
    );
    const again = deedIn(await step(second, id, DEED.entered, { entrada: '200001/2026' }));
    expect(again.entries.map(({ number }) => number)).toEqual(['200001/2026', '199222/2026']);
    await step(second, id, DEED.registered, { folio: '1', fecha: today() });
    expect(await stateOf(sale.id)).toBe(12);
  });

  test('a paz y salvo that ends before the notary closes stops it, and is told before', async () => {
    const { db } = llave.database;
    const { id } = await begin();
    await walkTo(id, DEED.taxes);
    await certify(id, 'idaan', { vence: addDays(today(), 2) });
    await llave.app.core.jobs.run(deedsNight, {});
    await llave.app.core.jobs.run(deedsNight, {});
    const told = await db
      .select()
      .from(notices)
      .where(
        and(
          eq(notices.userId, lawyer.user.id),
          eq(notices.about, `escritura:${id}`),
          eq(notices.kind, 'escritura_plazo'),
        ),
      )
      .orderBy(desc(notices.id));
    expect(told.map(({ text }) => text)).toEqual([expect.stringContaining('IDAAN')]);
    llave.clock.advance(3 * 86_400);
    expect(reasonOf(await step(lawyer, id, DEED.closed, { numero: '1' }))).toBe(
      'Falta: paz y salvo del IDAAN en vigor.',
    );
    await certify(id, 'idaan');
    expect((await step(lawyer, id, DEED.closed, { numero: '1' })).statusCode).toBe(200);
  });

  test('a letter that dies while the deed is at the notary is alarmed in time', async () => {
    const { db } = llave.database;
    const { id } = await begin({ letterUntil: addDays(today(), 14) });
    await walkTo(id, DEED.signing);
    await llave.app.core.jobs.run(deedsNight, {});
    const letters = (
      await db
        .select()
        .from(notices)
        .where(eq(notices.about, `escritura:${id}`))
    ).filter(({ text }) => text.includes('carta promesa'));
    expect(letters.map(({ userId }) => userId)).toContain(lawyer.user.id);
    const tasks = (await lawyer.get('/api/office/home/tasks?tipo=escritura')).json<{
      data: { tasks: { id: number; text: string; due: string }[] };
    }>().data.tasks;
    expect(tasks.find((task) => task.id === id)).toMatchObject({
      text: 'La carta promesa se vence con la escritura en camino',
    });
  });

  test('takes two people to void, and then the sale may open another', async () => {
    const { sale, id } = await begin();
    await walkTo(id, DEED.withBank);
    for (const who of [lawyer, management])
      expect(reasonOf(await step(who, id, DEED.voided))).toContain('tiene que pedir la anulación');
    expect((await lawyer.post(`${DEEDS}/${id}/void`, { motivo: 'Cambió el comprador' })).statusCode).toBe(
      200,
    );
    expect(reasonOf(await step(lawyer, id, DEED.voided))).toContain('La pediste tú');
    expect((await step(accounting, id, DEED.voided)).statusCode).toBe(403);
    const decided = await Promise.all([1, 2].map(() => step(management, id, DEED.voided)));
    expect(decided.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422]);
    expect(deedIn(await lawyer.get(`${DEEDS}/${id}`)).history[0]).toMatchObject({
      reason: 'Cambió el comprador',
    });
    const opened = await Promise.all([1, 2, 3].map(() => lawyer.post(DEEDS, { venta_id: sale.id })));
    expect(opened.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409]);
    const next = deedIn(opened.find(({ statusCode }) => statusCode === 201)!);
    // Taken back, the deed goes on.
    await management.post(`${DEEDS}/${next.id}/void`, { motivo: 'Otra vez' });
    const back = await lawyer.send({ method: 'DELETE', url: `${DEEDS}/${next.id}/void` });
    expect(deedIn(back)).toMatchObject({ void_asked: null, state: { id: 1 } });
  });

  test('of a cash sale skips the bank', async () => {
    const { id } = await begin({
      paymentForm: 'contado',
      priceCents: 50_000,
      separation: 4,
      paymentType: 7,
    });
    await step(lawyer, id, DEED.drafting);
    expect(reasonOf(await step(lawyer, id, DEED.withBank))).toContain('no pasa por el banco');
    expect(deedIn(await step(lawyer, id, DEED.approved)).state.id).toBe(4);
    await step(lawyer, id, DEED.signing, { notaria: 'Quinta', fecha: today() });
    const signed = await step(lawyer, id, DEED.signed, {
      firma_comprador: today(),
      firma_promotora: today(),
    });
    expect(deedIn(signed).state.id).toBe(6);
  });
});

test('one step at a time: of ten at once one is taken', async () => {
  const { id } = await begin();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => step(lawyer, id, DEED.drafting, { version: 1 })),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  expect(deedIn(await lawyer.get(`${DEEDS}/${id}`)).version).toBe(2);
});
