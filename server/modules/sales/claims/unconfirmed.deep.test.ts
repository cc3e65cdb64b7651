import { and, eq, isNull } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#contract/dates.ts';
import { CONFIRM_FIRST, LOT_TAKEN } from '#contract/sales/claims/claims.ts';
import { notices } from '#server/modules/company/notifications/notifications.table.ts';
import { payments } from '#server/modules/money/payments/payments.table.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { START, useApp, type Browser } from '#test/app.ts';
import { makeLot, makeModel, makeProject, makeUser } from '#test/factories.ts';
import { runJobs } from '#test/jobs.ts';
import { codeTo, mailsTo } from '#test/outbox.ts';
import { fileOf, makePicture } from '#test/papers.ts';
import { completeForm, PRECONTRACT } from '#test/purchases.ts';
import { signInAs } from '#test/signIn.ts';
import { watchClaims } from './alarm.jobs.ts';
import { expireClaim } from '#server/modules/sales/precontracts/expiry.jobs.ts';
import { lotClaims } from './claims.table.ts';

const FAMILIES = 60;
const llave = useApp();
const db = () => llave.database.db;
let days = 0;
/** Each test runs on its own day, from the tests' Saturday on, so that rate limits do not carry over. */
beforeEach(() => llave.clock.set(new Date(START.getTime() + (days += 1) * DAY_MS)));
const inHours = (hours: number) => new Date(llave.clock.now().getTime() + hours * HOUR_MS);

async function makeOffer(lots: number) {
  const project = await makeProject(db());
  const model = await makeModel(db(), { projectId: project.id });
  const ids: number[] = [];
  for (let at = 0; at < lots; at += 1) ids.push((await makeLot(db(), { projectId: project.id })).id);
  return { project, model, lots: ids };
}

let made = 0;
const somebody = () => {
  const n = (made += 1);
  return { nombre: 'Luis Gómez', email: `persona${n}@correo.test`, celular: `6${n + 4_000_000}` };
};
type Somebody = ReturnType<typeof somebody>;
const browserAt = (address: string): Browser => Object.assign(llave.browser(), { address });
let addresses = 0;
const fromElsewhere = () => browserAt(`203.0.113.${(addresses += 1)}`);

const hold = (browser: Browser, modelId: number, lotId: number, who = somebody()) =>
  browser.form(`/clientes/comprar/${modelId}`, { ...who, lote_id: String(lotId) });
const idOf = (answer: { json<T>(): T }) => answer.json<{ precontratoId: number }>().precontratoId;
const codeIn = (answer: { json<T>(): T }) => answer.json<{ code?: string }>().code;
const send = (browser: Browser, id: number, who: Somebody, over = {}) =>
  browser.form(PRECONTRACT, completeForm({ id, celular: who.celular }, { ...who, ...over }));

async function confirm(browser: Browser, id: number, email: string) {
  const asked = await browser.post('/clientes/codigo', { precontrato_id: id });
  expect(asked.statusCode, asked.body).toBe(200);
  return browser.post('/clientes/codigo/confirmar', {
    precontrato_id: id,
    clave: await codeTo(db(), email),
  });
}

/** Holds a lot and sends the form. */
async function reserve(browser: Browser, modelId: number, lotId: number, who = somebody()) {
  const held = await hold(browser, modelId, lotId, who);
  expect(held.statusCode, held.body).toBe(200);
  const sent = await send(browser, idOf(held), who);
  expect(sent.statusCode, sent.body).toBe(200);
  return { id: idOf(held), who, browser };
}

const claimOf = async (saleId: number) =>
  (
    await db()
      .select()
      .from(lotClaims)
      .where(and(eq(lotClaims.saleId, saleId), isNull(lotClaims.releasedAt)))
  )[0];
const stateOf = async (saleId: number) =>
  (await db().select({ stateId: sales.stateId }).from(sales).where(eq(sales.id, saleId)))[0]?.stateId;

describe('a lot of an unconfirmed buyer', () => {
  test('is reserved for two hours, and for 48 hours from the submission after the buyer confirms a code', async () => {
    const { model, lots } = await makeOffer(1);
    const { id, who, browser } = await reserve(fromElsewhere(), model.id, lots[0]!);
    const sentAt = llave.clock.now();
    expect((await claimOf(id))?.until).toEqual(inHours(2));
    llave.clock.advance(3000);
    const confirmed = await confirm(browser, id, who.email);
    expect(confirmed.statusCode, confirmed.body).toBe(200);
    const until = new Date(sentAt.getTime() + 48 * HOUR_MS);
    expect((await claimOf(id))?.until).toEqual(until);
    const [payment] = await db().select().from(payments).where(eq(payments.saleId, id));
    expect(payment?.dueAt).toEqual(until);
    // A second code gives no extra time.
    llave.clock.advance(3600);
    await confirm(browser, id, who.email);
    expect((await claimOf(id))?.until).toEqual(until);
  });

  test('is free again after two hours', async () => {
    const { model, lots } = await makeOffer(1);
    const { id } = await reserve(fromElsewhere(), model.id, lots[0]!);
    llave.clock.advance(2 * 3600);
    await runJobs(llave, expireClaim);
    expect(await claimOf(id)).toBeUndefined();
    expect(await stateOf(id)).toBe(17);
  });

  test(
    'three strangers from three addresses hold at most fifteen of 157 lots',
    { timeout: 180_000 },
    async () => {
      const { model, lots } = await makeOffer(157);
      const models = [model];
      const ends: (string | undefined)[] = [];
      let at = 0;
      for (const address of ['192.0.2.1', '192.0.2.2', '2001:db8::7'])
        for (let n = 0; n < 20; n += 1) {
          // A new browser and an invented person each time; half of them send the form.
          const browser = browserAt(address);
          const who = somebody();
          const answer = await hold(browser, models[0]!.id, lots[(at += 1)]!, who);
          ends.push(answer.statusCode === 200 ? 'held' : codeIn(answer));
          if (answer.statusCode === 200 && n % 2) await send(browser, idOf(answer), who);
        }
      expect(ends.filter((end) => end === 'held')).toHaveLength(15);
      expect(ends.filter((end) => end === CONFIRM_FIRST)).toHaveLength(45);
      const live = await db()
        .select({ lotId: lotClaims.lotId })
        .from(lotClaims)
        .innerJoin(sales, eq(sales.id, lotClaims.saleId))
        .where(and(isNull(lotClaims.releasedAt), eq(sales.modelId, model.id)));
      expect(live).toHaveLength(15);
    },
  );

  test(
    `${FAMILIES} families behind one mobile network address all get their lots after they confirm by code`,
    { timeout: 180_000 },
    async () => {
      const { model, lots } = await makeOffer(FAMILIES);
      const families = lots.map((lotId) => ({
        lotId,
        browser: browserAt('198.51.100.9'),
        who: somebody(),
      }));
      // All start at the same time. Most are asked to confirm first; they confirm and then get their lot.
      const begun = await Promise.all(
        families.map(async ({ browser, lotId, who }) => hold(browser, model.id, lotId, who)),
      );
      const refused = begun.filter(({ statusCode }) => statusCode === 409);
      expect(refused.map(codeIn)).toEqual(Array.from({ length: FAMILIES - 5 }, () => CONFIRM_FIRST));
      for (const [at, { browser, lotId, who }] of families.entries()) {
        const answer = begun[at]!;
        const id =
          answer.statusCode === 200
            ? idOf(answer)
            : answer.json<{ current: { precontrato_id: number } }>().current.precontrato_id;
        const confirmed = await confirm(browser, id, who.email);
        expect(confirmed.statusCode, confirmed.body).toBe(200);
        if (answer.statusCode === 409) {
          const again = await hold(browser, model.id, lotId, who);
          expect(again.statusCode, again.body).toBe(200);
          expect(idOf(again)).toBe(id);
        }
        const sent = await send(browser, id, who);
        expect(sent.statusCode, sent.body).toBe(200);
        expect(await claimOf(id)).toMatchObject({ lotId, kind: 'reservation', until: inHours(48) });
      }
    },
  );

  test('is limited to three for one confirmed person', async () => {
    const { project, lots } = await makeOffer(4);
    const who = somebody();
    const ends = [];
    for (const lotId of lots) {
      const model = await makeModel(db(), { projectId: project.id });
      const browser = fromElsewhere();
      const begun = await hold(browser, model.id, lotId, who);
      ends.push(codeIn(begun) ?? 'held');
      if (begun.statusCode !== 200) continue;
      await send(browser, idOf(begun), who);
      await confirm(browser, idOf(begun), who.email);
      llave.clock.advance(3600);
    }
    expect(ends.slice(0, 3)).toEqual(['held', 'held', 'held']);
  });

  test('counts for the same person despite capitals, dots and a + suffix in the email', async () => {
    const { project, lots } = await makeOffer(4);
    const ends = [];
    for (const [at, email] of [
      'cajade.todos@gmail.com',
      'caja.detodos+uno@gmail.com',
      'CajaDeTodos+dos@Gmail.com',
      'cajadetodos+tres@gmail.com',
    ].entries()) {
      const model = await makeModel(db(), { projectId: project.id });
      const browser = fromElsewhere();
      const who = { ...somebody(), email };
      const begun = await hold(browser, model.id, lots[at]!, who);
      ends.push(codeIn(begun) ?? 'held');
      if (begun.statusCode !== 200) continue;
      await send(browser, idOf(begun), who);
      await confirm(browser, idOf(begun), email);
      llave.clock.advance(3600);
    }
    expect(ends).toEqual(['held', 'held', 'held', CONFIRM_FIRST]);
  });
});

describe('a person whose telephone or email a stranger used', () => {
  test('can get any lot: the code lets the person through and ends the strangers’ claims', async () => {
    const { project, lots } = await makeOffer(5);
    const victim = somebody();
    const strangers = [];
    for (let at = 0; at < 3; at += 1) {
      const model = await makeModel(db(), { projectId: project.id });
      strangers.push(await reserve(fromElsewhere(), model.id, lots[at]!, victim));
    }
    llave.clock.advance(1800);
    const model = await makeModel(db(), { projectId: project.id });
    const browser = fromElsewhere();
    const refused = await hold(browser, model.id, lots[3]!, victim);
    expect([refused.statusCode, codeIn(refused)]).toEqual([409, CONFIRM_FIRST]);
    const { current } = refused.json<{ current: { precontrato_id: number } }>();
    const before = (await mailsTo(db(), victim.email)).length;
    expect((await confirm(browser, current.precontrato_id, victim.email)).statusCode).toBe(200);
    expect(await Promise.all(strangers.map(({ id }) => claimOf(id)))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(await Promise.all(strangers.map(({ id }) => stateOf(id)))).toEqual([17, 17, 17]);
    // Only the code was sent, and no mail about lots that the victim never had.
    expect(await mailsTo(db(), victim.email)).toHaveLength(before + 1);
    expect((await hold(browser, model.id, lots[3]!, victim)).statusCode).toBe(200);
  });

  test('a code does not end claims that are confirmed or have a reported payment', async () => {
    const { project, lots } = await makeOffer(3);
    const shared = somebody();
    const other = somebody();
    const ids = [];
    for (const at of [0, 1]) {
      const model = await makeModel(db(), { projectId: project.id });
      // The same telephone, another email.
      ids.push(await reserve(fromElsewhere(), model.id, lots[at]!, { ...other, celular: shared.celular, email: `otro${at}@correo.test` })); // prettier-ignore
    }
    const [paid, confirmed] = [ids[0]!, ids[1]!];
    const reported = await paid.browser.form(`/clientes/mi-compra/${paid.id}/pago`, {
      monto_pagado: '500.00',
      archivo_comprobante: fileOf(await makePicture({ n: 4 }), 'pago.png', 'image/png'),
    });
    expect(reported.statusCode, reported.body).toBe(200);
    await confirm(confirmed.browser, confirmed.id, confirmed.who.email);
    // By telephone: a coordinator reads out the code.
    const model = await makeModel(db(), { projectId: project.id });
    const owner = await reserve(fromElsewhere(), model.id, lots[2]!, shared);
    await db().update(people).set({ email: null }).where(eq(people.email, shared.email));
    await owner.browser.post('/clientes/codigo', { precontrato_id: owner.id });
    const [mail] = await mailsTo(db(), `+507 ${shared.celular.slice(0, 4)}-${shared.celular.slice(4)}`);
    const clave = /(\d{3}) (\d{3})/.exec(mail?.body ?? '')?.[0] ?? '';
    const answer = await owner.browser.post('/clientes/codigo/confirmar', {
      precontrato_id: owner.id,
      clave,
    });
    expect(answer.statusCode, answer.body).toBe(200);
    expect([(await claimOf(paid.id))?.lotId, (await claimOf(confirmed.id))?.lotId]).toEqual(lots.slice(0, 2));
  });

  test('and a code sent to one address does not confirm another address typed meanwhile', async () => {
    const { model, lots } = await makeOffer(1);
    const browser = fromElsewhere();
    const [mine, theirs] = [somebody(), somebody()];
    const id = idOf(await hold(browser, model.id, lots[0]!, mine));
    await browser.post('/clientes/codigo', { precontrato_id: id });
    const clave = await codeTo(db(), mine.email);
    expect((await send(browser, id, { ...mine, email: theirs.email })).statusCode).toBe(200);
    await browser.post('/clientes/codigo/confirmar', { precontrato_id: id, clave });
    expect((await claimOf(id))?.until).toEqual(inHours(2));
  });
});

describe('the clock of a reported payment', () => {
  const proof = async (n: number) => ({
    monto_pagado: '500.00',
    archivo_comprobante: fileOf(await makePicture({ n }), 'pago.png', 'image/png'),
  });

  test('stops for one working day for an unconfirmed buyer, and until accounting answers for a confirmed one', async () => {
    // A Friday without a holiday, 10:00 in Panama.
    llave.clock.set(new Date('2027-02-19T15:00:00Z'));
    const { model, lots } = await makeOffer(1);
    const { id, who, browser } = await reserve(fromElsewhere(), model.id, lots[0]!);
    const answer = await browser.form(`/clientes/mi-compra/${id}/pago`, await proof(1));
    expect(answer.statusCode, answer.body).toBe(200);
    // Monday 10:00 plus the two hours that were left.
    expect((await claimOf(id))?.until).toEqual(new Date('2027-02-22T17:00:00Z'));
    await confirm(browser, id, who.email);
    expect(await claimOf(id)).toMatchObject({ until: null, remainingSeconds: 48 * 3600 });
  });

  test('ends the reservation after that day if the buyer does not confirm', async () => {
    llave.clock.set(new Date('2027-02-26T15:00:00Z'));
    const { model, lots } = await makeOffer(1);
    const { id, browser } = await reserve(fromElsewhere(), model.id, lots[0]!);
    await browser.form(`/clientes/mi-compra/${id}/pago`, await proof(2));
    llave.clock.set(new Date('2027-03-01T17:00:00Z'));
    await runJobs(llave, expireClaim);
    expect(await claimOf(id)).toBeUndefined();
  });

  test('does not stop for a file that only starts like a PDF', async () => {
    const { model, lots } = await makeOffer(1);
    const { id, browser } = await reserve(fromElsewhere(), model.id, lots[0]!);
    const answer = await browser.form(`/clientes/mi-compra/${id}/pago`, {
      monto_pagado: '500.00',
      archivo_comprobante: fileOf(Buffer.from('%PDF-1.4 nada'), 'pago.pdf', 'application/pdf'),
    });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({
      errors: [
        { field: 'archivo_comprobante', message: expect.stringContaining('No se puede leer ese PDF') },
      ],
    });
    expect((await claimOf(id))?.until).toEqual(inHours(2));
  });
});

describe('the office', () => {
  test('confirms a buyer’s identity with a written reason, and the lot is kept for 48 hours', async () => {
    const { project, model, lots } = await makeOffer(1);
    const { id } = await reserve(fromElsewhere(), model.id, lots[0]!);
    const coordinator = await signInAs(llave, { role: 'coordinador', projectIds: [project.id] });
    const lawyer = await signInAs(llave, { role: 'abogado', projectIds: [project.id] });
    const short = await coordinator.post(`/api/sale/precontracts/${id}/confirmacion`, { motivo: 'sí' });
    expect(short.statusCode).toBe(422);
    const body = { motivo: 'Lo conozco: firmó ayer en la oficina.' };
    expect((await lawyer.post(`/api/sale/precontracts/${id}/confirmacion`, body)).statusCode).toBe(403);
    const answer = await coordinator.post(`/api/sale/precontracts/${id}/confirmacion`, body);
    expect(answer.statusCode, answer.body).toBe(200);
    expect((await claimOf(id))?.until).toEqual(inHours(48));
    const again = await coordinator.post(`/api/sale/precontracts/${id}/confirmacion`, body);
    expect(again.statusCode).toBe(422);
  });

  test('is notified once an hour when unconfirmed buyers take more than a tenth of the free lots', async () => {
    const { project, model, lots } = await makeOffer(30);
    const coordinator = await makeUser(db(), { roles: ['coordinador'], projectIds: [project.id] });
    const noticed = () => db().select().from(notices).where(and(eq(notices.userId, coordinator.id), eq(notices.kind, 'lotes_alarma'))); // prettier-ignore
    for (const lotId of lots.slice(0, 3)) await hold(fromElsewhere(), model.id, lotId);
    await runJobs(llave, watchClaims);
    expect(await noticed()).toEqual([]);
    for (const lotId of lots.slice(3, 6)) await hold(fromElsewhere(), model.id, lotId);
    await runJobs(llave, watchClaims);
    expect(await noticed()).toMatchObject([
      { text: expect.stringMatching(/apartaron [46] de 30 lotes libres/) },
    ]);
    expect(await mailsTo(db(), coordinator.email)).toMatchObject([{ kind: 'lotes_alarma' }]);
  });

  test('and a buyer who loses the race for a lot still gets LOT_TAKEN', async () => {
    const { model, lots } = await makeOffer(1);
    await hold(fromElsewhere(), model.id, lots[0]!);
    expect(codeIn(await hold(fromElsewhere(), model.id, lots[0]!))).toBe(LOT_TAKEN);
  });
});
