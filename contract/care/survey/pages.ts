import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { page } from '#contract/page.ts';
import { REASONS, type Reason } from './rules.ts';

const params = z.object({ token: z.string().regex(/^[\w-]{20,60}$/) });

export const SurveyAnswer = z.object({
  nota: z.coerce
    .number({ error: 'Elige una nota de 0 a 10.' })
    .int({ error: 'Elige una nota de 0 a 10.' })
    .min(0, { error: 'Elige una nota de 0 a 10.' })
    .max(10, { error: 'Elige una nota de 0 a 10.' }),
  motivo: z.enum(Object.keys(REASONS) as [Reason, ...Reason[]], { error: 'Elige qué pesó más en tu nota.' }),
  comentario: z.string().trim().max(1000, { error: 'Escribe 1000 caracteres como máximo.' }).optional(),
});
export type SurveyAnswer = z.output<typeof SurveyAnswer>;

/** The one question, opened by the link in the mail. */
export const surveyPage = page({
  name: 'care/survey/SurveyPage',
  path: '/encuesta/:token',
  access: 'public',
  params,
  title: 'Cuéntanos cómo te fue',
  data: z.object({
    token: z.string(),
    state: z.enum(['abierta', 'respondida', 'vencida']),
    about: z.enum(['entrega', 'ticket']),
    project: z.string(),
  }),
});

export const answerSurvey = endpoint({
  method: 'POST',
  path: '/encuesta/:token',
  access: 'public',
  touches: ['encuesta'],
  summary: 'Responde una encuesta de satisfacción, una sola vez',
  params,
  body: SurveyAnswer,
  files: {},
  answer: z.object({ success: z.string(), redirect: z.string() }),
  errors: ['ANSWERED', 'LINK_EXPIRED'],
  limit: { max: 30, seconds: 60 },
  seeOther: ({ redirect }: { redirect: string }) => redirect,
});
