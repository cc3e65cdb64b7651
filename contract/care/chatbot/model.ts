import { z } from 'zod';
import { Id } from '#contract/ids.ts';
import { pageBy } from '#contract/paging.ts';
import {
  ADDRESSES_AT_ONCE,
  ANSWER_MAX,
  BOT_MODES,
  EXPECTATIONS,
  FACTS,
  FILES_AT_ONCE,
  HANDOVERS,
  namesOf,
  OUTCOMES,
  PAIRS_AT_ONCE,
  QUESTION_MAX,
  SOURCE_KINDS,
  SOURCE_STATES,
} from './rules.ts';

/** TXT and CSV cannot be told apart by their bytes: both arrive as `text/csv`, and the name says which. */
export const TRAINING_FILE = {
  maxCount: FILES_AT_ONCE,
  maxSize: 10 * 1_048_576,
  types: [
    'application/pdf',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'text/csv',
  ],
} as const;

const words = (max: number, error: string) => z.string({ error }).trim().min(3, error).max(max);
export const Question = words(QUESTION_MAX, `Escribe la pregunta: de 3 a ${QUESTION_MAX} caracteres.`);
export const Reply = words(ANSWER_MAX, `Escribe la respuesta: de 3 a ${ANSWER_MAX} caracteres.`);

export const Pair = z.object({ pregunta: Question, respuesta: Reply });

/** `¿Tienen piscina? Sí, una.` in one text becomes its two parts. */
const PairSent = z.preprocess((sent) => {
  const parts = typeof sent === 'string' ? /^([^?]+\?)\s*(.+)$/s.exec(sent.trim()) : null;
  return parts ? { pregunta: parts[1], respuesta: parts[2] } : sent;
}, Pair);

const Address = z
  .string()
  .trim()
  .max(500, 'La dirección tiene a lo más 500 caracteres.')
  .refine((text) => {
    const url = URL.parse(text);
    return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  }, 'Escribe una dirección que empiece con https://');

const many = <S extends z.ZodType>(one: S, most: number, error: string) =>
  z.preprocess(
    (sent) =>
      sent === undefined || sent === ''
        ? []
        : Array.isArray(sent)
          ? sent.filter((one) => one !== '')
          : [sent],
    z.array(one).max(most, error),
  );

/** The training form of spec §2.7: `files[]`, `urls[]`, `preguntas[n][pregunta|respuesta]`. */
export const Training = z.object({
  urls: many(Address, ADDRESSES_AT_ONCE, `Caben ${ADDRESSES_AT_ONCE} direcciones a la vez.`),
  preguntas: many(PairSent, PAIRS_AT_ONCE, `Caben ${PAIRS_AT_ONCE} preguntas a la vez.`),
});
export type Training = z.output<typeof Training>;

const Who = z.object({ id: z.number().int(), name: z.string() });

export const Source = z.object({
  id: z.number().int(),
  kind: z.enum(namesOf(SOURCE_KINDS)),
  title: z.string(),
  /** Of its newest reading. */
  state: z.enum(namesOf(SOURCE_STATES)),
  /** Why it could not be read, and what to do. */
  fault: z.string().nullable(),
  /** Passages of the newest reading that is ready. */
  passages: z.number().int(),
  /** The published version uses it; `anterior`: an older reading of it. */
  published: z.enum(['si', 'anterior', 'no']),
  url: z.string().nullable(),
  question: z.string().nullable(),
  answer: z.string().nullable(),
  file: z.object({ name: z.string(), size: z.number().int(), url: z.string() }).nullable(),
  by: Who,
  changed_at: z.string(),
});
export type Source = z.infer<typeof Source>;

export const SourceFilter = pageBy('changed_at', 'title').extend({
  q: z.string().trim().max(100).optional(),
  estado: z.array(z.enum(namesOf(SOURCE_STATES))).optional(),
});
export type SourceFilter = z.infer<typeof SourceFilter>;

export const Passage = z.object({
  id: z.number().int(),
  source_id: z.number().int(),
  source: z.string(),
  heading: z.string(),
  page: z.number().int().nullable(),
  content: z.string(),
});
export type Passage = z.infer<typeof Passage>;

/** An answer with its proof. */
const BotReply = z.object({
  outcome: z.enum(namesOf(OUTCOMES)),
  text: z.string(),
  fact: z.enum(namesOf(FACTS)).nullable(),
  handover: z.enum(namesOf(HANDOVERS)).nullable(),
  sources: z.array(
    z.object({
      source_id: z.number().int(),
      title: z.string(),
      heading: z.string(),
      page: z.number().int().nullable(),
    }),
  ),
});

/** The try-out: the answer, and what was found with its score (0-100); below `threshold` the bot does not know. */
export const Tried = BotReply.extend({
  threshold: z.number().int(),
  /** The words that were searched, and those that no passage has. */
  terms: z.array(z.object({ word: z.string(), found: z.boolean() })),
  passages: z.array(Passage.extend({ score: z.number().int() })),
  /** A language model worded the answer. */
  worded: z.boolean(),
});
export type Tried = z.infer<typeof Tried>;

export const Try = z.object({
  pregunta: z.string().trim().min(1, 'Escribe una pregunta.').max(QUESTION_MAX),
  contenido: z.enum(['borrador', 'publicada']).default('borrador'),
});

export const Unanswered = z.object({
  id: z.number().int(),
  question: z.string(),
  count: z.number().int(),
  first_at: z.string(),
  last_at: z.string(),
});
export type Unanswered = z.infer<typeof Unanswered>;

export const UnansweredFilter = pageBy('count', 'last_at').extend({
  q: z.string().trim().max(100).optional(),
});
export type UnansweredFilter = z.infer<typeof UnansweredFilter>;

/** A pair taught by a colleague, from a reply in the chat or from the list of unanswered questions. */
export const Lesson = Pair.extend({ mensaje_id: Id.optional(), sin_respuesta_id: Id.optional() });
export type Lesson = z.infer<typeof Lesson>;

export const BotTest = z.object({
  id: z.number().int(),
  question: z.string(),
  expects: z.enum(namesOf(EXPECTATIONS)),
  source: z.object({ id: z.number().int(), title: z.string() }).nullable(),
  fact: z.enum(namesOf(FACTS)).nullable(),
  /** Null: never run. */
  passed: z.boolean().nullable(),
  got: z.string().nullable(),
  ran_at: z.string().nullable(),
});
export type BotTest = z.infer<typeof BotTest>;

export const NewTest = z
  .object({
    pregunta: Question,
    espera: z.enum(namesOf(EXPECTATIONS)),
    fuente_id: Id.nullable().optional(),
    dato: z.enum(namesOf(FACTS)).nullable().optional(),
  })
  .refine(({ espera, fuente_id }) => espera !== 'fuente' || fuente_id != null, {
    error: 'Elige la fuente.',
    path: ['fuente_id'],
  })
  .refine(({ espera, dato }) => espera !== 'dato' || dato != null, {
    error: 'Elige el dato.',
    path: ['dato'],
  });
export type NewTest = z.output<typeof NewTest>;

export const BotVersion = z.object({
  id: z.number().int(),
  current: z.boolean(),
  sources: z.number().int(),
  passages: z.number().int(),
  tests: z.number().int(),
  note: z.string(),
  by: Who,
  published_at: z.string(),
});
export type BotVersion = z.infer<typeof BotVersion>;

export const BotRules = z.object({
  mode: z.enum(namesOf(BOT_MODES)),
  /** Hours of silence after which a conversation that a person held returns to the bot. */
  returnHours: z.number().int().min(1, 'Al menos 1 hora.').max(720, 'A lo más 720 horas.'),
});
export type BotRules = z.infer<typeof BotRules>;
