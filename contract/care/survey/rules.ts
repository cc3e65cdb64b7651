/** What a score of 0-10 is given for; the most important reason, not all of them. */
export const REASONS = {
  calidad: 'La calidad de la casa',
  plazo: 'El tiempo que tomó',
  trato: 'El trato que recibí',
  comunicacion: 'La información que me dieron',
  solucion: 'Cómo resolvieron lo que pedí',
  otro: 'Otra cosa',
} as const;
export type Reason = keyof typeof REASONS;

/** A link works for so many days. */
export const SURVEY_DAYS = 30;
/** One person is asked once in so many days; what would be asked in between is dropped. */
export const QUIET_DAYS = 14;

/** What is asked about: the record whose end is the occasion. */
export type SurveyRecord = 'entrega' | 'ticket';
