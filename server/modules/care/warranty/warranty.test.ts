import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { CHARGE } from '#contract/care/warranty/charges.ts';
import type { getCover, listWarranties, listWarrantyRules } from '#contract/care/warranty/endpoints.ts';
import type { Charge, Repeats } from '#contract/care/warranty/model.ts';
import { addDays, addMonths, panamaDay } from '#contract/dates.ts';
import type { Answer } from '#contract/endpoint.ts';
import { HANDOVER } from '#contract/care/handover/rules.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { handoverInspections, handovers, punchItems } from '#server/modules/care/handover/handover.table.ts';
import { retentionMoves } from '#server/modules/works/accounts/accounts.table.ts';
import { useApp } from '#test/app.ts';
import { accountant, approve, homes, makeParties, manager, roble, signed, techos } from '#test/contracts.ts';
import { makeDeliverable, saleNow } from '#test/handovers.ts';
import { importDesk } from '#test/imports.ts';
import { mailsTo } from '#test/outbox.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';
import { makeSale } from '#test/factories.ts';
import { tickets } from '#server/modules/care/tickets/tickets.table.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { warrantyNight } from './warranty.jobs.ts';
import { warrantyNotices } from './warranty.table.ts';

const llave = useApp();
const db = () => llave.database.db;
const today = () => panamaDay(llave.clock.now());
let hands: StaffBrowser;
let counsel: StaffBrowser;
let accountant2: StaffBrowser;
beforeAll(async () => {
  await makeParties(llave);
  hands = await signInAs(llave, 'postventa');
  counsel = await signInAs(llave, 'abogado');
  accountant2 = await signInAs(llave, 'contabilidad');
});

/** A delivered house, as the import of one brings it. */
async function delivered(deliveredOn: string, over: Parameters<typeof makeDeliverable>[1] = {}) {
  const made = await makeDeliverable(llave, { stateId: 14, ...over });
  const [row] = await db()
    .insert(handovers)
    .values({
      code: `EN-2026-9${made.sale.id}`,
      saleId: made.sale.id,
      houseId: made.home.id,
      modelId: made.home.modelId,
      stateId: HANDOVER.delivered,
      stateSince: llave.clock.now(),
      scheduledOn: deliveredOn,
      deliveredOn,
      imported: true,
      createdAt: llave.clock.now(),
    })
    .returning();
  return { ...made, handover: row! };
}
const coverIn = async (houseId: number, parte: string, dia: string) =>
  (await hands.get(`/api/care/warranty/cover?vivienda_id=${houseId}&parte=${parte}&dia=${dia}`)).json<
    Answer<typeof getCover>
  >().data;

describe('the clocks of a house', () => {
  test('run from its delivery; a claim one day late is out of cover, another part of the same house is not', async () => {
    const { home } = await delivered('2025-11-20');
    expect(await coverIn(home.id, 'pintura', '2026-11-20')).toMatchObject({ covered: true, days_left: 0 });
    expect(await coverIn(home.id, 'pintura', '2026-11-21')).toMatchObject({ covered: false, days_left: -1 });
    expect(await coverIn(home.id, 'techo', '2026-11-21')).toMatchObject({ covered: true, cover: 'ocultos' });
    const listed = await hands.get(`/api/care/warranty/houses?vivienda_id=${home.id}`);
    expect(listed.json<Answer<typeof listWarranties>>().data).toMatchObject([
      {
        delivered_on: '2025-11-20',
        clocks: [
          { cover: 'acabados', until: '2026-11-20' },
          { cover: 'instalaciones' },
          { cover: 'ocultos', until: '2030-11-20' },
          { cover: 'estructura', until: '2035-11-20' },
        ],
      },
    ]);
    const [early] = await db().select().from(houses).limit(1);
    const undelivered = await hands.get(
      `/api/care/warranty/cover?vivienda_id=${(early?.id ?? 0) + 999_999}&parte=techo`,
    );
    expect(undelivered.statusCode).toBe(404);
  });

  test('follow the rules that counsel writes, for deliveries from their day on', async () => {
    const rule = { cobertura: 'acabados', meses: 18, desde: today(), fuente: 'Acuerdo de la junta' };
    expect((await hands.post('/api/care/warranty/rules', rule)).statusCode).toBe(403);
    const past = await counsel.post('/api/care/warranty/rules', { ...rule, desde: '2020-01-01' });
    expect(past.statusCode).toBe(422);
    expect((await counsel.post('/api/care/warranty/rules', rule)).statusCode).toBe(201);
    expect((await counsel.post('/api/care/warranty/rules', rule)).statusCode).toBe(409);
    const rules = (await counsel.get('/api/care/warranty/rules')).json<Answer<typeof listWarrantyRules>>()
      .data;
    expect(rules.filter(({ cover }) => cover === 'acabados')).toMatchObject([
      { months: 12, valid_until: expect.any(String) },
      { months: 18, valid_until: null },
    ]);
    const before = await delivered('2026-10-01');
    const after = await delivered(today());
    expect((await coverIn(before.home.id, 'pisos', today())).until).toBe('2027-10-01');
    expect((await coverIn(after.home.id, 'pisos', today())).until).toBe(addMonths(today(), 18));
  });

  test('thirty days before a cover ends the family is told, once', async () => {
    const { handover } = await delivered(addMonths('2026-12-10', -12), { email: 'garantia@llave.test' });
    await llave.app.core.jobs.run(warrantyNight, {});
    await llave.app.core.jobs.run(warrantyNight, {});
    const told = await db().select().from(warrantyNotices).where(eq(warrantyNotices.handoverId, handover.id));
    expect(told).toMatchObject([{ cover: 'acabados', until: '2026-12-10' }]);
    expect((await mailsTo(db(), 'garantia@llave.test')).map(({ kind }) => kind)).toEqual([
      'garantia_por_vencer',
    ]);
  });
});

describe('a repair charged to its contractor', () => {
  const ask = (contractId: number, over: object = {}) =>
    manager.post('/api/care/charges', {
      contrato_id: contractId,
      monto_centavos: 50_000,
      documento: 'FAC-77',
      motivo: 'Se reparó la ducha de la casa',
      ...over,
    });
  const one = (answer: Awaited<ReturnType<typeof ask>>) => {
    expect(answer.statusCode, answer.body).toBeLessThan(300);
    return answer.json<{ data: Charge }>().data;
  };
  const decide = (who: StaffBrowser, id: number, estado_id: number, params: object = {}) =>
    who.patch(`/api/care/charges/${id}/status`, { params: { estado_id, ...params } });
  /** A contract of which this much is retained. */
  async function retained(cents: number) {
    const contract = await signed();
    await llave.asOwner(
      // Its lines are another test's: only what is retained counts here.
      `set session_replication_role = replica; insert into progress_accounts (contract_id, number, state_id, measured_on, contract_cents, advance_bp, retention_bp, itbms_bp,
        withholding_bp, gross_cents, amortised_cents, retained_cents, itbms_cents, withheld_cents, net_cents, made_by, paid_on, paid_bank,
        paid_reference, imported, created_at)
        select ${contract.id}, 1, s.paid, '2026-11-01', 4000000, 0, 1000, 0, 0, ${cents * 10}, 0, ${cents}, 0, 0, ${cents * 9},
          (select min(id) from users), '2026-11-10', 'Banco General', 'ACH 1', true, now() from (select 5 paid) s`,
    );
    return contract;
  }

  test('takes the retention by somebody else’s approval; what it lacks the contractor owes and pays', async () => {
    const contract = await retained(30_000);
    const charge = one(await ask(contract.id));
    const twice = await ask(contract.id, { documento: 'fac-77' });
    expect([twice.statusCode, twice.json<{ code: string }>().code]).toEqual([409, 'TAKEN']);
    expect((await decide(manager, charge.id, CHARGE.approved)).statusCode).toBe(403);
    const approved = one(await decide(accountant, charge.id, CHARGE.approved));
    expect(approved).toMatchObject({
      state: { id: CHARGE.owed },
      retained_centavos: 30_000,
      receivable_centavos: 20_000,
    });
    expect(
      await db().select().from(retentionMoves).where(eq(retentionMoves.contractId, contract.id)),
    ).toMatchObject([{ kind: 'cargo', amountCents: 30_000, reference: 'FAC-77' }]);
    expect((await decide(accountant, charge.id, CHARGE.collected)).statusCode).toBe(422);
    const paid = { fecha: today(), banco: 'Banco General', referencia: 'ACH 55' };
    expect(one(await decide(accountant, charge.id, CHARGE.collected, paid)).state.id).toBe(CHARGE.collected);
  });

  test('two at once never take more than there is', async () => {
    const contract = await retained(60_000);
    const charges = [
      one(await ask(contract.id, { documento: 'A' })),
      one(await ask(contract.id, { documento: 'B' })),
    ];
    const done = await Promise.all(
      charges.map(({ id }, at) => decide(at === 0 ? accountant : accountant2, id, CHARGE.approved)),
    );
    const sums = done.map(one).map(({ retained_centavos }) => retained_centavos);
    expect(sums.toSorted((a, b) => a - b)).toEqual([10_000, 50_000]);
  });
});

test('a defect of one contractor is found over its houses, by who built them', async () => {
  const mine = await signed({ house_ids: await homes(12), reference: 'REP-1' });
  const other = await signed({ house_ids: await homes(40), contractor_id: techos, reference: 'REP-2' });
  await approve(mine.id, 10_000);
  await approve(other.id, 10_000);
  const built = await db()
    .select({ id: houses.id, modelId: houses.modelId, projectId: houses.projectId })
    .from(houses)
    .where(sql`id in (select house_id from jobs where contract_id in (${mine.id}, ${other.id}))`);
  const bad = new Set(
    (
      await db().execute<{ id: number }>(
        sql`select distinct house_id::int id from jobs where contract_id = ${mine.id} and house_id is not null`,
      )
    ).rows.map(({ id }) => id),
  );
  const claim = (houseId: number, parte: string) =>
    hands.form('/api/ticket/tickets', {
      titulo: 'Gotea la ducha',
      departamento_id: '9',
      categoria_id: '2',
      prioridad_id: '2',
      vivienda_id: String(houseId),
      garantia: 'true',
      parte,
    });
  for (const [at, one] of built.entries()) {
    const sale = await makeSale(db(), { stateId: 14, projectId: one.projectId, modelId: one.modelId });
    const [handover] = await db()
      .insert(handovers)
      .values({
        code: `EN-2026-8${at}`,
        saleId: sale.id,
        houseId: one.id,
        modelId: one.modelId,
        stateId: HANDOVER.delivered,
        stateSince: llave.clock.now(),
        scheduledOn: today(),
        deliveredOn: today(),
        imported: true,
        createdAt: llave.clock.now(),
      })
      .returning();
    const [inspection] = await db()
      .insert(handoverInspections)
      .values({
        handoverId: handover!.id,
        key: crypto.randomUUID(),
        round: 1,
        onDay: today(),
        inspectorId: hands.user.id,
        attended: 'Familia',
        answer: 'pendientes',
        manual: true,
        rules: false,
        createdAt: llave.clock.now(),
      })
      .returning();
    if (!bad.has(one.id) && at % 13 !== 0) continue;
    // A third of the defects are claims of families, a third is told both ways and counts once.
    if (at % 3 > 0) expect((await claim(one.id, 'plomeria')).statusCode).toBe(201);
    if (at % 3 === 1) continue;
    await db().insert(punchItems).values({
      handoverId: handover!.id,
      houseId: one.id,
      inspectionId: inspection!.id,
      room: 'Baño',
      point: 'Ducha',
      part: 'plomeria',
      severity: 'grave',
      text: 'Filtración',
      stateId: 1,
      dueOn: today(),
      createdAt: llave.clock.now(),
    });
  }
  // Cancelled, out of cover or of no part it is no defect.
  const [sound] = built.filter(({ id }, at) => !bad.has(id) && at % 13 !== 0);
  const { data } = (await claim(sound!.id, 'techo')).json<{ data: { id: number } }>();
  const status = { params: { estado_id: 9, motivo: 'Se equivocó de casa.' } };
  expect((await hands.patch(`/api/ticket/tickets/${data.id}/status`, status)).statusCode).toBe(200);
  await claim(sound!.id, '');
  const late = (await claim(sound!.id, 'pisos')).json<{ data: { id: number } }>().data;
  await db().update(tickets).set({ cover: 'fuera' }).where(eq(tickets.id, late.id));
  const found = (await manager.get('/api/care/warranty/repeats')).json<{ data: Repeats }>().data;
  expect(found.houses).toBe(built.length);
  expect(found.groups).toMatchObject([{ part: 'plomeria', contractor: { id: roble, name: 'El Roble' } }]);
  expect(found.groups[0]!.houses).toHaveLength(12);
  const marked = built.filter(({ id }, at) => bad.has(id) || at % 13 === 0);
  expect(found.defects).toBe(marked.length);
  const elsewhere = await signInAs(llave, { role: 'inspector', projectIds: [] });
  expect((await elsewhere.get('/api/care/warranty/repeats')).json<{ data: Repeats }>().data).toMatchObject({
    houses: 0,
    groups: [],
  });

  // One incident over its houses, which takes in what their families asked.
  const { part, contractor, model, week } = found.groups[0]!;
  const incident = (by: typeof hands) =>
    by.post('/api/ticket/incidents', {
      parte: part,
      contratista_id: contractor!.id,
      modelo_id: model?.id ?? null,
      semana: week,
    });
  expect((await incident(elsewhere)).statusCode).toBe(409);
  const both = await Promise.all([incident(hands), incident(manager)]);
  expect(both.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
  const [made, same] = both.map((answer) => answer.json<{ data: { id: number; houses: number }[] }>().data);
  expect(made).toEqual([{ id: expect.any(Number), code: expect.stringMatching(/^TK-/), houses: 12 }]);
  expect(same).toEqual(made);
  const { id } = made![0]!;
  const seen = async () =>
    (await hands.get(`/api/ticket/tickets/${id}`)).json<{
      data: { common_area: string; incident_houses: object[]; merged: { id: number }[] };
    }>().data;
  const asked = built.filter((one, at) => bad.has(one.id) && at % 3 > 0).length;
  expect(await seen()).toMatchObject({ common_area: expect.stringMatching(/^12 viviendas: .* y 6 más$/) });
  expect((await seen()).incident_houses).toHaveLength(12);
  expect((await seen()).merged).toHaveLength(asked);
  const [first] = [...bad];
  const again = (await claim(first!, 'plomeria')).json<{ data: { id: number } }>().data;
  expect((await incident(hands)).json()).toEqual({ data: made });
  expect((await seen()).merged.map((one) => one.id)).toContain(again.id);
  const shown = (await hands.get('/api/care/warranty/repeats')).json<{ data: Repeats }>().data;
  expect(shown.groups[0]!.incidents).toEqual(made);

  // Its builder gets the work, of the contract that a charge would be of.
  await hands.post(`/api/ticket/tickets/${id}/assign`, { departamento_id: 9, asignado_id: hands.user.id });
  const options = await hands.get(`/api/ticket/tickets/${id}/order-options`);
  expect(options.json()).toMatchObject({ data: { suggested_id: roble } });
  const order = await hands.post(`/api/ticket/tickets/${id}/orders`, {
    contratista_id: roble,
    trabajo: 'Cambiar las llaves de ducha de las doce viviendas',
    vence: addDays(today(), 10),
  });
  expect(order.json()).toMatchObject({ data: { contract: { id: mine.id } } });
});

test('houses that were delivered before the system are imported with their day, tried first, and taken back', async () => {
  const desk = importDesk(hands);
  const made = await makeDeliverable(llave, { stateId: 13 });
  const line = (day: string) => ({ 'Pre-contrato': made.sale.code!, Entregada: day });
  const later = await desk.tried('handovers', [line('31/12/2030')]);
  expect(later.counts).toMatchObject({ bad: 1 });
  const one = await desk.tried('handovers', [line('15/03/2026')]);
  expect(one.counts).toMatchObject({ new: 1, bad: 0 });
  expect((await desk.confirm(one)).statusCode).toBe(200);
  expect((await coverIn(made.home.id, 'pintura', '2027-03-15')).covered).toBe(true);
  expect((await saleNow(llave, made.sale.id)).stateId).toBe(SALE.delivered);
  expect((await desk.tried('handovers', [line('15/03/2026')])).counts).toMatchObject({ same: 1 });
  expect((await desk.undo(one)).statusCode).toBe(200);
  expect((await saleNow(llave, made.sale.id)).stateId).toBe(SALE.disbursed);
});
