import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { START, useApp, type Browser } from '#test/app.ts';
import { makeSale, makeUser } from '#test/factories.ts';
import { runJobs } from '#test/jobs.ts';
import { codeTo, mailsTo } from '#test/outbox.ts';
import { signInUser } from '#test/signIn.ts';
import type { Client } from '#server/kernel/context.ts';
import { Refused } from '#server/kernel/errors.ts';
import { hashToken } from '#server/kernel/secrets.ts';
import { LostLink } from './auth.jobs.names.ts';
import { customerSessions, customerSessionSales, linkTokens } from './auth.table.ts';
import { requireVerified } from './customerCodes.service.ts';
import { CUSTOMER_COOKIE, findClient, openSaleHere } from './customerSession.service.ts';
import { createLink } from './links.service.ts';

const house = useApp();
const MINUTE = 60;
const DAY = 86_400;
let hours = 0;
/** A buyer of a fresh sale: its number, code, and how its person is reached. */
let sale: { id: number; code: string; phone: string; email: string; document: string };
let people = 0;

async function makeBuyer(over: Partial<Parameters<typeof makeSale>[1]> = {}): Promise<typeof sale> {
  const n = (people += 1);
  const contact = {
    phone: `+5076${String(1_000_000 + n)}`,
    email: `comprador${n}@llave.test`,
    document: `8-${n}-77`,
    ...over,
  };
  const { id, code } = await makeSale(house.database.db, contact);
  return { id, code: code ?? '', ...(contact as Omit<typeof sale, 'id' | 'code'>) };
}

beforeEach(async () => {
  house.clock.set(new Date(START.getTime() + (hours += 25) * 3_600_000));
  sale = await makeBuyer();
});

const db = () => house.database.db;
const linkOf = async (saleId: number) =>
  new URL(
    await createLink({ db: db(), now: house.clock.now(), config: house.app.house.services.config }, saleId),
  );
const open = async (browser: Browser, url: URL) => browser.get(url.pathname + url.search);
const tokenOf = (browser: Browser) => browser.cookies.get(CUSTOMER_COOKIE);
/** What the server makes of a browser's cookie. */
const clientOf = async (browser: Browser): Promise<Client | null> =>
  tokenOf(browser) ? findClient(db(), tokenOf(browser)!, house.clock.now()) : null;
const salesIn = async (browser: Browser) => [...((await clientOf(browser))?.saleIds ?? [])].sort();

describe('the link of a sale', () => {
  test('moves its token into an http-only cookie and leaves a clean address', async () => {
    const url = await linkOf(sale.id);
    expect(url.origin + url.pathname).toBe(`http://llave.test/clientes/mi-compra/${sale.code}`);
    const browser = house.browser();
    const answer = await browser.get(`${url.pathname}${url.search}&pagina=2`);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `${url.pathname}?pagina=2`]);
    expect(answer.headers['referrer-policy']).toBe('no-referrer');
    expect(answer.headers['cache-control']).toBe('no-store');
    const cookie = answer.cookies.find(({ name }) => name === CUSTOMER_COOKIE);
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', maxAge: 365 * DAY });
    expect(cookie!.value).not.toBe(url.searchParams.get('token'));
    expect(await salesIn(browser)).toEqual([sale.id]);
  });

  test('keeps hashes of the link and of the session', async () => {
    const url = await linkOf(sale.id);
    const browser = house.browser();
    await open(browser, url);
    const kept = JSON.stringify([
      await db().select().from(linkTokens),
      await db().select().from(customerSessions),
    ]);
    expect(kept).not.toContain(url.searchParams.get('token'));
    expect(kept).not.toContain(tokenOf(browser));
  });

  test('opens on /comprar and /tramites too, and a draft’s leads to its next action', async () => {
    const draft = await makeBuyer({ stateId: 1 });
    const url = await linkOf(draft.id);
    expect(url.pathname).toBe(`/clientes/siguiente/${draft.id}`);
    for (const path of ['/comprar/7', '/tramites/x/datos-bancarios']) {
      const browser = house.browser();
      expect((await browser.get(path + url.search)).headers.location).toBe(path);
      expect(await salesIn(browser)).toEqual([draft.id]);
    }
  });

  test('opens beside the sales that the browser has, on a token of its own', async () => {
    const other = await makeBuyer();
    const browser = house.browser();
    await open(browser, await linkOf(sale.id));
    const before = tokenOf(browser)!;
    await open(browser, await linkOf(other.id));
    expect(await salesIn(browser)).toEqual([sale.id, other.id].sort());
    expect(tokenOf(browser)).not.toBe(before);
    expect(await findClient(db(), before, house.clock.now())).toBeNull();
  });

  test('a session planted beforehand opens nothing', async () => {
    const attacker = house.browser();
    await open(attacker, await linkOf((await makeBuyer()).id));
    const victim = house.browser();
    victim.cookies.set(CUSTOMER_COOKIE, tokenOf(attacker)!);
    await open(victim, await linkOf(sale.id));
    expect(await salesIn(victim)).toContain(sale.id);
    expect(await clientOf(attacker)).toBeNull();
  });

  test('may be used again, and each use renews its 30 days', async () => {
    const url = await linkOf(sale.id);
    for (let n = 0; n < 3; n += 1) {
      house.clock.advance(29 * DAY);
      const browser = house.browser();
      await open(browser, url);
      expect(await salesIn(browser)).toEqual([sale.id]);
    }
    house.clock.advance(30 * DAY);
    const late = house.browser();
    const answer = await open(late, url);
    expect(answer.headers.location).toBe('/clientes/enlace-vencido');
    expect(await salesIn(late)).toEqual([]);
  });

  test('what it opened stays for 30 days after the last use', async () => {
    const browser = house.browser();
    await open(browser, await linkOf(sale.id));
    for (let n = 0; n < 3; n += 1) {
      house.clock.advance(29 * DAY);
      expect(await salesIn(browser)).toEqual([sale.id]);
    }
    house.clock.advance(30 * DAY);
    expect(await salesIn(browser)).toEqual([]);
  });

  test('an invented or expired one leads to a page that says what to do', async () => {
    const browser = house.browser();
    const answer = await browser.get(`/clientes/mi-compra/${sale.code}?token=inventado`);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/clientes/enlace-vencido']);
    const page = await browser.get('/clientes/enlace-vencido');
    expect(page.statusCode).toBe(401);
    expect(page.json<{ message: string }>().message).toContain('tu celular o tu cédula');
  });

  test('an old one of a sale that is open here just cleans the address', async () => {
    const browser = house.browser();
    await open(browser, await linkOf(sale.id));
    const answer = await browser.get(`/clientes/mi-compra/${sale.code}?token=viejo`);
    expect(answer.headers.location).toBe(`/clientes/mi-compra/${sale.code}`);
  });

  test('is nothing under /api nor on the office’s pages', async () => {
    const { search } = await linkOf(sale.id);
    const browser = house.browser();
    await browser.get(`/api/csrf${search}`);
    await browser.get(`/oficina${search}`);
    expect(await salesIn(browser)).toEqual([]);
  });
});

describe('the office and the links', () => {
  test('sends a new one by mail, never in the answer, and voids all of them everywhere', async () => {
    const staff = await signInUser(house, await makeUser(db(), { roles: ['coordinador'] }));
    const answer = await staff.post(`/api/sale/precontracts/${sale.id}/enlaces`);
    expect(answer.statusCode, answer.body).toBe(200);
    const [mail] = await mailsTo(db(), sale.email);
    const [link] = /http:\S+/.exec(mail!.body)!;
    expect(answer.body).not.toContain('token=');
    const browser = house.browser();
    await open(browser, new URL(link));
    expect(await salesIn(browser)).toEqual([sale.id]);

    const closed = await staff.send({
      method: 'DELETE',
      url: `/api/sale/precontracts/${sale.id}/enlaces`,
    });
    expect(closed.statusCode).toBe(200);
    expect(await salesIn(browser)).toEqual([]);
    await open(browser, new URL(link));
    expect(await salesIn(browser)).toEqual([]);
  });

  test('another’s sale is not found', async () => {
    const adviser = await signInUser(house, await makeUser(db(), { roles: ['asesor'] }));
    expect((await adviser.post(`/api/sale/precontracts/${sale.id}/enlaces`)).statusCode).toBe(404);
    expect(await mailsTo(db(), sale.email)).toEqual([]);
  });
});

describe('a one-time code for what is sensitive', () => {
  let browser: Browser;
  beforeEach(async () => {
    browser = house.browser();
    await open(browser, await linkOf(sale.id));
  });
  const ask = (from = browser, body: object = { codigo: sale.code }) => from.post('/clientes/codigo', body);
  const confirm = (clave: string, from = browser) =>
    from.post('/clientes/codigo/confirmar', { codigo: sale.code, clave });
  /** The code that requireVerified refuses with; null when it lets through. */
  async function refusal(from = browser, options = {}): Promise<string | null> {
    const ctx = { db: db(), now: house.clock.now(), client: await clientOf(from) };
    return requireVerified(ctx, sale.id, options).then(
      () => null,
      (error: unknown) => (error instanceof Refused ? `${error.status} ${error.code}` : String(error)),
    );
  }

  test('opens it in this browser for 30 minutes', async () => {
    expect(await refusal()).toBe('403 CODE_NEEDED');
    const asked = await ask();
    expect(asked.json()).toEqual({
      success: 'Te enviamos un código de 6 números a c•••@l•••.test. Sirve 10 minutos.',
    });
    const answer = await confirm(await codeTo(db(), sale.email));
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json<{ hasta: string }>().hasta).toBe(
      new Date(house.clock.now().getTime() + 30 * MINUTE * 1000).toISOString(),
    );
    house.clock.advance(30 * MINUTE - 1);
    expect(await refusal()).toBeNull();
    house.clock.advance(1);
    expect(await refusal()).toBe('403 CODE_NEEDED');
  });

  test('the browser that submitted the form signs the pre-contract without one, and nothing else', async () => {
    const cookies = new Map<string, string>();
    const submitted = house.browser();
    await openSaleHere(
      {
        db: db(),
        now: house.clock.now(),
        client: null,
        setCookie: (name, value) => void cookies.set(name, value),
      },
      sale.id,
      true,
    );
    submitted.cookies.set(CUSTOMER_COOKIE, cookies.get(CUSTOMER_COOKIE)!);
    expect(await refusal(submitted, { orSubmittedHere: true })).toBeNull();
    expect(await refusal(submitted)).toBe('403 CODE_NEEDED');
    expect(await refusal(browser, { orSubmittedHere: true })).toBe('403 CODE_NEEDED');
  });

  test('a sale that is not open here is not found', async () => {
    const stranger = house.browser();
    await open(stranger, await linkOf((await makeBuyer()).id));
    expect(await refusal(stranger)).toBe('404 NOT_FOUND');
    expect((await ask(stranger)).statusCode).toBe(404);
    expect((await confirm('123456', stranger)).statusCode).toBe(404);
    expect((await ask(house.browser())).statusCode).toBe(401);
  });

  test('is known by no code where one sale is open; with several it must be said', async () => {
    expect((await ask(browser, {})).statusCode).toBe(200);
    expect((await ask(browser, { precontrato_id: sale.id })).statusCode).toBe(200);
    await open(browser, await linkOf((await makeBuyer()).id));
    expect((await ask(browser, {})).statusCode).toBe(404);
  });

  test('is good once, in the browser that asked for it', async () => {
    await ask();
    const code = await codeTo(db(), sale.email);
    const other = house.browser();
    await open(other, await linkOf(sale.id));
    expect((await confirm(code, other)).statusCode).toBe(422);
    expect((await confirm(`${code.slice(0, 3)} ${code.slice(3)}`)).statusCode).toBe(200);
    expect((await confirm(code)).json()).toMatchObject({ code: 'CODE', errors: [{ field: 'clave' }] });
  });

  test('takes five wrong guesses, also at once, and then not even the right one', async () => {
    await ask();
    const code = await codeTo(db(), sale.email);
    const wrong = code === '111111' ? '111112' : '111111';
    const guesses = await Promise.all(Array.from({ length: 5 }, () => confirm(wrong)));
    expect(guesses.map(({ statusCode }) => statusCode)).toEqual([422, 422, 422, 422, 422]);
    expect((await confirm(code)).statusCode).toBe(422);
    expect(await refusal()).toBe('403 CODE_NEEDED');
  });

  test('is asked for five times and tried fifteen times an hour, over all browsers of the sale', async () => {
    const statuses = [];
    for (let round = 0; round < 6; round += 1) statuses.push((await ask()).statusCode);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    const other = house.browser();
    await open(other, await linkOf(sale.id));
    for (let n = 0; n < 15; n += 1) await confirm('000000', n % 2 ? browser : other);
    const refused = await confirm('000000');
    expect(refused.statusCode).toBe(429);
    expect(refused.json<{ retry_after: number }>().retry_after).toBe(3600);
  });

  test('ends after ten minutes', async () => {
    await ask();
    const code = await codeTo(db(), sale.email);
    house.clock.advance(600);
    expect((await confirm(code)).statusCode).toBe(422);
  });

  test('without an e-mail address waits in the outbox, under the phone, for a coordinator', async () => {
    sale = await makeBuyer({ email: null });
    const silent = house.browser();
    await open(silent, await linkOf(sale.id));
    expect((await ask(silent)).json<{ success: string }>().success).toContain('Pide a tu asesor');
    const phone = sale.phone.replace(/^\+507(\d{4})(\d{4})$/, '+507 $1-$2');
    expect(await mailsTo(db(), phone)).toMatchObject([{ kind: 'codigo', secret: true, state: 'kept' }]);
    expect((await confirm(await codeTo(db(), phone), silent)).statusCode).toBe(200);
  });

  test('a plain form may ask and confirm, with its hidden token', async () => {
    await ask();
    const answer = await browser.form('/clientes/codigo/confirmar', {
      codigo: sale.code,
      clave: await codeTo(db(), sale.email),
    });
    expect(answer.statusCode, answer.body).toBe(200);
  });
});

describe('perdí mi enlace', () => {
  const ask = (body: object, from = house.browser()) => from.post('/clientes/enlace', body);
  const confirm = (body: object, from: Browser) => from.post('/clientes/enlace/confirmar', body);
  const deliver = () => runJobs(house, LostLink);

  test('by phone, however it is written: a code to the contact on file opens the sale, verified', async () => {
    const typed = sale.phone.replace('+507', '').replace(/(\d{4})$/, '-$1');
    const browser = house.browser();
    expect((await ask({ celular: typed }, browser)).statusCode).toBe(200);
    await deliver();
    const clave = await codeTo(db(), sale.email);
    const answer = await confirm({ celular: sale.phone, clave }, browser);
    expect(answer.json()).toEqual({
      success: 'Listo, encontramos tu compra.',
      redirect: `/clientes/siguiente/${sale.code}`,
    });
    expect(await salesIn(browser)).toEqual([sale.id]);
    const ctx = { db: db(), now: house.clock.now(), client: await clientOf(browser) };
    await expect(requireVerified(ctx, sale.id)).resolves.toBeUndefined();
    await expect(requireVerified(ctx, sale.id, { orSubmittedHere: true })).resolves.toBeUndefined();
    const [row] = await db()
      .select()
      .from(customerSessionSales)
      .where(and(eq(customerSessionSales.saleId, sale.id)));
    expect(row?.submitted).toBe(false);
  });

  test('by identity number, leading zeros or not; all sales of the person open', async () => {
    const second = await makeBuyer({ email: sale.email, document: sale.document });
    const browser = house.browser();
    await ask({ cedula: sale.document.replace(/-(\d)/, '-0$1') }, browser);
    await deliver();
    const clave = await codeTo(db(), sale.email);
    const answer = await confirm({ cedula: sale.document, clave }, browser);
    expect(answer.json()).toMatchObject({ redirect: '/clientes/siguiente' });
    expect(await salesIn(browser)).toEqual([sale.id, second.id].sort());
  });

  test('known or not: the same answer, the same work before it', async () => {
    const known = await ask({ celular: sale.phone });
    const unknown = await ask({ celular: '+50769999999' });
    expect(unknown.body).toBe(known.body);
    expect(unknown.statusCode).toBe(200);
    const names = (answer: typeof known) => answer.cookies.map(({ name }) => name);
    expect(names(unknown)).toEqual(names(known));
    expect(await deliver()).toBe(2);
    const wrong = (celular: string) => confirm({ celular, clave: '000000' }, house.browser());
    const [one, other] = [await wrong(sale.phone), await wrong('+50769999999')];
    const bare = ({ request_id: _, ...rest }: { request_id?: string }) => rest;
    expect(bare(other.json())).toEqual(bare(one.json()));
    expect([one.statusCode, other.statusCode]).toEqual([422, 422]);
  });

  test('who typed somebody else’s number into a form of their own gets a code for that form alone', async () => {
    const thief = await makeBuyer({ phone: sale.phone, document: sale.document, email: 'ladron@llave.test' });
    for (const key of [{ celular: sale.phone }, { cedula: sale.document }]) {
      const browser = house.browser();
      await ask(key, browser);
      await deliver();
      const clave = await codeTo(db(), 'ladron@llave.test');
      await confirm({ ...key, clave }, browser);
      expect(await salesIn(browser)).toEqual([thief.id]);
    }
  });

  test('a code is good once, for ten minutes, for what was typed', async () => {
    const browser = house.browser();
    await ask({ celular: sale.phone }, browser);
    await deliver();
    const clave = await codeTo(db(), sale.email);
    expect((await confirm({ cedula: sale.document, clave }, browser)).statusCode).toBe(422);
    expect((await confirm({ celular: sale.phone, clave }, browser)).statusCode).toBe(200);
    expect((await confirm({ celular: sale.phone, clave }, house.browser())).statusCode).toBe(422);
    await ask({ celular: sale.phone });
    await deliver();
    house.clock.advance(600);
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
        statuses.push((await confirm({ celular, clave: wrong }, house.browser())).statusCode);
      expect(statuses).toEqual([...Array<number>(15).fill(422), 429]);
    }
    house.clock.advance(3600);
    expect((await confirm({ celular: sale.phone, clave: code }, house.browser())).statusCode).toBe(422);
  });

  test('is asked for five times an hour per number, known or not', async () => {
    for (const celular of [sale.phone, '+50767777777']) {
      const statuses = [];
      for (let n = 0; n < 6; n += 1) statuses.push((await ask({ celular })).statusCode);
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    }
  });

  test('a malformed or missing number is told at its field', async () => {
    for (const body of [{}, { celular: '12' }, { celular: '' }]) {
      const answer = await ask(body);
      expect(answer.statusCode).toBe(422);
      expect(answer.json()).toMatchObject({ errors: [{ field: 'celular' }] });
    }
  });

  test('keeps the sales that the browser had, and changes its token', async () => {
    const other = await makeBuyer();
    const browser = house.browser();
    await open(browser, await linkOf(other.id));
    const before = tokenOf(browser)!;
    await ask({ celular: sale.phone }, browser);
    await deliver();
    await confirm({ celular: sale.phone, clave: await codeTo(db(), sale.email) }, browser);
    expect(await salesIn(browser)).toEqual([sale.id, other.id].sort());
    const [stale] = await db()
      .select()
      .from(customerSessions)
      .where(eq(customerSessions.tokenHash, hashToken(before)));
    expect(stale).toBeUndefined();
  });
});
