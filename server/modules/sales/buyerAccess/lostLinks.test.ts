import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS } from '#contract/dates.ts';
import { hashToken } from '#server/kernel/secrets.ts';
import { START, useApp, type Browser } from '#test/app.ts';
import { browserOf, clientOf, makeBuyer, salesIn, type Buyer } from '#test/buyers.ts';
import { runJobs } from '#test/jobs.ts';
import { codeTo } from '#test/outbox.ts';
import { LostLink } from './buyerAccess.jobs.names.ts';
import { customerSessions, customerSessionSales } from './buyerAccess.table.ts';
import { requireVerified } from './customerCodes.service.ts';
import { CUSTOMER_COOKIE } from './customerSession.service.ts';

const llave = useApp();
const db = () => llave.database.db;
let sale: Buyer;
let hours = 0;

/** Each test runs on another day, so that rate limits do not carry over. */
beforeEach(async () => {
  llave.clock.set(new Date(START.getTime() + (hours += 25) * HOUR_MS));
  sale = await makeBuyer(llave);
});

describe('perdí mi enlace', () => {
  const ask = (body: object, from = llave.browser()) => from.post('/clientes/enlace', body);
  const confirm = (body: object, from: Browser) => from.post('/clientes/enlace/confirmar', body);
  const deliver = () => runJobs(llave, LostLink);

  test('by phone in any notation: a code to the stored contact opens the sale as verified', async () => {
    const typed = sale.phone.replace('+507', '').replace(/(\d{4})$/, '-$1');
    const browser = llave.browser();
    expect((await ask({ celular: typed }, browser)).statusCode).toBe(200);
    await deliver();
    const clave = await codeTo(db(), sale.email);
    const answer = await confirm({ celular: sale.phone, clave }, browser);
    expect(answer.json()).toEqual({
      success: 'Listo, encontramos tu compra.',
      redirect: `/clientes/siguiente/${sale.code}`,
    });
    expect(await salesIn(llave, browser)).toEqual([sale.id]);
    const ctx = { db: db(), now: llave.clock.now(), client: await clientOf(llave, browser) };
    await expect(requireVerified(ctx, sale.id)).resolves.toBeUndefined();
    await expect(requireVerified(ctx, sale.id, { orSubmittedHere: true })).resolves.toBeUndefined();
    const [row] = await db()
      .select()
      .from(customerSessionSales)
      .where(eq(customerSessionSales.saleId, sale.id));
    expect(row?.submitted).toBe(false);
  });

  test('by identity number, with or without leading zeros; all sales of the person open', async () => {
    const second = await makeBuyer(llave, { email: sale.email, document: sale.document });
    const browser = llave.browser();
    await ask({ cedula: sale.document.replace(/-(\d)/, '-0$1') }, browser);
    await deliver();
    const clave = await codeTo(db(), sale.email);
    const answer = await confirm({ cedula: sale.document, clave }, browser);
    expect(answer.json()).toMatchObject({ redirect: '/clientes/siguiente' });
    expect(await salesIn(llave, browser)).toEqual([sale.id, second.id].sort());
  });

  test('known and unknown people get the same response, after the same work', async () => {
    const known = await ask({ celular: sale.phone });
    const unknown = await ask({ celular: '+50769999999' });
    expect(unknown.body).toBe(known.body);
    expect(unknown.statusCode).toBe(200);
    const names = (answer: typeof known) => answer.cookies.map(({ name }) => name);
    expect(names(unknown)).toEqual(names(known));
    expect(await deliver()).toBe(2);
    const wrong = (celular: string) => confirm({ celular, clave: '000000' }, llave.browser());
    const [one, other] = [await wrong(sale.phone), await wrong('+50769999999')];
    const bare = (answer: typeof one) => ({ ...answer.json<object>(), request_id: '' });
    expect(bare(other)).toEqual(bare(one));
    expect([one.statusCode, other.statusCode]).toEqual([422, 422]);
  });

  test('a person who typed another’s number into their own form gets a code only for that form', async () => {
    const thief = await makeBuyer(llave, {
      phone: sale.phone,
      document: sale.document,
      email: 'ladron@llave.test',
    });
    for (const key of [{ celular: sale.phone }, { cedula: sale.document }]) {
      const browser = llave.browser();
      await ask(key, browser);
      await deliver();
      const clave = await codeTo(db(), 'ladron@llave.test');
      await confirm({ ...key, clave }, browser);
      expect(await salesIn(llave, browser)).toEqual([thief.id]);
    }
  });

  test('invented drafts with the same phone do not keep the buyer from a code', async () => {
    for (let n = 0; n < 8; n += 1)
      await makeBuyer(llave, { phone: sale.phone, stateId: 1, email: `x${n}@malo.test` });
    await ask({ celular: sale.phone });
    await deliver();
    expect(await codeTo(db(), sale.email)).toMatch(/^\d{6}$/);
  });

  test('a code works once, for ten minutes, for the typed phone or number', async () => {
    const browser = llave.browser();
    await ask({ celular: sale.phone }, browser);
    await deliver();
    const clave = await codeTo(db(), sale.email);
    expect((await confirm({ cedula: sale.document, clave }, browser)).statusCode).toBe(422);
    expect((await confirm({ celular: sale.phone, clave }, browser)).statusCode).toBe(200);
    expect((await confirm({ celular: sale.phone, clave }, llave.browser())).statusCode).toBe(422);
    await ask({ celular: sale.phone });
    await deliver();
    llave.clock.advance(600);
    const late = await codeTo(db(), sale.email);
    expect((await confirm({ celular: sale.phone, clave: late }, browser)).statusCode).toBe(422);
  });

  test('guesses: five per code, fifteen an hour and forty a day per number, known or not', async () => {
    await ask({ celular: sale.phone });
    await deliver();
    const code = await codeTo(db(), sale.email);
    const wrong = code === '222222' ? '222223' : '222222';
    for (const celular of [sale.phone, '+50768888888']) {
      const statuses = [];
      for (let n = 0; n < 16; n += 1)
        statuses.push((await confirm({ celular, clave: wrong }, llave.browser())).statusCode);
      expect(statuses).toEqual([...Array<number>(15).fill(422), 429]);
    }
    llave.clock.advance(3600);
    expect((await confirm({ celular: sale.phone, clave: code }, llave.browser())).statusCode).toBe(422);
  });

  test('can be requested five times an hour per number, known or not', async () => {
    for (const celular of [sale.phone, '+50767777777']) {
      const statuses = [];
      for (let n = 0; n < 6; n += 1) statuses.push((await ask({ celular })).statusCode);
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    }
  });

  test('a malformed or missing number is reported at its field', async () => {
    for (const body of [{}, { celular: '12' }, { celular: '' }]) {
      const answer = await ask(body);
      expect(answer.statusCode).toBe(422);
      expect(answer.json()).toMatchObject({ errors: [{ field: 'celular' }] });
    }
  });

  test('keeps the sales open in the browser, and changes its session token', async () => {
    const other = await makeBuyer(llave);
    const browser = await browserOf(llave, other.id);
    const before = browser.cookies.get(CUSTOMER_COOKIE)!;
    await ask({ celular: sale.phone }, browser);
    await deliver();
    await confirm({ celular: sale.phone, clave: await codeTo(db(), sale.email) }, browser);
    expect(await salesIn(llave, browser)).toEqual([sale.id, other.id].sort());
    const [stale] = await db()
      .select()
      .from(customerSessions)
      .where(eq(customerSessions.tokenHash, hashToken(before)));
    expect(stale).toBeUndefined();
  });
});
