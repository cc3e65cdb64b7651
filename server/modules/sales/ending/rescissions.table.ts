import { sql } from 'drizzle-orm';
import { check, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, instant, ref } from '#server/kernel/columns.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';

/** A rescission, prepared by one user and decided by another (rulings.md 39). */
export const rescissions = pgTable(
  'rescissions',
  {
    id: id(),
    saleId: ref('sale_id')
      .notNull()
      .references(() => sales.id),
    reason: text('reason').notNull(),
    preparedBy: ref('prepared_by')
      .notNull()
      .references(() => users.id),
    preparedAt: instant('prepared_at').notNull(),
    decidedBy: ref('decided_by').references(() => users.id),
    decidedAt: instant('decided_at'),
    droppedBy: ref('dropped_by').references(() => users.id),
    droppedAt: instant('dropped_at'),
  },
  (t) => [
    uniqueIndex('rescissions_one_per_sale')
      .on(t.saleId)
      .where(sql`dropped_at is null`),
    check('rescissions_people', sql`decided_by is distinct from prepared_by`),
    check(
      'rescissions_outcome',
      sql`(decided_at is null) = (decided_by is null) and (dropped_at is null) = (dropped_by is null)
        and (decided_at is null or dropped_at is null)`,
    ),
  ],
);
