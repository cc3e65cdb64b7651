import { beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS } from '#contract/dates.ts';
import { START, useApp } from '#test/app.ts';
import { browserOf, clientOf, follow, linkOf, makeBuyer, salesIn, type Buyer } from '#test/buyers.ts';
import { makeUser } from '#test/factories.ts';
import { mailsTo } from '#test/outbox.ts';
import { signInUser } from '#test/signIn.ts';
import { customerSessions, linkTokens } from './buyerAccess.table.ts';
import { CUSTOMER_COOKIE, findClient } from './customerSession.service.ts';

const llave = useApp();
const db = () => llave.database.db;
let sale: Buyer;
const DAY = 86_400;
let hours = 0;

/** Each test runs on another day, so that rate limits do not carry over. */
beforeEach(async () => {
  llave.clock.set(new Date(START.getTime() + (hours += 25) * HOUR_MS));
  sale = await makeBuyer(llave);
});

describe('the link of a sale', () => {
  test('moves its token into an http-only cookie and redirects to a clean URL', async () => {
    const url = await linkOf(llave, sale.id);
    expect(url.origin + url.pathname).toBe(`http://llave.test/clientes/mi-compra/${sale.code}`);
    const browser = llave.browser();
    const answer = await browser.get(`${url.pathname}${url.search}&pagina=2`);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `${url.pathname}?pagina=2`]);
    expect(answer.headers['referrer-policy']).toBe('no-referrer');
    expect(answer.headers['cache-control']).toBe('no-store');
    const cookie = answer.cookies.find(({ name }) => name === CUSTOMER_COOKIE);
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', maxAge: 365 * DAY });
    expect(cookie!.value).not.toBe(url.searchParams.get('token'));
    expect(await salesIn(llave, browser)).toEqual([sale.id]);
  });

  test('and the session are stored only as hashes', async () => {
    const url = await linkOf(llave, sale.id);
    const browser = llave.browser();
    await follow(browser, url);
    const kept = JSON.stringify([
      await db().select().from(linkTokens),
      await db().select().from(customerSessions),
    ]);
    expect(kept).not.toContain(url.searchParams.get('token'));
    expect(kept).not.toContain(browser.cookies.get(CUSTOMER_COOKIE));
  });

  test('also opens on /comprar and /tramites, and the link of a draft leads to its next action', async () => {
    const draft = await makeBuyer(llave, { stateId: 1 });
    const url = await linkOf(llave, draft.id);
    expect(url.pathname).toBe(`/clientes/siguiente/${draft.id}`);
    for (const path of ['/comprar/7', '/tramites/x/datos-bancarios']) {
      const browser = llave.browser();
      expect((await browser.get(path + url.search)).headers.location).toBe(path);
      expect(await salesIn(llave, browser)).toEqual([draft.id]);
    }
  });

  test('adds to the sales open in the browser and changes the session token', async () => {
    const other = await makeBuyer(llave);
    const browser = await browserOf(llave, sale.id);
    const before = browser.cookies.get(CUSTOMER_COOKIE)!;
    await follow(browser, await linkOf(llave, other.id));
    expect(await salesIn(llave, browser)).toEqual([sale.id, other.id].sort());
    expect(browser.cookies.get(CUSTOMER_COOKIE)).not.toBe(before);
    expect(await findClient(db(), before, llave.clock.now())).toBeNull();
  });

  test('a session planted beforehand opens nothing', async () => {
    const attacker = await browserOf(llave, (await makeBuyer(llave)).id);
    const victim = llave.browser();
    victim.cookies.set(CUSTOMER_COOKIE, attacker.cookies.get(CUSTOMER_COOKIE)!);
    await follow(victim, await linkOf(llave, sale.id));
    expect(await salesIn(llave, victim)).toContain(sale.id);
    expect(await clientOf(llave, attacker)).toBeNull();
  });

  test('can be used again, and each use renews its 30 days', async () => {
    const url = await linkOf(llave, sale.id);
    for (let n = 0; n < 3; n += 1) {
      llave.clock.advance(29 * DAY);
      const browser = llave.browser();
      await follow(browser, url);
      expect(await salesIn(llave, browser)).toEqual([sale.id]);
    }
    llave.clock.advance(30 * DAY);
    const late = llave.browser();
    const answer = await follow(late, url);
    expect(answer.headers.location).toBe('/clientes/enlace-vencido');
    expect(await salesIn(llave, late)).toEqual([]);
  });

  test('opens the sale for 30 days after the last use', async () => {
    const browser = await browserOf(llave, sale.id);
    for (let n = 0; n < 3; n += 1) {
      llave.clock.advance(29 * DAY);
      expect(await salesIn(llave, browser)).toEqual([sale.id]);
    }
    llave.clock.advance(30 * DAY);
    expect(await salesIn(llave, browser)).toEqual([]);
  });

  test('that is invented or expired leads to a page that explains what to do', async () => {
    const browser = llave.browser();
    const answer = await browser.get(`/clientes/mi-compra/${sale.code}?token=inventado`);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/clientes/enlace-vencido']);
    const page = await browser.get('/clientes/enlace-vencido');
    expect(page.statusCode).toBe(401);
    expect(page.json<{ message: string }>().message).toContain('tu celular o tu cédula');
  });

  test('that is old only cleans the URL if its sale is already open here', async () => {
    const browser = await browserOf(llave, sale.id);
    const answer = await browser.get(`/clientes/mi-compra/${sale.code}?token=viejo`);
    expect(answer.headers.location).toBe(`/clientes/mi-compra/${sale.code}`);
  });

  test('does nothing under /api or on the office’s pages', async () => {
    const { search } = await linkOf(llave, sale.id);
    const browser = llave.browser();
    await browser.get(`/api/csrf${search}`);
    await browser.get(`/oficina${search}`);
    expect(await salesIn(llave, browser)).toEqual([]);
  });
});

describe('links in the office', () => {
  test('a new one is sent by mail, never in the response, and revoking closes the sale everywhere', async () => {
    const staff = await signInUser(llave, await makeUser(db(), { roles: ['coordinador'] }));
    const answer = await staff.post(`/api/sale/precontracts/${sale.id}/link`);
    expect(answer.statusCode, answer.body).toBe(200);
    const [mail] = await mailsTo(db(), sale.email);
    const [link] = /http:\S+/.exec(mail!.body)!;
    expect(answer.body).not.toContain('token=');
    const browser = llave.browser();
    await follow(browser, new URL(link));
    expect(await salesIn(llave, browser)).toEqual([sale.id]);

    const closed = await staff.send({
      method: 'DELETE',
      url: `/api/sale/precontracts/${sale.id}/enlaces`,
    });
    expect(closed.statusCode).toBe(200);
    expect(await salesIn(llave, browser)).toEqual([]);
    await follow(browser, new URL(link));
    expect(await salesIn(llave, browser)).toEqual([]);
  });

  test('a sale out of scope gets 404', async () => {
    const adviser = await signInUser(llave, await makeUser(db(), { roles: ['asesor'] }));
    expect((await adviser.post(`/api/sale/precontracts/${sale.id}/link`)).statusCode).toBe(404);
    expect(await mailsTo(db(), sale.email)).toEqual([]);
  });
});
