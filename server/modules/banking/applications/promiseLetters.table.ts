import { index, integer, numeric, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { cents, day, id, instant, ref } from '#server/kernel/columns.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { bankApplications } from './applications.table.ts';

/**
 * The bank's irrevocable promise to pay (carta promesa de pago): one of an application. It stands with the
 * applications because their list is filtered and sorted by its expiry; the letters' feature writes it through `promiseLetters.service`.
 */
export const promiseLetters = pgTable(
  'promise_letters',
  {
    id: id(),
    applicationId: ref('application_id')
      .notNull()
      .references(() => bankApplications.id),
    number: text('number').notNull(),
    amountCents: cents('amount_cents').notNull(),
    /** Percent a year. */
    ratePercent: numeric('rate_percent', { precision: 5, scale: 3, mode: 'number' }).notNull(),
    termMonths: smallint('term_months').notNull(),
    issuedOn: day('issued_on').notNull(),
    /** Last day on which it holds; an extension moves it. */
    expiresOn: day('expires_on').notNull(),
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id),
    notes: text('notes').notNull().default(''),
    /** Nearest alert given for this expiry: 30, 15 or 7 days before; null: none yet. */
    warnedDays: smallint('warned_days'),
    version: integer('version').notNull().default(1),
    createdBy: ref('created_by').references(() => users.id),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('promise_letters_application').on(t.applicationId),
    index('promise_letters_expiry').on(t.expiresOn),
  ],
);
