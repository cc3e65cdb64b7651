/** States of a source: what the training form shows while it is read. */
export const SOURCE_STATES = {
  en_cola: 'En cola',
  leyendo: 'Leyendo',
  listo: 'Listo',
  con_error: 'Con error',
} as const;
export type SourceState = keyof typeof SOURCE_STATES;

export const SOURCE_KINDS = {
  archivo: 'Archivo',
  direccion: 'Dirección',
  pregunta: 'Pregunta y respuesta',
} as const;
export type SourceKind = keyof typeof SOURCE_KINDS;

/** When the bot answers in the chat. It never speaks while a person holds the conversation. */
export const BOT_MODES = {
  nunca: 'Nunca',
  fuera_de_horario: 'Solo fuera del horario',
  siempre: 'Siempre, hasta que responda una persona',
} as const;

/** What is read from live records at the moment of the answer; no training text can change it. */
export const FACTS = {
  precio: 'Precios',
  disponibilidad: 'Disponibilidad',
  entrega: 'Mes de entrega',
  mi_compra: 'El siguiente paso de la compra',
  mi_saldo: 'El saldo de la compra',
} as const;
export type Fact = keyof typeof FACTS;

/** How a question ends. */
export const OUTCOMES = {
  respuesta: 'Respondió de una fuente',
  dato: 'Respondió de los registros',
  saludo: 'Saludó',
  persona: 'Pasó a una persona',
  no_sabe: 'No sabe',
} as const;
export type Outcome = keyof typeof OUTCOMES;

/** Why a person takes over. */
export const HANDOVERS = {
  pide_persona: 'Pidió hablar con una persona',
  queja: 'Se queja o habla de un reclamo legal',
  desiste: 'Habla de dejar la compra',
  dinero: 'Reclama dinero',
  sin_respuesta: 'El asistente no supo responder dos veces',
  responde: 'Respondió una persona del equipo',
  limite: 'Hizo muchas preguntas en un día',
} as const;
export type Handover = keyof typeof HANDOVERS;

/** What a test expects. */
export const EXPECTATIONS = {
  fuente: 'Que responda de esta fuente',
  dato: 'Que responda con este dato',
  no_sabe: 'Que diga que no sabe',
  persona: 'Que pase a una persona',
} as const;
export type Expectation = keyof typeof EXPECTATIONS;

/** The sentence of spec §8. */
export const TRAINING_FAILED = 'Error al entrenar el chat.';

export const namesOf = <T extends object>(words: T) =>
  Object.keys(words) as [keyof T & string, ...(keyof T & string)[]];

/** Limits of one training form. */
export const FILES_AT_ONCE = 10;
export const ADDRESSES_AT_ONCE = 10;
export const PAIRS_AT_ONCE = 40;
export const QUESTION_MAX = 300;
export const ANSWER_MAX = 2000;
/** Sources and test questions of the company. */
export const SOURCES_MAX = 500;
export const TESTS_MAX = 200;
/** Answers that the bot gives one person in 24 hours; a person goes on after them. */
export const DAILY_ANSWERS = 60;
/** Questions without an answer, one after the other, until a person takes over. */
export const MISSES = 2;

/** Whether the public gets a source. */
export const PUBLISHED_WORDS = {
  si: 'Publicada',
  anterior: 'Publicado el contenido anterior',
  no: 'Sin publicar',
};
