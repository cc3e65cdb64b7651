import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import type { CsvColumns } from '#contract/money/statements/statements.ts';
import { cents, day, id, instant, ref } from '#server/kernel/columns.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { bankAccounts } from '#server/modules/projects/bankAccounts/bankAccounts.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { payments } from '#server/modules/money/payments/payments.table.ts';

/** The CSV columns of an account's statements, remembered from the last file that was read. */
export const statementFormats = pgTable('statement_formats', {
  accountId: ref('account_id')
    .primaryKey()
    .references(() => bankAccounts.id),
  columns: jsonb('columns').$type<CsvColumns>().notNull(),
  updatedBy: ref('updated_by')
    .notNull()
    .references(() => users.id),
  updatedAt: instant('updated_at').notNull(),
});

/** An imported statement of a company bank account. */
export const bankStatements = pgTable(
  'bank_statements',
  {
    id: id(),
    accountId: ref('account_id')
      .notNull()
      .references(() => bankAccounts.id),
    /** csv · ofx · xlsx */
    format: text('format').notNull(),
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id),
    fileName: text('file_name').notNull(),
    sha256: text('sha256').notNull(),
    fromOn: day('from_on').notNull(),
    toOn: day('to_on').notNull(),
    openingCents: cents('opening_cents'),
    closingCents: cents('closing_cents'),
    newLines: integer('new_lines').notNull(),
    /** Lines that an earlier statement had brought. */
    knownLines: integer('known_lines').notNull(),
    importedBy: ref('imported_by')
      .notNull()
      .references(() => users.id),
    importedAt: instant('imported_at').notNull(),
    /** A statement that was imported by mistake: its lines count no more, and the file can be imported again. */
    undoneBy: ref('undone_by').references(() => users.id),
    undoneAt: instant('undone_at'),
    undoneReason: text('undone_reason'),
  },
  (t) => [
    uniqueIndex('bank_statements_file')
      .on(t.accountId, t.sha256)
      .where(sql`undone_at is null`),
    check(
      'bank_statements_undone',
      sql`(undone_at is null) = (undone_by is null) and (undone_at is null) = (undone_reason is null)`,
    ),
    index('bank_statements_recent').on(t.toOn, t.id),
    index('bank_statements_account').on(t.accountId, t.toOn, t.id),
  ],
);

/** A rule that sets lines aside whose text contains its words: of one account, or of all. Ended, never edited. */
export const statementRules = pgTable(
  'statement_rules',
  {
    id: id(),
    accountId: ref('account_id').references(() => bankAccounts.id),
    words: text('words').notNull(),
    /** in · out: money in or out; any: both */
    direction: text('direction').notNull(),
    /** What the lines are; each line gets it as its reason. */
    reason: text('reason').notNull(),
    createdBy: ref('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
    endedBy: ref('ended_by').references(() => users.id),
    endedAt: instant('ended_at'),
  },
  (t) => [
    uniqueIndex('statement_rules_one')
      .on(sql`searchable(words)`, sql`coalesce(account_id, 0)`, t.direction)
      .where(sql`ended_at is null`),
    check(
      'statement_rules_valid',
      sql`length(words) >= 3 and direction in ('in', 'out', 'any') and (ended_at is null) = (ended_by is null)`,
    ),
  ],
);

/** A movement of the account. The bank's data never change. */
export const bankStatementLines = pgTable(
  'bank_statement_lines',
  {
    id: id(),
    statementId: ref('statement_id')
      .notNull()
      .references(() => bankStatements.id),
    accountId: ref('account_id')
      .notNull()
      .references(() => bankAccounts.id),
    /** The row in the file. */
    row: integer('row').notNull(),
    postedOn: day('posted_on').notNull(),
    /** Positive: incoming money. */
    cents: cents('cents').notNull(),
    reference: text('reference').notNull(),
    description: text('description').notNull(),
    balanceCents: cents('balance_cents'),
    /** FITID, or a hash of day, amount, reference and balance or ordinal: prevents duplicate movements. */
    key: text('key').notNull(),
    /**
     * open · matched · returned · ignored · split (its parts stand for it) · undone (its statement was undone, or the
     * part was joined again)
     */
    state: text('state').notNull().default('open'),
    stateReason: text('state_reason'),
    version: integer('version').notNull().default(1),
    /** The line whose money this one took back. */
    returnsId: ref('returns_id'),
    /** The deposit of which this line is a part, so that several sales or kinds of charges share it. */
    partOf: ref('part_of').references((): AnyPgColumn => bankStatementLines.id),
    /** The rule that set it aside. */
    ruleId: ref('rule_id').references(() => statementRules.id),
  },
  (t) => [
    uniqueIndex('bank_statement_lines_once')
      .on(t.accountId, t.key)
      .where(sql`state <> 'undone'`),
    index('bank_statement_lines_part')
      .on(t.partOf)
      .where(sql`part_of is not null`),
    index('bank_statement_lines_rule')
      .on(t.ruleId)
      .where(sql`rule_id is not null`),
    uniqueIndex('bank_statement_lines_returned')
      .on(t.returnsId)
      .where(sql`returns_id is not null`),
    index('bank_statement_lines_statement').on(t.statementId, t.row),
    index('bank_statement_lines_of_statement').on(t.statementId, t.postedOn, t.id),
    // Most lines are matched, so the index covers only the others.
    index('bank_statement_lines_unmatched')
      .on(t.state, t.postedOn, t.id)
      .where(sql`state <> 'matched'`),
    index('bank_statement_lines_open')
      .on(t.cents, t.postedOn)
      .where(sql`state = 'open' and cents > 0`),
    index('bank_statement_lines_posted').on(t.postedOn, t.id),
    index('bank_statement_lines_account').on(t.accountId, t.postedOn, t.id),
    index('bank_statement_lines_amount').on(t.accountId, t.cents, t.postedOn),
    index('bank_statement_lines_cents').on(t.cents),
    index('bank_statement_lines_words').using(
      'gin',
      sql`searchable(reference || ' ' || description) gin_trgm_ops`,
    ),
  ],
);

/** The payment of a bank line. Two unique indexes allow at most one match per line and per payment. */
export const statementMatches = pgTable(
  'statement_matches',
  {
    id: id(),
    lineId: ref('line_id')
      .notNull()
      .references(() => bankStatementLines.id),
    paymentId: ref('payment_id')
      .notNull()
      .references(() => payments.id),
    /** 0-100, the score of the suggestion; null: matched by hand, or with a line typed earlier. */
    score: smallint('score'),
    /** The line confirmed the payment; false: it was confirmed by hand before. */
    confirms: boolean('confirms').notNull().default(true),
    matchedBy: ref('matched_by').references(() => users.id),
    matchedAt: instant('matched_at').notNull(),
    releasedAt: instant('released_at'),
  },
  (t) => [
    uniqueIndex('statement_matches_line')
      .on(t.lineId)
      .where(sql`released_at is null`),
    uniqueIndex('statement_matches_payment')
      .on(t.paymentId)
      .where(sql`released_at is null`),
    index('statement_matches_of_payment').on(t.paymentId),
  ],
);
