import { sql } from 'drizzle-orm';
import {
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
import type { MessageState, Sender } from '#contract/care/chat/rules.ts';
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
    /** Since the customer's first message without an answer; null: answered. */
    waitingSince: instant('waiting_since'),
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
    /** The id given by the client that sent it: a repeat finds the first one. */
    clientId: text('client_id'),
    createdAt: instant('created_at').notNull(),
    /** Last change of state or reactions. */
    changedAt: instant('changed_at').notNull(),
  },
  (t) => [
    unique('chat_messages_seq').on(t.conversationId, t.seq),
    uniqueIndex('chat_messages_client')
      .on(t.conversationId, t.sender, t.clientId)
      .where(sql`client_id is not null`),
    index('chat_messages_words').using('gin', sql`content gin_trgm_ops`),
    check('chat_messages_note', sql`not note or sender = 'equipo'`),
    check('chat_messages_user', sql`(sender = 'equipo') = (user_id is not null)`),
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
