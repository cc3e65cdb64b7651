import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Expectation, Fact } from '#contract/care/chatbot/rules.ts';
import { DAY_MS } from '#contract/dates.ts';
import { rows, sql, type Db } from '#server/kernel/db.ts';
import { readSource } from '#server/modules/care/chatbot/reading.service.ts';
import { addTest } from '#server/modules/care/chatbot/tests.service.ts';
import { addSource } from '#server/modules/care/chatbot/training.service.ts';
import { countUnanswered } from '#server/modules/care/chatbot/unanswered.service.ts';
import { publish } from '#server/modules/care/chatbot/versions.service.ts';
import { writeSetting } from '#server/modules/company/settings/settings.service.ts';
import { contextAt } from './actors.ts';

const PAIRS = [
  [
    '¿Puedo cambiar de lote después de separar?',
    'Sí, una vez y mientras el lote nuevo esté libre. Escríbele a la persona que lleva tu compra y ella hace el cambio.',
  ],
  [
    '¿Cómo encuentro otra vez mi compra?',
    'Entra a «Perdí mi enlace» en la página, escribe tu celular o tu cédula y recibirás un código para abrir tu compra.',
  ],
] as const;

const TESTS: readonly (readonly [question: string, expects: Expectation, fact?: Fact])[] = [
  ['¿Hay piscina?', 'fuente'],
  ['¿Cuánto es la cuota de mantenimiento?', 'fuente'],
  ['¿Puedo tener un perro?', 'fuente'],
  ['¿Con cuánto separo la casa?', 'fuente'],
  ['¿Cuánto cuesta una casa?', 'dato', 'precio'],
  ['¿Hay lotes disponibles?', 'dato', 'disponibilidad'],
  ['Quiero hablar con un asesor', 'persona'],
  ['¿Quién ganó el mundial de fútbol?', 'no_sabe'],
];

const UNANSWERED = [
  '¿Hay una iglesia en el residencial?',
  '¿Puedo poner paneles solares?',
  '¿Puedo poner paneles solares?',
];

/** The chatbot: the brochure and two pairs, a test set, a published version, and questions that it could not answer. */
export async function makeChatbot(
  app: FastifyInstance,
  db: Db,
  staff: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  const ctx = contextAt(app, db, staff, new Date(now.getTime() - 9 * DAY_MS), {
    signIn: 'soporte',
    role: 'soporte',
  });
  const bytes = await readFile(path.join(import.meta.dirname, 'assets/folleto-valle-sereno.txt'));
  const upload = await ctx.files.keep(bytes, 'Folleto Residencial Valle Sereno.txt', 'text/csv');
  const brochure = await addSource(ctx, {
    kind: 'archivo',
    title: 'Folleto Residencial Valle Sereno',
    upload,
  });
  for (const [question, answer] of PAIRS)
    await addSource(ctx, { kind: 'pregunta', title: question, question, answer });
  for (const { id } of await rows<{ id: number }>(db, sql`select id::int from bot_readings order by id`))
    await readSource(ctx, id);
  for (const [pregunta, espera, dato] of TESTS)
    await addTest(ctx, {
      pregunta,
      espera,
      fuente_id: espera === 'fuente' ? brochure : null,
      dato: dato ?? null,
    });
  await publish(ctx, 'Folleto y primeras preguntas');
  for (const question of UNANSWERED) await countUnanswered(ctx, question);
  await writeSetting(db, 'chatbot', { mode: 'siempre', returnHours: 12 }, now);
}
