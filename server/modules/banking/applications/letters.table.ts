import { sql } from 'drizzle-orm';
import {
  date,
  index,
  integer,
  numeric,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { cents, id, instant, ref } from '#server/kernel/columns.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { bankApplications } from '#server/modules/banking/applications/applications.table.ts';

/** The bank's irrevocable promise to pay (carta promesa de pago): one of an application, with its running dates. */
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
    issuedOn: date('issued_on', { mode: 'string' }).notNull(),
    /** Last day on which it holds; an extension moves it. */
    expiresOn: date('expires_on', { mode: 'string' }).notNull(),
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
    fromExpiresOn: date('from_expires_on', { mode: 'string' }).notNull(),
    toExpiresOn: date('to_expires_on', { mode: 'string' }),
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

/** The money of a letter: asked for once the deed is inscribed, received by transfer, confirmed by accounting. */
export const disbursements = pgTable(
  'disbursements',
  {
    id: id(),
    applicationId: ref('application_id')
      .notNull()
      .references(() => bankApplications.id),
    saleId: ref('sale_id')
      .notNull()
      .references(() => sales.id),
    requestedOn: date('requested_on', { mode: 'string' }).notNull(),
    requestedBy: ref('requested_by').references(() => users.id),
    receivedOn: date('received_on', { mode: 'string' }),
    amountCents: cents('amount_cents'),
    transferNumber: text('transfer_number'),
    confirmedBy: ref('confirmed_by').references(() => users.id),
    confirmedAt: instant('confirmed_at'),
    /** The payment of type 6 that it became. (Its foreign key is only in SQL: payments are above banks.) */
    paymentId: ref('payment_id'),
    notes: text('notes').notNull().default(''),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('disbursements_application').on(t.applicationId),
    index('disbursements_sale').on(t.saleId),
    uniqueIndex('disbursements_transfer')
      .on(t.transferNumber, t.amountCents)
      .where(sql`confirmed_at is not null`),
    index('disbursements_open')
      .on(t.requestedOn, t.id)
      .where(sql`confirmed_at is null`),
  ],
);
