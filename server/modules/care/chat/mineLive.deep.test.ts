import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Message } from '#contract/care/chat/model.ts';
import { BUYER_CHAT_EVENT, buyerChatChannel } from '#contract/realtime.ts';
import {
  customerSessions,
  customerSessionSales,
} from '#server/modules/sales/buyerAccess/buyerAccess.table.ts';
import { useApp, type Browser } from '#test/app.ts';
import { browserOf, makeBuyer, verifyEverywhere } from '#test/buyers.ts';
import { listenAt, nextOf, refusedAt, secondProcess, serve, type Listener } from '#test/echo.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';

const llave = useApp();
let coordinator: StaffBrowser;
let here = '';
let there = '';

beforeAll(async () => {
  coordinator = await signInAs(llave, 'coordinador');
  here = await serve(llave.app);
  there = await serve(await secondProcess(llave));
});

async function buyerHere({ proven = true } = {}) {
  const { id } = await makeBuyer(llave);
  const browser = await browserOf(llave, id);
  if (proven) await verifyEverywhere(llave, id);
  return { id, browser };
}
const cookieOf = ({ cookies }: Browser) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
const listenIn = (url: string, browser: Browser, origin = url) =>
  listenAt(url, undefined, { cookie: cookieOf(browser), origin });
const nameOf = (id: number) => buyerChatChannel(id).replace('private-', '');

interface News {
  seq?: number;
}
const told = (listener: Listener, id: number, fits: (news: News) => boolean = () => true) =>
  nextOf<News>(listener, BUYER_CHAT_EVENT, buyerChatChannel(id), fits);
async function join(listener: Listener, id: number): Promise<void> {
  const joined = told(listener, id);
  listener.echo.private(nameOf(id));
  expect(await joined).toEqual({});
}
async function refusal(listener: Listener, id: number): Promise<number> {
  const refused = refusedAt(listener, buyerChatChannel(id));
  listener.echo.private(nameOf(id));
  return refused;
}
const say = async ({ browser }: { browser: Browser }, content: string) =>
  (await browser.form('/clientes/chat/mensajes', { content })).json<{ data: Message }>().data;
const answer = (sid: string, content: string, more: Record<string, string> = {}) =>
  coordinator.form(`/api/sale/messages/${sid}`, { content, ...more });

test('a buyer hears of messages in the own thread alone, by number, on any process, and of no note', async () => {
  const [one, other] = [await buyerHere(), await buyerHere()];
  const listener = listenIn(there, one.browser);
  await join(listener, one.id);
  // Told before the rest is written: of what is read together, only the first number is told.
  const first = told(listener, one.id);
  const [mine, theirs] = [await say(one, 'Hola'), await say(other, 'Buenas')];
  expect(await first).toEqual({ seq: 1 });
  const heard: News[] = [];
  listener.socket.on(BUYER_CHAT_EVENT, (_channel: string, news: News) => heard.push(news));
  const last = told(listener, one.id, ({ seq }) => seq === 3);
  await answer(theirs.roomId, 'Para otra compra');
  await answer(mine.roomId, 'Ojo con esta venta', { nota: '1' });
  await answer(mine.roomId, 'En julio.');
  await last;
  expect(heard).toEqual([{ seq: 3 }]);
  const missed = (await one.browser.get('/clientes/chat/mensajes?despues=1')).json<{ data: Message[] }>();
  expect(missed.data.map(({ content }) => content)).toEqual(['En julio.']);
  // A reaction to what is already there.
  const changed = told(listener, one.id);
  await coordinator.form(`/api/sale/messages/${mine.roomId}/${mine._id}/update_reactions`, {
    reaction: '👍',
  });
  expect(await changed).toEqual({ seq: 1 });
});

test('the channel is closed to others: another purchase, a page of another site, nobody, a colleague, before the code', async () => {
  const [one, other, unproven] = [await buyerHere(), await buyerHere(), await buyerHere({ proven: false })];
  expect(await refusal(listenIn(here, other.browser), one.id)).toBe(403);
  expect(await refusal(listenIn(here, one.browser, 'https://ajeno.test'), one.id)).toBe(401);
  expect(await refusal(listenAt(here), one.id)).toBe(401);
  expect(await refusal(listenAt(here, coordinator.token), one.id)).toBe(403);
  expect(await refusal(listenIn(here, unproven.browser), unproven.id)).toBe(403);
  const outside = listenIn(here, one.browser);
  for (const full of ['private-cambios', 'private-compra.1 or 1=1.chat', 'presence-registro.precontrato.1']) {
    const refused = refusedAt(outside, full);
    outside.socket.emit('subscribe', { channel: full });
    expect(await refused, full).toBeGreaterThanOrEqual(401);
  }
});

describe('an open socket of a buyer is silent after', () => {
  const opened = customerSessionSales;
  test('its link expired', async () => {
    const one = await buyerHere();
    const listener = listenIn(here, one.browser);
    await join(listener, one.id);
    const refused = refusedAt(listener, buyerChatChannel(one.id));
    await llave.database.db
      .update(opened)
      .set({ expiresAt: llave.clock.now() })
      .where(eq(opened.saleId, one.id));
    expect(await refused).toBeGreaterThanOrEqual(401);
  });

  test('its code lapsed', async () => {
    const one = await buyerHere();
    const listener = listenIn(here, one.browser);
    await join(listener, one.id);
    const refused = refusedAt(listener, buyerChatChannel(one.id));
    await llave.database.db.update(opened).set({ verifiedUntil: null }).where(eq(opened.saleId, one.id));
    expect(await refused).toBe(403);
  });

  test('its session ended, or has a new token', async () => {
    const { db } = llave.database;
    for (const end of ['delete', 'token']) {
      const one = await buyerHere();
      const listener = listenIn(there, one.browser);
      await join(listener, one.id);
      const gone = new Promise((resolve) => listener.socket.once('disconnect', resolve));
      const [found] = await db.select().from(opened).where(eq(opened.saleId, one.id));
      const { sessionId } = found!;
      if (end === 'token')
        await db
          .update(customerSessions)
          .set({ tokenHash: `otro ${sessionId}` })
          .where(eq(customerSessions.id, sessionId));
      else {
        await db.delete(opened).where(eq(opened.sessionId, sessionId));
        await db.delete(customerSessions).where(eq(customerSessions.id, sessionId));
      }
      expect(await gone).toBe('io server disconnect');
    }
  });
});
