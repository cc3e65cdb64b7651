import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { PunchItem } from '#contract/care/handover/model.ts';
import { HANDOVER, PUNCH } from '#contract/care/handover/rules.ts';
import { DEED } from '#contract/company/catalogs/states.ts';
import { addDays, addMonths, panamaDay } from '#contract/dates.ts';
import { signDocumentPage } from '#contract/legal/envelopes/pages.ts';
import { myPurchasePage } from '#contract/overview/myPurchase/pages.ts';
import type { homeTasks } from '#contract/overview/home/tasks.ts';
import type { Answer } from '#contract/endpoint.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { DEFAULTS } from '#contract/company/settings/model.ts';
import { writeSetting } from '#server/modules/company/settings/settings.service.ts';
import { interimLoans } from '#server/modules/money/interimLoans/interimLoans.table.ts';
import { deeds } from '#server/modules/legal/deeds/deeds.table.ts';
import { writeSaleState } from '#server/modules/sales/sale/states.service.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { useApp } from '#test/app.ts';
import { browserOf } from '#test/buyers.ts';
import { makeLetter } from '#test/deeds.ts';
import { identify, makeRepresentative, openedBy, signOnline } from '#test/envelopes.ts';
import {
  HANDOVERS,
  handoverIn,
  inspect,
  inspection,
  LEAK,
  makeDeliverable,
  saleNow,
  signActa,
  stepHandover,
} from '#test/handovers.ts';

import { makeLoans } from '#test/loans.ts';
import { mailsTo } from '#test/outbox.ts';
import { pageData, withoutBuild } from '#test/pages.ts';
import { fileOf, makePicture, pdfWords } from '#test/papers.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';
import { warrantyNight } from '../warranty/warranty.jobs.ts';
import { handoverInspections, houseKeys, punchItems } from './handover.table.ts';

const llave = useApp();
const db = () => llave.database.db;
const today = () => panamaDay(llave.clock.now());
let hands: StaffBrowser;
let management: StaffBrowser;
beforeAll(async () => {
  withoutBuild(llave);
  hands = await signInAs(llave, 'postventa');
  management = await signInAs(llave, 'gerencia');
});

let at = 0;
async function begun(over: Parameters<typeof makeDeliverable>[1] = {}) {
  at += 1;
  const buyer = { name: 'Lía Mora', email: `entrega${at}@llave.test`, document: `8-${at}-901` };
  const made = await makeDeliverable(llave, { ...buyer, ...over });
  const handover = handoverIn(await hands.post(HANDOVERS, { venta: made.sale.code, fecha: today() }));
  return { ...made, buyer, id: handover.id, handover };
}
const read = async (id: number) => handoverIn(await hands.get(`${HANDOVERS}/${id}`));
const reasonOf = (answer: { json<T>(): T }) =>
  answer.json<{ errors?: { message: string }[]; message: string }>().errors?.[0]?.message;
const tasksOf = async (who: StaffBrowser) =>
  (await who.get('/api/office/home/tasks')).json<Answer<typeof homeTasks>>().data.tasks;

describe('from the disbursement to the keys', () => {
  test('list, acta, signature on the buyer’s phone: then the keys, the lot, and the clocks', async () => {
    const { sale, lot, home, buyer, id, handover } = await begun();
    expect(handover).toMatchObject({ code: expect.stringMatching(/^EN-\d{4}-\d{5}$/), state: { id: 1 } });
    expect(await mailsTo(db(), buyer.email)).toMatchObject([{ kind: 'entrega_programada' }]);
    expect(await tasksOf(hands)).toContainEqual(
      expect.objectContaining({
        kind: 'entrega_vivienda',
        id,
        text: expect.stringContaining('Inspeccionar'),
      }),
    );
    const early = await stepHandover(hands, id, HANDOVER.signing);
    expect([early.statusCode, early.json<{ code: string }>().code]).toEqual([422, 'TRANSITION']);

    // As a tablet without TLS makes it.
    const key = randomUUID().replaceAll('-', '');
    const sent = inspection(llave, { puntos: [inspection(llave).puntos[0]!, LEAK], respuesta: 'pendientes' });
    const inspected = handoverIn(await inspect(hands, id, sent, { photos: 1, key }));
    expect(inspected).toMatchObject({ state: { id: HANDOVER.inspecting }, open_items: 1 });
    // The tablet sends it again, days later and with another key of the request.
    handoverIn(await inspect(hands, id, sent, { photos: 1, key }));
    expect(await db().$count(handoverInspections, eq(handoverInspections.handoverId, id))).toBe(1);
    expect((await read(id)).inspections[0]).toMatchObject({
      points: [{ ok: true }, { ok: false, severity: 'grave', photos: [{}] }],
      meters: [{ kind: 'luz', number: 'L-100', reading: 12.5 }, { kind: 'agua' }],
      keys: [{ name: 'Puerta principal', count: 3 }],
    });

    const signing = handoverIn(await stepHandover(hands, id, HANDOVER.signing));
    expect(signing).toMatchObject({ state: { id: HANDOVER.signing }, envelope: { turn: 'Lía Mora' } });
    const acta = await hands.get(signing.acta!);
    const words = await pdfWords(acta.rawPayload);
    for (const word of ['Acta', 'Ducha', 'Gotea', 'L-100', 'principal']) expect(words).toContain(word);
    expect((await saleNow(llave, sale.id)).stateId).toBe(SALE.disbursed);
    const key3 = await db().select().from(houseKeys).where(eq(houseKeys.houseId, home.id));
    expect(key3).toMatchObject([{ total: 3, handed: 0 }]);
    const page = `/clientes/documentos/${signing.envelope!.id}/firmar`;
    const asked = await pageData(await browserOf(llave, sale.id), signDocumentPage, page);
    expect(asked.summary.at(-1)).toEqual({ label: 'Puedes firmar hasta', value: asked.until });
    // Whoever hands over opens the tablet for the signature: post-venta has no permission of the legal module.
    const { envelope } = signing;
    const tablet = await hands.post(
      `/api/sale/envelopes/${envelope!.id}/firmantes/${envelope!.signer_id}/tableta`,
    );
    expect(tablet.statusCode, tablet.body).toBe(200);

    await signActa(llave, envelope!.id, buyer, tablet.json<{ data: { enlace: string } }>().data.enlace);
    const done = await read(id);
    expect(done).toMatchObject({ state: { id: HANDOVER.delivered }, delivered_on: today() });
    expect((await saleNow(llave, sale.id)).stateId).toBe(SALE.delivered);
    expect((await db().select().from(lots).where(eq(lots.id, lot.id)))[0]!.stateId).toBe(6);
    expect(done.keys).toEqual([{ name: 'Puerta principal', total: 3, handed: 3 }]);
    expect(done.punch).toMatchObject([{ due_on: addDays(today(), 15), part: 'plomeria' }]);
    expect((await mailsTo(db(), buyer.email)).map(({ kind }) => kind)).toContain('entrega_hecha');
    const mine = await browserOf(llave, sale.id);
    expect((await pageData(mine, myPurchasePage, `/clientes/mi-compra/${sale.code}`)).handover).toMatchObject(
      {
        stage: 'entregada',
        items: [{ place: 'Baño', state: 'pendiente', dueOn: addDays(today(), 15) }],
        clocks: [{ cover: 'acabados', until: addMonths(today(), 12), state: 'vigente' }, {}, {}, {}],
      },
    );
  });

  test('unfinished, without permit, unpaid or already delivered: no acta, with the reason', async () => {
    const open = await begun({ percent: 96 });
    handoverIn(await inspect(hands, open.id, inspection(llave)));
    expect(reasonOf(await stepHandover(hands, open.id, HANDOVER.signing))).toBe(
      'La vivienda va en 96 %: falta terminarla.',
    );
    const unpaid = await makeDeliverable(llave, { stateId: 10 });
    const refused = await hands.post(HANDOVERS, { venta: unpaid.sale.code, fecha: today() });
    expect(reasonOf(refused)).toMatch(/^Falta el desembolso/);
    const again = await hands.post(HANDOVERS, { venta: open.sale.code, fecha: today() });
    expect([again.statusCode, again.json<{ code: string }>().code]).toEqual([409, 'TAKEN']);
  });

  test('a lender’s mortgage over the house stops the acta only where the company says so', async () => {
    const { id, home } = await begun();
    handoverIn(await inspect(hands, id, inspection(llave)));
    const bank = await makeLoans(llave);
    await db().insert(interimLoans).values({
      companyId: bank.company.id, projectId: home.projectId, bankId: 1, number: `INT-E${id}`, stateId: 2, limitCents: 1, revolving: false,
      startsOn: '2026-01-01', endsOn: '2027-12-31', dayCount: 'real_360', bankAccountId: bank.account.id, releaseDays: 5,
      madeBy: bank.clerk.user.id, approvedBy: bank.second.user.id, approvedOn: '2026-01-01', createdAt: llave.clock.now(),
    }); // prettier-ignore
    const why = async () =>
      (await read(id)).transitions.find(({ estado_id }) => estado_id === HANDOVER.signing)?.disabled ?? null;
    expect(await why()).toBeNull();
    const { payables } = DEFAULTS;
    await writeSetting(db(), 'payables', { ...payables, keysNeedRelease: true }, llave.clock.now());
    expect(await why()).toContain('carta de liberación');
    expect(reasonOf(await stepHandover(hands, id, HANDOVER.signing))).toContain('hipoteca interina');
    await writeSetting(db(), 'payables', payables, llave.clock.now());
    expect(await why()).toBeNull();
  });

  test('before the disbursement somebody else of management approves, with the letter in force and the deed signed', async () => {
    const buyer = { name: 'Lía Mora', email: 'antes@llave.test', document: '8-77-901' };
    const made = await makeDeliverable(llave, { stateId: 12, ...buyer });
    const ask = { venta: made.sale.code, fecha: today(), motivo: 'El banco paga la otra semana' };
    expect(reasonOf(await hands.post(HANDOVERS, ask))).toMatch(/escritura firmada/);
    await db()
      .insert(deeds)
      .values({
        saleId: made.sale.id,
        stateId: DEED.registered,
        stateSince: llave.clock.now(),
        createdAt: llave.clock.now(),
      } as typeof deeds.$inferInsert);
    await makeLetter(db(), made.sale.id, addDays(today(), 30), llave.clock.now());
    const { id } = handoverIn(await hands.post(HANDOVERS, ask));
    handoverIn(await inspect(hands, id, inspection(llave)));
    expect(reasonOf(await stepHandover(hands, id, HANDOVER.signing))).toMatch(/gerencia apruebe/);
    expect((await hands.post(`${HANDOVERS}/${id}/early`, { aprobar: true, motivo: 'Sí' })).statusCode).toBe(
      403,
    );
    expect(await tasksOf(management)).toContainEqual(
      expect.objectContaining({ kind: 'entrega_vivienda', id, text: expect.stringContaining('Decidir') }),
    );
    handoverIn(await management.post(`${HANDOVERS}/${id}/early`, { aprobar: true, motivo: 'Carta vigente' }));
    const signing = handoverIn(await stepHandover(hands, id, HANDOVER.signing));
    await signActa(llave, signing.envelope!.id, buyer);
    // The keys are given; the sale waits for its money, and then is delivered at once.
    expect((await saleNow(llave, made.sale.id)).stateId).toBe(SALE.registered);
    await llave.act((ctx) =>
      saleNow(llave, made.sale.id).then((sale) => writeSaleState(ctx, sale, SALE.disbursed)),
    );
    expect((await saleNow(llave, made.sale.id)).stateId).toBe(SALE.delivered);
  });
});

describe('the buyer does not take the house', () => {
  test('no keys, the list is kept, and another inspection follows', async () => {
    const { sale, home, id } = await begun();
    const refusal = inspection(llave, {
      puntos: [LEAK],
      respuesta: 'rechaza',
      motivo: 'No la recibo con la ducha así',
      llaves: [],
      medidores: [],
    });
    const refused = handoverIn(await inspect(hands, id, refusal, { photos: 1 }));
    expect(refused).toMatchObject({
      state: { id: HANDOVER.refused },
      reason: 'No la recibo con la ducha así',
      open_items: 1,
      delivered_on: null,
    });
    expect(await db().select().from(houseKeys).where(eq(houseKeys.houseId, home.id))).toEqual([]);
    expect((await saleNow(llave, sale.id)).stateId).toBe(SALE.disbursed);
    expect((await inspect(hands, id, inspection(llave))).statusCode).toBe(422);
    handoverIn(await stepHandover(hands, id, HANDOVER.scheduled, { fecha: addDays(today(), 2) }));
    const after = handoverIn(await inspect(hands, id, inspection(llave)));
    expect(after).toMatchObject({ open_items: 0, inspections: [{ round: 2 }, { round: 1 }] });
    expect(after.punch).toMatchObject([{ state: { id: PUNCH.verified } }]);
  });

  test('at the signature: the envelope is rejected and the delivery with it', async () => {
    const { id, buyer, sale } = await begun();
    handoverIn(await inspect(hands, id, inspection(llave)));
    const representative = await makeRepresentative(llave, hands.user.id);
    const signing = handoverIn(
      await stepHandover(hands, id, HANDOVER.signing, { representante_id: representative.id }),
    );
    const browser = await openedBy(llave, buyer.email);
    await identify(llave, browser, signing.envelope!.id, buyer);
    const rejected = await browser.form(`/clientes/firma/${sale.code}/rechazar`, {
      motivo: 'Falta un vidrio',
      id: String(signing.envelope!.id),
    });
    expect(rejected.statusCode, rejected.body).toBe(200);
    expect(await read(id)).toMatchObject({ state: { id: HANDOVER.refused }, reason: 'Falta un vidrio' });
    expect((await signOnline(browser, signing.envelope!.id)).statusCode).toBeGreaterThanOrEqual(400);
  });

  test('an acta that is withdrawn goes back to its inspection', async () => {
    const { id } = await begun();
    handoverIn(await inspect(hands, id, inspection(llave)));
    handoverIn(await stepHandover(hands, id, HANDOVER.signing));
    const back = handoverIn(
      await stepHandover(hands, id, HANDOVER.inspecting, { motivo: 'Falta una llave' }),
    );
    expect(back).toMatchObject({ state: { id: HANDOVER.inspecting }, envelope: null });
  });
});

describe('the punch list', () => {
  test('corrected with a photograph, verified by the buyer; who corrects does not verify', async () => {
    const { id, sale } = await begun();
    const sent = inspection(llave, { puntos: [LEAK], respuesta: 'pendientes' });
    const { punch } = handoverIn(await inspect(hands, id, sent, { photos: 1 }));
    const itemId = punch[0]!.id;
    const url = `/api/care/punch/${itemId}`;
    const bare = await hands.form(`${url}/correct`, {});
    expect(bare.statusCode).toBe(422);
    const photo = fileOf(await makePicture({ n: 9 }), 'lista.jpg', 'image/jpeg');
    const corrected = await hands.form(`${url}/correct`, { nota: 'Se cambió el empaque', fotos: photo });
    expect(corrected.statusCode, corrected.body).toBe(200);
    expect(corrected.json<{ data: PunchItem }>().data).toMatchObject({
      state: { id: PUNCH.done },
      photos: [{}],
      done_photos: [{}],
      transitions: expect.arrayContaining([
        expect.objectContaining({
          estado_id: PUNCH.verified,
          disabled: expect.stringMatching(/otra persona/),
        }),
      ]),
    });
    const buyer = await browserOf(llave, sale.id);
    const stranger = await browserOf(llave, (await begun()).sale.id);
    const mine = `/clientes/entrega/pendientes/${itemId}`;
    expect((await stranger.form(mine, { bien: '1' })).statusCode).toBe(404);
    expect((await buyer.form(mine, { bien: '0' })).statusCode).toBe(422);
    expect((await buyer.form(mine, { bien: '1' })).statusCode).toBe(200);
    const [item] = await db().select().from(punchItems).where(eq(punchItems.id, itemId));
    expect(item).toMatchObject({ stateId: PUNCH.verified, verifiedBy: null });
  });

  test('a late item is a task, and closes nothing: the sale closes after twelve months with nothing open', async () => {
    const { id, sale, buyer } = await begun();
    handoverIn(
      await inspect(hands, id, inspection(llave, { puntos: [LEAK], respuesta: 'pendientes' }), { photos: 1 }),
    );
    const signing = handoverIn(await stepHandover(hands, id, HANDOVER.signing));
    await signActa(llave, signing.envelope!.id, buyer);
    const delivered = today();
    llave.clock.set(new Date(`${addDays(delivered, 16)}T15:00:00Z`));
    expect(await tasksOf(hands)).toContainEqual(
      expect.objectContaining({ kind: 'pendiente_entrega', due: addDays(delivered, 15) }),
    );
    llave.clock.set(new Date(`${addMonths(delivered, 12)}T15:00:00Z`));
    await llave.app.core.jobs.run(warrantyNight, {});
    expect((await saleNow(llave, sale.id)).stateId).toBe(SALE.delivered);
    await db().update(punchItems).set({ stateId: PUNCH.voided }).where(eq(punchItems.handoverId, id));
    await llave.app.core.jobs.run(warrantyNight, {});
    expect((await saleNow(llave, sale.id)).stateId).toBe(SALE.closed);
  });
});
