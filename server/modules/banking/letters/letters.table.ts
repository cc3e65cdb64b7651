import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { day, id, instant, ref } from '#server/kernel/columns.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { promiseLetters } from '#server/modules/banking/applications/promiseLetters.table.ts';

/** More time asked of the bank for a letter, and what it answered. */
export const letterExtensions = pgTable(
  'letter_extensions',
  {
    id: id(),
    letterId: ref('letter_id')
      .notNull()
      .references(() => promiseLetters.id),
    reason: text('reason').notNull(),
    requestedBy: ref('requested_by').references(() => users.id),
    requestedAt: instant('requested_at').notNull(),
    /** The expiry that it had, and the one that the bank gave; null: not answered, or refused. */
    fromExpiresOn: day('from_expires_on').notNull(),
    toExpiresOn: day('to_expires_on'),
    /** The bank's paper that extends it. */
    fileId: uuid('file_id').references(() => files.id),
    answeredBy: ref('answered_by').references(() => users.id),
    answeredAt: instant('answered_at'),
  },
  (t) => [
    index('letter_extensions_letter').on(t.letterId, t.id),
    uniqueIndex('letter_extensions_one_open')
      .on(t.letterId)
      .where(sql`answered_at is null`),
  ],
);
