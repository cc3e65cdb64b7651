import { index, integer, numeric, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { cents, day, id, instant, ref } from '#server/kernel/columns.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { houseModels, projects } from '#server/modules/projects/projects/projects.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';

/** A change of many prices on one date: prepared, confirmed, applied or cancelled. */
export const priceIncreases = pgTable(
  'price_increases',
  {
    id: id(),
    /** The reason, as shown in the history. */
    reason: text('reason').notNull(),
    /** In force from 00:00 of this day in Panama. */
    effectiveOn: day('effective_on').notNull(),
    /** prepared · confirmed · applied · cancelled */
    state: text('state').notNull().default('prepared'),
    /** Percent as 0-100, or cents; exactly one of the two. Negative: a decrease. */
    percent: numeric('percent', { precision: 7, scale: 4, mode: 'number' }),
    amountCents: cents('amount_cents'),
    /** Prices are rounded to a multiple of this: 1, 500, 1000, 5000 or 10000 cents. */
    roundToCents: integer('round_to_cents').notNull(),
    /** The last day of the models' new prices; null keeps their current day. */
    priceUntil: day('price_until'),
    createdBy: ref('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
    confirmedBy: ref('confirmed_by').references(() => users.id),
    confirmedAt: instant('confirmed_at'),
    cancelledBy: ref('cancelled_by').references(() => users.id),
    cancelledAt: instant('cancelled_at'),
    cancelReason: text('cancel_reason'),
    appliedAt: instant('applied_at'),
  },
  (t) => [index('price_increases_due').on(t.state, t.effectiveOn)],
);

/** One price of an increase, before and after: the forecast until its day, the real values afterwards. */
export const priceIncreaseRows = pgTable(
  'price_increase_rows',
  {
    id: id(),
    increaseId: ref('increase_id')
      .notNull()
      .references(() => priceIncreases.id),
    projectId: ref('project_id')
      .notNull()
      .references(() => projects.id),
    /** A model's price or a lot's premium; exactly one of the two. */
    modelId: ref('model_id').references(() => houseModels.id),
    lotId: ref('lot_id').references(() => lots.id),
    effectiveOn: day('effective_on').notNull(),
    /** pending · applied · cancelled · skipped (the price would fall below its minimum) */
    state: text('state').notNull().default('pending'),
    fromCents: cents('from_cents').notNull(),
    toCents: cents('to_cents').notNull(),
  },
  (t) => [
    index('price_increase_rows_increase').on(t.increaseId),
    uniqueIndex('price_increase_rows_model_day')
      .on(t.modelId, t.effectiveOn)
      .where(sql`state = 'pending'`),
    uniqueIndex('price_increase_rows_lot_day')
      .on(t.lotId, t.effectiveOn)
      .where(sql`state = 'pending'`),
  ],
);

/** Every price change: from, to, when, by whom and why. Never changed. */
export const priceChanges = pgTable(
  'price_changes',
  {
    id: id(),
    projectId: ref('project_id')
      .notNull()
      .references(() => projects.id),
    modelId: ref('model_id').references(() => houseModels.id),
    lotId: ref('lot_id').references(() => lots.id),
    fromCents: cents('from_cents').notNull(),
    toCents: cents('to_cents').notNull(),
    at: instant('at').notNull(),
    /** Null: the system, on the day of an increase. */
    byId: ref('by_id').references(() => users.id),
    reason: text('reason').notNull(),
    increaseId: ref('increase_id').references(() => priceIncreases.id),
  },
  (t) => [
    index('price_changes_model').on(t.modelId, t.id),
    index('price_changes_lot').on(t.lotId, t.id),
    index('price_changes_project').on(t.projectId, t.id),
    index('price_changes_at').on(t.at, t.id),
    // An increase changes each price once, even if its job runs twice.
    unique('price_changes_once_model').on(t.increaseId, t.modelId),
    unique('price_changes_once_lot').on(t.increaseId, t.lotId),
  ],
);
