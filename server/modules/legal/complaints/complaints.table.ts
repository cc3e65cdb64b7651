import { sql } from 'drizzle-orm';
import { index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { ComplaintKind } from '#contract/legal/complaints/rules.ts';
import { day, id, instant, ref } from '#server/kernel/columns.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';

/** A buyer's complaint before ACODECO, with the clock that runs (domain.md §4.5). */
export const complaints = pgTable(
  'complaints',
  {
    id: id(),
    saleId: ref('sale_id')
      .notNull()
      .references(() => sales.id),
    /** COMPLAINT */
    stateId: smallint('state_id').notNull(),
    stateSince: instant('state_since').notNull(),
    kind: text('kind').$type<ComplaintKind>().notNull(),
    /** Number of the file at ACODECO. */
    number: text('number'),
    detail: text('detail').notNull(),
    filedOn: day('filed_on').notNull(),
    askedOn: day('asked_on'),
    /** Last day of the clock that runs; null: none. */
    dueOn: day('due_on'),
    answeredOn: day('answered_on'),
    resolvedOn: day('resolved_on'),
    version: integer('version').notNull().default(1),
    createdBy: ref('created_by').references(() => users.id),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('complaints_number')
      .on(t.number)
      .where(sql`number is not null`),
    index('complaints_sale').on(t.saleId),
    index('complaints_due').on(t.dueOn, t.id),
    index('complaints_filed').on(t.filedOn, t.id),
  ],
);
