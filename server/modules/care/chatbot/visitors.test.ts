import { beforeAll, describe, expect, test } from 'vitest';
import { ASK_PATH, askPage } from '#contract/care/chatbot/ask.ts';
import { rows, sql } from '#server/kernel/db.ts';
import { useApp } from '#test/app.ts';
import { browserOf, makeBuyer } from '#test/buyers.ts';
import { makeProject } from '#test/factories.ts';
import { runJobs } from '#test/jobs.ts';
import { pageData, withoutBuild } from '#test/pages.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';
import { ReadSource } from './chatbot.names.ts';

const llave = useApp();
let support: StaffBrowser;

beforeAll(async () => {
  withoutBuild(llave);
  await makeProject(llave.database.db);
  support = await signInAs(llave, 'soporte');
});

const asks = (question: string, browser = llave.browser()) =>
  pageData(browser, askPage, `${ASK_PATH}?q=${encodeURIComponent(question)}`);
const prospectsOf = (phone: string) =>
  rows<{ origin: string; interest: string | null; notes: string[] }>(
    llave.database.db,
    sql`select t.origin, t.interest, array(select c.note from prospect_contacts c where c.prospect_id = t.id order by c.id) notes
      from prospects t join people p on p.id = t.person_id where p.phone = ${phone} order by t.id`,
  );
const leave = (fields: Record<string, string>) =>
  llave.browser().form('/clientes/preguntas', {
    nombre: 'Rosa Díaz',
    celular: '6555-0101',
    consentimiento_datos: '1',
    pregunta: '¿Aceptan mascotas?',
    ...fields,
  });

describe('a visitor asks', () => {
  test('and can only leave the question for a person before anything is published', async () => {
    expect(await asks('¿Hay bomberos?')).toMatchObject({ serves: false, asked: null });
  });

  test('and reads the answer of a published source, without an account', async () => {
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
    expect(await asks('¿hay bomberos?')).toMatchObject({
      serves: true,
      asked: {
        question: '¿hay bomberos?',
        text: 'Sí, en el centro.\nFuente: respuesta del equipo.',
        answered: true,
      },
    });
  });

  test('and learns nothing of any purchase, also in the browser of its buyer', async () => {
    const buyer = await makeBuyer(llave);
    const stranger = await asks('¿cómo va mi compra?');
    expect(await asks('¿cómo va mi compra?', await browserOf(llave, buyer.id))).toEqual(stranger);
    expect(JSON.stringify(stranger)).not.toContain(buyer.code);
  });

  test('and what the assistant does not know can be left for a person', async () => {
    expect((await asks('¿Quién ganó el mundial?')).asked).toMatchObject({
      answered: false,
      text: expect.stringContaining('Deja tu celular'),
    });
  });
});

describe('a question that is left', () => {
  test('becomes a prospect once, and a note on it from then on', async () => {
    for (const pregunta of ['¿Aceptan mascotas?', '¿Y gatos?'])
      expect((await leave({ pregunta })).json()).toMatchObject({ redirect: `${ASK_PATH}?enviada=1` });
    expect(await prospectsOf('+50765550101')).toEqual([
      {
        origin: 'chatbot',
        interest: 'Preguntó en la página: ¿Aceptan mascotas?',
        notes: ['Preguntó en la página: ¿Y gatos?'],
      },
    ]);
    const { data } = (await support.get('/api/chatbot/unanswered')).json<{ data: { question: string }[] }>();
    expect(data.map(({ question }) => question).toSorted()).toEqual(['¿Aceptan mascotas?', '¿Y gatos?']);
  });

  test('needs a telephone, a question and the permission, each said at its field', async () => {
    const refused = await leave({ celular: 'uno', pregunta: '', consentimiento_datos: '' });
    expect(refused.statusCode).toBe(422);
    const { errors } = refused.json<{ errors: { field: string }[] }>();
    expect(errors.map(({ field }) => field).toSorted()).toEqual([
      'celular',
      'consentimiento_datos',
      'pregunta',
    ]);
  });

  test('is refused above the daily limit of a network', async () => {
    const answers = [];
    for (let n = 0; n < 21; n++)
      answers.push((await leave({ celular: `6777-${1000 + n}`, pregunta: `¿Pregunta ${n}?` })).statusCode);
    expect(answers.filter((status) => status === 429).length).toBeGreaterThan(0);
  });
});
