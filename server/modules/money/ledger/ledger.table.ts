import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import type { EntryKind, PeriodState } from '#contract/money/ledger/model.ts';
import { PERIOD_STATE as P, type RuleLine } from '#contract/money/ledger/rules.ts';
import { anyOf, idOf } from '#server/kernel/db.ts';
import { cents, day, id, instant, ref, transaction } from '#server/kernel/columns.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';

/** Books of a company of the group: what its records say counts from a day on; before that, its opening balances do. */
export const ledgerBooks = pgTable('ledger_books', {
  /** The contracting party. */
  bookId: ref('book_id')
    .primaryKey()
    .references(() => partners.id),
  /** First day of the books; null: from the beginning. */
  opensOn: day('opens_on'),
});

/** The last number of the entries of a book in a year. Written by the trigger of the entries alone. */
export const ledgerSeries = pgTable(
  'ledger_series',
  {
    bookId: ref('book_id')
      .notNull()
      .references(() => partners.id),
    year: smallint('year').notNull(),
    last: integer('last').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.bookId, t.year] })],
);

/** A month of a book. A month without a row is open; the first entry makes its row, whose lock makes a closing wait. */
export const accountingPeriods = pgTable(
  'accounting_periods',
  {
    id: id(),
    bookId: ref('book_id')
      .notNull()
      .references(() => partners.id),
    /** 202611 */
    period: integer('period').notNull(),
    /** PERIOD_STATE */
    stateId: smallint('state_id').$type<PeriodState>().notNull().default(1),
    closedBy: ref('closed_by').references(() => users.id),
    closedAt: instant('closed_at'),
    /** Who asked to reopen it, and why. */
    askedBy: ref('asked_by').references(() => users.id),
    askedAt: instant('asked_at'),
    askedReason: text('asked_reason'),
    reopenedBy: ref('reopened_by').references(() => users.id),
    reopenedAt: instant('reopened_at'),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('accounting_periods_one').on(t.bookId, t.period),
    index('accounting_periods_order').on(t.period, t.id),
    check(
      'accounting_periods_steps',
      sql`period % 100 between 1 and 12 and state_id between ${idOf(P.open)} and ${idOf(P.reopened)} and (state_id = ${idOf(P.open)} or closed_at is not null)
        and (state_id not in ${anyOf([P.asked, P.reopened])} or asked_by is not null and asked_reason is not null) and (state_id <> ${idOf(P.reopened)} or reopened_by is not null)`,
    ),
    check('accounting_periods_people', sql`reopened_by is null or reopened_by <> asked_by`),
  ],
);

/**
 * An entry of the journal. Written once: only another entry reverses it. The trigger gives its number; when the
 * transaction ends its lines must balance.
 */
export const journalEntries = pgTable(
  'journal_entries',
  {
    id: id(),
    bookId: ref('book_id')
      .notNull()
      .references(() => partners.id),
    /** Gapless by book and year of the day. */
    year: smallint('year')
      .notNull()
      .generatedAlwaysAs(sql`extract(year from day)::int`),
    number: integer('number').notNull().default(0),
    /** The day in the books, in an open period. */
    day: day('day').notNull(),
    /** 202611 */
    period: integer('period')
      .notNull()
      .generatedAlwaysAs(sql`(extract(year from day) * 100 + extract(month from day))::int`),
    /** The day on which it happened: before `day` if that period was closed already. */
    occurredOn: day('occurred_on').notNull(),
    kind: text('kind').$type<EntryKind>().notNull(),
    description: text('description').notNull(),
    /** The record that says it, its event, and how often that event was posted anew. */
    sourceRecord: text('source_record').notNull(),
    sourceId: ref('source_id').notNull(),
    event: text('event').notNull(),
    revision: smallint('revision').notNull().default(1),
    /** The kind of event, for its rule; null for what people typed. */
    eventKind: text('event_kind'),
    /** What was posted, as one text: a different one is posted anew. */
    fingerprint: text('fingerprint').notNull(),
    reversalOf: ref('reversal_of').references((): AnyPgColumn => journalEntries.id),
    reason: text('reason'),
    /** Null: the records say it. */
    madeBy: ref('made_by').references(() => users.id),
    approvedBy: ref('approved_by').references(() => users.id),
    /** Its transaction: no line is added later. */
    tx: transaction('tx')
      .notNull()
      .default(sql`pg_current_xact_id()`),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('journal_entries_number').on(t.bookId, t.year, t.number),
    uniqueIndex('journal_entries_source')
      .on(t.sourceRecord, t.sourceId, t.event, t.revision)
      .where(sql`reversal_of is null`),
    uniqueIndex('journal_entries_reversal')
      .on(t.reversalOf)
      .where(sql`reversal_of is not null`),
    index('journal_entries_day').on(t.day, t.id),
    index('journal_entries_book_day').on(t.bookId, t.day, t.id),
    index('journal_entries_by_number').on(t.number, t.id),
    index('journal_entries_kind').on(t.kind, t.day, t.id),
    check(
      'journal_entries_values',
      sql`kind in ('registro', 'comprobante', 'apertura', 'cierre', 'reparto') and revision >= 1 and occurred_on <= day`,
    ),
    check('journal_entries_people', sql`made_by is null or approved_by is distinct from made_by`),
  ],
);

/** A line of an entry: one side of one account. */
export const journalLines = pgTable(
  'journal_lines',
  {
    id: id(),
    entryId: ref('entry_id')
      .notNull()
      .references(() => journalEntries.id),
    position: smallint('position').notNull(),
    /** accounting_accounts */
    accountId: integer('account_id').notNull(),
    debitCents: cents('debit_cents').notNull().default(0),
    creditCents: cents('credit_cents').notNull().default(0),
    /** Of the entry, by the trigger: so that an account's ledger is one index. */
    bookId: ref('book_id').notNull().default(0),
    day: day('day').notNull().default('2000-01-01'),
    projectId: ref('project_id'),
    lotId: ref('lot_id'),
    saleId: ref('sale_id'),
    personId: ref('person_id'),
    partnerId: ref('partner_id'),
    contractId: ref('contract_id'),
    bankAccountId: ref('bank_account_id'),
    note: text('note'),
  },
  (t) => [
    uniqueIndex('journal_lines_position').on(t.entryId, t.position),
    index('journal_lines_day').on(t.day, t.id),
    index('journal_lines_account').on(t.accountId, t.day, t.id),
    index('journal_lines_book_account').on(t.bookId, t.accountId, t.day, t.id),
    index('journal_lines_sale')
      .on(t.saleId, t.accountId)
      .where(sql`sale_id is not null`),
    index('journal_lines_lot')
      .on(t.lotId, t.accountId)
      .where(sql`lot_id is not null`),
    index('journal_lines_partner')
      .on(t.partnerId, t.accountId, t.day)
      .where(sql`partner_id is not null`),
    index('journal_lines_bank_account')
      .on(t.bankAccountId, t.day, t.id)
      .where(sql`bank_account_id is not null`),
    check(
      'journal_lines_side',
      sql`debit_cents >= 0 and credit_cents >= 0 and (debit_cents > 0) <> (credit_cents > 0)`,
    ),
  ],
);

/** Kept totals by month: the trigger of the lines alone writes them. Project 0: lines without one. */
export const ledgerTotals = pgTable(
  'ledger_totals',
  {
    bookId: ref('book_id').notNull(),
    accountId: integer('account_id').notNull(),
    projectId: ref('project_id').notNull(),
    /** 202611 */
    period: integer('period').notNull(),
    debitCents: cents('debit_cents').notNull(),
    creditCents: cents('credit_cents').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.bookId, t.period, t.accountId, t.projectId] }),
    index('ledger_totals_account').on(t.accountId, t.period),
  ],
);

/** How far the feed was read into the books. Whoever posts locks the row. */
export const ledgerMarks = pgTable('ledger_marks', {
  name: text('name').primaryKey(),
  tx: transaction('tx').notNull(),
  changeId: bigint('change_id', { mode: 'number' }).notNull(),
});

/** What a record says and the books do not have yet (Sin contabilizar): it blocks the closing of its period. */
export const unpostedEvents = pgTable(
  'unposted_events',
  {
    id: id(),
    sourceRecord: text('source_record').notNull(),
    sourceId: ref('source_id').notNull(),
    event: text('event').notNull(),
    eventKind: text('event_kind').notNull(),
    description: text('description').notNull(),
    day: day('day').notNull(),
    bookId: ref('book_id').references(() => partners.id),
    projectId: ref('project_id'),
    /** UNPOSTED_REASONS */
    reason: text('reason').notNull(),
    cents: cents('cents').notNull(),
    since: instant('since').notNull(),
  },
  (t) => [
    uniqueIndex('unposted_events_one').on(t.sourceRecord, t.sourceId, t.event),
    index('unposted_events_day').on(t.day, t.id),
    index('unposted_events_book').on(t.bookId, t.day),
  ],
);

/** Posting rules by kind of event, dated: the last one that begins on or before the event's day is in force. Written once. */
export const postingRules = pgTable(
  'posting_rules',
  {
    id: id(),
    /** POSTING_EVENTS */
    eventKind: text('event_kind').notNull(),
    validFrom: day('valid_from').notNull(),
    lines: jsonb('lines').$type<readonly RuleLine[]>().notNull(),
    reason: text('reason'),
    /** The user; no reference, because the rules stay when the demonstration is erased. Null: of the product. */
    madeBy: ref('made_by'),
    createdAt: instant('created_at').notNull(),
    retiredAt: instant('retired_at'),
  },
  (t) => [
    uniqueIndex('posting_rules_one')
      .on(t.eventKind, t.validFrom)
      .where(sql`retired_at is null`),
  ],
);
