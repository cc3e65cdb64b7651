import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS } from '#contract/dates.ts';
import { errorPage } from '#contract/page.ts';
import { nextPage } from '#contract/overview/myPurchase/pages.ts';
import { Refused } from '#server/kernel/errors.ts';
import { START, useApp, type Browser } from '#test/app.ts';
import { browserOf, clientOf, follow, linkOf, makeBuyer, type Buyer } from '#test/buyers.ts';
import { codeTo, mailsTo } from '#test/outbox.ts';
import { dataOf, pageData, withoutBuild } from '#test/pages.ts';
import { requireVerified } from './customerCodes.service.ts';
import { CUSTOMER_COOKIE, openSaleHere } from './customerSession.service.ts';

const llave = useApp();
beforeAll(() => withoutBuild(llave));
const db = () => llave.database.db;
let sale: Buyer;
const MINUTE = 60;
let hours = 0;

/** Each test runs on another day, so that rate limits do not carry over. */
beforeEach(async () => {
  llave.clock.set(new Date(START.getTime() + (hours += 25) * HOUR_MS));
  sale = await makeBuyer(llave);
});

describe('a one-time code for sensitive actions', () => {
  let browser: Browser;
  beforeEach(async () => {
    browser = llave.browser();
    await follow(browser, await linkOf(llave, sale.id));
  });
  const ask = (from = browser, body: object = { codigo: sale.code }) => from.post('/clientes/codigo', body);
  const confirm = (clave: string, from = browser) =>
    from.post('/clientes/codigo/confirmar', { codigo: sale.code, clave });
  /** The error with which requireVerified refuses; null when it passes. */
  async function refusal(from = browser, options = {}): Promise<string | null> {
    const ctx = { db: db(), now: llave.clock.now(), client: await clientOf(llave, from) };
    return requireVerified(ctx, sale.id, options).then(
      () => null,
      (error: unknown) => (error instanceof Refused ? `${error.status} ${error.code}` : String(error)),
    );
  }

  test('allows them in this browser for 30 minutes', async () => {
    expect(await refusal()).toBe('403 CODE_NEEDED');
    const asked = await ask();
    expect(asked.json()).toEqual({
      success: 'Te enviamos un código de 6 números a c•••@l•••.test. Sirve 10 minutos.',
      redirect: `/clientes/siguiente/${sale.code}?codigo=enviado`,
    });
    const answer = await confirm(await codeTo(db(), sale.email));
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json<{ hasta: string }>().hasta).toBe(
      new Date(llave.clock.now().getTime() + 30 * MINUTE * 1000).toISOString(),
    );
    llave.clock.advance(30 * MINUTE - 1);
    expect(await refusal()).toBeNull();
    llave.clock.advance(1);
    expect(await refusal()).toBe('403 CODE_NEEDED');
  });

  test('is needed in the browser that sent the form, except to sign the pre-contract', async () => {
    const cookies = new Map<string, string>();
    const submitted = llave.browser();
    await openSaleHere(
      {
        db: db(),
        now: llave.clock.now(),
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

  test('for a sale that is not open here gets 404', async () => {
    const stranger = await browserOf(llave, (await makeBuyer(llave)).id);
    expect(await refusal(stranger)).toBe('404 NOT_FOUND');
    expect((await ask(stranger)).statusCode).toBe(404);
    expect((await confirm('123456', stranger)).statusCode).toBe(404);
    expect((await ask(llave.browser())).statusCode).toBe(401);
  });

  test('needs no sale id when one sale is open; with several it does', async () => {
    expect((await ask(browser, {})).statusCode).toBe(200);
    expect((await ask(browser, { precontrato_id: sale.id })).statusCode).toBe(200);
    await follow(browser, await linkOf(llave, (await makeBuyer(llave)).id));
    expect((await ask(browser, {})).statusCode).toBe(404);
  });

  test('works once, in the browser that asked for it', async () => {
    await ask();
    const code = await codeTo(db(), sale.email);
    const other = await browserOf(llave, sale.id);
    expect((await confirm(code, other)).statusCode).toBe(422);
    expect((await confirm(`${code.slice(0, 3)} ${code.slice(3)}`)).statusCode).toBe(200);
    expect((await confirm(code)).json()).toMatchObject({ code: 'CODE', errors: [{ field: 'clave' }] });
  });

  test('allows five wrong guesses, also concurrent ones, and then refuses the right code too', async () => {
    await ask();
    const code = await codeTo(db(), sale.email);
    const wrong = code === '111111' ? '111112' : '111111';
    const guesses = await Promise.all(Array.from({ length: 5 }, () => confirm(wrong)));
    expect(guesses.map(({ statusCode }) => statusCode)).toEqual([422, 422, 422, 422, 422]);
    expect((await confirm(code)).statusCode).toBe(422);
    expect(await refusal()).toBe('403 CODE_NEEDED');
  });

  test('can be requested five times and tried fifteen times an hour, over all browsers of the sale', async () => {
    const statuses = [];
    for (let round = 0; round < 6; round += 1) statuses.push((await ask()).statusCode);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    const other = await browserOf(llave, sale.id);
    for (let n = 0; n < 15; n += 1) await confirm('000000', n % 2 ? browser : other);
    const refused = await confirm('000000');
    expect(refused.statusCode).toBe(429);
    expect(refused.json<{ retry_after: number }>().retry_after).toBe(3600);
  });

  test('expires after ten minutes', async () => {
    await ask();
    const code = await codeTo(db(), sale.email);
    llave.clock.advance(600);
    expect((await confirm(code)).statusCode).toBe(422);
  });

  test('without an email waits in the outbox, under the phone, for a coordinator', async () => {
    sale = await makeBuyer(llave, { email: null });
    const silent = await browserOf(llave, sale.id);
    expect((await ask(silent)).json<{ success: string }>().success).toContain('Pide a tu asesor');
    const phone = sale.phone.replace(/^\+507(\d{4})(\d{4})$/, '+507 $1-$2');
    expect(await mailsTo(db(), phone)).toMatchObject([{ kind: 'codigo', secret: true, state: 'kept' }]);
    expect((await confirm(await codeTo(db(), phone), silent)).statusCode).toBe(200);
  });

  test('works with a plain form; a wrong code is shown again in the form with the error', async () => {
    const id = String(sale.id);
    const plain = (url: string, fields: Record<string, string>) =>
      browser.send({
        method: 'POST',
        url,
        payload: new URLSearchParams(fields).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
      });
    const asked = await plain('/clientes/codigo', { precontrato_id: id });
    expect([asked.statusCode, asked.headers['location']]).toEqual([
      303,
      `/clientes/siguiente/${sale.code}?codigo=enviado`,
    ]);
    const told = await pageData(browser, nextPage, asked.headers['location']!);
    expect(told.codeSent).toContain('c•••@l•••.test');
    const wrong = await plain('/clientes/codigo/confirmar', { precontrato_id: id, clave: '12 34' });
    expect(wrong.statusCode).toBe(422);
    const { form, errors } = dataOf(wrong.body, errorPage);
    expect(form).toEqual({
      action: '/clientes/codigo/confirmar',
      typed: { precontrato_id: id, clave: '12 34' },
    });
    expect(errors).toEqual([{ field: 'clave', message: 'Escribe los 6 números del código.' }]);
    const right = await plain('/clientes/codigo/confirmar', {
      precontrato_id: id,
      clave: await codeTo(db(), sale.email),
    });
    expect([right.statusCode, right.headers['location']]).toEqual([303, `/clientes/siguiente/${sale.code}`]);
  });
});
