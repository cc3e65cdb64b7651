import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { ExportFormat, ExportState } from '#contract/company/exports/model.ts';
import { id, instant, ref } from '#server/kernel/columns.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';

/** Exports prepared in the background, each for the user who requested it. */
export const exports = pgTable(
  'exports',
  {
    id: id(),
    userId: ref('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    /** Path of the list's call, as declared. */
    list: text('list').notNull(),
    format: text('format').$type<ExportFormat>().notNull(),
    /** The original params and query; parsed again when the file is made. */
    params: jsonb('params').$type<Record<string, string>>().notNull(),
    query: jsonb('query').$type<Record<string, unknown>>().notNull(),
    columns: jsonb('columns').$type<string[]>(),
    state: text('state').$type<ExportState>().notNull(),
    rows: integer('rows'),
    error: text('error'),
    fileId: uuid('file_id').references(() => files.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
    finishedAt: instant('finished_at'),
    /** The file is deleted then. */
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('exports_of').on(t.userId, t.id), index('exports_expiry').on(t.expiresAt)],
);
