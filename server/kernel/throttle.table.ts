import { integer, index, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** Attempts per rule and key in the current window. Here, so that neither a restart nor a second process forgets them. */
export const throttles = pgTable(
  'throttles',
  {
    key: text('key').primaryKey(),
    attempts: integer('attempts').notNull(),
    until: instant('until').notNull(),
  },
  (t) => [index('throttles_until').on(t.until)],
);
