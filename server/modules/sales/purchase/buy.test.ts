import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { LOT_TAKEN_TEXT } from '#contract/sales/claims/claims.ts';
import { changes } from '#server/kernel/kernel.table.ts';
import { customerSessions } from '#server/modules/sales/buyerAccess/buyerAccess.table.ts';
import { CUSTOMER_COOKIE } from '#server/modules/sales/buyerAccess/customerSession.service.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { lotClaims } from '#server/modules/sales/claims/claims.table.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { useApp, type Browser } from '#test/app.ts';
import { deep } from '#test/deep.ts';
import { makeLot, makeModel, makeProject } from '#test/factories.ts';

const BUYERS = deep(40, 200);
const llave = useApp();

let made = 0;
/** A buyer's form with a unique telephone and email. */
const buyer = (over: Record<string, string> = {}) => {
  const n = (made += 1);
  return {
    nombre: 'Ana Pérez',
    email: `ana${n}@correo.test`,
    celular: `6${String(n + 1_000_000)}`,
    ...over,
  };
};
let addresses = 0;
/** Each browser gets its own network address, because an address may hold only a few lots. */
const buy = (browser: Browser, modelId: number, form: Record<string, string>, headers = {}) => {
  const n = (addresses += 1);
  if (browser.address === '127.0.0.1') browser.address = `10.7.${n >> 8}.${n & 255}`;
  return browser.form(`/clientes/comprar/${modelId}`, form, headers);
};

async function makeOffer(lots = 1) {
  const { db } = llave.database;
  const project = await makeProject(db);
  const model = await makeModel(db, { projectId: project.id });
  const made = [];
  for (let at = 0; at < lots; at += 1) made.push(await makeLot(db, { projectId: project.id }));
  return { db, project, model, lots: made };
}

const claimsOf = (saleId: number) =>
  llave.database.db.select().from(lotClaims).where(eq(lotClaims.saleId, saleId));

describe('buying a model', () => {
  test('makes a draft in this browser, holds the lot for 30 minutes and sets the cookie', async () => {
    const { db, model, lots } = await makeOffer();
    const browser = llave.browser();
    const form = buyer({ lote_id: String(lots[0]!.id) });
    const answer = await buy(browser, model.id, form);
    expect(answer.statusCode, answer.body).toBe(200);
    const { precontratoId, ...rest } = answer.json<{ precontratoId: number }>();
    expect(rest).toEqual({
      success: 'Datos enviados correctamente.',
      redirect: `/clientes/precontrato/${precontratoId}`,
    });
    expect(browser.cookies.has(CUSTOMER_COOKIE)).toBe(true);
    expect(answer.cookies.find(({ name }) => name === CUSTOMER_COOKIE)).toMatchObject({ httpOnly: true });

    const [sale] = await db.select().from(sales).where(eq(sales.id, precontratoId));
    expect(sale).toMatchObject({ stateId: 1, code: null, modelId: model.id, priceCents: model.priceCents });
    const [person] = await db.select().from(people).where(eq(people.id, sale!.personId));
    expect(person).toMatchObject({ name: 'Ana Pérez', phone: `+507${form.celular}`, documentNumber: null });
    expect(await claimsOf(precontratoId)).toMatchObject([
      { lotId: lots[0]!.id, kind: 'hold', until: new Date('2026-11-21T15:30:00Z'), releasedAt: null },
    ]);
    const history = await db
      .select()
      .from(changes)
      .where(and(eq(changes.record, 'precontrato'), eq(changes.recordId, precontratoId)));
    expect(history).toMatchObject([{ record: 'precontrato', from: null, to: 1, actorKind: 'client' }]);
  });

  test('a plain form without JavaScript gets a 303 redirect', async () => {
    const { model } = await makeOffer();
    const browser = llave.browser();
    const { token } = (await browser.get('/api/csrf')).json<{ data: { token: string } }>().data;
    const answer = await browser.send({
      method: 'POST',
      url: `/clientes/comprar/${model.id}`,
      payload: new URLSearchParams({ ...buyer(), _token: token }).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'text/html,application/xhtml+xml',
      },
    });
    expect(answer.statusCode, answer.body).toBe(303);
    expect(answer.headers.location).toMatch(/^\/clientes\/precontrato\/\d+$/);
  });

  test('reports missing and malformed fields', async () => {
    const { model } = await makeOffer();
    const browser = llave.browser();
    const empty = await buy(browser, model.id, { nombre: ' ', email: '', celular: '' });
    expect(empty.statusCode).toBe(422);
    expect(empty.json<{ errors: object[] }>().errors).toEqual([
      { field: 'nombre', message: 'Escribe tu nombre.' },
      { field: 'email', message: 'Escribe tu correo.' },
      { field: 'celular', message: 'Escribe tu celular.' },
    ]);
    const wrong = await buy(browser, model.id, { nombre: '12', email: 'ana@', celular: '123', lote_id: 'x' });
    expect(wrong.json<{ errors: { field: string }[] }>().errors.map(({ field }) => field)).toEqual([
      'nombre',
      'email',
      'celular',
      'lote_id',
    ]);
    expect((await buy(browser, 999_999, buyer())).statusCode).toBe(404);
  });

  test('continues the open draft of that model and never duplicates it', async () => {
    const { db, model, lots } = await makeOffer(2);
    const browser = llave.browser();
    const first = await buy(browser, model.id, buyer({ lote_id: String(lots[0]!.id) }));
    const again = await buy(
      browser,
      model.id,
      buyer({ nombre: 'Ana María Pérez', lote_id: String(lots[1]!.id) }),
    );
    const id = first.json<{ precontratoId: number }>().precontratoId;
    expect(again.json<{ precontratoId: number }>().precontratoId).toBe(id);
    const [sale] = await db.select().from(sales).where(eq(sales.id, id));
    expect(sale?.draft).toMatchObject({ nombre: 'Ana María Pérez', lote_id: lots[1]!.id });
    // The lot changed, but the hold time did not start again.
    expect((await claimsOf(id)).map(({ lotId, releasedAt }) => [lotId, releasedAt === null])).toEqual([
      [lots[0]!.id, false],
      [lots[1]!.id, true],
    ]);
  });

  test('a double click, or a repeat after a lost response, makes one draft', async () => {
    const { db, model, lots } = await makeOffer();
    const browser = llave.browser();
    await browser.get('/api/csrf');
    const form = buyer({ lote_id: String(lots[0]!.id) });
    const key = { 'idempotency-key': 'clic-1' };
    const answers = await Promise.all([1, 2, 3, 4].map(() => buy(browser, model.id, form, key)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    // The response was lost: the browser has only its CSRF secret and repeats without the customer cookie.
    browser.cookies.delete(CUSTOMER_COOKIE);
    const late = await buy(browser, model.id, form, key);
    expect(late.statusCode, late.body).toBe(200);
    const ids = [...answers, late].map((one) => one.json<{ precontratoId: number }>().precontratoId);
    expect(new Set(ids).size).toBe(1);
    expect(browser.cookies.has(CUSTOMER_COOKIE)).toBe(true);
    expect(await db.select().from(sales).where(eq(sales.modelId, model.id))).toHaveLength(1);

    // The same without an idempotency key.
    browser.cookies.delete(CUSTOMER_COOKIE);
    const plain = await buy(browser, model.id, form);
    expect(plain.json<{ precontratoId: number }>().precontratoId).toBe(ids[0]);
    const other = await buy(browser, model.id, { ...form, nombre: 'Otra Persona' }, key);
    expect([other.statusCode, other.json<{ code: string }>().code]).toEqual([422, 'IDEMPOTENCY']);
  });

  test('the same key from another browser is another request', async () => {
    const { model } = await makeOffer();
    const key = { 'idempotency-key': 'misma' };
    const ids = [];
    for (const browser of [llave.browser(), llave.browser()])
      ids.push((await buy(browser, model.id, buyer(), key)).json<{ precontratoId: number }>().precontratoId);
    expect(ids[0]).not.toBe(ids[1]);
  });
});

describe('a lot', () => {
  test(`wanted by ${BUYERS} buyers at once goes to exactly one; the others get an error and nothing changes`, async () => {
    const { db, model, lots } = await makeOffer();
    const before = (await db.select().from(customerSessions)).length;
    const answers = await Promise.all(
      Array.from({ length: BUYERS }, async () => {
        const browser = llave.browser();
        return buy(browser, model.id, buyer({ lote_id: String(lots[0]!.id) }));
      }),
    );
    const won = answers.filter(({ statusCode }) => statusCode === 200);
    const lost = answers.filter(({ statusCode }) => statusCode === 409);
    expect([won.length, lost.length]).toEqual([1, BUYERS - 1]);
    for (const one of lost) expect(one.json()).toMatchObject({ code: 'LOT_TAKEN', message: LOT_TAKEN_TEXT });
    expect(await db.select().from(sales).where(eq(sales.modelId, model.id))).toHaveLength(1);
    expect(await db.select().from(customerSessions)).toHaveLength(before + 1);
    expect(await db.select().from(lotClaims).where(eq(lotClaims.lotId, lots[0]!.id))).toHaveLength(1);
  });

  test('with a house fits only that house’s model; an empty one fits any model of its project; a withheld or public one fits none', async () => {
    const { db, project, model } = await makeOffer();
    const other = await makeModel(db, { projectId: project.id });
    const [built, withheld, street, foreign] = [
      await makeLot(db, { projectId: project.id }),
      await makeLot(db, { projectId: project.id, withheld: true }),
      await makeLot(db, { projectId: project.id, typeId: 7 }),
      await makeLot(db),
    ];
    await db.insert(houses).values({
      projectId: project.id,
      lotId: built.id,
      modelId: model.id,
      name: 'Casa 1',
      createdAt: llave.clock.now(),
    });
    const tried = async (modelId: number, lotId: number) => {
      const answer = await buy(llave.browser(), modelId, buyer({ lote_id: String(lotId) }));
      const { code, errors } = answer.json<{ code?: string; errors?: { field: string }[] }>();
      return [answer.statusCode, errors?.[0]?.field ?? code];
    };
    expect(await tried(other.id, built.id)).toEqual([422, 'lote_id']);
    expect(await tried(model.id, built.id)).toEqual([200, undefined]);
    expect(await tried(model.id, withheld.id)).toEqual([409, 'LOT_TAKEN']);
    expect(await tried(model.id, street.id)).toEqual([409, 'LOT_TAKEN']);
    expect(await tried(model.id, foreign.id)).toEqual([422, 'lote_id']);
    expect(await tried(model.id, 999_999)).toEqual([422, 'lote_id']);
  });
});
