import { integer, index, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** Attempts per rule and key in the current window. Stored, so a restart or a second process does not forget them. */
export const throttles = pgTable(
  'throttles',
  {
    key: text('key').primaryKey(),
    attempts: integer('attempts').notNull(),
    until: instant('until').notNull(),
  },
  (t) => [index('throttles_until').on(t.until)],
);
