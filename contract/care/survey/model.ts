import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { Id } from '#contract/ids.ts';
import { pageBy } from '#contract/paging.ts';
import { StateHistory, TransitionOffer } from '#contract/transitions.ts';
import { ABOUT_NAMES, REASONS, SCORE_GROUP_NAMES, type Reason } from './rules.ts';

const int = z.number().int();
const Named = z.object({ id: int, name: z.string() });

/** An answer of a family. */
export const SurveyRow = z.object({
  id: int,
  state: Named,
  about: z.enum(ABOUT_NAMES),
  /** The delivery or ticket. */
  record: z.object({ id: int, code: z.string() }),
  project: Named,
  house: Named.nullable(),
  sale: z.object({ id: int, code: z.string().nullable() }),
  person: Named,
  /** Who sold and who built the house when it was asked. */
  adviser: Named.nullable(),
  contractor: Named.nullable(),
  /** 0-10 */
  score: int,
  reason: z.enum(Object.keys(REASONS) as [Reason, ...Reason[]]),
  comment: z.string().nullable(),
  asked_at: z.string(),
  answered_at: z.string(),
  /** Whole days from the question to the answer. */
  days: int,
});
export type SurveyRow = z.infer<typeof SurveyRow>;

export const Survey = SurveyRow.extend({
  /** The number of its state, for the check of a change. */
  version: int,
  /** Null for whoever may not call. */
  phone: z.string().nullable(),
  call: z.object({ at: z.string(), by: z.string(), note: z.string().nullable() }).nullable(),
  history: StateHistory,
  transitions: z.array(TransitionOffer),
});
export type Survey = z.infer<typeof Survey>;

/** Which families: the figures and the list take the same. Id 0: of none. */
const Whose = z.object({
  proyecto_id: Id.optional(),
  asesor_id: z.coerce.number().int().min(0).optional(),
  contratista_id: z.coerce.number().int().min(0).optional(),
  asunto: z.enum(ABOUT_NAMES).optional(),
  /** Days of the answers, both included. */
  desde: IsoDate.optional(),
  hasta: IsoDate.optional(),
});
export type Whose = z.infer<typeof Whose>;

export const SurveyFilter = pageBy('respondida', 'nota').extend({
  ...Whose.shape,
  notas: z.enum(SCORE_GROUP_NAMES).optional(),
  motivo: z.enum(Object.keys(REASONS) as [Reason, ...Reason[]]).optional(),
  llamada: z.enum(['pendiente', 'hecha']).optional(),
  q: z.string().trim().max(80).optional(),
});
export type SurveyFilter = z.infer<typeof SurveyFilter>;

/** What the figures are grouped by. */
export const BY = {
  total: 'Todas',
  proyecto: 'Proyecto',
  asesor: 'Asesor',
  contratista: 'Contratista',
  mes: 'Mes',
} as const;
export type By = keyof typeof BY;
const BY_NAMES = Object.keys(BY) as [By, ...By[]];

/** Satisfaction of a group of families. Average and score are null with fewer than MIN_ANSWERS answers. */
export const SatisfactionRow = z.object({
  by: z.enum(BY_NAMES),
  /** Project, adviser or contractor; null: without one. */
  id: int.nullable(),
  /** YYYY-MM */
  month: z.string().nullable(),
  name: z.string(),
  answers: int,
  promoters: int,
  detractors: int,
  /** 0-10 */
  average: z.number().nullable(),
  /** -100 to 100, and its margin. */
  nps: int.nullable(),
  nps_from: int.nullable(),
  nps_to: int.nullable(),
  /** Of the total alone: how many were asked between the days, and how many of them have answered. */
  asked: int.nullable(),
  replied: int.nullable(),
});
export type SatisfactionRow = z.infer<typeof SatisfactionRow>;

export const SatisfactionFilter = pageBy('respuestas', 'promedio', 'nps').extend({
  ...Whose.shape,
  por: z.enum(BY_NAMES).optional(),
});
export type SatisfactionFilter = z.infer<typeof SatisfactionFilter>;
