import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, numeric, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import type { Condition } from '#contract/projects/interest/model.ts';
import { cents, day, id, instant, ref } from '#server/kernel/columns.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';

const percent = (name: string) => numeric(name, { precision: 6, scale: 3, mode: 'number' });

/**
 * Rules of the preferential interest. The content of a row never changes: a change retires it
 * (`retiredAt`) and inserts new rows, so the rules that a quote used are kept for ever. An exclusion
 * constraint prevents live rows with the same region, price and days.
 */
export const interestRules = pgTable(
  'interest_rules',
  {
    id: id(),
    regime: text('regime').notNull(),
    /** 1 or 2; null: both. */
    region: smallint('region'),
    minCents: cents('min_cents').notNull(),
    maxCents: cents('max_cents').notNull(),
    /** Percentage points off the bank's rate; null: the whole rate. */
    pointsPercent: percent('points_percent'),
    months: integer('months').notNull(),
    conditions: text('conditions').array().$type<Condition[]>().notNull().default([]),
    incomeMaxCents: cents('income_max_cents'),
    shareMaxPercent: percent('share_max_percent'),
    validFrom: day('valid_from').notNull(),
    validTo: day('valid_to'),
    sure: boolean('sure').notNull(),
    source: text('source').notNull(),
    /** The row that this one replaces. */
    previousId: ref('previous_id'),
    retiredAt: instant('retired_at'),
    /**
     * Name of the author; null for the initial rows. Not a reference: the
     * demo's users are erased and this table is not.
     */
    createdBy: text('created_by'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('interest_rules_dates').on(t.validFrom, t.validTo),
    check('interest_rules_band', sql`${t.minCents} >= 0 and ${t.maxCents} >= ${t.minCents}`),
    check('interest_rules_days', sql`${t.validTo} is null or ${t.validTo} >= ${t.validFrom}`),
    check('interest_rules_months', sql`${t.months} > 0`),
    check('interest_rules_region', sql`${t.region} in (1, 2)`),
  ],
);

/** Closing costs with their validity; retired and inserted again like the rules. */
export const closingCosts = pgTable(
  'closing_costs',
  {
    id: id(),
    code: text('code').notNull(),
    label: text('label').notNull(),
    /** No foreign key: erasing the demo deletes its projects but not this table (erase.service.ts). */
    projectId: ref('project_id'),
    /** fijo · precio · prestamo */
    basis: text('basis').notNull(),
    amountCents: cents('amount_cents'),
    percent: percent('percent'),
    /** comprador · promotora */
    payer: text('payer').notNull(),
    validFrom: day('valid_from').notNull(),
    validTo: day('valid_to'),
    sure: boolean('sure').notNull(),
    source: text('source').notNull(),
    previousId: ref('previous_id'),
    retiredAt: instant('retired_at'),
    createdBy: text('created_by'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    check('closing_costs_days', sql`${t.validTo} is null or ${t.validTo} >= ${t.validFrom}`),
    check(
      'closing_costs_amount',
      sql`case when ${t.basis} = 'fijo' then ${t.amountCents} >= 0 else ${t.percent} >= 0 end`,
    ),
  ],
);

/** A change of the rules: the retired row, the new row and its first day. Never changed. */
export const interestChanges = pgTable(
  'interest_changes',
  {
    id: id(),
    beforeId: ref('before_id').references(() => interestRules.id),
    afterId: ref('after_id').references(() => interestRules.id),
    effectiveOn: day('effective_on').notNull(),
    reason: text('reason').notNull(),
    byId: ref('by_id')
      .notNull()
      .references(() => users.id),
    at: instant('at').notNull(),
  },
  (t) => [index('interest_changes_at').on(t.at)],
);
