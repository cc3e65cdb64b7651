import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { day, id, instant, ref } from '#server/kernel/columns.ts';
import type { TablePrefs, TableView } from '#contract/company/userSettings/settings.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';

const userId = () =>
  ref('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** Settings that old clients store per user (endpoints.tsv). */
export const userSettings = pgTable('user_settings', {
  userId: userId().primaryKey(),
  expandCostumerDetail: boolean('expand_costumer_detail').notNull().default(false),
  coincidencesColumnsWidth: jsonb('coincidences_columns_width')
    .$type<Record<string, number>>()
    .notNull()
    .default({}),
  /** Keys without Ctrl act in the office. */
  singleKeys: boolean('single_keys').notNull().default(true),
  /** The news of this day and before were read; null: none yet. */
  newsSeen: day('news_seen'),
  updatedAt: instant('updated_at').notNull(),
});

/** Table settings per user. */
export const userTables = pgTable(
  'user_tables',
  {
    userId: userId(),
    table: text('table_name').notNull(),
    prefs: jsonb('prefs').$type<TablePrefs>().notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.table] })],
);

/** Saved views: filters, order and columns with a name. */
export const tableViews = pgTable(
  'table_views',
  {
    id: id(),
    userId: userId(),
    table: text('table_name').notNull(),
    name: text('name').notNull(),
    search: jsonb('search').$type<TableView['search']>().notNull(),
    columns: jsonb('columns').$type<string[]>(),
    shared: boolean('shared').notNull().default(false),
    position: integer('position').notNull(),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('table_views_name').on(t.userId, t.table, sql`lower(${t.name})`),
    index('table_views_shared')
      .on(t.table)
      .where(sql`${t.shared}`),
  ],
);
