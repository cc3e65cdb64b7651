import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { ExportFormat } from '#contract/company/exports/model.ts';
import type { CopyState, Every, MailedState } from '#contract/company/mailedLists/rules.ts';
import { id, instant, ref } from '#server/kernel/columns.ts';
import { exports } from '#server/modules/company/exports/exports.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';

/** Lists that go by mail in a rhythm, as their owners filtered them. */
export const mailedLists = pgTable(
  'mailed_lists',
  {
    id: id(),
    ownerId: ref('owner_id')
      .notNull()
      .references(() => users.id),
    title: text('title').notNull(),
    /** Path of the list's call, as declared. */
    list: text('list').notNull(),
    params: jsonb('params').$type<Record<string, string | number>>().notNull(),
    query: jsonb('query').$type<Record<string, unknown>>().notNull(),
    columns: jsonb('columns').$type<string[]>(),
    format: text('format').$type<ExportFormat>().notNull(),
    /** Office path of the list as filtered. */
    page: text('page'),
    every: text('every').$type<Every>().notNull(),
    weekday: smallint('weekday'),
    monthDay: smallint('month_day'),
    hour: text('hour').notNull(),
    skipsHolidays: boolean('skips_holidays').notNull(),
    state: text('state').$type<MailedState>().notNull(),
    stoppedReason: text('stopped_reason'),
    /** The next slot; null unless active. */
    nextAt: instant('next_at'),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('mailed_lists_owner').on(t.ownerId, t.id),
    index('mailed_lists_title').on(t.title, t.id),
    index('mailed_lists_next').on(t.nextAt, t.id),
    check('mailed_lists_next_when_active', sql`(state = 'activa') = (next_at is not null)`),
    check('mailed_lists_reason', sql`(state = 'detenida') = (stopped_reason is not null)`),
    check('mailed_lists_state', sql`state in ('activa', 'pausada', 'detenida', 'archivada')`),
    check(
      'mailed_lists_rhythm',
      sql`case every when 'dia' then weekday is null and month_day is null when 'semana' then weekday between 1 and 7 and month_day is null
        when 'mes' then month_day between 0 and 31 and weekday is null else false end`,
    ),
  ],
);

export const mailedListRecipients = pgTable(
  'mailed_list_recipients',
  {
    id: id(),
    listId: ref('list_id')
      .notNull()
      .references(() => mailedLists.id, { onDelete: 'cascade' }),
    userId: ref('user_id')
      .notNull()
      .references(() => users.id),
  },
  (t) => [
    uniqueIndex('mailed_list_recipients_once').on(t.listId, t.userId),
    index('mailed_list_recipients_user').on(t.userId, t.listId),
  ],
);

/** One sending: of a slot of the rhythm, once, or by hand. */
export const mailedListRuns = pgTable(
  'mailed_list_runs',
  {
    id: id(),
    listId: ref('list_id')
      .notNull()
      .references(() => mailedLists.id, { onDelete: 'cascade' }),
    slot: instant('slot').notNull(),
    byHand: boolean('by_hand').notNull(),
    startedAt: instant('started_at').notNull(),
  },
  (t) => [
    uniqueIndex('mailed_list_runs_once').on(t.listId, t.slot),
    index('mailed_list_runs_started').on(t.startedAt),
  ],
);

/** Each person's copy of a sending, made with that person's own permissions. */
export const mailedListCopies = pgTable(
  'mailed_list_copies',
  {
    id: id(),
    runId: ref('run_id')
      .notNull()
      .references(() => mailedListRuns.id, { onDelete: 'cascade' }),
    userId: ref('user_id')
      .notNull()
      .references(() => users.id),
    state: text('state').$type<CopyState>().notNull(),
    tries: smallint('tries').notNull().default(0),
    rows: integer('rows'),
    error: text('error'),
    /** The prepared file; it expires and is swept with the other exports. */
    exportId: ref('export_id').references(() => exports.id, { onDelete: 'set null' }),
    doneAt: instant('done_at'),
  },
  (t) => [
    uniqueIndex('mailed_list_copies_once').on(t.runId, t.userId),
    index('mailed_list_copies_export').on(t.exportId),
    check('mailed_list_copies_state', sql`state in ('espera', 'enviada', 'omitida', 'fallida')`),
    check('mailed_list_copies_done', sql`(state = 'espera') = (done_at is null)`),
  ],
);
