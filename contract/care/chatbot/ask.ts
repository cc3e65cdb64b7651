import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { page } from '#contract/page.ts';
import { JoinForm } from '#contract/sales/waitlist/waitlist.ts';
import { QUESTION_MAX } from './rules.ts';

/** Where a visitor asks the assistant, without an account and without JavaScript. */
export const ASK_PATH = '/preguntas';

const Question = z.string().trim().max(QUESTION_MAX);

export const askPage = page({
  name: 'care/chatbot/AskPage',
  path: ASK_PATH,
  access: 'public',
  title: 'Preguntas',
  query: z.object({
    q: Question.optional().catch(undefined),
    enviada: z.literal('1').optional().catch(undefined),
  }),
  data: z.object({
    /** The assistant is off or has published nothing: a question can only be left for a person. */
    serves: z.boolean(),
    asked: z.object({ question: z.string(), text: z.string(), answered: z.boolean() }).nullable(),
    consentText: z.string(),
    /** The visitor just left a question. */
    left: z.boolean(),
  }),
});

/** What a visitor reads who left a question. */
export const QUESTION_LEFT = 'Recibimos tu pregunta. Una persona te escribe o te llama.';

export const leaveQuestion = endpoint({
  method: 'POST',
  path: '/clientes/preguntas',
  access: ['public', 'client'],
  summary: 'Deja una pregunta para que una persona la responda',
  touches: ['prospecto', 'persona', 'pregunta_chatbot'],
  body: JoinForm.omit({ email: true }).extend({
    pregunta: Question.min(3, { error: 'Escribe tu pregunta.' }),
  }),
  files: {},
  answer: z.object({ success: z.string(), redirect: z.string() }),
  idempotent: true,
  limit: { max: 30, seconds: 60 },
  seeOther: ({ redirect }: { redirect: string }) => redirect,
});
