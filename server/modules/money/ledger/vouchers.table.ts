import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { AllocationBasis, VoucherKind } from '#contract/money/ledger/model.ts';
import { VOUCHER_STATE as V } from '#contract/money/ledger/vouchers.ts';
import { anyOf, idOf } from '#server/kernel/db.ts';
import { cents, day, id, instant, ref } from '#server/kernel/columns.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';

/** How a pool account of a project reaches its houses, from a day on: by area, by price or in equal parts. */
export const allocationRules = pgTable(
  'allocation_rules',
  {
    id: id(),
    projectId: ref('project_id')
      .notNull()
      .references(() => projects.id),
    /** accounting_accounts: the pool, and the account of the houses. */
    accountId: integer('account_id').notNull(),
    targetId: integer('target_id').notNull(),
    basis: text('basis').$type<AllocationBasis>().notNull(),
    validFrom: day('valid_from').notNull(),
    madeBy: ref('made_by')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
    retiredAt: instant('retired_at'),
  },
  (t) => [
    uniqueIndex('allocation_rules_one')
      .on(t.projectId, t.accountId, t.validFrom)
      .where(sql`retired_at is null`),
    check('allocation_rules_values', sql`basis in ('area', 'precio', 'igual') and account_id <> target_id`),
  ],
);

/**
 * A voucher (comprobante de diario): what no record says. One person types it, another approves it; then it is an entry,
 * and only reversed.
 */
export const vouchers = pgTable(
  'vouchers',
  {
    id: id(),
    bookId: ref('book_id')
      .notNull()
      .references(() => partners.id),
    kind: text('kind').$type<VoucherKind>().notNull(),
    /** VOUCHER_STATE */
    stateId: smallint('state_id').notNull().default(1),
    day: day('day').notNull(),
    description: text('description').notNull(),
    /** The sum of its debits; its lines are checked when it is sent. */
    cents: cents('cents').notNull().default(0),
    madeBy: ref('made_by')
      .notNull()
      .references(() => users.id),
    approvedBy: ref('approved_by').references(() => users.id),
    approvedAt: instant('approved_at'),
    reversedBy: ref('reversed_by').references(() => users.id),
    reversedOn: day('reversed_on'),
    /** Why it was returned, voided or reversed. */
    reason: text('reason'),
    allocationId: ref('allocation_id').references(() => allocationRules.id),
    /** The month that an allocation distributes. */
    period: integer('period'),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('vouchers_state').on(t.stateId, t.day, t.id),
    index('vouchers_day').on(t.day, t.id),
    index('vouchers_book').on(t.bookId, t.day, t.id),
    index('vouchers_cents').on(t.cents, t.id),
    uniqueIndex('vouchers_allocated')
      .on(t.allocationId, t.period)
      .where(sql`allocation_id is not null and state_id <= ${idOf(V.approved)}`),
    // Books open and a year closes once.
    uniqueIndex('vouchers_opening')
      .on(t.bookId)
      .where(sql`kind = 'apertura' and state_id <= ${idOf(V.approved)}`),
    check('vouchers_kind', sql`kind in ('comprobante', 'apertura', 'cierre', 'reparto')`),
    check('vouchers_people', sql`approved_by is null or approved_by <> made_by`),
    check(
      'vouchers_steps',
      sql`state_id between ${idOf(V.draft)} and ${idOf(V.voided)} and (state_id in ${anyOf([V.approved, V.voided])} or approved_by is null) and (state_id <> ${idOf(V.approved)} or approved_by is not null)
        and (approved_by is null) = (approved_at is null) and num_nulls(reversed_by, reversed_on) in (0, 2)
        and (allocation_id is null) = (period is null) and (kind = 'reparto' or allocation_id is null)`,
    ),
  ],
);

export const voucherLines = pgTable(
  'voucher_lines',
  {
    id: id(),
    voucherId: ref('voucher_id')
      .notNull()
      .references(() => vouchers.id),
    position: smallint('position').notNull(),
    /** accounting_accounts */
    accountId: integer('account_id').notNull(),
    debitCents: cents('debit_cents').notNull().default(0),
    creditCents: cents('credit_cents').notNull().default(0),
    projectId: ref('project_id').references(() => projects.id),
    lotId: ref('lot_id'),
    partnerId: ref('partner_id').references(() => partners.id),
    bankAccountId: ref('bank_account_id'),
    note: text('note'),
  },
  (t) => [
    uniqueIndex('voucher_lines_position').on(t.voucherId, t.position),
    check(
      'voucher_lines_side',
      sql`debit_cents >= 0 and credit_cents >= 0 and (debit_cents > 0) <> (credit_cents > 0)`,
    ),
  ],
);
