import { z } from 'zod';
import { data, endpoint } from '#contract/endpoint.ts';
import { CHAT_FILE, Message, MessageQuery, NewMessage } from './model.ts';

const base = '/clientes/chat/mensajes';

/** The thread of the person whose purchase is open in this browser. 403 CODE_NEEDED before a one-time code. */
const Thread = z.object({
  data: z.array(Message),
  /** Number of messages of the room: a client that has fewer asks for the rest with `despues`. */
  last_seq: z.number().int(),
});

export const myMessages = endpoint({
  method: 'GET',
  path: base,
  access: 'client',
  summary: 'Los mensajes de uno con la empresa, el último primero; por secuencia con antes o después',
  query: MessageQuery.pick({ antes: true, despues: true }),
  answer: Thread,
  errors: ['CODE_NEEDED'],
  limit: { max: 600, seconds: 60 },
});

export const writeMine = endpoint({
  method: 'POST',
  path: base,
  access: 'client',
  summary: 'Escribe a la empresa; con el mismo client_id, una sola vez',
  body: NewMessage.omit({ nota: true, canal: true }),
  files: { files: CHAT_FILE },
  answer: data(Message),
  status: 201,
  errors: ['CODE_NEEDED', 'TOO_MANY'],
  limit: { max: 60, seconds: 60 },
  seeOther: () => '/clientes/chat',
  again: ['content'],
});

export const readMine = endpoint({
  method: 'POST',
  path: '/clientes/chat/visto',
  access: 'client',
  summary: 'Dice hasta qué mensaje ha visto el comprador',
  body: z.object({ seq: z.coerce.number().int().min(0) }),
  answer: data(z.object({ seq: z.number().int() })),
  errors: ['CODE_NEEDED'],
  limit: { max: 600, seconds: 60 },
});
