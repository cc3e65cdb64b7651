import { index, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { id, instant, ref } from '#server/kernel/columns.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';

/** History of the processors of a sale, with the type of assignment. */
export const assignments = pgTable(
  'assignments',
  {
    id: id(),
    saleId: ref('sale_id')
      .notNull()
      .references(() => sales.id),
    processorId: ref('processor_id')
      .notNull()
      .references(() => users.id),
    typeId: smallint('type_id').notNull(),
    assignedBy: ref('assigned_by').references(() => users.id),
    reason: text('reason'),
    at: instant('at').notNull(),
  },
  (t) => [
    index('assignments_sale').on(t.saleId, t.id),
    index('assignments_processor').on(t.processorId, t.at),
  ],
);
