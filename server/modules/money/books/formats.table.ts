import { sql } from 'drizzle-orm';
import { boolean, check, integer, jsonb, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { JournalColumn, JournalFormatForm } from '#contract/money/books/formats.ts';

/** Formats of the journal's file for the accountant's own program. */
export const journalFormats = pgTable(
  'journal_formats',
  {
    id: smallint('id').primaryKey().generatedByDefaultAsIdentity(),
    name: text('name').notNull(),
    version: integer('version').notNull().default(1),
    separator: text('separator').$type<JournalFormatForm['separator']>().notNull(),
    decimal: text('decimal').$type<JournalFormatForm['decimal']>().notNull(),
    /** DATE_FORMATS */
    dateFormat: text('date_format').$type<JournalFormatForm['date_format']>().notNull(),
    /** The first row names the columns. */
    heads: boolean('heads').notNull(),
    /** In their order; each with its head. */
    columns: jsonb('columns').$type<readonly { key: JournalColumn; title: string }[]>().notNull(),
  },
  (t) => [
    uniqueIndex('journal_formats_name').on(t.name),
    check(
      'journal_formats_values',
      sql`length(separator) = 1 and decimal in ('.', ',') and decimal <> separator and jsonb_array_length(columns) > 0`,
    ),
  ],
);
