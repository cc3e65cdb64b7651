import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  real,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Expectation, Fact, Handover, SourceKind, SourceState } from '#contract/care/chatbot/rules.ts';
import { id, instant, ref } from '#server/kernel/columns.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { conversations } from '#server/modules/care/chat/chat.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** What the bot learns from. Its content is in its readings. */
export const botSources = pgTable(
  'bot_sources',
  {
    id: id(),
    kind: text('kind').$type<SourceKind>().notNull(),
    title: text('title').notNull(),
    createdBy: ref('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
    changedAt: instant('changed_at').notNull(),
    removedAt: instant('removed_at'),
  },
  (t) => [
    index('bot_sources_latest')
      .on(t.changedAt, t.id)
      .where(sql`removed_at is null`),
  ],
);

/** One content of a source, and its passages. It never changes: a replaced source gets a new reading. */
export const botReadings = pgTable(
  'bot_readings',
  {
    id: id(),
    sourceId: ref('source_id')
      .notNull()
      .references(() => botSources.id),
    state: text('state').$type<SourceState>().notNull(),
    fault: text('fault'),
    fileId: uuid('file_id').references(() => files.id),
    url: text('url'),
    question: text('question'),
    answer: text('answer'),
    passages: integer('passages').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    readAt: instant('read_at'),
  },
  (t) => [
    index('bot_readings_source').on(t.sourceId, t.id),
    check('bot_readings_fault', sql`(state = 'con_error') = (fault is not null)`),
    check('bot_readings_one', sql`num_nonnulls(file_id, url, question) = 1`),
    check('bot_readings_answer', sql`(question is null) = (answer is null)`),
  ],
);

/** A passage of a reading, as it is found and quoted. */
export const botPassages = pgTable(
  'bot_passages',
  {
    id: id(),
    readingId: ref('reading_id')
      .notNull()
      .references(() => botReadings.id),
    position: integer('position').notNull(),
    heading: text('heading').notNull(),
    /** Of a PDF, from 1. */
    page: integer('page'),
    content: text('content').notNull(),
    /** Spanish full text without accents: the heading weighs more. */
    search: tsvector('search').notNull(),
    /** Of a configured model: used where the database has pgvector. */
    embedding: real('embedding').array(),
  },
  (t) => [
    unique('bot_passages_position').on(t.readingId, t.position),
    index('bot_passages_search').using('gin', t.search),
  ],
);

/** Words of the passages, without accents: a misspelled word is corrected by the nearest of them. */
export const botWords = pgTable('bot_words', { word: text('word').primaryKey() }, (t) => [
  index('bot_words_near').using('gin', sql`${t.word} gin_trgm_ops`),
]);

/** A published version: a fixed set of readings. One is current, and serves the public. */
export const botVersions = pgTable(
  'bot_versions',
  {
    id: id(),
    current: boolean('current').notNull(),
    tests: integer('tests').notNull(),
    note: text('note').notNull(),
    publishedBy: ref('published_by')
      .notNull()
      .references(() => users.id),
    publishedAt: instant('published_at').notNull(),
  },
  (t) => [
    uniqueIndex('bot_versions_current')
      .on(t.current)
      .where(sql`current`),
  ],
);

export const botVersionReadings = pgTable(
  'bot_version_readings',
  {
    versionId: ref('version_id')
      .notNull()
      .references(() => botVersions.id),
    readingId: ref('reading_id')
      .notNull()
      .references(() => botReadings.id),
  },
  (t) => [
    primaryKey({ columns: [t.versionId, t.readingId] }),
    index('bot_version_readings_reading').on(t.readingId),
  ],
);

/** Questions that must pass before a version is published. */
export const botTests = pgTable(
  'bot_tests',
  {
    id: id(),
    question: text('question').notNull(),
    expects: text('expects').$type<Expectation>().notNull(),
    sourceId: ref('source_id').references(() => botSources.id),
    fact: text('fact').$type<Fact>(),
    passed: boolean('passed'),
    got: text('got'),
    ranAt: instant('ran_at'),
    createdBy: ref('created_by')
      .notNull()
      .references(() => users.id),
  },
  (t) => [
    index('bot_tests_source').on(t.sourceId),
    check('bot_tests_source_named', sql`(expects = 'fuente') = (source_id is not null)`),
    check('bot_tests_fact_named', sql`(expects = 'dato') = (fact is not null)`),
  ],
);

/** Questions without an answer, counted by their searched words. */
export const botUnanswered = pgTable(
  'bot_unanswered',
  {
    id: id(),
    key: text('key').notNull(),
    question: text('question').notNull(),
    count: integer('count').notNull().default(1),
    firstAt: instant('first_at').notNull(),
    lastAt: instant('last_at').notNull(),
    /** Taught or dismissed; asked again without an answer, it comes back. */
    closedAt: instant('closed_at'),
  },
  (t) => [
    unique('bot_unanswered_key').on(t.key),
    index('bot_unanswered_count')
      .on(t.count, t.id)
      .where(sql`closed_at is null`),
  ],
);

/** Who holds a conversation: the bot or a person. A conversation without a row is the bot's. */
export const botTalks = pgTable('bot_talks', {
  conversationId: ref('conversation_id')
    .primaryKey()
    .references(() => conversations.id),
  holder: text('holder').$type<'bot' | 'persona'>().notNull(),
  reason: text('reason').$type<Handover>(),
  since: instant('since').notNull(),
  /** Questions without an answer, one after the other. */
  misses: integer('misses').notNull().default(0),
  /** The bot has said who it is since it holds the conversation. */
  introduced: boolean('introduced').notNull().default(false),
  /** Messages up to this seq are answered. */
  answeredSeq: integer('answered_seq').notNull().default(0),
});
