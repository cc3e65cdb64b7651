import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { cents, day, id, instant, ref } from '#server/kernel/columns.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { bankApplications } from '#server/modules/banking/applications/applications.table.ts';

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
    requestedOn: day('requested_on').notNull(),
    requestedBy: ref('requested_by').references(() => users.id),
    receivedOn: day('received_on'),
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
