import { sql } from 'drizzle-orm';
import { boolean, check, date, index, integer, numeric, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import type { Condition } from '#contract/projects/interest/model.ts';
import { cents, id, instant, ref } from '#server/kernel/columns.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';

const day = (name: string) => date(name, { mode: 'string' });
const percent = (name: string) => numeric(name, { precision: 6, scale: 3, mode: 'number' });

/**
 * Rows of the preferential interest. Content is written once: a change retires the row (`retiredAt`) and writes others beside it, so
 * that what a quote used is there for ever. No two live rows meet in region, price and days (an exclusion constraint).
 */
export const interestRules = pgTable(
  'interest_rules',
  {
    id: id(),
    regime: text('regime').notNull(),
    /** 1, 2 or both when null. */
    region: smallint('region'),
    minCents: cents('min_cents').notNull(),
    maxCents: cents('max_cents').notNull(),
    /** Points off the bank's rate; null: all of the interest. */
    pointsPercent: percent('points_percent'),
    months: integer('months').notNull(),
    conditions: text('conditions').array().$type<Condition[]>().notNull().default([]),
    incomeMaxCents: cents('income_max_cents'),
    shareMaxPercent: percent('share_max_percent'),
    validFrom: day('valid_from').notNull(),
    validTo: day('valid_to'),
    sure: boolean('sure').notNull(),
    source: text('source').notNull(),
    /** The row that it stands in the place of. */
    previousId: ref('previous_id'),
    retiredAt: instant('retired_at'),
    /** Name of who wrote it, null for the start: the table outlives the demonstration, and its people do not. */
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

/** Closing costs with their dates; retired and written anew like the rules. */
export const closingCosts = pgTable(
  'closing_costs',
  {
    id: id(),
    code: text('code').notNull(),
    label: text('label').notNull(),
    /** No foreign key: the table outlives the demonstration, whose projects' rows go with it (erase.service.ts). */
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

/** What was done to the rules: the row that ended and the one that holds, from which day. Written once. */
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
