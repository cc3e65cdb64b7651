import { date, index, integer, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { cents, id, instant, ref } from '#server/kernel/columns.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { sales } from '#server/modules/sales/sales.table.ts';
import { users } from '#server/modules/users/users.table.ts';

/** What a customer owes or has paid. Never edited after it is confirmed. */
export const payments = pgTable(
  'payments',
  {
    id: id(),
    saleId: ref('sale_id')
      .notNull()
      .references(() => sales.id),
    /** tipo_pagos: 1 Separación … */
    typeId: smallint('type_id').notNull(),
    stateId: smallint('state_id').notNull(),
    version: integer('version').notNull().default(1),
    dueCents: cents('due_cents').notNull(),
    dueAt: instant('due_at'),
    /** What the customer says to have paid. */
    reportedCents: cents('reported_cents'),
    proofFileId: uuid('proof_file_id').references(() => files.id),
    reportedAt: instant('reported_at'),
    /** The bank's line, as accounting found it. */
    bankPaymentTypeId: smallint('bank_payment_type_id'),
    bankId: smallint('bank_id'),
    bankReference: text('bank_reference'),
    bankDate: date('bank_date', { mode: 'string' }),
    bankCents: cents('bank_cents'),
    rejectionReason: text('rejection_reason'),
    /** Who typed it in for the customer: may not confirm it. */
    enteredBy: ref('entered_by').references(() => users.id),
    confirmedBy: ref('confirmed_by').references(() => users.id),
    confirmedAt: instant('confirmed_at'),
    receiptNumber: integer('receipt_number'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('payments_sale').on(t.saleId),
    index('payments_state').on(t.stateId, t.reportedAt),
    uniqueIndex('payments_bank_line')
      .on(t.bankId, t.bankReference, t.bankCents)
      .where(sql`state_id in (4, 6)`),
    uniqueIndex('payments_receipt').on(t.receiptNumber),
    uniqueIndex('payments_one_separation')
      .on(t.saleId)
      .where(sql`type_id = 1 and state_id not in (5, 8, 9)`),
  ],
);

/** Last number given of each gapless series; the row's lock is the queue. */
export const receiptSeries = pgTable('receipt_series', {
  name: text('name').primaryKey(),
  last: integer('last').notNull().default(0),
});
