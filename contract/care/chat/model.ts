import { z } from 'zod';
import { PageQuery } from '#contract/paging.ts';
import { Id } from '#contract/ids.ts';
import { CHANNEL_NAMES, CONTENT_MAX, FILES_MAX, MESSAGE_STATE_NAMES, SENDERS } from './rules.ts';

export const CHAT_FILE = {
  maxCount: FILES_MAX,
  maxSize: 16 * 1_048_576,
  types: [
    'image/jpeg',
    'image/png',
    'image/webp',
    'application/pdf',
    'audio/ogg',
    'audio/webm',
    'audio/mpeg',
    'audio/mp4',
    'audio/x-m4a',
    'video/webm',
    'video/mp4',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ],
} as const;

export const MessageFile = z.object({
  id: z.string(),
  name: z.string(),
  mime: z.string(),
  size: z.number().int(),
  url: z.string(),
  /** Where it was filed: the sale's document. Null: nowhere yet. */
  paper: z.object({ sale_id: z.number().int(), id: z.number().int(), label: z.string() }).nullable(),
});
export type MessageFile = z.infer<typeof MessageFile>;

export const Reaction = z.object({
  /** One emoji. */
  reaction: z.string(),
  /** `persona-7` or `usuario-3`, as senderId. */
  by: z.string(),
  mine: z.boolean(),
});

/** A message as spec §3 names it, and what the product adds. */
export const Message = z.object({
  _id: z.number().int(),
  /** The conversation's sid. */
  roomId: z.string(),
  /** `persona-7`, `usuario-3`, `bot` or `sistema`. */
  senderId: z.string(),
  content: z.string(),
  files: z.array(MessageFile),
  reactions: z.array(Reaction),
  state: z.enum(MESSAGE_STATE_NAMES),
  /** It is the last one of its room. */
  lastMessage: z.boolean(),
  /** When its state or its reactions last changed. */
  action_conversation_date: z.string(),
  creation_date: z.string(),
  /** Its place in the room, from 1 without gaps: a client that misses one asks for it. */
  seq: z.number().int(),
  sender: z.object({ kind: z.enum(SENDERS), name: z.string() }),
  /** Only colleagues see it. */
  note: z.boolean(),
  channel: z.enum(CHANNEL_NAMES),
  /** The provider's id: among messages of one second it gives the order. */
  provider_id: z.string().nullable(),
  /** What went wrong or is under way with it. */
  remark: z.string().nullable(),
  edited: z.boolean(),
  /** Its writer took it back: the text is gone. */
  deleted: z.boolean(),
  /** The id that its client gave it, so that a repeat is recognized. */
  client_id: z.string().nullable(),
});
export type Message = z.infer<typeof Message>;

/** A conversation of the inbox. */
export const Conversation = z.object({
  sid: z.string(),
  users: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      status: z.object({ state: z.enum(['active', 'inactive', 'offline']) }),
    }),
  ),
  lastMessage: z
    .object({
      _id: z.number().int(),
      content: z.string(),
      sender: z.enum(SENDERS),
      files: z.number().int(),
      creation_date: z.string(),
    })
    .nullable(),
  /** Messages of the customer that the team has not read. */
  unread: z.number().int(),
  id: z.number().int(),
  person: z.object({
    id: z.number().int(),
    name: z.string(),
    phone: z.string(),
    email: z.string().nullable(),
  }),
  assignee: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  /** Since when the customer waits for an answer; null: answered. */
  waiting_since: z.string().nullable(),
  snoozed_until: z.string().nullable(),
  /** Where the customer wrote last: an answer goes there. */
  channel: z.enum(CHANNEL_NAMES),
  /** Since when the customer wants answers alone; null: everything. */
  opted_out_at: z.string().nullable(),
  /** Increases when messages moved and got new numbers: the thread is read again. */
  epoch: z.number().int(),
  /** Number of its messages: the highest seq. */
  last_seq: z.number().int(),
  version: z.number().int(),
});
export type Conversation = z.infer<typeof Conversation>;

export const BOXES = {
  mias: 'Mías',
  sin_asignar: 'Sin asignar',
  sin_responder: 'Sin responder',
  pospuestas: 'Pospuestas',
  todas: 'Todas',
} as const;
export type Box = keyof typeof BOXES;
export const BoxName = z.enum(Object.keys(BOXES) as [Box]);

export const ConversationFilter = PageQuery.extend({
  /** Missing: all of them. */
  bandeja: BoxName.optional(),
  q: z.string().trim().max(100).optional(),
});
export type ConversationFilter = z.infer<typeof ConversationFilter>;

/** Pages as every list, or by sequence: before one (older) or after one (what was missed). */
export const MessageQuery = PageQuery.extend({
  antes: Id.optional(),
  despues: z.coerce.number().int().min(0).optional(),
  q: z.string().trim().max(100).optional(),
});
export type MessageQuery = z.infer<typeof MessageQuery>;

const ClientId = z.string().trim().min(1).max(64).optional();

/** A form: fields are text. */
export const NewMessage = z.object({
  content: z
    .string()
    .trim()
    .max(CONTENT_MAX, `El mensaje tiene a lo más ${CONTENT_MAX} caracteres.`)
    .default(''),
  client_id: ClientId,
  /** `1`: an internal note. */
  nota: z.enum(['0', '1']).optional(),
  /** Missing: where the customer wrote last. */
  canal: z.enum(CHANNEL_NAMES).optional(),
});
export type NewMessage = z.infer<typeof NewMessage>;

export const isEmoji = (text: string): boolean =>
  /^\p{RGI_Emoji}$/v.test(text) || /^\p{Extended_Pictographic}\uFE0F?$/u.test(text);
