import { z } from 'zod';
import { data, endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/ids.ts';
import { AnswerTimes, NewQuickAnswer, QuickAnswer, QuickOffer } from './model.ts';

const base = '/api/office/chat/quick';
const one = z.object({ id: Id });

export const listQuickAnswers = endpoint({
  method: 'GET',
  path: base,
  access: 'chat.ver',
  shows: ['respuesta_rapida'],
  summary: 'Las respuestas rápidas; las de un papel, solo para quien lo tiene o las edita',
  answer: data(z.array(QuickAnswer)),
});

/** The answers as they would be sent in a conversation. */
export const quickAnswersFor = endpoint({
  method: 'GET',
  path: '/api/office/chat/conversations/:sid/quick',
  access: 'chat.crear',
  shows: ['respuesta_rapida', 'persona'],
  summary: 'Las respuestas rápidas con los datos de la persona de una conversación',
  params: z.object({ sid: z.uuid() }),
  answer: data(z.array(QuickOffer)),
});

export const createQuickAnswer = endpoint({
  method: 'POST',
  path: base,
  access: 'chat.editar',
  touches: ['respuesta_rapida'],
  summary: 'Agrega una respuesta rápida',
  body: NewQuickAnswer,
  answer: data(QuickAnswer),
  status: 201,
  idempotent: true,
  errors: ['TAKEN'],
});

export const changeQuickAnswer = endpoint({
  method: 'PATCH',
  path: `${base}/:id`,
  access: 'chat.editar',
  touches: ['respuesta_rapida'],
  summary: 'Cambia una respuesta rápida',
  params: one,
  body: NewQuickAnswer.partial().extend({ version: z.number().int() }),
  answer: data(QuickAnswer),
  errors: ['TAKEN'],
});

export const removeQuickAnswer = endpoint({
  method: 'DELETE',
  path: `${base}/:id`,
  access: 'chat.editar',
  touches: ['respuesta_rapida'],
  summary: 'Quita una respuesta rápida',
  params: one,
  answer: data(z.object({})),
});

export const answerTimes = endpoint({
  method: 'GET',
  path: '/api/office/chat/times',
  access: 'chat.ver',
  shows: ['conversacion', 'mensaje'],
  summary: 'Cuánto esperan los clientes una respuesta, en las conversaciones que a uno le tocan',
  query: z.object({ dias: z.coerce.number().int().min(1).max(366).default(30) }),
  answer: data(AnswerTimes),
});

/** The roles that answer in the chat, for the choice of whom an answer is for. */
export const listAnswererRoles = endpoint({
  method: 'GET',
  path: '/api/office/chat/roles',
  access: 'chat.editar',
  shows: ['role'],
  summary: 'Los roles que atienden el chat',
  answer: data(z.array(z.object({ value: z.number().int(), text: z.string() }))),
});
