import { z } from 'zod';
import { data, endpoint, page } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import {
  BotRules,
  BotTest,
  BotVersion,
  Lesson,
  NewTest,
  Passage,
  Source,
  SourceFilter,
  Training,
  TRAINING_FILE,
  Tried,
  Try,
  Unanswered,
  UnansweredFilter,
} from './model.ts';
import { PUBLISHED_WORDS, SOURCE_KINDS, SOURCE_STATES } from './rules.ts';

const base = '/api/chatbot';
const params = z.object({ id: Id });
const done = z.object({ success: z.string() });
const SOURCES = ['fuente_chatbot'] as const;
const TESTS = ['prueba_chatbot'] as const;
const VERSIONS = ['version_chatbot'] as const;
const QUESTIONS = ['pregunta_chatbot'] as const;

/**
 * The training form. 422 TRAINING 'Error al entrenar el chat.' with each error at its field; nothing is kept then, and
 * the published version goes on serving.
 */
export const train = endpoint({
  method: 'POST',
  path: `${base}/training`,
  access: 'chatbot.editar',
  touches: SOURCES,
  summary: 'Entrena el chatbot con archivos, direcciones y preguntas con su respuesta',
  body: Training,
  files: { files: TRAINING_FILE },
  keepsFiles: true,
  answer: done,
  errors: ['TRAINING'],
  idempotent: true,
});

export const listSources = endpoint({
  method: 'GET',
  path: `${base}/sources`,
  access: 'chatbot.ver',
  shows: [...SOURCES, ...VERSIONS],
  summary: 'Las fuentes del chatbot, la última cambiada primero',
  query: SourceFilter,
  answer: page(Source),
  exports: exportsOf(Source, {
    title: 'Fuentes del chatbot',
    permission: 'chatbot.exportar',
    columns: [
      { key: 'title', title: 'Fuente', type: 'text', width: 40, value: (row) => row.title },
      { key: 'tipo', of: 'title', title: 'Tipo', type: 'text', value: (row) => SOURCE_KINDS[row.kind] },
      { key: 'estado', title: 'Estado', type: 'text', value: (row) => SOURCE_STATES[row.state] },
      {
        key: 'problema',
        of: 'estado',
        title: 'Problema',
        type: 'text',
        width: 40,
        value: (row) => row.fault,
      },
      { key: 'pasajes', title: 'Pasajes', type: 'number', value: (row) => row.passages },
      { key: 'publicada', title: 'Público', type: 'text', value: (row) => PUBLISHED_WORDS[row.published] },
      { key: 'changed_at', title: 'Último cambio', type: 'instant', value: (row) => row.changed_at },
      { key: 'por', of: 'changed_at', title: 'Por', type: 'text', width: 24, value: (row) => row.by.name },
    ],
  }),
});

export const getSource = endpoint({
  method: 'GET',
  path: `${base}/sources/:id`,
  access: 'chatbot.ver',
  shows: [...SOURCES, ...VERSIONS],
  summary: 'Una fuente, con los pasajes que se sacaron de ella',
  params,
  answer: data(z.object({ source: Source, passages: z.array(Passage) })),
});

/** The old reading serves until the new one is ready and published. */
export const replaceSource = endpoint({
  method: 'POST',
  path: `${base}/sources/:id/replace`,
  access: 'chatbot.editar',
  touches: SOURCES,
  summary: 'Reemplaza el contenido de una fuente por otro archivo, dirección o respuesta',
  params,
  body: Training,
  files: { files: TRAINING_FILE },
  keepsFiles: true,
  answer: done,
  errors: ['TRAINING'],
});

export const retrySource = endpoint({
  method: 'POST',
  path: `${base}/sources/:id/retry`,
  access: 'chatbot.editar',
  touches: SOURCES,
  summary: 'Lee otra vez una fuente',
  params,
  body: z.object({}).optional(),
  answer: done,
});

export const removeSource = endpoint({
  method: 'DELETE',
  path: `${base}/sources/:id`,
  access: 'chatbot.anular',
  touches: SOURCES,
  summary: 'Quita una fuente; lo publicado no cambia hasta publicar otra vez',
  params,
  answer: done,
});

export const tryBot = endpoint({
  method: 'POST',
  path: `${base}/try`,
  access: 'chatbot.ver',
  touches: [],
  summary: 'Prueba una pregunta como la haría un desconocido, con los pasajes y su puntaje',
  body: Try,
  answer: data(Tried),
  ownTransactions: true,
  limit: { max: 60, seconds: 60 },
});

export const listUnanswered = endpoint({
  method: 'GET',
  path: `${base}/unanswered`,
  access: 'chatbot.ver',
  shows: QUESTIONS,
  summary: 'Las preguntas sin respuesta, la más repetida primero',
  query: UnansweredFilter,
  answer: page(Unanswered),
  exports: exportsOf(Unanswered, {
    title: 'Preguntas sin respuesta',
    permission: 'chatbot.exportar',
    columns: [
      { key: 'pregunta', title: 'Pregunta', type: 'text', width: 60, value: (row) => row.question },
      { key: 'count', title: 'Veces', type: 'number', value: (row) => row.count },
      { key: 'primera', of: 'last_at', title: 'Primera vez', type: 'instant', value: (row) => row.first_at },
      { key: 'last_at', title: 'Última vez', type: 'instant', value: (row) => row.last_at },
    ],
  }),
});

export const dismissUnanswered = endpoint({
  method: 'DELETE',
  path: `${base}/unanswered/:id`,
  access: 'chatbot.editar',
  touches: QUESTIONS,
  summary: 'Descarta una pregunta sin respuesta',
  params,
  answer: done,
});

/** What a reply of the chat would teach: the customer's question before it, and the reply. */
export const readLesson = endpoint({
  method: 'GET',
  path: `${base}/lessons/:id`,
  access: 'chatbot.crear',
  shows: ['mensaje'],
  summary: 'Lo que enseñaría una respuesta del equipo en el chat',
  params,
  answer: data(z.object({ pregunta: z.string(), respuesta: z.string() })),
});

export const teach = endpoint({
  method: 'POST',
  path: `${base}/lessons`,
  access: 'chatbot.crear',
  touches: [...SOURCES, ...QUESTIONS],
  summary: 'Enseña una pregunta con su respuesta',
  body: Lesson,
  answer: done,
  status: 201,
  idempotent: true,
});

export const listTests = endpoint({
  method: 'GET',
  path: `${base}/tests`,
  access: 'chatbot.ver',
  shows: [...TESTS, ...SOURCES],
  summary: 'Las preguntas que deben pasar antes de publicar',
  answer: data(z.array(BotTest)),
});

export const addTest = endpoint({
  method: 'POST',
  path: `${base}/tests`,
  access: 'chatbot.editar',
  touches: TESTS,
  summary: 'Agrega una pregunta de prueba',
  body: NewTest,
  answer: done,
  status: 201,
  idempotent: true,
});

export const removeTest = endpoint({
  method: 'DELETE',
  path: `${base}/tests/:id`,
  access: 'chatbot.anular',
  touches: TESTS,
  summary: 'Quita una pregunta de prueba',
  params,
  answer: done,
});

export const runTests = endpoint({
  method: 'POST',
  path: `${base}/tests/run`,
  access: 'chatbot.editar',
  touches: TESTS,
  summary: 'Hace todas las preguntas de prueba al borrador',
  body: z.object({}).optional(),
  answer: data(z.object({ passed: z.number().int(), failed: z.number().int() })),
  limit: { max: 20, seconds: 60 },
});

export const listVersions = endpoint({
  method: 'GET',
  path: `${base}/versions`,
  access: 'chatbot.ver',
  shows: VERSIONS,
  summary: 'Las versiones publicadas, la última primero',
  answer: data(
    z.object({
      versions: z.array(BotVersion),
      /** What publishing now would change, and why it may not. */
      draft: z.object({
        sources: z.number().int(),
        added: z.number().int(),
        removed: z.number().int(),
        waiting: z.number().int(),
        tests: z.number().int(),
      }),
    }),
  ),
});

/** Runs the tests and publishes, in one transaction. 422 TESTS_FAILED at `pruebas`; 409 NOTHING_NEW. */
export const publishVersion = endpoint({
  method: 'POST',
  path: `${base}/versions`,
  access: 'chatbot.aprobar',
  touches: [...VERSIONS, ...TESTS],
  summary: 'Publica el borrador, si pasan todas las pruebas',
  body: z.object({ nota: z.string().trim().max(200, 'La nota tiene a lo más 200 caracteres.').default('') }),
  answer: done,
  status: 201,
  errors: ['NOTHING_NEW', 'TESTS_FAILED'],
});

/** Roll-back: an earlier version serves again. */
export const restoreVersion = endpoint({
  method: 'POST',
  path: `${base}/versions/:id/restore`,
  access: 'chatbot.aprobar',
  touches: VERSIONS,
  summary: 'Vuelve a una versión anterior',
  params,
  body: z.object({}).optional(),
  answer: done,
});

export const getBotRules = endpoint({
  method: 'GET',
  path: `${base}/rules`,
  access: 'chatbot.ver',
  shows: ['configuracion'],
  summary: 'Cuándo responde el chatbot',
  answer: data(BotRules),
});

export const changeBotRules = endpoint({
  method: 'PUT',
  path: `${base}/rules`,
  access: 'chatbot.aprobar',
  touches: ['configuracion'],
  summary: 'Cambia cuándo responde el chatbot',
  body: BotRules,
  answer: data(BotRules),
});
