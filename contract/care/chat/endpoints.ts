import { z } from 'zod';
import { data, endpoint, page } from '#contract/endpoint.ts';
import { Id } from '#contract/ids.ts';
import { SentSubscription } from '#contract/company/push/model.ts';
import { Phone } from '#contract/phone.ts';
import {
  CHAT_FILE,
  Conversation,
  ConversationFilter,
  isEmoji,
  Message,
  MessageQuery,
  NewMessage,
} from './model.ts';
import { MESSAGE_STATE_NAMES } from './rules.ts';

const rooms = '/api/sale/conversations';
const base = '/api/sale/messages';
const Sid = z.uuid();
const room = z.object({ sid: Sid });
/** A conversation as a text file. */
export const TRANSCRIPT = `${rooms}/:sid/transcript`;
const message = data(Message);
const CHAT = ['conversacion', 'mensaje'] as const;

export const listConversations = endpoint({
  method: 'GET',
  path: rooms,
  access: 'chat.ver',
  shows: ['conversacion', 'persona'],
  summary: 'Las conversaciones que a uno le tocan, por bandeja, la última primero',
  query: ConversationFilter,
  answer: page(Conversation),
});

export const getConversation = endpoint({
  method: 'GET',
  path: `${rooms}/:id`,
  access: 'chat.ver',
  shows: ['conversacion', 'persona'],
  summary: 'Una conversación, por su sid o su número',
  params: z.object({ id: z.union([Sid, Id]) }),
  answer: data(Conversation),
});

export const listRoomMessages = endpoint({
  method: 'GET',
  path: `${rooms}/:sid/messages`,
  access: 'chat.ver',
  shows: CHAT,
  summary: 'Los mensajes de una conversación, el último primero; por página o por secuencia',
  params: room,
  query: MessageQuery,
  answer: page(Message),
});

export const listMessages = endpoint({
  method: 'GET',
  path: base,
  access: 'chat.ver',
  shows: CHAT,
  summary: 'Los mensajes de todas las conversaciones que a uno le tocan, el último primero',
  query: MessageQuery.omit({ antes: true, despues: true }),
  answer: page(Message),
});

/** The same as `listRoomMessages`, under the address that existing clients call. */
export const listMessagesOf = endpoint({
  method: 'GET',
  path: `${base}/:sid`,
  access: 'chat.ver',
  shows: CHAT,
  summary: 'Los mensajes de una conversación, el último primero',
  params: room,
  query: MessageQuery,
  answer: page(Message),
});

export const messagesOfSale = endpoint({
  method: 'GET',
  path: '/api/sale/precontracts/:id/messages',
  access: 'chat.ver',
  shows: CHAT,
  summary: 'Los últimos mensajes de los compradores de una venta',
  params: z.object({ id: Id }),
  answer: data(z.array(Message)),
});

export const conversationsOfSale = endpoint({
  method: 'GET',
  path: '/api/sale/precontracts/:id/conversations',
  access: 'chat.ver',
  shows: CHAT,
  summary: 'Las conversaciones con los compradores de una venta',
  params: z.object({ id: Id }),
  answer: data(z.array(Conversation)),
});

export const sendMessage = endpoint({
  method: 'POST',
  path: `${base}/:sid`,
  access: 'chat.crear',
  touches: CHAT,
  summary: 'Escribe en una conversación; con el mismo client_id, una sola vez',
  params: room,
  body: NewMessage,
  files: { files: CHAT_FILE },
  answer: message,
  status: 201,
});

export const writeToPerson = endpoint({
  method: 'POST',
  path: base,
  access: 'chat.crear',
  touches: CHAT,
  summary:
    'Escribe a una persona conocida por su celular, o en una conversación por su sid; la abre si no existe',
  body: NewMessage.extend({ celular: Phone.optional(), sid: Sid.optional(), persona_id: Id.optional() }),
  files: { files: CHAT_FILE },
  answer: message,
  status: 201,
});

export const readRoom = endpoint({
  method: 'POST',
  path: `${base}/:sid/update_to_read`,
  access: 'chat.ver',
  touches: CHAT,
  summary: 'Marca como leído lo que el cliente escribió en una conversación',
  params: room,
  body: z.object({}).optional(),
  answer: data(z.object({ unread: z.number().int() })),
});

export const notifyRoomChange = endpoint({
  method: 'POST',
  path: `${base}/:sid/notify_room_change`,
  access: 'chat.ver',
  touches: CHAT,
  summary: 'Dice que uno entró a una conversación',
  params: room,
  body: z.object({}).optional(),
  answer: data(z.object({})),
});

export const watchRoom = endpoint({
  method: 'POST',
  path: `${base}/:sid/register_subscription_conversation`,
  access: 'chat.ver',
  touches: ['equipo_avisos'],
  summary: 'Pide un aviso en este navegador por cada mensaje de una conversación',
  params: room,
  body: SentSubscription,
  files: {},
  answer: data(z.object({ id: z.number().int() })),
});

export const changeMessageStatus = endpoint({
  method: 'POST',
  path: `${base}/:sid/change_message_status`,
  access: 'chat.crear',
  touches: CHAT,
  summary: 'Cambia el estado de un mensaje; leído, solo quien lleva la conversación',
  params: room,
  body: z.object({ _id: Id, state: z.enum(MESSAGE_STATE_NAMES) }),
  answer: message,
});

export const updateReactions = endpoint({
  method: 'POST',
  path: `${base}/:sid/:messageId/update_reactions`,
  access: 'chat.crear',
  touches: CHAT,
  summary: 'Pone la reacción de uno a un mensaje, o la quita',
  params: room.extend({ messageId: Id }),
  body: z.object({
    reaction: z.string().max(40).refine(isEmoji, 'Elige un emoji.'),
    remove: z.enum(['0', '1', 'true', 'false']).optional(),
  }),
  files: {},
  answer: message,
});

/** `value`: the name of a document type (the form's field), of the sale `precontrato_id` or the person's newest open one. */
export const assignFile = endpoint({
  method: 'POST',
  path: `${base}/:sid/assign_file_to_client`,
  access: 'chat.crear',
  touches: [...CHAT, 'documento', 'precontrato'],
  summary: 'Archiva un archivo del chat como documento de la venta de esa persona',
  params: room,
  body: z.object({
    roomId: z.string().max(64).optional(),
    _id: Id,
    senderId: z.string().max(64).optional(),
    /** Id of the file; missing: the message's only one. */
    files: z.string().max(64).optional(),
    value: z.string().trim().min(1, 'Elige qué documento es.').max(60),
    precontrato_id: Id.optional(),
  }),
  files: {},
  answer: data(z.object({ message: z.string() })),
  errors: ['PAPER_CLOSED', 'SAME_FILE', 'SALE_ENDED', 'CONSENT'],
});

export const assignConversation = endpoint({
  method: 'PATCH',
  path: `${rooms}/:sid`,
  access: 'chat.crear',
  touches: CHAT,
  summary: 'Entrega una conversación a otra persona, la pospone o la da por atendida',
  params: room,
  body: z.object({
    version: z.number().int(),
    asignado_id: Id.nullable().optional(),
    /** ISO instant; null: take it back from later. */
    pospuesta_hasta: z.iso.datetime({ offset: true }).nullable().optional(),
    /** true: it needs no answer. */
    atendida: z.literal(true).optional(),
  }),
  answer: data(Conversation),
});

/** What the right pane shows: the person's sales, the newest first, and which documents each still takes. */
export const salesOfConversation = endpoint({
  method: 'GET',
  path: `${rooms}/:sid/sales`,
  access: 'chat.ver',
  shows: ['precontrato', 'documento', 'persona'],
  summary: 'Las ventas de la persona de una conversación, con los documentos que aún reciben archivo',
  params: room,
  answer: data(
    z.array(
      z.object({
        id: z.number().int(),
        code: z.string().nullable(),
        state: z.object({ id: z.number().int(), name: z.string() }),
        project: z.string(),
        model: z.string(),
        /** `missing`: the buyer has to send it. */
        papers: z.array(z.object({ value: z.string(), label: z.string(), missing: z.boolean() })),
      }),
    ),
  ),
});

export const listAnswerers = endpoint({
  method: 'GET',
  path: '/api/office/chat/answerers',
  access: 'chat.ver',
  shows: ['user'],
  summary: 'Quienes pueden atender el chat',
  answer: data(z.array(z.object({ value: z.number().int(), text: z.string() }))),
});
