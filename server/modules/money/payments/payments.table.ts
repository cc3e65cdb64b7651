import { anyOf, idOf } from '#server/kernel/db.ts';
import { SETTLED_STATES, REPORTED_STATES, DUE_STATES, OWED_STATES } from '#contract/money/payments/rules.ts';
import { PAYMENT, PAYMENT_TYPE } from '#contract/company/catalogs/states.ts';
import {
  boolean,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { cents, day, id, instant, ref } from '#server/kernel/columns.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { bankAccounts } from '#server/modules/projects/bankAccounts/bankAccounts.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';

/**
 * The plan of a sale's down payment: its installments are payments of type 2 and 3. A new plan replaces the one before.
 */
export const paymentPlans = pgTable(
  'payment_plans',
  {
    id: id(),
    saleId: ref('sale_id')
      .notNull()
      .references(() => sales.id),
    /** The total of the plan, including the separation if the separation counts towards it. */
    totalCents: cents('total_cents').notNull(),
    /** Percent of the price, 0-100, when it was agreed as a percentage. */
    percent: numeric('percent', { precision: 7, scale: 4, mode: 'number' }),
    separationCents: cents('separation_cents').notNull(),
    months: smallint('months').notNull(),
    firstOn: day('first_on').notNull(),
    /** Why it replaced another plan. */
    reason: text('reason'),
    createdBy: ref('created_by').references(() => users.id),
    createdAt: instant('created_at').notNull(),
    replacedAt: instant('replaced_at'),
  },
  (t) => [
    index('payment_plans_sale').on(t.saleId, t.id),
    uniqueIndex('payment_plans_one')
      .on(t.saleId)
      .where(sql`replaced_at is null`),
  ],
);

/**
 * A due or payment of a customer: one row has one amount due and at most one line of the bank. Never edited after it
 * is confirmed. The rest of a partial payment, and the amount due again after a rejection or a reversal, are rows of
 * their own (`origin_id`).
 */
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
    /** The amount that the customer reported. */
    reportedCents: cents('reported_cents'),
    proofFileId: uuid('proof_file_id').references(() => files.id),
    reportedAt: instant('reported_at'),
    /** The bank's line, as accounting found it. */
    bankPaymentTypeId: smallint('bank_payment_type_id'),
    bankId: smallint('bank_id'),
    bankReference: text('bank_reference'),
    bankDate: day('bank_date'),
    bankCents: cents('bank_cents'),
    /**
     * The company's account that its line is of, also after a reversal released the line; null: no statement has the
     * line. Written by a trigger with the match (migrations/sql/statements.sql).
     */
    accountId: ref('account_id').references(() => bankAccounts.id),
    rejectionReason: text('rejection_reason'),
    /** The colleague who reported it for the customer. May not confirm it. */
    enteredBy: ref('entered_by').references(() => users.id),
    confirmedBy: ref('confirmed_by').references(() => users.id),
    confirmedAt: instant('confirmed_at'),
    receiptNumber: integer('receipt_number'),
    /** The format of the receipt number when it was given. */
    receiptPrefix: text('receipt_prefix').notNull().default(''),
    receiptDigits: smallint('receipt_digits').notNull().default(1),
    /** Printed on the receipt: whoever has it may check the receipt. Not guessable, and never changed. */
    receiptCode: text('receipt_code').default(
      sql`upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 16))`,
    ),
    planId: ref('plan_id').references(() => paymentPlans.id),
    /** The number of the installment in its plan. */
    part: smallint('part'),
    /** What it is for, when the type does not say enough. */
    concept: text('concept'),
    /** The transfer's number, as the customer wrote it. */
    reportedReference: text('reported_reference'),
    /** The bank that the customer paid from, as reported (bank_type). */
    reportedBankId: smallint('reported_bank_id'),
    /** The payment whose rest, repetition or replacement this is. */
    originId: ref('origin_id').references((): AnyPgColumn => payments.id),
    /**
     * The amount charged on creation; null for a due that repeats, replaces or
     * continues another one, and for a due of the price.
     */
    chargedCents: cents('charged_cents'),
    /** Voided by hand; null for a due that a credit covered (`covered`). */
    voidedAt: instant('voided_at'),
    covered: boolean('covered').notNull().default(false),
    /** The money was taken back: see `payment_reversals`. */
    reversedAt: instant('reversed_at'),
    /** Its sale was ceded: from then on the money counts in the sale that follows, in the row whose `passed_from_id` this is. */
    passedAt: instant('passed_at'),
    /** The payment with the receipt of this money, in the sale that was ceded first. The row has no receipt or bank line of its own. */
    passedFromId: ref('passed_from_id').references((): AnyPgColumn => payments.id),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    // the money of a receipt counts in one sale
    uniqueIndex('payments_passed_once')
      .on(t.passedFromId)
      .where(sql`passed_from_id is not null and passed_at is null`),
    index('payments_sale').on(t.saleId),
    index('payments_state').on(t.stateId, t.reportedAt),
    uniqueIndex('payments_bank_line')
      .on(t.bankId, t.bankReference, t.bankCents)
      .where(sql`state_id in ${anyOf(SETTLED_STATES)} and reversed_at is null`),
    uniqueIndex('payments_receipt').on(t.receiptNumber),
    uniqueIndex('payments_receipt_code')
      .on(t.receiptCode)
      .where(sql`receipt_number is not null`),
    uniqueIndex('payments_one_separation')
      .on(t.saleId)
      .where(
        sql`type_id = ${idOf(PAYMENT_TYPE.separation)} and state_id not in ${anyOf([PAYMENT.rejected, PAYMENT.partial, PAYMENT.refunded, PAYMENT.voided])} and reversed_at is null`,
      ),
    index('payments_reported').on(t.reportedAt, t.id),
    index('payments_due').on(t.dueAt, t.id),
    index('payments_state_due').on(t.stateId, t.dueAt, t.id),
    // what is to be collected, and what is late
    index('payments_to_collect')
      .on(t.dueAt, t.id)
      .where(sql`state_id in ${anyOf(DUE_STATES)}`),
    index('payments_reference').on(sql`upper(bank_reference)`),
    index('payments_type').on(t.typeId, t.id),
    // payments that may match a line of the bank
    index('payments_waiting')
      .on(t.reportedCents, t.reportedAt)
      .where(sql`state_id in ${anyOf(REPORTED_STATES)}`),
    index('payments_waiting_reference')
      .on(sql`upper(regexp_replace(reported_reference, '[^0-9A-Za-z]', '', 'g'))`)
      .where(sql`state_id in ${anyOf(REPORTED_STATES)} and reported_reference is not null`),
    // dues that a deposit of their amount may pay
    index('payments_owed_amount')
      .on(t.dueCents, t.dueAt)
      .where(sql`state_id in ${anyOf(OWED_STATES)}`),
    // what is owed, sale by sale, without reading the payments
    index('payments_owed_sale')
      .on(t.saleId, t.dueAt, t.dueCents)
      .where(sql`state_id in ${anyOf(OWED_STATES)}`),
    index('payments_confirmed_day').on(t.bankId, t.bankDate),
    // the register of money received
    index('payments_received')
      .on(t.bankDate, t.id)
      .where(sql`receipt_number is not null`),
    index('payments_received_cents')
      .on(t.bankCents, t.bankDate)
      .where(sql`receipt_number is not null`),
    index('payments_received_account')
      .on(t.accountId, t.bankDate, t.id)
      .where(sql`account_id is not null`),
  ],
);

/** Surplus of a payment that was applied to the next due of the sale. */
export const paymentCredits = pgTable(
  'payment_credits',
  {
    id: id(),
    fromId: ref('from_id')
      .notNull()
      .references(() => payments.id),
    toId: ref('to_id')
      .notNull()
      .references(() => payments.id),
    cents: cents('cents').notNull(),
    at: instant('at').notNull(),
    /** Set when the payment that it came from was reversed. */
    undoneAt: instant('undone_at'),
  },
  (t) => [index('payment_credits_from').on(t.fromId), index('payment_credits_to').on(t.toId)],
);

/** The reverse entry of a confirmed payment: the only way to undo it. */
export const paymentReversals = pgTable(
  'payment_reversals',
  {
    id: id(),
    paymentId: ref('payment_id')
      .notNull()
      .references(() => payments.id)
      .unique(),
    /** Gapless, from its own series. */
    number: integer('number').notNull().unique(),
    cents: cents('cents').notNull(),
    /** The day on which the bank took the money back; otherwise the day of the reversal. */
    bankDate: day('bank_date').notNull(),
    reason: text('reason').notNull(),
    /** The user who had confirmed it; never the one who reverses it. */
    confirmedBy: ref('confirmed_by')
      .notNull()
      .references(() => users.id),
    reversedBy: ref('reversed_by')
      .notNull()
      .references(() => users.id),
    at: instant('at').notNull(),
  },
  (t) => [index('payment_reversals_at').on(t.at), index('payment_reversals_bank_day').on(t.bankDate, t.id)],
);

/** Reminders that were sent: one per due and number of days late. */
export const paymentReminders = pgTable(
  'payment_reminders',
  {
    paymentId: ref('payment_id')
      .notNull()
      .references(() => payments.id),
    days: smallint('days').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.paymentId, t.days] })],
);

/** The last number of each gapless series. The row lock makes transactions wait for each other. */
export const receiptSeries = pgTable('receipt_series', {
  name: text('name').primaryKey(),
  last: integer('last').notNull().default(0),
});
