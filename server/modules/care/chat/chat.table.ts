import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Channel, MessageState, Sender } from '#contract/care/chat/rules.ts';
import { id, instant, ref } from '#server/kernel/columns.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { documents } from '#server/modules/sales/documents/documents.table.ts';
import { people } from '#server/modules/sales/people/people.table.ts';

/** One per person: whatever the channel, a customer has one conversation with the company. */
export const conversations = pgTable(
  'conversations',
  {
    id: id(),
    sid: uuid('sid').notNull().defaultRandom(),
    personId: ref('person_id')
      .notNull()
      .references(() => people.id),
    /** Who answers; null: nobody yet. */
    assigneeId: ref('assignee_id').references(() => users.id),
    /** Number of messages: the seq of the last one. */
    lastSeq: integer('last_seq').notNull().default(0),
    lastMessageAt: instant('last_message_at').notNull(),
    /** Messages of the customer that the team has not read. */
    unread: integer('unread').notNull().default(0),
    /** Seq up to which the customer has seen the thread. */
    personReadSeq: integer('person_read_seq').notNull().default(0),
    personSeenAt: instant('person_seen_at'),
    /** Seq up to which a mail said that there is something unseen. */
    mailedSeq: integer('mailed_seq').notNull().default(0),
    /** Since the customer's first message without an answer; null: answered. */
    waitingSince: instant('waiting_since'),
    /** Time of the team's last answer, or of "needs no answer": what the customer wrote before it waits for nobody. */
    answeredAt: instant('answered_at'),
    /** Where the customer wrote last: an answer goes there. */
    channel: text('channel').$type<Channel>().notNull().default('web'),
    /** The last BAJA or ALTA, and since when nothing but answers is sent; null: everything may be sent. */
    optAt: instant('opt_at'),
    optedOutAt: instant('opted_out_at'),
    /** The conversation that has its messages since two people became one. */
    joinedIntoId: ref('joined_into_id').references((): AnyPgColumn => conversations.id),
    /** Increases when messages moved and got new numbers: whoever has the thread reads it again. */
    epoch: integer('epoch').notNull().default(0),
    /** Until then it is in the box of what is put off. A message of the customer brings it back. */
    snoozedUntil: instant('snoozed_until'),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    unique('conversations_sid').on(t.sid),
    unique('conversations_person').on(t.personId),
    index('conversations_latest').on(t.lastMessageAt, t.id),
    index('conversations_assignee').on(t.assigneeId, t.lastMessageAt, t.id),
    index('conversations_waiting')
      .on(t.waitingSince, t.id)
      .where(sql`waiting_since is not null`),
    index('conversations_snoozed')
      .on(t.snoozedUntil, t.id)
      .where(sql`snoozed_until is not null`),
    index('conversations_joined')
      .on(t.joinedIntoId)
      .where(sql`joined_into_id is not null`),
    check('conversations_counts', sql`unread >= 0 and person_read_seq <= last_seq`),
  ],
);

export const messages = pgTable(
  'chat_messages',
  {
    id: id(),
    conversationId: ref('conversation_id')
      .notNull()
      .references(() => conversations.id),
    /** 1, 2, 3 … without gaps: whoever misses one knows it. */
    seq: integer('seq').notNull(),
    sender: text('sender').$type<Sender>().notNull(),
    /** The colleague, for `equipo`. */
    userId: ref('user_id').references(() => users.id),
    /** For colleagues alone. */
    note: boolean('note').notNull().default(false),
    content: text('content').notNull(),
    state: text('state').$type<MessageState>().notNull(),
    channel: text('channel').$type<Channel>().notNull().default('web'),
    /** The provider's id: among messages of one second it gives the order. */
    externalId: text('external_id'),
    /** What went wrong or is under way with it, as a sentence. */
    remark: text('remark'),
    editedAt: instant('edited_at'),
    deletedAt: instant('deleted_at'),
    /** The id given by the client that sent it: a repeat finds the first one. */
    clientId: text('client_id'),
    createdAt: instant('created_at').notNull(),
    /** Last change of state, text or reactions. */
    changedAt: instant('changed_at').notNull(),
  },
  (t) => [
    unique('chat_messages_seq').on(t.conversationId, t.seq),
    uniqueIndex('chat_messages_client')
      .on(t.conversationId, t.sender, t.clientId)
      .where(sql`client_id is not null`),
    index('chat_messages_time').on(t.conversationId, t.createdAt.desc(), t.id.desc()),
    index('chat_messages_words').using('gin', sql`searchable(content) gin_trgm_ops`),
    check('chat_messages_note', sql`not note or sender = 'equipo'`),
    // Without a user: somebody answered from the company's telephone.
    check('chat_messages_user', sql`user_id is null or sender = 'equipo'`),
  ],
);

export const messageFiles = pgTable(
  'chat_message_files',
  {
    messageId: ref('message_id')
      .notNull()
      .references(() => messages.id),
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id),
    position: integer('position').notNull(),
    /** The document it was filed as. */
    documentId: ref('document_id').references(() => documents.id),
  },
  (t) => [
    primaryKey({ columns: [t.messageId, t.fileId] }),
    index('chat_message_files_document').on(t.documentId),
  ],
);

/** One reaction per person or colleague and message. */
export const messageReactions = pgTable(
  'chat_message_reactions',
  {
    messageId: ref('message_id')
      .notNull()
      .references(() => messages.id),
    /** `persona-7` or `usuario-3` */
    by: text('by').notNull(),
    reaction: text('reaction').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.messageId, t.by] })],
);

/** Numbers that said BAJA and whose people were erased, as hashes with the installation's key. */
export const chatOptOuts = pgTable('chat_opt_outs', {
  numberHash: text('number_hash').primaryKey(),
  since: instant('since').notNull(),
});

/** Colleagues who want a notice of each message of a conversation, besides whoever answers it. */
export const conversationWatchers = pgTable(
  'conversation_watchers',
  {
    conversationId: ref('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    userId: ref('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.conversationId, t.userId] })],
);

/** Two conversations that became one when their people were merged, with the messages that moved, for undoing. */
export const conversationJoins = pgTable(
  'chat_joins',
  {
    id: id(),
    fromId: ref('from_id')
      .notNull()
      .references(() => conversations.id),
    intoId: ref('into_id')
      .notNull()
      .references(() => conversations.id),
    messageIds: bigint('message_ids', { mode: 'number' }).array().notNull(),
    at: instant('at').notNull(),
    undoneAt: instant('undone_at'),
  },
  (t) => [index('chat_joins_from').on(t.fromId), index('chat_joins_into').on(t.intoId)],
);

/** How long customers waited: from their first message without an answer to the answer. */
export const chatAnswers = pgTable(
  'chat_answers',
  {
    conversationId: ref('conversation_id')
      .notNull()
      .references(() => conversations.id),
    askedAt: instant('asked_at').notNull(),
    answeredAt: instant('answered_at').notNull(),
    /** The colleague; null: the bot, or the company's telephone. */
    userId: ref('user_id').references(() => users.id),
  },
  (t) => [
    primaryKey({ columns: [t.conversationId, t.askedAt] }),
    index('chat_answers_time').on(t.answeredAt),
  ],
);
