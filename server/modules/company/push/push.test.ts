import { createECDH, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import ece from 'http_ece';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OwnedDevice, PushDevice } from '#contract/company/push/model.ts';
import { settings } from '#server/kernel/kernel.table.ts';
import { notify } from '#server/modules/company/notifications/notify.service.ts';
import { openSaleHere } from '#server/modules/sales/buyerAccess/customerSession.service.ts';
import { pushToBuyers } from '#server/modules/sales/buyerAccess/buyerPush.service.ts';
import { userRoles } from '#server/modules/company/staff/staff.table.ts';
import { useApp, type Browser } from '#test/app.ts';
import { browserOf, makeBuyer, verifyEverywhere } from '#test/buyers.ts';
import { makeSale } from '#test/factories.ts';
import { runJobs } from '#test/jobs.ts';
import { mailsTo } from '#test/outbox.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';
import { isPublic } from '#server/kernel/publicAddress.ts';
import { isPushEndpoint, post } from './address.ts';
import { pushMessages, pushSubscriptions } from './push.table.ts';
import { DeliverPush } from './send.service.ts';
import { shownOutside } from './text.ts';

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}
/** A push service of our own: keeps what comes, and answers what the test says; null: never. */
const service = { received: [] as Received[], status: 201 as number | null };
let server: Server;
let origin = '';
const open = async () => {
  server = createServer((request, reply) => {
    void buffer(request).then((body) => {
      service.received.push({ path: request.url!, headers: request.headers, body });
      if (service.status !== null) reply.writeHead(service.status).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
await open();
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const llave = useApp({ PUSH_ORIGINS: origin, PUSH_TIMEOUT_SECONDS: '0.2' });
const url = '/api/push_messages/push';

/** A subscription as a browser makes it, with the key that opens what is sent to it. */
function newSubscription(name: string) {
  const key = createECDH('prime256v1');
  const auth = randomBytes(16);
  return {
    key,
    auth,
    sent: {
      endpoint: `${origin}/${name}`,
      expirationTime: null,
      keys: { p256dh: key.generateKeys('base64url'), auth: auth.toString('base64url') },
    },
  };
}
type Subscription = ReturnType<typeof newSubscription>;

const decrypt = ({ key, auth }: Subscription, { body }: Received): unknown =>
  JSON.parse(
    ece
      .decrypt(body, { version: 'aes128gcm', privateKey: key, authSecret: auth.toString('base64url') })
      .toString('utf8'),
  );
const sentTo = (name: string) => service.received.filter(({ path }) => path === `/${name}`);
const subscribed = async (browser: Browser, name: string) => {
  const subscription = newSubscription(name);
  const answer = await browser.post(url, subscription.sent);
  expect(answer.statusCode, answer.body).toBe(200);
  return { ...subscription, id: answer.json<{ data: { id: number } }>().data.id };
};
const deviceOf = async (id: number) =>
  (await llave.database.db.select().from(pushSubscriptions).where(eq(pushSubscriptions.id, id)))[0];
const deliver = () => runJobs(llave, DeliverPush);
const tell = (userId: number, event: string, over: Partial<Parameters<typeof notify>[1]> = {}) =>
  llave.act((ctx) =>
    notify(ctx, {
      kind: 'pago_devuelto',
      to: [userId],
      text: 'El banco devolvió un pago de Ana, cédula 8-123-456, tel. 6123-4567.',
      url: '/oficina/pagos?pago=7',
      event,
      ...over,
    }),
  );
let asking: StaffBrowser;
beforeAll(async () => {
  asking = await signInAs(llave, 'coordinador');
});

test('a notice reaches its browser encrypted, signed and without numbers of people', async () => {
  const person = await signInAs(llave, 'contabilidad');
  const device = await subscribed(person, 'uno');
  await tell(person.user.id, 'pago:7:devuelto');
  await tell(person.user.id, 'pago:7:devuelto');
  expect(await deliver()).toBe(1);
  const [got, ...more] = sentTo('uno');
  expect(more).toEqual([]);
  expect(decrypt(device, got!)).toMatchObject({
    title: 'Pago devuelto por el banco',
    body: 'El banco devolvió un pago de Ana, cédula •••, tel. •••.',
    url: '/oficina/pagos?pago=7',
  });
  const { data } = (await person.get('/api/push_messages/key')).json<{ data: { key: string } }>();
  expect(got!.headers.authorization).toContain(`k=${data.key}`);
  const [kept] = await llave.database.db.select().from(settings).where(eq(settings.key, 'vapid'));
  expect(kept!.value).toMatchObject({
    publicKey: data.key,
    privateKey: expect.stringMatching(/^[\w-]{80,}$/),
  });
  expect(await deviceOf(device.id)).toMatchObject({ sent: 1, failures: 0, trouble: null });
  const mine = (await person.get('/api/push_messages/devices')).json<{ data: PushDevice[] }>().data;
  expect(mine).toMatchObject([{ id: device.id, sent: 1, last_success_at: llave.clock.now().toISOString() }]);
});

test('who registers for a conversation hears of each message, as long as they may read it', async () => {
  const buyer = await makeBuyer(llave, {});
  const customer = await browserOf(llave, buyer.id);
  await verifyEverywhere(llave, buyer.id);
  const say = async (content: string) =>
    (await customer.form('/clientes/chat/mensajes', { content })).json<{ data: { roomId: string } }>().data
      .roomId;
  const watch = async (who: StaffBrowser, room: string, name: string) => {
    const { sent } = newSubscription(name);
    return who.post(`/api/sale/messages/${room}/register_subscription_conversation`, sent);
  };
  const room = await say('hola');
  const stranger = await signInAs(llave, 'asesor');
  expect((await watch(stranger, room, 'extrano')).statusCode).toBe(404);
  expect((await watch(asking, room, 'sala')).json()).toEqual({ data: { id: expect.any(Number) } });
  await watch(asking, room, 'sala');
  await say('¿hay alguien?');
  await deliver();
  expect(sentTo('sala')).toHaveLength(1);
  expect(sentTo('extrano')).toEqual([]);
  await llave.database.db.delete(userRoles).where(eq(userRoles.userId, asking.user.id));
  await say('¿y ahora?');
  await deliver();
  expect(sentTo('sala')).toHaveLength(1);
  asking = await signInAs(llave, 'coordinador');
});

test('a job that runs again sends nothing, although its batch was repeated', async () => {
  const person = await signInAs(llave, 'contabilidad');
  const device = await subscribed(person, 'repetido');
  await tell(person.user.id, 'pago:8:devuelto');
  await deliver();
  const [message] = await llave.database.db
    .select()
    .from(pushMessages)
    .where(eq(pushMessages.subscriptionId, device.id));
  await llave.database.db.execute(`update jobs.job set state = 'created' where name = 'push.deliver'`);
  await deliver();
  expect(message!.state).toBe('sent');
  expect(sentTo('repetido')).toHaveLength(1);
});

test.each([404, 410])(
  'a %d drops the browser, staff see why, and the notice goes by mail',
  async (status) => {
    const person = await signInAs(llave, 'contabilidad');
    const device = await subscribed(person, `ido${status}`);
    service.status = status;
    await tell(person.user.id, `pago:${status}:devuelto`);
    await deliver();
    service.status = 201;
    const gone = await deviceOf(device.id);
    expect(gone!.endedAt).not.toBeNull();
    expect(gone!.trouble).toContain('dejó de recibir avisos');
    expect(await mailsTo(llave.database.db, person.user.email)).toMatchObject([
      { kind: 'aviso', subject: 'Pago devuelto por el banco' },
    ]);
    // The next one does not even try, and a browser that comes back begins anew.
    await tell(person.user.id, `pago:${status}:otra`);
    expect(await deliver()).toBe(0);
    expect(await mailsTo(llave.database.db, person.user.email)).toHaveLength(2);
    expect((await person.get('/api/push_messages/subscriptions')).statusCode).toBe(403);
    const support = await signInAs(llave, 'soporte');
    const { data } = (await support.get('/api/push_messages/subscriptions?estado=terminada')).json<{
      data: OwnedDevice[];
    }>();
    expect(data[0]).toMatchObject({ id: device.id, owner: person.user.name, customer: false });
    const again = await subscribed(person, `ido${status}`);
    expect(again.id).toBe(device.id);
    expect((await deviceOf(device.id))!.endedAt).toBeNull();
  },
);

test('a push service that never answers is tried again, and ends in a sentence', async () => {
  const person = await signInAs(llave, 'contabilidad');
  const device = await subscribed(person, 'mudo');
  service.status = null;
  for (let notice = 1; notice <= 3; notice += 1) {
    await tell(person.user.id, `pago:9${notice}:devuelto`);
    for (let attempt = 1; attempt < 6; attempt += 1) {
      await expect(deliver()).rejects.toThrow('did not take');
      await llave.database.db.execute(
        `update jobs.job set state = 'created' where name = 'push.deliver' and completed_on = (select max(completed_on) from jobs.job where name = 'push.deliver')`,
      );
    }
    await deliver();
  }
  service.status = 201;
  const ended = await deviceOf(device.id);
  expect(ended!.endedAt).not.toBeNull();
  expect(ended!.trouble).toContain('no respondió en 3 avisos seguidos');
  expect(await mailsTo(llave.database.db, person.user.email)).toHaveLength(3);
});

test('the same endpoint is one browser, of who used it last; of too many the longest silent goes', async () => {
  const first = await signInAs(llave, 'contabilidad');
  const second = await signInAs(llave, 'contabilidad');
  const { sent } = newSubscription('compartido');
  const form = await first.form(url, { push_subscription: JSON.stringify(sent) });
  const id = form.json<{ data: { id: number } }>().data.id;
  expect((await first.post(url, sent)).json()).toEqual({ data: { id } });
  expect((await second.post(url, sent)).json()).toEqual({ data: { id } });
  expect((await first.get('/api/push_messages/devices')).json()).toEqual({ data: [] });
  expect((await first.post('/api/push_messages/stop', { id })).statusCode).toBe(404);
  for (let n = 0; n < 9; n += 1) await subscribed(second, `muchos${n}`);
  const left = (await second.get('/api/push_messages/devices')).json<{ data: PushDevice[] }>().data;
  expect(left).toHaveLength(8);
  expect((await second.post('/api/push_messages/stop', { id: left[0]!.id })).statusCode).toBe(200);
});

test.each([
  'https://127.0.0.1/x',
  'https://169.254.169.254/latest/meta-data',
  'https://[::1]/x',
  'https://2130706433/x',
  'https://localhost/x',
  'https://db/x',
  'https://postgres.internal/x',
  'https://push.example:8443/x',
  'https://user:word@push.example/x',
  'http://push.example/x',
  'file:///etc/passwd',
])('%s is no push service', async (endpoint) => {
  expect(isPushEndpoint({ PUSH_ORIGINS: '' }, endpoint)).toBe(false);
  const { sent } = newSubscription('x');
  const answer = await asking.post(url, { ...sent, endpoint });
  expect(answer.statusCode).toBe(422);
});

test('a public name that leads inside is refused when it is called', async () => {
  const call = post({ PUSH_ORIGINS: '', PUSH_TIMEOUT_SECONDS: 1 }, 'https://localhost/x', {
    headers: {},
    body: Buffer.from(''),
  });
  await expect(call).rejects.toThrow('not a public address');
  for (const inside of [
    '10.1.2.3',
    '127.0.0.1',
    '169.254.169.254',
    '100.64.1.1',
    '::1',
    '::ffff:10.0.0.1',
    'fd00::1',
  ])
    expect([inside, isPublic(inside)]).toEqual([inside, false]);
  for (const outside of ['142.250.1.1', '2607:f8b0:4004:800::200e'])
    expect([outside, isPublic(outside)]).toEqual([outside, true]);
});

test('texts for a lock screen are short, in one line, and keep codes, days and amounts', () => {
  expect(shownOutside('a'.repeat(500), `b\n\n${'c '.repeat(400)}`)).toMatchObject({
    title: expect.stringMatching(/^a{79}…$/),
    body: expect.stringMatching(/^b c [c ]+…$/),
  });
  expect(
    shownOutside('', 'PC-2026-00042: USD 1,500.00 antes del 25-11-2026. PE-12-345 y +507 6123 4567').body,
  ).toBe('PC-2026-00042: USD 1,500.00 antes del 25-11-2026. ••• y •••');
});

describe('a notice by hand', () => {
  const send = (browser: StaffBrowser, address: string, headers: Record<string, string> = {}) =>
    browser.send({ method: 'GET', url: `/api/push_messages/send/${address}`, headers });
  const csrf = async (browser: StaffBrowser) => ({
    'x-csrf-token': (await browser.get('/api/csrf')).json<{ data: { token: string } }>().data.token,
  });

  test('goes to the own browsers, needs the header, and to another user only with user_id', async () => {
    const device = await subscribed(asking, 'mano');
    const other = await signInAs(llave, 'asesor');
    await subscribed(other, 'otro');
    expect((await send(asking, 'Hola/Prueba')).statusCode).toBe(403);
    const headers = await csrf(asking);
    expect((await send(asking, 'Hola/Prueba%20uno', headers)).json()).toEqual({ data: { queued: 1 } });
    expect((await send(asking, `Hola/Dos?user_id=${other.user.id}`, headers)).json()).toEqual({
      data: { queued: 1 },
    });
    expect((await send(asking, 'Hola/Dos?user_id=999999', headers)).statusCode).toBe(404);
    expect((await send(asking, `${'a'.repeat(81)}/Dos`, headers)).statusCode).toBe(404);
    expect((await send(other, 'Hola/Dos', await csrf(other))).statusCode).toBe(403);
    await deliver();
    expect(decrypt(device, sentTo('mano')[0]!)).toMatchObject({ title: 'Hola', body: 'Prueba uno' });
    expect(sentTo('otro')).toHaveLength(1);
  });
});

describe('a buyer', () => {
  const sentence = { success: 'Gracias por confirmar...' };

  async function buyerOf(saleId: number): Promise<Browser> {
    const browser = llave.browser();
    await llave.act((ctx) =>
      openSaleHere(
        { ...ctx, setCookie: (name, value) => void browser.cookies.set(name, value) },
        saleId,
        false,
      ),
    );
    return browser;
  }

  test('confirms, and hears of the own sale alone; the main browser makes the others silent', async () => {
    const { db } = llave.database;
    const [sale, foreign] = [await makeSale(db, { stateId: 3 }), await makeSale(db, { stateId: 3 })];
    const [phone, tablet, stranger] = [
      await buyerOf(sale.id),
      await buyerOf(sale.id),
      await buyerOf(foreign.id),
    ];
    const device = await subscribed(phone, 'celular');
    await subscribed(tablet, 'tableta');
    await subscribed(stranger, 'ajeno');
    const told = (at: string) =>
      llave.act((ctx) => pushToBuyers(ctx, at, sale.id, { documento: 'Ficha', monto: 'USD 5.00' }));
    await told('documento_rechazado');
    await deliver();
    expect([sentTo('celular').length, sentTo('tableta').length, sentTo('ajeno').length]).toEqual([1, 1, 0]);
    expect(decrypt(device, sentTo('celular')[0]!)).toMatchObject({
      title: 'Necesitamos un documento de nuevo',
      url: `/clientes/siguiente/${sale.id}`,
    });
    expect((await phone.form('/clientes/notificaciones/confirmar', { primary: '1' })).json()).toEqual(
      sentence,
    );
    await told('pago_confirmado');
    await told('sin_texto');
    await deliver();
    expect([sentTo('celular').length, sentTo('tableta').length, sentTo('ajeno').length]).toEqual([2, 1, 0]);
    expect(
      (await llave.browser().form('/clientes/notificaciones/confirmar', { primary: '1' })).statusCode,
    ).toBe(401);
  });

  test('is not woken at night, and hears only the last of two about the same', async () => {
    llave.clock.set(new Date('2026-11-24T03:00:00Z'));
    const sale = await makeSale(llave.database.db, { stateId: 3 });
    const phone = await buyerOf(sale.id);
    const device = await subscribed(phone, 'noche');
    await llave.act((ctx) => pushToBuyers(ctx, 'documento_rechazado', sale.id, { documento: 'Ficha' }));
    llave.clock.advance(60);
    await llave.act((ctx) => pushToBuyers(ctx, 'documento_rechazado', sale.id, { documento: 'Recibo' }));
    const rows = (
      await llave.database.db.execute<{ start_after: Date }>(
        `select start_after from jobs.job where name = 'push.deliver' and state = 'created'`,
      )
    ).rows;
    expect(rows.map((one) => new Date(one.start_after).toISOString())).toEqual([
      '2026-11-24T11:30:00.000Z',
      '2026-11-24T11:30:00.000Z',
    ]);
    await deliver();
    expect(sentTo('noche').map((one) => (decrypt(device, one) as { body: string }).body)).toEqual([
      'Revisamos «Recibo» y falta algo. Toca para ver qué y enviarlo otra vez.',
    ]);
  });
});
