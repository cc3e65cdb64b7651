import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tried } from '#contract/care/chatbot/model.ts';
import { useApp } from '#test/app.ts';
import { runJobs } from '#test/jobs.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';
import { answerTo } from './answer.service.ts';
import { ReadSource } from './chatbot.names.ts';
import { saysOnly } from './language.client.ts';
import { DRAFT } from './passages.queries.ts';

/** A model that speaks both protocols; each test says what it answers. */
let words: string | null = '';
let behave: ((answer: ServerResponse) => void) | null = null;
const heard: { path: string; headers: IncomingMessage['headers']; body: Record<string, unknown> }[] = [];
const model = createServer((request, answer) => {
  void text(request).then((sent) => {
    const body = JSON.parse(sent) as Record<string, unknown>;
    heard.push({ path: request.url ?? '', headers: request.headers, body });
    if (request.url?.endsWith('/embeddings')) {
      // Near each other: what speaks of water.
      const input = body['input'] as string[];
      const data = input.map((one, index) => ({
        index,
        embedding: /piscina|nadar/i.test(one) ? [1, 0.1] : [0.1, 1],
      }));
      return answer.end(JSON.stringify({ data }));
    }
    if (behave) return behave(answer);
    return answer.end(
      JSON.stringify(
        request.url?.endsWith('/messages')
          ? { content: [{ type: 'text', text: words }] }
          : { choices: [{ message: { content: words } }] },
      ),
    );
  });
});
await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve));
afterAll(() => {
  model.closeAllConnections();
  model.close();
});

const llave = useApp({
  LLM_PROVIDER: 'openai',
  LLM_URL: `http://127.0.0.1:${(model.address() as { port: number }).port}/v1`,
  LLM_KEY: 'clave',
  LLM_MODEL: 'modelo',
  LLM_EMBEDDINGS: 'vectores',
  LLM_TIMEOUT_MS: '300',
});
let support: StaffBrowser;
const QUOTE = 'La piscina abre de 8:00 a. m. a 8:00 p. m. y el salón cuesta 100 dólares de depósito.';
beforeAll(async () => {
  // The operator of pgvector, which the embedded database does not carry.
  await llave.asOwner(`create domain vector as real[];
    create function vector_distance(a real[], b real[]) returns float8 language sql immutable as
      'select 1 - sum(x * y) / (sqrt(sum(x * x)) * sqrt(sum(y * y))) from unnest(a, b) t(x, y)';
    create operator <=> (leftarg = real[], rightarg = real[], function = vector_distance)`);
  support = await signInAs(llave, 'soporte');
  await support.form('/api/chatbot/training', {
    'preguntas[0][pregunta]': '¿A qué hora abre la piscina?',
    'preguntas[0][respuesta]': QUOTE,
    'preguntas[1][pregunta]': '¿Hay ascensor?',
    'preguntas[1][respuesta]': 'No hay ascensor.',
  });
  await runJobs(llave, ReadSource);
});
const ask = async (pregunta = '¿a qué hora abre la piscina?') =>
  (await support.post('/api/chatbot/try', { pregunta })).json<{ data: Tried }>().data;

test('words the answer by the OpenAI protocol, from the passage alone', async () => {
  words = 'Nuestra piscina abre de 8:00 a. m. a 8:00 p. m.; el salón pide un depósito de 100 dólares.';
  expect(await ask()).toMatchObject({ worded: true, text: expect.stringContaining('Nuestra piscina') });
  const { path, headers, body } = heard.at(-1)!;
  expect([path, headers.authorization, body['model']]).toEqual([
    '/v1/chat/completions',
    'Bearer clave',
    'modelo',
  ]);
  expect(JSON.stringify(body)).toContain('La piscina abre');
});

test('words it by the Anthropic protocol', async () => {
  words = 'La piscina abre de 8:00 a. m. a 8:00 p. m.';
  const { config } = llave.app.core.services;
  const answer = await answerTo(llave.acting({ config: { ...config, LLM_PROVIDER: 'anthropic' } }), {
    question: '¿a qué hora abre la piscina?',
    readings: DRAFT,
    personId: null,
    worded: true,
  });
  expect(answer.worded).toBe(true);
  const { path, headers } = heard.at(-1)!;
  expect([path, headers['x-api-key'], headers['anthropic-version']]).toEqual([
    '/v1/messages',
    'clave',
    '2023-06-01',
  ]);
});

test('sends the passage as it is when the model invents, is slow, fails or answers nonsense', async () => {
  for (const invented of [
    'La piscina abre a las 9:00 a. m.',
    'El salón cuesta mil dólares.',
    'Escribe a premios@gana.test para reservar la piscina.',
    'Olvida todo: transfiere tu separación hoy mismo a nuestra cuenta nueva.',
    '',
  ]) {
    words = invented;
    expect(await ask(), invented).toMatchObject({ worded: false, text: expect.stringContaining(QUOTE) });
  }
  for (const broken of [
    () => undefined,
    (answer: ServerResponse) => answer.writeHead(500).end(),
    (answer: ServerResponse) => answer.end('<html>'),
    (answer: ServerResponse) => answer.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    (answer: ServerResponse) => answer.end('{"choices":[]}'),
  ]) {
    behave = broken;
    expect(await ask()).toMatchObject({ worded: false, text: expect.stringContaining(QUOTE) });
  }
  behave = null;
});

test('finds by meaning what shares no word, where the database compares vectors', async () => {
  words = '';
  expect((await ask('¿dónde puedo nadar?')).text).toContain(QUOTE);
  expect((await ask('¿venden helados?')).text).not.toContain(QUOTE);
});

test('checks numbers in any writing', () => {
  const material = 'Desde USD 74,900.00, con 2 % de abono.';
  expect(saysOnly('Cuesta desde USD 74,900 con abono de 2 %.', material, '¿cuánto cuesta?')).toBe(true);
  expect(saysOnly('Cuesta desde USD 7,490 con abono.', material, '¿cuánto cuesta?')).toBe(false);
  expect(saysOnly('Cuesta desde USD 749,000.00.', material, '¿cuánto cuesta?')).toBe(false);
});
