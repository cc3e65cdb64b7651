import { readFileSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Conversation, Message } from '#contract/care/chat/model.ts';
import { DAILY_FILES, DAILY_MESSAGES } from '#contract/care/chat/rules.ts';
import { HOUR_MS } from '#contract/dates.ts';
import { changes } from '#server/kernel/kernel.table.ts';
import { giveConsent } from '#server/modules/sales/consents/consents.service.ts';
import { useApp, type Browser } from '#test/app.ts';
import { browserOf, makeBuyer, verifyEverywhere } from '#test/buyers.ts';
import { makeUser } from '#test/factories.ts';
import { fileOf, makePdf, makePicture } from '#test/papers.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';
import { conversations, messages } from './chat.table.ts';

const llave = useApp();
const MINE = '/clientes/chat/mensajes';
let processor: StaffBrowser;
let coordinator: StaffBrowser;

beforeAll(async () => {
  processor = await signInAs(llave, 'procesador');
  coordinator = await signInAs(llave, 'coordinador');
});

/** A buyer with a verified browser; the processor handles the sale. */
async function customer(over: Parameters<typeof makeBuyer>[1] = {}) {
  const buyer = await makeBuyer(llave, { processorId: processor.user.id, ...over });
  const browser = await browserOf(llave, buyer.id);
  await verifyEverywhere(llave, buyer.id);
  // Its first write fetches the CSRF token, before tests that write several times at once.
  await browser.post('/clientes/chat/visto', { seq: 0 });
  return { ...buyer, browser };
}
const say = (browser: Browser, content: string, more: Record<string, string | File | readonly File[]> = {}) =>
  browser.form(MINE, { content, ...more });
const saidBy = async (browser: Browser, content: string) =>
  (await say(browser, content)).json<{ data: Message }>().data;
const roomsOf = async (who: StaffBrowser, query = '') =>
  (await who.get(`/api/sale/conversations${query}`)).json<{ data: Conversation[] }>().data;
const threadOf = async (who: Browser, sid: string, query = '') =>
  (await who.get(`/api/sale/messages/${sid}${query}`)).json<{ data: Message[] }>().data;
const roomNow = async (sid: string) =>
  (await coordinator.get(`/api/sale/conversations/${sid}`)).json<{ data: Conversation }>().data;

describe('a conversation', () => {
  test('begins with a customer, is in the box of who serves the sale, and waits until the answer', async () => {
    const { browser } = await customer({ name: 'Rosa Batista' });
    const first = await saidBy(browser, '  ¿Cuándo entregan?  ');
    expect(first).toMatchObject({
      content: '¿Cuándo entregan?',
      seq: 1,
      state: 'sent',
      lastMessage: true,
      sender: { kind: 'cliente', name: 'Rosa Batista' },
    });
    await saidBy(browser, 'Es para mi mamá');
    const [room] = await roomsOf(processor, '?bandeja=mias&q=batista');
    expect(room).toMatchObject({
      sid: first.roomId,
      unread: 2,
      last_seq: 2,
      assignee: { id: processor.user.id },
      lastMessage: { content: 'Es para mi mamá' },
      waiting_since: first.creation_date,
    });
    expect(room!.users[0]).toMatchObject({ name: 'Rosa Batista', status: { state: 'active' } });
    const tasks = (await processor.get('/api/office/home/tasks?tipo=mensaje')).json<{
      data: { tasks: object[] };
    }>();
    expect(tasks.data.tasks).toContainEqual(expect.objectContaining({ id: room!.id, title: 'Rosa Batista' }));

    const answer = await processor.form(`/api/sale/messages/${room!.sid}`, { content: 'En julio.' });
    expect(answer.statusCode).toBe(201);
    expect(await roomNow(room!.sid)).toMatchObject({ waiting_since: null, last_seq: 3 });
    const mine = (await browser.get(MINE)).json<{ data: Message[]; last_seq: number }>();
    expect(mine.data.map(({ content }) => content)).toEqual([
      'En julio.',
      'Es para mi mamá',
      '¿Cuándo entregan?',
    ]);
    expect(mine.last_seq).toBe(3);
  });

  test('is one per person, however many write first at once', async () => {
    const { browser } = await customer();
    const answers = await Promise.all([1, 2, 3, 4, 5].map((n) => say(browser, `mensaje ${n}`)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201, 201]);
    const said = answers.map((answer) => answer.json<{ data: Message }>().data);
    expect(new Set(said.map(({ roomId }) => roomId)).size).toBe(1);
    expect(said.map(({ seq }) => seq).toSorted()).toEqual([1, 2, 3, 4, 5]);
  });

  test('a repeat with the same client id, also at once, writes once', async () => {
    const { browser } = await customer();
    const answers = await Promise.all([1, 2, 3].map(() => say(browser, 'una vez', { client_id: 'a1' })));
    const ids = answers.map((answer) => answer.json<{ data: Message }>().data._id);
    expect(new Set(ids).size).toBe(1);
    const { roomId } = answers[0]!.json<{ data: Message }>().data;
    expect(await threadOf(coordinator, roomId)).toHaveLength(1);
    expect((await roomNow(roomId)).unread).toBe(1);
  });

  test('a repeated answer is the one of the thread, and answers no later question', async () => {
    const { browser } = await customer();
    const { roomId } = await saidBy(browser, '¿Hay agua?');
    const answer = async () => {
      const said = { sid: roomId, content: 'Sí', client_id: 'b1' };
      const sent = await coordinator.form('/api/sale/messages', said);
      expect(sent.statusCode, sent.body).toBe(201);
      return sent.json<{ data: Message }>().data;
    };
    const first = await answer();
    expect((await threadOf(coordinator, roomId))[0]).toEqual(first);
    expect((await roomNow(roomId)).waiting_since).toBeNull();
    llave.clock.set(new Date(llave.clock.now().getTime() + 60_000));
    await saidBy(browser, '¿Y luz?');
    expect((await answer())._id).toBe(first._id);
    expect(await threadOf(coordinator, roomId)).toHaveLength(3);
    expect((await roomNow(roomId)).waiting_since).not.toBeNull();
  });

  test('a client that missed messages asks for them by sequence', async () => {
    const { browser } = await customer();
    const { roomId } = await saidBy(browser, 'uno');
    for (const content of ['dos', 'tres', 'cuatro']) await saidBy(browser, content);
    expect((await threadOf(coordinator, roomId, '?despues=2')).map(({ content }) => content)).toEqual([
      'cuatro',
      'tres',
    ]);
    expect(
      (await threadOf(coordinator, roomId, '?antes=3&per_page=1')).map(({ content }) => content),
    ).toEqual(['dos']);
    const page = (
      await coordinator.get(`/api/sale/conversations/${roomId}/messages?per_page=2&page=2`)
    ).json<{
      data: Message[];
      meta: { pagination: { total: number } };
    }>();
    expect(page.data.map(({ content }) => content)).toEqual(['dos', 'uno']);
    expect(page.meta.pagination.total).toBe(4);
    expect((await threadOf(coordinator, roomId, '?q=tre')).map(({ content }) => content)).toEqual(['tres']);
  });

  test('an empty message is refused at its field', async () => {
    const { browser } = await customer();
    expect((await say(browser, '   ')).json()).toMatchObject({
      errors: [{ field: 'content', message: 'Escribe un mensaje o adjunta un archivo.' }],
    });
    expect((await say(browser, 'x'.repeat(4001))).statusCode).toBe(422);
  });
});

describe('who may', () => {
  test('only those who serve the person read and write; a stranger to the sale finds nothing', async () => {
    const { browser, id } = await customer();
    const { roomId } = await saidBy(browser, 'hola');
    const other = await signInAs(llave, 'procesador');
    expect((await other.get(`/api/sale/messages/${roomId}`)).statusCode).toBe(404);
    expect((await other.form(`/api/sale/messages/${roomId}`, { content: 'yo' })).statusCode).toBe(404);
    expect((await other.get(`/api/sale/precontracts/${id}/messages`)).statusCode).toBe(404);
    expect((await roomsOf(other)).map(({ sid }) => sid)).not.toContain(roomId);
    const all = (await other.get('/api/sale/messages')).json<{ data: Message[] }>().data;
    expect(all.map((message) => message.roomId)).not.toContain(roomId);
    const auditor = await signInAs(llave, 'auditor');
    expect(await threadOf(auditor, roomId)).toHaveLength(1);
    expect((await auditor.form(`/api/sale/messages/${roomId}`, { content: 'yo' })).statusCode).toBe(403);
    const contractor = await signInAs(llave, 'contratista');
    expect((await contractor.get(`/api/sale/messages/${roomId}`)).statusCode).toBe(403);
  });

  test('a customer’s browser needs its code, and sees no note and nobody else’s thread', async () => {
    const one = await customer();
    const two = await customer();
    const { roomId } = await saidBy(one.browser, 'secreto');
    await processor.form(`/api/sale/messages/${roomId}`, { content: 'ojo con ella', nota: '1' });
    const seen = (await one.browser.get(MINE)).json<{ data: Message[] }>().data;
    expect(seen.map(({ content }) => content)).toEqual(['secreto']);
    expect((await two.browser.get(MINE)).json<{ data: Message[] }>().data).toEqual([]);
    // The note answers nobody.
    expect((await roomNow(roomId)).waiting_since).not.toBeNull();

    const buyer = await makeBuyer(llave);
    const unproved = await browserOf(llave, buyer.id);
    expect((await unproved.get(MINE)).json()).toMatchObject({ code: 'CODE_NEEDED' });
    expect((await say(unproved, 'hola')).statusCode).toBe(403);
    expect((await say(llave.browser(), 'hola')).statusCode).toBe(401);
  });

  test('a colleague writes first to a person within reach, by phone', async () => {
    const { phone, browser } = await customer();
    const written = await processor.form('/api/sale/messages', { celular: phone, content: 'Buenos días' });
    expect(written.statusCode).toBe(201);
    expect((await browser.get(MINE)).json<{ data: Message[] }>().data).toHaveLength(1);
    const other = await signInAs(llave, 'asesor');
    expect((await other.form('/api/sale/messages', { celular: phone, content: 'yo' })).statusCode).toBe(404);
    expect((await processor.form('/api/sale/messages', { content: 'a nadie' })).json()).toMatchObject({
      errors: [{ field: 'celular' }],
    });
  });
});

describe('states', () => {
  test('what the customer wrote is read by who answers alone, and never goes back', async () => {
    const { browser } = await customer();
    const { roomId, _id } = await saidBy(browser, 'uno');
    await saidBy(browser, 'dos');
    const read = (who: StaffBrowser) => who.post(`/api/sale/messages/${roomId}/update_to_read`, {});
    expect((await read(coordinator)).json()).toEqual({ data: { unread: 2 } });
    const change = (who: StaffBrowser, state: string) =>
      who.post(`/api/sale/messages/${roomId}/change_message_status`, { _id, state });
    expect((await change(coordinator, 'read')).statusCode).toBe(403);
    expect((await change(processor, 'read')).json()).toMatchObject({ data: { state: 'read' } });
    expect((await roomNow(roomId)).unread).toBe(1);
    expect((await change(processor, 'delivered')).json()).toMatchObject({ data: { state: 'read' } });
    expect((await read(processor)).json()).toEqual({ data: { unread: 0 } });
    expect((await threadOf(processor, roomId)).map(({ state }) => state)).toEqual(['read', 'read']);
  });

  test('what the company wrote is read once the customer saw it', async () => {
    const { browser } = await customer();
    const { roomId } = await saidBy(browser, 'hola');
    await processor.form(`/api/sale/messages/${roomId}`, { content: 'una' });
    await processor.form(`/api/sale/messages/${roomId}`, { content: 'dos' });
    await browser.post('/clientes/chat/visto', { seq: 2 });
    expect((await threadOf(processor, roomId)).map(({ content, state }) => [content, state])).toEqual([
      ['dos', 'sent'],
      ['una', 'read'],
      ['hola', 'sent'],
    ]);
  });

  test('reactions: one per person, changed and removed; only emojis', async () => {
    const { browser } = await customer();
    const { roomId, _id } = await saidBy(browser, 'hola');
    const react = (fields: Record<string, string>) =>
      processor.form(`/api/sale/messages/${roomId}/${_id}/update_reactions`, fields);
    await react({ reaction: '👍' });
    expect((await react({ reaction: '❤️' })).json<{ data: Message }>().data.reactions).toEqual([
      { reaction: '❤️', by: `usuario-${processor.user.id}`, mine: true },
    ]);
    expect((await browser.get(MINE)).json<{ data: Message[] }>().data[0]!.reactions).toMatchObject([
      { reaction: '❤️', mine: false },
    ]);
    expect((await react({ reaction: '<b>' })).json()).toMatchObject({
      errors: [{ message: 'Elige un emoji.' }],
    });
    expect((await react({ reaction: '❤️', remove: '1' })).json<{ data: Message }>().data.reactions).toEqual(
      [],
    );
  });

  test('is handed over, put off until later and brought back by the customer; a stale version is refused', async () => {
    const { browser } = await customer();
    const { roomId } = await saidBy(browser, 'hola');
    const { version } = await roomNow(roomId);
    const change = (body: object) => coordinator.patch(`/api/sale/conversations/${roomId}`, body);
    const adviser = await makeUser(llave.database.db, { roles: ['asesor'] });
    const builder = await makeUser(llave.database.db, { roles: ['contratista'] });
    expect((await change({ version, asignado_id: builder.id })).json()).toMatchObject({
      errors: [{ field: 'asignado_id' }],
    });
    const handed = await change({ version, asignado_id: adviser.id });
    expect(handed.json()).toMatchObject({ data: { assignee: { id: adviser.id } } });
    expect((await change({ version, asignado_id: null })).json()).toMatchObject({ code: 'STALE' });
    const later = new Date(llave.clock.now().getTime() + HOUR_MS).toISOString();
    expect((await change({ version: version + 1, pospuesta_hasta: later })).statusCode).toBe(200);
    const waiting = async () => (await roomsOf(coordinator, '?bandeja=sin_responder')).map(({ sid }) => sid);
    expect(await waiting()).not.toContain(roomId);
    expect((await roomsOf(coordinator, '?bandeja=pospuestas')).map(({ sid }) => sid)).toContain(roomId);
    await saidBy(browser, '¿hay alguien?');
    expect(await waiting()).toContain(roomId);
    const done = await change({ version: version + 2, atendida: true });
    expect(done.json()).toMatchObject({ data: { waiting_since: null, unread: 0 } });
  });
});

describe('a file', () => {
  test('of the chat becomes the sale’s document in one call, and its message says which', async () => {
    const { browser, id } = await customer({ workSector: 'Privado' });
    const photo = fileOf(await makePicture({ n: 7, width: 80 }), 'cedula.png');
    const sent = (await say(browser, 'mi cédula', { files: [photo] })).json<{ data: Message }>().data;
    const [file] = sent.files;
    expect(file).toMatchObject({ name: 'cedula.png', mime: 'image/png', paper: null });
    expect((await browser.get(file!.url)).statusCode).toBe(200);
    expect((await llave.browser().get(file!.url)).statusCode).not.toBe(200);

    const assign = () =>
      processor.form(`/api/sale/messages/${sent.roomId}/assign_file_to_client`, {
        roomId: sent.roomId,
        _id: String(sent._id),
        senderId: sent.senderId,
        files: file!.id,
        value: 'archivo_cedula',
      });
    expect((await assign()).json()).toMatchObject({ code: 'CONSENT' });
    await llave.act((ctx) =>
      giveConsent(
        { ...ctx, ip: '127.0.0.1', userAgent: 'prueba' },
        { saleId: id, kind: 'datos', channel: 'web' },
      ),
    );
    expect((await assign()).json()).toEqual({
      data: { message: 'Cédula/Pasaporte adjuntada correctamente.' },
    });
    const [message] = await threadOf(processor, sent.roomId);
    expect(message!.files[0]!.paper).toMatchObject({ sale_id: id });
    const papers = (await coordinator.get(`/api/sale/precontracts/${id}/documents`)).json<{
      data: { id: number; versions: object[] }[];
    }>();
    expect(papers.data.find((paper) => paper.id === message!.files[0]!.paper!.id)?.versions).toHaveLength(1);
  });

  test('that is no document, and a message of another room, are refused', async () => {
    const one = await customer();
    const two = await customer();
    const sent = await saidBy(one.browser, 'solo texto');
    const elsewhere = await saidBy(two.browser, 'hola');
    const assign = (room: string, fields: Record<string, string>) =>
      processor.form(`/api/sale/messages/${room}/assign_file_to_client`, fields);
    expect(
      (await assign(sent.roomId, { _id: String(sent._id), value: 'archivo_cedula' })).json(),
    ).toMatchObject({
      errors: [{ field: 'files' }],
    });
    expect(
      (await assign(sent.roomId, { _id: String(elsewhere._id), value: 'archivo_cedula' })).statusCode,
    ).toBe(404);
    const script = new File(['<svg onload="alert(1)"/>'], 'foto.png', { type: 'image/png' });
    expect((await say(one.browser, '', { files: [script] })).statusCode).toBe(422);
  });
});

test('a voice note is sent in parts, and in a container for older iPhones', async () => {
  const { browser } = await customer();
  const bytes = readFileSync(new URL('../../../../test/fixtures/nota-de-voz.webm', import.meta.url));
  const note = new File([bytes], 'nota-de-voz.webm', { type: 'audio/webm' });
  const sent = await say(browser, '', { files: [note, fileOf(await makePicture(), 'foto.jpg')] });
  const { roomId } = sent.json<{ data: Message }>().data;
  const [message] = await threadOf(processor, roomId);
  const [sound, picture] = message!.files.map(({ url }) => url);
  const ask = (url: string, range?: string) =>
    processor.send({ method: 'GET', url, headers: range === undefined ? {} : { range } });
  expect((await ask(sound!)).rawPayload).toEqual(bytes);
  const part = await ask(sound!, 'bytes=0-1');
  expect([part.statusCode, part.headers['content-range'], part.rawPayload]).toEqual([
    206,
    `bytes 0-1/${bytes.length}`,
    bytes.subarray(0, 2),
  ]);
  const caf = await ask(`${sound!}&como=caf`);
  expect([caf.statusCode, caf.headers['content-type'], caf.body.slice(0, 4)]).toEqual([
    200,
    'audio/x-caf',
    'caff',
  ]);
  expect((await ask(`${sound!}&como=caf`, 'bytes=0-3')).body).toBe('caff');
  expect((await ask(`${picture!}&como=caf`)).statusCode).toBe(404);
  expect((await ask(`${sound!.replace('firma=', 'firma=x')}&como=caf`)).statusCode).toBe(403);
});

test('one stranger’s messages and files are bounded per day', async () => {
  const { browser } = await customer();
  const { roomId } = await saidBy(browser, 'uno');
  const [room] = await llave.database.db.select().from(conversations).where(eq(conversations.sid, roomId));
  const at = llave.clock.now();
  await llave.database.db.insert(messages).values(
    Array.from({ length: DAILY_MESSAGES - 1 }, (_, n) => ({
      conversationId: room!.id,
      seq: n + 2,
      sender: 'cliente' as const,
      content: 'más',
      state: 'sent' as const,
      createdAt: at,
      changedAt: at,
    })),
  );
  await llave.database.db
    .update(conversations)
    .set({ lastSeq: DAILY_MESSAGES })
    .where(eq(conversations.id, room!.id));
  expect((await say(browser, 'uno más')).statusCode).toBe(429);

  const other = await customer();
  const pdf = makePdf();
  const ten = (n: number) => Array.from({ length: 10 }, (_, k) => fileOf(pdf, `${n}-${k}.pdf`));
  for (let n = 0; n < DAILY_FILES / 10; n += 1)
    expect((await say(other.browser, '', { files: ten(n) })).statusCode).toBe(201);
  expect((await say(other.browser, '', { files: ten(9).slice(0, 1) })).statusCode).toBe(429);
  expect((await say(other.browser, 'solo texto')).statusCode).toBe(201);
});

test('every message is in the feed of changes, in its transaction', async () => {
  const { browser } = await customer();
  const { _id } = await saidBy(browser, 'hola');
  const found = await llave.database.db.select().from(changes).where(eq(changes.recordId, _id));
  expect(found.filter(({ record }) => record === 'mensaje')).toMatchObject([
    { verb: 'escrito', ofRecord: 'conversacion' },
  ]);
});
