import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { SaleBuyers } from '#contract/sales/buyers/buyers.ts';
import { linkTokens } from '#server/modules/sales/buyerAccess/buyerAccess.table.ts';
import { LostLink } from '#server/modules/sales/buyerAccess/buyerAccess.jobs.names.ts';
import { signatures } from '#server/modules/legal/signing/signing.table.ts';
import { useApp, type Browser } from '#test/app.ts';
import { browserOf, follow, makeBuyer } from '#test/buyers.ts';
import { runJobs } from '#test/jobs.ts';
import { codeTo, mailsTo } from '#test/outbox.ts';
import { fileOf, makePicture } from '#test/papers.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';
import { makeSale } from '#test/factories.ts';
import { saleBuyers } from '#server/modules/sales/buyers/buyers.table.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';

const llave = useApp();
const of = (id: number) => `/api/sale/precontracts/${id}/buyers`;
let n = 0;

const someone = () => {
  const k = (n += 1);
  return { nombre: `Luis Gómez ${k}`, celular: `6700-${1000 + k}`, email: `luis${k}@correo.test` };
};
const add = (who: StaffBrowser, id: number, over: object = {}) =>
  who.post(of(id), { rol: 'comprador', ...someone(), ...over });
const dataOf = (answer: { json<T>(): T }) => answer.json<{ data: SaleBuyers }>().data;
const codeOf = (answer: { json<T>(): T }) => answer.json<{ code: string }>().code;

/** A browser that opened the last link mailed to an address. */
async function opened(email: string): Promise<Browser> {
  const [mail] = await mailsTo(llave.database.db, email);
  const address = /https?:\S+token=\S+/.exec(mail?.body ?? '')?.[0];
  const browser = llave.browser();
  await follow(browser, new URL(address ?? ''));
  return browser;
}
async function verified(browser: Browser, code: string, email: string): Promise<void> {
  await browser.post('/clientes/codigo', { codigo: code });
  const clave = await codeTo(llave.database.db, email);
  const answer = await browser.post('/clientes/codigo/confirmar', { codigo: code, clave });
  expect(answer.statusCode, answer.body).toBe(200);
}
const sign = async (browser: Browser, code: string, k = 1) =>
  browser.form(`/clientes/firma/${code}`, { signature: fileOf(await makePicture({ n: k }), 'firma.png') });

describe('buyers of a sale', () => {
  test('a co-buyer is added as a new person with a personal link, and shown to all', async () => {
    const { db } = llave.database;
    const sale = await makeBuyer(llave, { stateId: 3 });
    const coordinator = await signInAs(llave, 'coordinador');
    const who = someone();
    const answer = await add(coordinator, sale.id, {
      ...who,
      cedula: '8-900-77',
      consentimiento_datos: true,
    });
    expect(answer.statusCode, answer.body).toBe(201);
    const { buyers, signed } = dataOf(answer);
    expect(signed).toBe(false);
    expect(buyers).toMatchObject([
      { id: null, role: 'comprador', contact: true },
      { person: { name: who.nombre }, document: '8-900-77', contact: false, signed_at: null },
    ]);
    const browser = await opened(who.email);
    const page = await browser.get(`/clientes/mi-compra/${sale.code}`);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain(who.nombre);
    const own = await db.select().from(linkTokens).where(eq(linkTokens.buyerId, buyers[1]!.id!));
    expect(own).toHaveLength(1);
  });

  test('a person already known under a key is reported, and is used when chosen', async () => {
    const sale = await makeBuyer(llave, { stateId: 3 });
    const other = await makeBuyer(llave, { stateId: 3, name: 'Marta Ríos' });
    const coordinator = await signInAs(llave, 'coordinador');
    const typed = { nombre: 'Marta R.', celular: other.phone, email: null };
    const refused = await add(coordinator, sale.id, typed);
    expect([refused.statusCode, codeOf(refused)]).toEqual([409, 'PERSON_EXISTS']);
    const [{ person } = { person: null }] = refused.json<{
      current: { known: { person: { id: number } }[] };
    }>().current.known;
    const taken = await add(coordinator, sale.id, { ...typed, persona_id: person!.id });
    expect(dataOf(taken).buyers[1]).toMatchObject({ person: { id: person!.id, name: 'Marta Ríos' } });
    const twice = await add(coordinator, sale.id, { ...typed, persona_id: person!.id });
    expect([twice.statusCode, codeOf(twice)]).toEqual([409, 'BUYER_TWICE']);
    const [main] = await llave.database.db.select().from(sales).where(eq(sales.id, sale.id));
    const self = await add(coordinator, sale.id, { ...typed, persona_id: main!.personId });
    expect(codeOf(self)).toBe('BUYER_TWICE');
  });

  test('a document without consent, a sale out of scope and another person are refused', async () => {
    const sale = await makeBuyer(llave, { stateId: 3 });
    const coordinator = await signInAs(llave, 'coordinador');
    const answer = await add(coordinator, sale.id, { cedula: '8-1-1' });
    expect(answer.json<{ errors: { field: string }[] }>().errors[0]?.field).toBe('consentimiento_datos');
    const adviser = await signInAs(llave, 'asesor');
    expect((await add(adviser, sale.id)).statusCode).toBe(404);
    expect((await adviser.get(of(sale.id))).statusCode).toBe(404);
    const own = await makeSale(llave.database.db, { stateId: 2, adviserId: adviser.user.id });
    const [stranger] = await llave.database.db.select().from(people).where(eq(people.phone, sale.phone));
    const reached = await add(adviser, own.id, { persona_id: stranger!.id });
    expect(reached.json<{ errors: { field: string }[] }>().errors[0]?.field).toBe('persona_id');
  });

  test('an adviser cannot get into a sale under review by adding a co-buyer', async () => {
    const { db } = llave.database;
    const adviser = await signInAs(llave, 'asesor');
    const processor = await signInAs(llave, 'procesador');
    const sale = await makeSale(db, {
      stateId: 3,
      adviserId: adviser.user.id,
      processorId: processor.user.id,
    });
    const mine = { email: 'asesor-curioso@correo.test' };
    const refused = await add(adviser, sale.id, mine);
    expect([refused.statusCode, codeOf(refused)]).toEqual([422, 'TRANSITION']);
    expect(await mailsTo(db, mine.email)).toEqual([]);
    const offered = dataOf(await adviser.get(of(sale.id))).add;
    expect(offered.comprador?.disabled).toContain('en revisión');
    expect(offered.codeudor?.disabled).toBeNull();
    expect((await add(adviser, sale.id, { rol: 'codeudor' })).statusCode).toBe(201);
    expect((await add(processor, sale.id)).statusCode).toBe(201);
  });

  test('there is one contact at a time, who gets the mails with a personal link', async () => {
    const { db } = llave.database;
    const sale = await makeBuyer(llave, { stateId: 3 });
    const coordinator = await signInAs(llave, 'coordinador');
    const [first, second] = [someone(), someone()];
    await add(coordinator, sale.id, first);
    const { buyers } = dataOf(await add(coordinator, sale.id, second));
    const contact = (comprador_id: number | null) =>
      coordinator.patch(`${of(sale.id)}/contact`, { comprador_id });
    await contact(buyers[1]!.id);
    const moved = dataOf(await contact(buyers[2]!.id));
    expect(moved.buyers.map((one) => one.contact)).toEqual([false, false, true]);
    const before = (await mailsTo(db, second.email)).length;
    const sent = await coordinator.post(`/api/sale/precontracts/${sale.id}/link`, {});
    expect(sent.statusCode, sent.body).toBe(200);
    const mails = await mailsTo(db, second.email);
    expect(mails).toHaveLength(before + 1);
    expect(mails[0]!.body).toContain(second.nombre);
    expect(await mailsTo(db, sale.email)).toEqual([]);
    const removed = await coordinator.send({ method: 'DELETE', url: `${of(sale.id)}/${buyers[2]!.id}` });
    expect(removed.statusCode).toBe(422);
    const back = dataOf(await contact(null));
    expect(back.buyers[0]!.contact).toBe(true);
  });

  test('concurrent changes of the contact leave exactly one', async () => {
    const sale = await makeBuyer(llave, { stateId: 3 });
    const coordinator = await signInAs(llave, 'coordinador');
    await add(coordinator, sale.id);
    const { buyers } = dataOf(await add(coordinator, sale.id));
    await Promise.all(
      Array.from({ length: 20 }, (_, k) =>
        coordinator.patch(`${of(sale.id)}/contact`, { comprador_id: buyers[1 + (k % 2)]!.id }),
      ),
    );
    const rows = await llave.database.db.select().from(saleBuyers).where(eq(saleBuyers.saleId, sale.id));
    expect(rows.filter(({ contact }) => contact)).toHaveLength(1);
  });

  test('a removed buyer cannot open the purchase any more', async () => {
    const sale = await makeBuyer(llave, { stateId: 3 });
    const coordinator = await signInAs(llave, 'coordinador');
    const who = someone();
    const { buyers } = dataOf(await add(coordinator, sale.id, who));
    const browser = await opened(who.email);
    expect((await browser.get(`/clientes/mi-compra/${sale.code}`)).statusCode).toBe(200);
    expect(
      (await coordinator.send({ method: 'DELETE', url: `${of(sale.id)}/${buyers[1]!.id}` })).statusCode,
    ).toBe(200);
    expect((await browser.get(`/clientes/mi-compra/${sale.code}`)).statusCode).toBe(401);
  });

  test.each([
    [1, 'comprador', false],
    [4, 'comprador', true],
    [5, 'comprador', false],
    [5, 'codeudor', true],
    [8, 'codeudor', true],
    [9, 'codeudor', false],
    [16, 'codeudor', false],
  ])('in state %i a %s may be added: %s', async (stateId, rol, may) => {
    const sale = await makeBuyer(llave, { stateId });
    const coordinator = await signInAs(llave, 'coordinador');
    expect((await add(coordinator, sale.id, { rol })).statusCode).toBe(may ? 201 : 422);
  });

  test('a new co-debtor allows the way back to the banks', async () => {
    const sale = await makeBuyer(llave, { stateId: 7 });
    const coordinator = await signInAs(llave, 'coordinador');
    const back = () =>
      coordinator.patch(`/api/sale/precontracts/${sale.id}/status`, {
        params: { estado_id: 6, motivo: 'Entró un codeudor.' },
      });
    expect((await back()).statusCode).toBe(422);
    await add(coordinator, sale.id, { rol: 'codeudor' });
    const answer = await back();
    expect(answer.statusCode, answer.body).toBe(200);
  });
});

describe('signing together', () => {
  test('each buyer signs with a personal code, in any order; then the pre-contract is signed', async () => {
    const { db } = llave.database;
    const sale = await makeBuyer(llave, { stateId: 3 });
    const coordinator = await signInAs(llave, 'coordinador');
    const who = someone();
    await add(coordinator, sale.id, who);
    await add(coordinator, sale.id, { rol: 'codeudor' });

    const second = await opened(who.email);
    expect(codeOf(await sign(second, sale.code))).toBe('CODE_NEEDED');
    await verified(second, sale.code, who.email);
    const page = await second.get(`/clientes/firma/${sale.code}`);
    expect(page.body).toContain(`"signer":"${who.nombre}"`);
    expect((await sign(second, sale.code)).statusCode).toBe(200);
    expect((await sign(second, sale.code)).statusCode).toBe(200);
    const half = dataOf(await coordinator.get(of(sale.id)));
    expect(half.signed).toBe(false);
    expect(half.buyers.map((one) => one.signed_at !== null)).toEqual([false, true, false]);
    expect(
      (await coordinator.send({ method: 'DELETE', url: `${of(sale.id)}/${half.buyers[1]!.id}` })).statusCode,
    ).toBe(422);

    const first = await browserOf(llave, sale.id);
    await verified(first, sale.code, sale.email);
    expect((await sign(first, sale.code, 2)).statusCode).toBe(200);
    expect(dataOf(await coordinator.get(of(sale.id))).signed).toBe(true);
    const events = await db
      .select()
      .from(signatures)
      .where(eq(signatures.saleId, sale.id))
      .orderBy(signatures.sequence);
    expect(events.map(({ buyerId }) => buyerId)).toEqual([half.buyers[1]!.id, null]);
    expect(events[0]!.evidence).toMatchObject({
      signer: { buyer: half.buyers[1]!.id, name: who.nombre },
      identifiedBy: 'codigo_de_un_solo_uso',
    });
    expect(events[0]!.documentId).not.toBe(events[1]!.documentId);
  });

  test('a code of one buyer does not sign for another buyer in the same browser', async () => {
    const sale = await makeBuyer(llave, { stateId: 3 });
    const coordinator = await signInAs(llave, 'coordinador');
    const who = someone();
    await add(coordinator, sale.id, who);
    const browser = await opened(who.email);
    await verified(browser, sale.code, who.email);
    await coordinator.post(`/api/sale/precontracts/${sale.id}/link`, {});
    const [mail] = await mailsTo(llave.database.db, sale.email);
    await follow(browser, new URL(/https?:\S+token=\S+/.exec(mail!.body)![0]));
    expect(codeOf(await sign(browser, sale.code))).toBe('CODE_NEEDED');
  });

  test('a buyer who rejects leaves the pre-contract unsigned', async () => {
    const sale = await makeBuyer(llave, { stateId: 3 });
    const coordinator = await signInAs(llave, 'coordinador');
    const who = someone();
    await add(coordinator, sale.id, who);
    const browser = await opened(who.email);
    await verified(browser, sale.code, who.email);
    const no = await browser.form(`/clientes/firma/${sale.code}/rechazar`, { motivo: 'Aún no.' });
    expect(no.statusCode, no.body).toBe(200);
    const { buyers, signed } = dataOf(await coordinator.get(of(sale.id)));
    expect(signed).toBe(false);
    expect(buyers[1]!.rejected_at).not.toBeNull();
  });
});

test('a co-buyer recovers a lost link with their own telephone', async () => {
  const sale = await makeBuyer(llave, { stateId: 3 });
  const coordinator = await signInAs(llave, 'coordinador');
  const who = someone();
  await add(coordinator, sale.id, who);
  const browser = llave.browser();
  await browser.post('/clientes/enlace', { celular: who.celular });
  await runJobs(llave, LostLink);
  const clave = await codeTo(llave.database.db, who.email);
  const answer = await browser.post('/clientes/enlace/confirmar', { celular: who.celular, clave });
  expect(answer.statusCode, answer.body).toBe(200);
  expect((await sign(browser, sale.code)).statusCode).toBe(200);
  const { buyers } = dataOf(await coordinator.get(of(sale.id)));
  expect(buyers.map((one) => one.signed_at !== null)).toEqual([false, true]);
});
