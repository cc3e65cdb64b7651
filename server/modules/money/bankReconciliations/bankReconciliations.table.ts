import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { LineStatus } from '#contract/money/bankReconciliations/model.ts';
import {
  RECONCILIATION_STATE as S,
  type Adjustment,
  type Explanation,
  type ReconciliationState,
} from '#contract/money/bankReconciliations/rules.ts';
import { cents, day, id, instant, ref } from '#server/kernel/columns.ts';
import { anyOf, idOf } from '#server/kernel/db.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { journalLines } from '#server/modules/money/ledger/ledger.table.ts';
import { vouchers } from '#server/modules/money/ledger/vouchers.table.ts';
import { bankStatementLines } from '#server/modules/money/statements/statements.table.ts';
import { bankAccounts } from '#server/modules/projects/bankAccounts/bankAccounts.table.ts';

const by = (name: string) => ref(name).references(() => users.id);

/** A month of a bank account: bank and books side by side. */
export const bankReconciliations = pgTable(
  'bank_reconciliations',
  {
    id: id(),
    accountId: ref('account_id')
      .notNull()
      .references(() => bankAccounts.id),
    /** 202611 */
    period: integer('period').notNull(),
    /** RECONCILIATION_STATE */
    stateId: smallint('state_id').$type<ReconciliationState>().notNull(),
    /** The point of departure: reconciled before Llave. */
    imported: boolean('imported').notNull().default(false),
    /** Where the account starts; of later months it is the end of the month before. */
    openingCents: cents('opening_cents'),
    openingBookCents: cents('opening_book_cents'),
    /** What the bank's paper says at the end; null: what the statement tells. */
    closingCents: cents('closing_cents'),
    madeBy: by('made_by').notNull(),
    finishedBy: by('finished_by'),
    finishedAt: instant('finished_at'),
    reviewedBy: by('reviewed_by'),
    reviewedAt: instant('reviewed_at'),
    askedBy: by('asked_by'),
    askedAt: instant('asked_at'),
    askedReason: text('asked_reason'),
    reopenedBy: by('reopened_by'),
    reopenedAt: instant('reopened_at'),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('bank_reconciliations_one')
      .on(t.accountId, t.period)
      .where(sql`state_id <> ${idOf(S.voided)}`),
    index('bank_reconciliations_order').on(t.period, t.id),
    index('bank_reconciliations_state').on(t.stateId, t.period, t.id),
    check(
      'bank_reconciliations_steps',
      sql`period % 100 between 1 and 12 and state_id between ${idOf(S.draft)} and ${idOf(S.voided)}
        and (state_id not in ${anyOf([S.finished, S.reviewed, S.asked])} or finished_by is not null)
        and (state_id not in ${anyOf([S.reviewed, S.asked])} or reviewed_by is not null)
        and (state_id <> ${idOf(S.asked)} or asked_by is not null and asked_reason is not null)
        and (finished_by is null) = (finished_at is null) and (reviewed_by is null) = (reviewed_at is null)
        and (not imported or closing_cents is not null and opening_book_cents is not null)`,
    ),
    check(
      'bank_reconciliations_people',
      sql`reviewed_by is distinct from finished_by or reviewed_by is null`,
    ),
    check('bank_reconciliations_reopened', sql`reopened_by is distinct from asked_by or reopened_by is null`),
  ],
);

/** What stood on one side only when the account came to Llave. */
export const bankReconciliationOpenings = pgTable(
  'bank_reconciliation_openings',
  {
    id: id(),
    reconciliationId: ref('reconciliation_id')
      .notNull()
      .references(() => bankReconciliations.id),
    side: text('side').$type<'banco' | 'libros'>().notNull(),
    day: day('day').notNull(),
    reference: text('reference').notNull(),
    description: text('description').notNull(),
    cents: cents('cents').notNull(),
  },
  (t) => [
    index('bank_reconciliation_openings_of').on(t.reconciliationId),
    check('bank_reconciliation_openings_values', sql`side in ('banco', 'libros') and cents <> 0`),
  ],
);

/** Lines of both sides that are the same money: their sums are equal when the transaction ends. */
export const bankReconciliationMatches = pgTable(
  'bank_reconciliation_matches',
  {
    id: id(),
    reconciliationId: ref('reconciliation_id')
      .notNull()
      .references(() => bankReconciliations.id),
    why: text('why').notNull(),
    madeBy: by('made_by').notNull(),
    madeAt: instant('made_at').notNull(),
    releasedBy: by('released_by'),
    releasedAt: instant('released_at'),
  },
  (t) => [
    index('bank_reconciliation_matches_of').on(t.reconciliationId),
    check('bank_reconciliation_matches_released', sql`(released_by is null) = (released_at is null)`),
  ],
);

/** A line of a match, which no other match has while this one stands. */
export const bankReconciliationMembers = pgTable(
  'bank_reconciliation_members',
  {
    id: id(),
    matchId: ref('match_id')
      .notNull()
      .references(() => bankReconciliationMatches.id),
    statementLineId: ref('statement_line_id').references(() => bankStatementLines.id),
    journalLineId: ref('journal_line_id').references(() => journalLines.id),
    openingId: ref('opening_id').references(() => bankReconciliationOpenings.id),
    released: boolean('released').notNull().default(false),
  },
  (t) => [
    index('bank_reconciliation_members_of').on(t.matchId),
    uniqueIndex('bank_reconciliation_members_bank')
      .on(t.statementLineId)
      .where(sql`not released and statement_line_id is not null`),
    uniqueIndex('bank_reconciliation_members_book')
      .on(t.journalLineId)
      .where(sql`not released and journal_line_id is not null`),
    uniqueIndex('bank_reconciliation_members_opening')
      .on(t.openingId)
      .where(sql`not released and opening_id is not null`),
    check(
      'bank_reconciliation_members_one',
      sql`num_nonnulls(statement_line_id, journal_line_id, opening_id) = 1`,
    ),
  ],
);

/** An entry that was asked for from a line of the bank: a voucher, or what another record tells the books. */
export const bankReconciliationAdjustments = pgTable(
  'bank_reconciliation_adjustments',
  {
    id: id(),
    reconciliationId: ref('reconciliation_id')
      .notNull()
      .references(() => bankReconciliations.id),
    statementLineId: ref('statement_line_id')
      .notNull()
      .references(() => bankStatementLines.id),
    kind: text('kind').$type<Adjustment>().notNull(),
    voucherId: ref('voucher_id').references(() => vouchers.id),
    /** pago · pago_proveedor, and its id. */
    sourceRecord: text('source_record'),
    sourceId: ref('source_id'),
    madeBy: by('made_by').notNull(),
    madeAt: instant('made_at').notNull(),
    /** Its voucher was voided: the line may be adjusted anew. */
    ended: boolean('ended').notNull().default(false),
  },
  (t) => [
    uniqueIndex('bank_reconciliation_adjustments_one')
      .on(t.statementLineId)
      .where(sql`not ended`),
    index('bank_reconciliation_adjustments_of').on(t.reconciliationId),
    check(
      'bank_reconciliation_adjustments_values',
      sql`(voucher_id is null) <> (source_record is null) and (source_record is null) = (source_id is null)`,
    ),
  ],
);

/** Why a line stands on one side only; the last one of a line counts. */
export const bankReconciliationExplanations = pgTable(
  'bank_reconciliation_explanations',
  {
    id: id(),
    reconciliationId: ref('reconciliation_id')
      .notNull()
      .references(() => bankReconciliations.id),
    /** l12 · j12 · a12 */
    line: text('line').notNull(),
    kind: text('kind').$type<Explanation>().notNull(),
    text: text('text').notNull(),
    madeBy: by('made_by').notNull(),
    madeAt: instant('made_at').notNull(),
  },
  (t) => [uniqueIndex('bank_reconciliation_explanations_one').on(t.reconciliationId, t.line)],
);

/** The frozen copy of a reconciliation, each time that it was finished. Written once. */
export const bankReconciliationClosings = pgTable(
  'bank_reconciliation_closings',
  {
    id: id(),
    reconciliationId: ref('reconciliation_id')
      .notNull()
      .references(() => bankReconciliations.id),
    revision: smallint('revision').notNull(),
    openingCents: cents('opening_cents').notNull(),
    closingCents: cents('closing_cents').notNull(),
    linesCents: cents('lines_cents').notNull(),
    openingBookCents: cents('opening_book_cents').notNull(),
    lateCents: cents('late_cents').notNull(),
    bookCents: cents('book_cents').notNull(),
    bankOpenCents: cents('bank_open_cents').notNull(),
    bookOpenCents: cents('book_open_cents').notNull(),
    madeBy: by('made_by').notNull(),
    madeAt: instant('made_at').notNull(),
  },
  (t) => [
    uniqueIndex('bank_reconciliation_closings_one').on(t.reconciliationId, t.revision),
    check(
      'bank_reconciliation_closings_explained',
      sql`closing_cents = lines_cents and closing_cents - bank_open_cents + book_open_cents = book_cents`,
    ),
  ],
);

/** A line of a frozen copy, as it was. Written once. */
export const bankReconciliationItems = pgTable(
  'bank_reconciliation_items',
  {
    id: id(),
    closingId: ref('closing_id')
      .notNull()
      .references(() => bankReconciliationClosings.id),
    side: text('side').$type<'banco' | 'libros'>().notNull(),
    status: text('status').$type<LineStatus>().notNull(),
    /** The lines of one match share it. */
    grp: text('grp'),
    why: text('why'),
    statementLineId: ref('statement_line_id').references(() => bankStatementLines.id),
    journalLineId: ref('journal_line_id').references(() => journalLines.id),
    openingId: ref('opening_id').references(() => bankReconciliationOpenings.id),
    day: day('day').notNull(),
    occurredOn: day('occurred_on').notNull(),
    reference: text('reference').notNull(),
    description: text('description').notNull(),
    cents: cents('cents').notNull(),
    /** What an open line of the books is. */
    transit: text('transit').notNull().default(''),
    unassigned: boolean('unassigned').notNull().default(false),
    explanationKind: text('explanation_kind').$type<Explanation>(),
    explanation: text('explanation'),
    explainedBy: text('explained_by'),
  },
  (t) => [
    index('bank_reconciliation_items_of').on(t.closingId, t.side, t.day, t.id),
    index('bank_reconciliation_items_bank')
      .on(t.statementLineId)
      .where(sql`statement_line_id is not null`),
    index('bank_reconciliation_items_book')
      .on(t.journalLineId)
      .where(sql`journal_line_id is not null`),
    index('bank_reconciliation_items_opening')
      .on(t.openingId)
      .where(sql`opening_id is not null`),
    check(
      'bank_reconciliation_items_values',
      sql`side in ('banco', 'libros') and status in ('matched', 'adjusted', 'open')
        and num_nonnulls(statement_line_id, journal_line_id, opening_id) = 1`,
    ),
  ],
);
