import { beforeAll, expect, test } from 'vitest';
import {
  CONVERSATION_EVENT,
  CONVERSATIONS_CHANNEL,
  TOTALS_EVENT,
  totalsChannel,
} from '#contract/realtime.ts';
import { useApp } from '#test/app.ts';
import { listenAt, nextOf, secondProcess, serve, type Listener } from '#test/echo.ts';
import { makeSale } from '#test/factories.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';

const llave = useApp();
let here = '';
let there = '';

beforeAll(async () => {
  here = await serve(llave.app);
  there = await serve(await secondProcess(llave));
});

interface Made {
  sid: string;
  conversation: { data: { sid: string; person: { id: number } } };
}
async function enter(listener: Listener): Promise<void> {
  const greeted = nextOf(listener, 'presence:subscribed', CONVERSATIONS_CHANNEL);
  listener.echo.join('event-pusher-conversation.creation');
  await greeted;
}
const made = (listener: Listener) => nextOf<Made>(listener, CONVERSATION_EVENT, CONVERSATIONS_CHANNEL);
const writeTo = (who: StaffBrowser, personId: number) =>
  who.form('/api/sale/messages', { persona_id: String(personId), content: 'Hola' });

test('a new conversation is told to those in whose scope it is, on any process', async () => {
  const { db } = llave.database;
  const [coordinator, adviser] = [await signInAs(llave, 'coordinador'), await signInAs(llave, 'asesor')];
  const [wide, narrow] = [listenAt(there, coordinator.token), listenAt(here, adviser.token)];
  await Promise.all([enter(wide), enter(narrow)]);
  const told: string[] = [];
  narrow.echo
    .join('event-pusher-conversation.creation')
    .listen('.conversation.creation', ({ sid }: Made) => told.push(sid));
  const [foreign, own] = [await makeSale(db), await makeSale(db, { adviserId: adviser.user.id })];

  const first = made(wide);
  await writeTo(coordinator, foreign.personId);
  expect((await first).conversation.data.person.id).toBe(foreign.personId);
  const second = made(narrow);
  await writeTo(coordinator, own.personId);
  const { sid, conversation } = await second;
  expect(conversation.data).toMatchObject({ sid, person: { id: own.personId } });
  expect(told).toEqual([sid]);

  const again = made(narrow);
  expect((await ask(adviser, 'conversation')).statusCode).toBe(200);
  expect((await again).sid).toBe(sid);
});

/** A GET that acts: with the CSRF token of its browser. */
async function ask(who: StaffBrowser, evento: string) {
  const { data } = (await who.get('/api/csrf')).json<{ data: { token: string } }>();
  return who.send({
    method: 'GET',
    url: `/api/realtime/${evento}`,
    headers: { 'x-csrf-token': data.token },
  });
}

test('the menu counters are sent when they change, and again when they are asked for', async () => {
  const adviser = await signInAs(llave, 'asesor');
  const listener = listenAt(there, adviser.token);
  const channel = totalsChannel(adviser.user.id);
  const next = (fits: (totals: { chat: number }) => boolean) =>
    nextOf<{ chat: number }>(listener, TOTALS_EVENT, channel, fits);
  const heard = new Promise<{ chat: number }>((resolve) => {
    listener.echo
      .private(`with-global-total.${adviser.user.id}`)
      .listen('WithGlobalTotalUpdateEvent', resolve);
  });
  await enter(listener);
  const asked = next(() => true);
  expect((await ask(adviser, 'global-total')).json()).toEqual({ data: {} });
  const { data } = (await adviser.get('/api/office/counters')).json<{ data: { chat: number } }>();
  expect(await asked).toEqual(data);
  expect(await heard).toEqual(data);

  const { id, personId } = await makeSale(llave.database.db, { adviserId: adviser.user.id });
  await writeTo(adviser, personId);
  const changed = next(({ chat }) => chat === data.chat + 1);
  await llave.asOwner(`update conversations set waiting_since = now() where person_id = ${personId}`);
  await adviser.post('/api/comments', { reference: 'precontrato', reference_id: id, body: 'Llamar hoy' });
  await changed;
});

test('an event needs the CSRF token and a known name', async () => {
  const adviser = await signInAs(llave, 'asesor');
  expect((await adviser.get('/api/realtime/global-total')).statusCode).toBe(403);
  expect((await ask(adviser, 'otra-cosa')).statusCode).toBe(404);
  expect((await llave.browser().get('/api/realtime/global-total')).statusCode).toBe(403);
});
