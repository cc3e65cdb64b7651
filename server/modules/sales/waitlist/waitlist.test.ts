import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { LOT_TAKEN_TEXT } from '#contract/sales/claims/claims.ts';
import { myPlacePage, type Waiting } from '#contract/sales/waitlist/waitlist.ts';
import { row } from '#server/kernel/db.ts';
import { notices } from '#server/modules/company/notifications/notifications.table.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { readSettings, writeSetting } from '#server/modules/company/settings/settings.service.ts';
import { useApp, type Browser } from '#test/app.ts';
import { deep } from '#test/deep.ts';
import { makeLot, makeModel, makeProject, makeSale, makeUser } from '#test/factories.ts';
import { runJobs } from '#test/jobs.ts';
import { mailsTo } from '#test/outbox.ts';
import { pageData, withoutBuild } from '#test/pages.ts';
import { signInAs, signInUser } from '#test/signIn.ts';
import { expireClaim } from '#server/modules/sales/precontracts/expiry.jobs.ts';
import { lotClaims } from '#server/modules/sales/claims/claims.table.ts';
import { lotWaitlist } from './waitlist.table.ts';
import { promoteWaiting, sweepWaiting } from './waitlist.jobs.ts';

const llave = useApp();
const minutes = (n: number) => llave.clock.advance(n * 60);

let asked = 0;
/** A guest with their own telephone, email and network. */
function guest() {
  const n = (asked += 1);
  const browser = llave.browser();
  browser.address = `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;
  return {
    browser,
    form: {
      nombre: `Persona ${'abcdefghij'[n % 10]}`,
      email: `p${n}@correo.test`,
      celular: `6${2_000_000 + n}`,
    },
  };
}
type Guest = ReturnType<typeof guest>;
const buy = ({ browser, form }: Guest, modelId: number, lotId: number) =>
  browser.form(`/clientes/comprar/${modelId}`, { ...form, lote_id: String(lotId) });
const join = ({ browser, form }: Guest, lotId: number) =>
  browser.form(`/clientes/lotes/${lotId}/espera`, { ...form, consentimiento_datos: '1' });

async function makeOffer() {
  const { db } = llave.database;
  const project = await makeProject(db);
  const model = await makeModel(db, { projectId: project.id });
  const lot = await makeLot(db, { projectId: project.id });
  return { db, project, model, lot };
}

/** A lot that one guest holds, with `length` guests on its waitlist. */
async function makeLine(length: number) {
  const offer = await makeOffer();
  const holder = guest();
  expect((await buy(holder, offer.model.id, offer.lot.id)).statusCode).toBe(200);
  const line: Guest[] = [];
  for (let at = 0; at < length; at += 1) {
    const one = guest();
    const answer = await join(one, offer.lot.id);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json<{ puesto: number }>().puesto).toBe(at + 1);
    line.push(one);
  }
  return { ...offer, holder, line };
}

const live = async (lotId: number) => {
  const [claim] = await llave.database.db
    .select({
      kind: lotClaims.kind,
      until: lotClaims.until,
      saleId: lotClaims.saleId,
      name: people.name,
      phone: people.phone,
    })
    .from(lotClaims)
    .innerJoin(sales, eq(sales.id, lotClaims.saleId))
    .innerJoin(people, eq(people.id, sales.personId))
    .where(and(eq(lotClaims.lotId, lotId), isNull(lotClaims.releasedAt)));
  return claim;
};
const linkIn = (body: string) => /https?:\/\/llave\.test(\/clientes\/\S+)/.exec(body)![1]!;
const linkOf = async ({ form }: Guest, subject: RegExp) => {
  const mail = (await mailsTo(llave.database.db, form.email)).find((one) => subject.test(one.subject));
  return linkIn(mail!.body);
};

describe('many guests at one lot', () => {
  const GUESTS = deep(40, 200);

  test('one gets it; the others are offered a place and wait in order of arrival', async () => {
    const { db, model, lot } = await makeOffer();
    const guests = Array.from({ length: GUESTS }, guest);
    const answers = await Promise.all(guests.map((one) => buy(one, model.id, lot.id)));
    const lost = answers.flatMap((answer, at) => (answer.statusCode === 200 ? [] : [{ answer, at }]));
    expect(lost).toHaveLength(GUESTS - 1);
    for (const { answer } of lost)
      expect([answer.statusCode, answer.json()]).toMatchObject([
        409,
        {
          code: 'LOT_TAKEN',
          message: LOT_TAKEN_TEXT,
          current: { lote_id: lot.id, puesto: 1, url: `/clientes/lotes/${lot.id}/espera` },
        },
      ]);

    const joined = await Promise.all(
      lost.map(async ({ at }) => ({
        phone: `+507${guests[at]!.form.celular}`,
        answer: await join(guests[at]!, lot.id),
      })),
    );
    const told = new Map(
      joined.map(({ phone, answer }) => [phone, answer.json<{ puesto: number }>().puesto]),
    );
    const rows = await db
      .select()
      .from(lotWaitlist)
      .where(eq(lotWaitlist.lotId, lot.id))
      .orderBy(asc(lotWaitlist.place));
    expect(rows.map(({ place }) => place)).toEqual(Array.from({ length: GUESTS - 1 }, (_, at) => at + 1));
    for (const { phone, place } of rows) expect(told.get(phone)).toBe(place);
    // Ids follow the order of insertion: the first to come is first.
    expect(rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).toSorted((a, b) => a - b));
  });
});

describe('an offer from the waitlist', () => {
  test('comes as soon as the claim ends: to the first only, by mail, for two hours, then to the next', async () => {
    const { db, model, lot, line } = await makeLine(2);
    const [first, second] = line as [Guest, Guest];
    minutes(31);
    await runJobs(llave, expireClaim);
    // The lot is free, but only for the waitlist.
    const late = await buy(guest(), model.id, lot.id);
    expect([late.statusCode, late.json<{ code: string }>().code]).toEqual([409, 'LOT_TAKEN']);
    const due = await row<{ late: boolean }>(
      db,
      sql`select start_after > now() + interval '1 second' late from jobs.job where name = ${promoteWaiting.name} and state = 'created'`,
    );
    // The worker polls every second: the job runs within five seconds.
    expect(due).toEqual({ late: false });
    await runJobs(llave, promoteWaiting);
    expect(await live(lot.id)).toMatchObject({
      kind: 'offer',
      phone: `+507${first.form.celular}`,
      until: new Date(llave.clock.now().getTime() + 120 * 60_000),
    });
    expect(await linkOf(first, /es tuyo hasta/)).toMatch(/^\/clientes\/siguiente\/\d+\?token=/);
    expect((await mailsTo(db, second.form.email)).map(({ kind }) => kind)).toEqual(['espera_anotado']);
    expect((await buy(guest(), model.id, lot.id)).statusCode).toBe(409);

    minutes(121);
    await runJobs(llave, expireClaim);
    await runJobs(llave, promoteWaiting);
    expect(await live(lot.id)).toMatchObject({ kind: 'offer', phone: `+507${second.form.celular}` });
    minutes(121);
    await runJobs(llave, expireClaim);
    await runJobs(llave, promoteWaiting);
    expect(await live(lot.id)).toBeUndefined();
    expect((await buy(guest(), model.id, lot.id)).statusCode).toBe(200);
  });

  test('counts towards the mail limit of an unconfirmed address', async () => {
    const lines = [await makeLine(0), await makeLine(0)];
    const one = guest();
    for (const { lot } of lines) expect((await join(one, lot.id)).statusCode).toBe(200);
    minutes(31);
    await runJobs(llave, expireClaim);
    await runJobs(llave, promoteWaiting);
    for (const { lot } of lines) expect(await live(lot.id)).toMatchObject({ kind: 'offer' });
    const kinds = (await mailsTo(llave.database.db, one.form.email)).map(({ kind }) => kind);
    expect(kinds).toEqual(['espera_anotado', 'espera_anotado']);
  });

  test('is accepted by continuing the form: the offer becomes a hold of the same sale', async () => {
    const { lot, line } = await makeLine(1);
    minutes(31);
    await runJobs(llave, expireClaim);
    await runJobs(llave, promoteWaiting);
    const phone = llave.browser();
    const opened = await phone.get(await linkOf(line[0]!, /es tuyo hasta/));
    expect([200, 302, 303]).toContain(opened.statusCode);
    const claim = (await live(lot.id))!;
    const kept = await phone.send({
      method: 'PATCH',
      url: `/clientes/precontrato/borrador/${claim.saleId}/lote`,
      payload: { lote_id: lot.id },
    });
    expect(kept.json()).toMatchObject({ data: { lote_id: lot.id, hasta: claim.until!.toISOString() } });
  });

  test('is not made while the lot is withheld, and is made as soon as it is for sale again', async () => {
    const { db, lot, line } = await makeLine(1);
    const manager = await signInAs(llave, 'administrador');
    minutes(31);
    await runJobs(llave, expireClaim);
    const form = { name: lot.name, type_id: 1, area_m2: 200, premium_centavos: 0 };
    const withheld = await manager.patch(`/api/lotes/${lot.id}`, {
      ...form,
      withheld: true,
      withheld_reason: 'Revisión',
    });
    expect(withheld.statusCode, withheld.body).toBe(200);
    await runJobs(llave, promoteWaiting);
    expect(await live(lot.id)).toBeUndefined();
    await manager.patch('/api/lotes', { ids: [lot.id], withheld: false });
    await runJobs(llave, promoteWaiting);
    expect(await live(lot.id)).toMatchObject({ phone: `+507${line[0]!.form.celular}` });
    expect(await db.select().from(lotWaitlist).where(eq(lotWaitlist.lotId, lot.id))).toMatchObject([
      { leftAt: null, claimId: expect.any(Number) as number },
    ]);
  });

  test('is made once, to an entry that still waits, when jobs race each other and somebody leaves', async () => {
    const { db, lot, line } = await makeLine(3);
    const link = await linkOf(line[0]!, /lista de espera/);
    minutes(31);
    await runJobs(llave, expireClaim);
    const run = () => llave.app.core.jobs.run(promoteWaiting, { lotId: lot.id }).catch(() => undefined);
    await Promise.all([run(), run(), llave.browser().form(`${link}/salir`, {}), run()]);
    await run();
    await runJobs(llave, promoteWaiting);
    const offers = await db
      .select()
      .from(lotClaims)
      .where(and(eq(lotClaims.lotId, lot.id), eq(lotClaims.kind, 'offer'), isNull(lotClaims.releasedAt)));
    expect(offers).toHaveLength(1);
    expect(await live(lot.id)).toMatchObject({ phone: `+507${line[1]!.form.celular}` });
    const drafts = await db.select().from(sales).where(eq(sales.projectId, lot.projectId));
    // The holder's draft and one for each offer; late runs left nothing behind.
    const offered = await db
      .select()
      .from(lotWaitlist)
      .where(and(eq(lotWaitlist.lotId, lot.id), sql`${lotWaitlist.offeredAt} is not null`));
    expect(drafts).toHaveLength(1 + offered.length);
  });

  test('whose job was lost is found by the nightly sweep', async () => {
    const { db, lot } = await makeLine(1);
    minutes(31);
    await runJobs(llave, expireClaim);
    await db.execute(sql`delete from jobs.job where name = ${promoteWaiting.name}`);
    await llave.app.core.jobs.run(sweepWaiting, {});
    await runJobs(llave, promoteWaiting);
    expect(await live(lot.id)).toMatchObject({ kind: 'offer' });
  });
});

describe('a place in the line', () => {
  test('is unique per telephone; a repeat from elsewhere gets the answer of a new entry', async () => {
    const { db, lot, line } = await makeLine(2);
    const again = { browser: llave.browser(), form: { ...line[0]!.form, email: 'otra@correo.test' } };
    again.browser.address = '10.99.0.1';
    const answer = await join(again, lot.id);
    expect([answer.statusCode, answer.json<{ puesto: number }>().puesto]).toEqual([200, 3]);
    expect(await db.select().from(lotWaitlist).where(eq(lotWaitlist.lotId, lot.id))).toHaveLength(2);
    expect(await mailsTo(db, 'otra@correo.test')).toEqual([]);
    expect(await mailsTo(db, line[0]!.form.email)).toHaveLength(2);
  });

  test('is shown and given up by the link; those behind move up, and a forged link opens nothing', async () => {
    const { line } = await makeLine(2);
    const links = await Promise.all(line.map((one) => linkOf(one, /lista de espera/)));
    const [mine, theirs] = links as [string, string];
    withoutBuild(llave);
    const page = (link: string) => pageData(llave.browser(), myPlacePage, link);
    expect(await page(theirs)).toMatchObject({ state: 'espera', place: 2 });
    expect((await llave.browser().form(`${mine}/salir`, {})).statusCode).toBe(200);
    expect(await page(mine)).toMatchObject({ state: 'salio', place: null });
    expect(await page(theirs)).toMatchObject({ state: 'espera', place: 1 });
    const [, signature] = theirs.split('.');
    const forged = `/clientes/espera/1.${signature}`;
    expect((await llave.browser().get(forged)).statusCode).toBe(404);
    expect((await llave.browser().form(`${forged}/salir`, {})).statusCode).toBe(404);
  });

  test('with an offer that is given up passes the offer to the next', async () => {
    const { lot, line } = await makeLine(2);
    minutes(31);
    await runJobs(llave, expireClaim);
    await runJobs(llave, promoteWaiting);
    const link = await linkOf(line[0]!, /lista de espera/);
    expect((await llave.browser().form(`${link}/salir`, {})).statusCode).toBe(200);
    await runJobs(llave, promoteWaiting);
    expect(await live(lot.id)).toMatchObject({ phone: `+507${line[1]!.form.celular}` });
  });

  test('is refused for a free lot, a deeded lot, a lot of a hidden project, or without consent', async () => {
    const { db, project, lot } = await makeOffer();
    expect((await join(guest(), lot.id)).json()).toMatchObject({ code: 'LOT_FREE' });
    const deeded = await makeLot(db, { projectId: project.id });
    await makeSale(db, { projectId: project.id, stateId: 12, lotId: deeded.id });
    expect((await join(guest(), deeded.id)).json()).toMatchObject({ code: 'LOT_SOLD' });
    const hidden = await makeLot(db, { projectId: (await makeProject(db, { published: false })).id });
    expect((await join(guest(), hidden.id)).statusCode).toBe(404);
    const { browser, form } = guest();
    const refused = await browser.form(`/clientes/lotes/${lot.id}/espera`, form);
    expect(refused.json<{ errors: { field: string }[] }>().errors).toMatchObject([
      { field: 'consentimiento_datos' },
    ]);
  });
});

test('one network gets a limited number of places a day, whatever telephones it gives', async () => {
  const { db, lot } = await makeLine(0);
  const { claims } = await readSettings(db);
  await writeSetting(db, 'claims', { ...claims, perAddress: 2 }, llave.clock.now());
  const answers = [];
  for (let at = 0; at < 3; at += 1) {
    const one = guest();
    one.browser.address = '10.77.0.1';
    answers.push((await join(one, lot.id)).statusCode);
  }
  expect(answers).toEqual([200, 200, 429]);
  await writeSetting(db, 'claims', claims, llave.clock.now());
});

describe('in the office', () => {
  const list = async (browser: Browser, lotId: number) =>
    (await browser.get(`/api/lotes/${lotId}/espera`)).json<{ data: Waiting[] }>().data;

  test('an adviser adds people and their own sales, sees only those, and is notified of the offer', async () => {
    const { db, lot, model, project } = await makeLine(1);
    const user = await makeUser(db, { roles: ['asesor'] });
    const adviser = await signInUser(llave, user);
    const mine = await makeSale(db, { modelId: model.id, projectId: project.id, adviserId: user.id });
    const others = await makeSale(db, { modelId: model.id, projectId: project.id });
    const url = `/api/lotes/${lot.id}/espera`;
    const person = {
      nombre: 'Eva Ríos',
      celular: '6700-0001',
      email: 'eva@correo.test',
      consentimiento: true,
    };
    expect((await adviser.post(url, person)).json()).toMatchObject({ puesto: 2 });
    expect((await adviser.post(url, { venta_id: mine.id })).json()).toMatchObject({ puesto: 3 });
    expect((await adviser.post(url, person)).json()).toMatchObject({ code: 'ALREADY_WAITING' });
    expect((await adviser.post(url, { venta_id: others.id })).json()).toMatchObject({
      errors: [{ field: 'venta_id' }],
    });
    expect((await adviser.post(url, { ...person, consentimiento: false })).statusCode).toBe(422);
    expect((await list(adviser, lot.id)).map(({ puesto, nombre }) => [puesto, nombre])).toEqual([
      [2, 'Eva Ríos'],
      [3, expect.any(String)],
    ]);
    const everybody = await list(await signInAs(llave, 'coordinador'), lot.id);
    expect(everybody).toHaveLength(3);

    const coordinator = await signInAs(llave, 'coordinador');
    const away = (id: number) => `/api/lotes/espera/${id}/retirar`;
    expect((await adviser.post(away(everybody[0]!.id), { motivo: 'Ya compró' })).statusCode).toBe(404);
    expect((await coordinator.post(away(everybody[0]!.id), { motivo: 'Ya compró' })).statusCode).toBe(200);
    expect((await coordinator.post(away(everybody[0]!.id), { motivo: 'Ya compró' })).statusCode).toBe(409);

    minutes(31);
    await runJobs(llave, expireClaim);
    await runJobs(llave, promoteWaiting);
    expect(await live(lot.id)).toMatchObject({ name: 'Eva Ríos' });
    expect(await db.select().from(notices).where(eq(notices.userId, user.id))).toMatchObject([
      { kind: 'lista_de_espera', text: expect.stringContaining('Eva Ríos') as string },
    ]);
    expect((await list(adviser, lot.id))[0]).toMatchObject({ estado: 'ofrecido', puesto: null });

    // Not accepted: the waiting sale is next and gets the lot itself.
    minutes(121);
    await runJobs(llave, expireClaim);
    await runJobs(llave, promoteWaiting);
    expect(await live(lot.id)).toMatchObject({ saleId: mine.id, kind: 'offer' });
    expect((await list(adviser, lot.id)).map(({ estado }) => estado)).toEqual(['vencido', 'ofrecido']);
    // The end of the offer does not end the sale.
    minutes(121);
    await runJobs(llave, expireClaim);
    const [sale] = await db.select().from(sales).where(eq(sales.id, mine.id));
    expect(sale?.stateId).toBe(mine.stateId);
  });
});
