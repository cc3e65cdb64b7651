import { beforeAll, describe, expect, test } from 'vitest';
import type { Unanswered, Tried } from '#contract/care/chatbot/model.ts';
import { DAILY_ANSWERS } from '#contract/care/chatbot/rules.ts';
import type { Message } from '#contract/care/chat/model.ts';
import { HOUR_MS } from '#contract/dates.ts';
import { sql } from '#server/kernel/db.ts';
import { START, useApp, type Browser } from '#test/app.ts';
import { browserOf, makeBuyer, verifyEverywhere } from '#test/buyers.ts';
import { runJobs } from '#test/jobs.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';
import { AnswerCustomer, ReadSource } from './chatbot.names.ts';

const llave = useApp();
let support: StaffBrowser;
let administrator: StaffBrowser;
beforeAll(async () => {
  support = await signInAs(llave, 'soporte');
  administrator = await signInAs(llave, 'administrador');
  await support.form('/api/chatbot/training', {
    'preguntas[0][pregunta]': '¿Hay bomberos?',
    'preguntas[0][respuesta]': 'Sí, en el centro.',
  });
  await runJobs(llave, ReadSource);
  await support.post('/api/chatbot/tests', { pregunta: '¿Quién ganó el mundial?', espera: 'no_sabe' });
  await support.post('/api/chatbot/versions', { nota: '' });
});
const ask = async (pregunta: string) =>
  (await support.post('/api/chatbot/try', { pregunta })).json<{ data: Tried }>().data;

describe('in the chat', () => {
  const rules = (mode: string) =>
    support.send({ method: 'PUT', url: '/api/chatbot/rules', payload: { mode, returnHours: 12 } });
  async function customer() {
    const buyer = await makeBuyer(llave, { processorId: processor.user.id });
    const browser = await browserOf(llave, buyer.id);
    await verifyEverywhere(llave, buyer.id);
    return browser;
  }
  const MINE = '/clientes/chat/mensajes';
  const say = async (browser: Browser, content: string) => {
    const { roomId } = (await browser.form(MINE, { content })).json<{ data: Message }>().data;
    return roomId;
  };
  const bot = () => runJobs(llave, AnswerCustomer);
  const thread = async (browser: Browser) =>
    (await browser.get(MINE)).json<{ data: Message[] }>().data.toReversed();
  const said = async (browser: Browser) =>
    (await thread(browser)).filter(({ sender }) => sender.kind === 'bot').map(({ content }) => content);
  const asked = async (browser: Browser, content: string) => {
    const roomId = await say(browser, content);
    await bot();
    return roomId;
  };
  let processor: StaffBrowser;
  beforeAll(async () => {
    processor = await signInAs(llave, 'procesador');
    await rules('siempre');
  });

  test('it says who it is, answers with its source, and tells the buyer the own next step', async () => {
    const browser = await customer();
    const roomId = await asked(browser, '¿hay bomberos?');
    expect(await said(browser)).toEqual([
      'Soy el asistente automático de Llave. Sí, en el centro.\nFuente: respuesta del equipo.',
    ]);
    const room = (await administrator.get(`/api/sale/conversations/${roomId}`)).json<{
      data: { waiting_since: string | null };
    }>();
    expect(room.data.waiting_since).toBeNull();
    await asked(browser, '¿qué sigue en mi compra?');
    expect((await said(browser))[1]).toMatch(/^Tu compra .*: .+ Puedes verla en http/);
    await asked(browser, '¿cuál es mi saldo?');
    expect((await said(browser))[2]).toMatch(/saldo|pagos/);
  });

  test('a person holds the conversation from their message until they close it or after hours of silence', async () => {
    const browser = await customer();
    const roomId = await asked(browser, '¿hay bomberos?');
    await processor.form(`/api/sale/messages/${roomId}`, { content: 'Yo te ayudo.' });
    await asked(browser, '¿hay bomberos?');
    expect(await said(browser)).toHaveLength(1);
    const { version } = (await administrator.get(`/api/sale/conversations/${roomId}`)).json<{
      data: { version: number };
    }>().data;
    await processor.patch(`/api/sale/conversations/${roomId}`, { version, atendida: true });
    await asked(browser, '¿hay bomberos?');
    expect(await said(browser)).toHaveLength(2);
    await processor.form(`/api/sale/messages/${roomId}`, { content: 'Sigo yo.' });
    llave.clock.set(new Date(START.getTime() + 13 * HOUR_MS));
    await asked(browser, '¿hay bomberos?');
    expect(await said(browser)).toHaveLength(3);
    llave.clock.set(START);
  });

  test('a person and the bot at once: the bot never speaks after the person', async () => {
    const browser = await customer();
    const roomId = await say(browser, '¿hay bomberos?');
    await Promise.all([processor.form(`/api/sale/messages/${roomId}`, { content: 'Hola, soy Ana.' }), bot()]);
    const kinds = (await thread(browser)).map(({ sender }) => sender.kind);
    expect([
      ['cliente', 'equipo'],
      ['cliente', 'bot', 'equipo'],
    ]).toContainEqual(kinds);
  });

  test('hands over by rule, tells the colleague, and is silent then', async () => {
    for (const [message, reason] of [
      ['quiero hablar con una persona', 'pidió hablar con una persona'],
      ['esto es una estafa, los voy a denunciar', 'se queja'],
      ['ya no quiero comprar', 'dejar la compra'],
      ['devuélvanme mi dinero', 'reclama dinero'],
    ] as const) {
      const browser = await customer();
      const roomId = await asked(browser, message);
      expect((await said(browser))[0], message).toContain('Le aviso a una persona del equipo');
      await asked(browser, '¿hay bomberos?');
      expect(await said(browser)).toHaveLength(1);
      const room = (await administrator.get(`/api/sale/conversations/${roomId}`)).json<{
        data: { waiting_since: string | null };
      }>();
      expect(room.data.waiting_since).not.toBeNull();
      const notices = (await processor.get('/api/notifications/list?per_page=200')).body;
      expect(notices).toContain(reason);
    }
  });

  test('two questions without an answer hand over, are counted, and one lesson teaches it', async () => {
    const browser = await customer();
    await asked(browser, '¿Hay helipuerto?');
    expect((await said(browser))[0]).toContain(
      'No tengo esa información. Tu pregunta queda para una persona',
    );
    const roomId = await asked(browser, '¿tienen helipuerto? mi cédula es 8-123-456');
    expect((await said(browser))[1]).toContain('Le aviso a una persona');
    const list = async () =>
      (await support.get('/api/chatbot/unanswered?q=helipuerto')).json<{ data: Unanswered[] }>().data;
    expect((await list()).map(({ count }) => count).toSorted()).toEqual([1, 1]);
    expect(JSON.stringify(await list())).not.toContain('8-123-456');

    const reply = await processor.form(`/api/sale/messages/${roomId}`, { content: 'Sí, en la azotea.' });
    const { _id } = reply.json<{ data: Message }>().data;
    const lesson = (await administrator.get(`/api/chatbot/lessons/${_id}`)).json<{
      data: { respuesta: string };
    }>();
    expect(lesson.data.respuesta).toBe('Sí, en la azotea.');
    expect((await support.get(`/api/chatbot/lessons/${_id}`)).statusCode).toBe(404);
    await administrator.post('/api/chatbot/lessons', {
      pregunta: '¿Hay helipuerto?',
      respuesta: 'Sí, en la azotea.',
    });
    await runJobs(llave, ReadSource);
    expect(await list()).toHaveLength(1);
    expect((await ask('¿tienen helipuerto?')).text).toContain('azotea');
  });

  test('outside the office hours one speaks: the bot, or the text that the office is closed', async () => {
    const kinds = async (browser: Browser) => (await thread(browser)).map(({ sender }) => sender.kind);
    llave.clock.set(new Date('2026-11-22T15:00:00Z'));
    const answered = await customer();
    await asked(answered, '¿hay bomberos?');
    expect(await kinds(answered)).toEqual(['cliente', 'bot']);
    const handed = await customer();
    await asked(handed, 'quiero hablar con una persona');
    await asked(handed, '¿hola?');
    expect(await kinds(handed)).toEqual(['cliente', 'bot', 'cliente']);
    expect((await said(handed))[0]).toContain('Ahora la oficina está cerrada');
    await rules('nunca');
    const alone = await customer();
    await asked(alone, '¿hay bomberos?');
    expect(await kinds(alone)).toEqual(['cliente', 'sistema']);
    llave.clock.set(START);
    await rules('siempre');
  });

  test('one stranger’s many questions get one answer at a time, and so many in a day, then a person', async () => {
    const browser = await customer();
    for (const question of ['¿hola?', '¿hay alguien?', '¿hay bomberos?']) await say(browser, question);
    await bot();
    expect(await said(browser)).toHaveLength(1);
    // The other answers of the day.
    await llave.database.db.execute(
      sql`with room as (update conversations c set last_seq = last_seq + ${DAILY_ANSWERS - 1}
          where id = (select max(id) from conversations) returning id, last_seq)
        insert into chat_messages (conversation_id, seq, sender, content, state, created_at, changed_at)
        select id, last_seq - n, 'bot', 'Sí.', 'sent', ${START.toISOString()}, ${START.toISOString()}
        from room, generate_series(0, ${DAILY_ANSWERS - 2}) n`,
    );
    const roomId = await asked(browser, '¿hay bomberos?');
    expect((await said(browser)).at(-1)).toContain('en el centro');
    expect((await processor.get('/api/notifications/list?per_page=200')).body).toContain(
      'hizo muchas preguntas hoy',
    );
    const answers = async () =>
      (await administrator.get(`/api/sale/messages/${roomId}?per_page=200`))
        .json<{ data: Message[] }>()
        .data.filter(({ sender }) => sender.kind === 'bot').length;
    expect(await answers()).toBe(DAILY_ANSWERS + 1);
    for (let more = 0; more < 3; more += 1) await asked(browser, '¿hay bomberos?');
    expect(await answers()).toBe(DAILY_ANSWERS + 1);
    llave.clock.advance(25 * 3_600);
    await asked(browser, '¿hay bomberos?');
    expect(await answers()).toBe(DAILY_ANSWERS + 2);
    llave.clock.set(START);
  });

  test('off, or within office hours, it says nothing', async () => {
    const browser = await customer();
    await rules('fuera_de_horario');
    await asked(browser, '¿hay bomberos?');
    expect(await said(browser)).toEqual([]);
    llave.clock.set(new Date('2026-11-22T04:00:00Z'));
    await asked(browser, '¿hay bomberos?');
    expect(await said(browser)).toHaveLength(1);
    llave.clock.set(START);
    await rules('siempre');
  });
});
