import { sql } from 'drizzle-orm';
import { check, pgTable, smallint, uniqueIndex } from 'drizzle-orm/pg-core';
import { day, id, instant, ref } from '#server/kernel/columns.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';

/** How many sales a month should bring, for the company or one adviser. */
export const salesTargets = pgTable(
  'sales_targets',
  {
    id: id(),
    /** The first day of the month. */
    month: day('month').notNull(),
    /** Null: the whole company. */
    adviserId: ref('adviser_id').references(() => users.id),
    sales: smallint('sales').notNull(),
    updatedBy: ref('updated_by').references(() => users.id),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('sales_targets_one').on(t.month, sql`coalesce(adviser_id, 0)`),
    check('sales_targets_some', sql`sales > 0`),
    check('sales_targets_month', sql`extract(day from month) = 1`),
  ],
);
