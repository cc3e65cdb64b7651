import type { Machine } from '#contract/transitions.ts';

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
export const ABOUT = { entrega: 'Entrega', ticket: 'Ticket' } as const;
export type SurveyRecord = keyof typeof ABOUT;
export const ABOUT_NAMES = Object.keys(ABOUT) as [SurveyRecord, ...SurveyRecord[]];

/** Groups of scores of the net promoter score (NPS). */
export const SCORE_GROUPS = {
  promotores: 'De 9 a 10',
  pasivos: 'De 7 a 8',
  detractores: 'De 0 a 6',
} as const;
export type ScoreGroup = keyof typeof SCORE_GROUPS;
export const SCORE_GROUP_NAMES = Object.keys(SCORE_GROUPS) as [ScoreGroup, ...ScoreGroup[]];
export const PROMOTER_FROM = 9;
/** Whoever gives this or less is called. */
export const DETRACTOR_TO = 6;
export const scoreGroupOf = (score: number): ScoreGroup =>
  score >= PROMOTER_FROM ? 'promotores' : score > DETRACTOR_TO ? 'pasivos' : 'detractores';

/** States of a question. A low score has to be called. */
export const SURVEY = { asked: 1, answered: 2, toCall: 3, called: 4 } as const;
export const SURVEY_LABELS: Readonly<Record<number, string>> = {
  [SURVEY.asked]: 'Preguntada',
  [SURVEY.answered]: 'Respondida',
  [SURVEY.toCall]: 'Por llamar',
  [SURVEY.called]: 'Llamada hecha',
};
/** Days from a low score to the call. */
export const CALL_DAYS = 2;

/** The reason of the call is its note: what the family said. */
export const surveyMachine: Machine<null> = {
  entity: 'encuesta',
  transitions: [
    {
      from: [SURVEY.toCall],
      to: SURVEY.called,
      label: 'Anotar la llamada',
      permission: 'ventas.entregar',
      reason: 'required',
    },
  ],
};

/** With fewer answers neither score nor average is told: a single family would move it too far. */
export const MIN_ANSWERS = 10;

interface Nps {
  /** -100 to 100: percent of promoters less percent of detractors. */
  nps: number;
  /** Nineteen of twenty times the score of all families is between these. */
  from: number;
  to: number;
}

/**
 * The net promoter score with its margin; null below MIN_ANSWERS. The margin counts three answers more, spread evenly (adjusted
 * Wald, Rocks 2016): otherwise ten equal answers would have none.
 */
export function npsOf({
  answers,
  promoters,
  detractors,
}: {
  answers: number;
  promoters: number;
  detractors: number;
}): Nps | null {
  if (answers < MIN_ANSWERS) return null;
  const many = answers + 3;
  const middle = (promoters - detractors) / many;
  const spread = (promoters + detractors + 1.5) / many - middle ** 2;
  const margin = 1.96 * Math.sqrt(spread / many);
  return {
    nps: Math.round((100 * (promoters - detractors)) / answers),
    from: Math.max(-100, Math.round(100 * (middle - margin))),
    to: Math.min(100, Math.round(100 * (middle + margin))),
  };
}
