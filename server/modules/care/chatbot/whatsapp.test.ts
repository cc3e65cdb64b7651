import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useApp } from '#test/app.ts';
import { browserOf, makeBuyer, verifyEverywhere } from '#test/buyers.ts';
import { makeProject } from '#test/factories.ts';
import { rows, sql } from '#server/kernel/db.ts';
import { runJobs } from '#test/jobs.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';
import { fakeWhatsapp, hook, tell, textFrom } from '#test/whatsapp.ts';
import { officeOf } from '#test/whatsappOffice.ts';
import { SendWaiting } from '../whatsapp/names.ts';
import { AnswerCustomer, ReadSource } from './chatbot.names.ts';

const fake = await fakeWhatsapp();
const llave = useApp(fake.environment);
afterAll(() => fake.close());
let coordinator: StaffBrowser;
const { fresh, ago, arrive, roomOf, threadOf, whatsapp } = officeOf(llave, () => coordinator);

beforeAll(async () => {
  coordinator = await signInAs(llave, 'coordinador');
  await makeProject(llave.database.db);
  const support = await signInAs(llave, 'soporte');
  await support.form('/api/chatbot/training', {
    'preguntas[0][pregunta]': '¿Hay bomberos?',
    'preguntas[0][respuesta]': 'Sí, en el centro.',
  });
  await runJobs(llave, ReadSource);
  await support.post('/api/chatbot/tests', { pregunta: '¿Quién ganó el mundial?', espera: 'no_sabe' });
  await support.post('/api/chatbot/versions', { nota: '' });
  await support.send({
    method: 'PUT',
    url: '/api/chatbot/rules',
    payload: { mode: 'siempre', returnHours: 12 },
  });
});

let numbers = 0;
const ask = async (phone: string, text: string, seconds = 5) => {
  await arrive([textFrom(phone, `wamid.bot${(numbers += 1)}`, text, ago(seconds))]);
  await runJobs(llave, AnswerCustomer);
  await runJobs(llave, SendWaiting);
};
const sentTo = (phone: string) =>
  fake.accepted
    .filter(({ to }) => to === phone || to === `+${phone}`)
    .map(({ body }) => (body['text'] as { body: string }).body);
const kinds = async (phone: string) =>
  (await threadOf((await roomOf(phone)).sid)).map(({ sender }) => sender.kind);

describe('the bot over WhatsApp', () => {
  test('answers where it was asked, and not what is the wish to be left alone', async () => {
    const phone = fresh();
    await ask(phone, '¿hay bomberos?');
    expect(sentTo(phone)).toEqual([
      expect.stringContaining('Soy el asistente automático de Llave. Sí, en el centro.'),
    ]);
    await ask(phone, 'BAJA', 3);
    expect(sentTo(phone)).toHaveLength(1);
  });

  test('tells nothing of a purchase to the number of its buyer, as a number proves nobody', async () => {
    const buyer = await makeBuyer(llave);
    const browser = await browserOf(llave, buyer.id);
    await verifyEverywhere(llave, buyer.id);
    await browser.form('/clientes/chat/mensajes', { content: '¿qué sigue en mi compra?' });
    await runJobs(llave, AnswerCustomer);
    const phone = buyer.phone.slice(1);
    await ask(phone, '¿qué sigue en mi compra?', 0);
    await ask(phone, '¿cuál es mi saldo?', 0);
    expect(sentTo(phone)).toEqual(Array(2).fill(expect.stringMatching(/solo se muestran a su comprador/)));
  });

  test('answers the web on the web, though WhatsApp wrote with a later clock', async () => {
    const buyer = await makeBuyer(llave);
    const browser = await browserOf(llave, buyer.id);
    await verifyEverywhere(llave, buyer.id);
    const phone = buyer.phone.slice(1);
    await arrive([textFrom(phone, 'wamid.ahead', 'hola', ago(-120))]);
    await browser.form('/clientes/chat/mensajes', { content: '¿cuál es mi saldo?' });
    await runJobs(llave, AnswerCustomer);
    await runJobs(llave, SendWaiting);
    expect(sentTo(phone)).toEqual([]);
    expect(await kinds(phone)).toContain('bot');
  });

  test('leaves who got no answer waiting, also after the number went to another person', async () => {
    const phone = fresh();
    await ask(phone, '¿hay helipuerto?');
    const room = await roomOf(phone);
    expect(room.waiting_since).not.toBeNull();
    await makeBuyer(llave, { phone: `+${phone}`, name: 'Rosa Gil' });
    const [rosa] = await rows<{ id: number }>(
      llave.database.db,
      sql`select id from people where name = 'Rosa Gil'`,
    );
    const number = (await whatsapp(room.sid)).numbers[0]!;
    const given = await coordinator.post(`/api/office/whatsapp/numbers/${number.id}/person`, {
      version: number.version,
      persona_id: Number(rosa!.id),
    });
    expect([given.statusCode, given.body]).toEqual([200, expect.any(String)]);
    expect(await roomOf(phone)).toMatchObject({ waiting_since: room.waiting_since });
  });

  test('is silent after an answer from the company’s telephone', async () => {
    const phone = fresh();
    await ask(phone, '¿hay bomberos?', 9);
    const echo = { ...textFrom('507', 'wamid.echo', 'Yo te ayudo.', ago(6)), to: phone };
    await tell(llave, hook({ message_echoes: [echo] }, 'smb_message_echoes'));
    await ask(phone, '¿hay bomberos?', 3);
    // By the provider's time: the bot answered at once.
    expect(await kinds(phone)).toEqual(['cliente', 'equipo', 'cliente', 'bot']);
  });
});
