import { pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, instant, ref } from '#server/kernel/columns.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';

/** What a customer was reminded of: nobody is told the same twice, whatever runs again. */
export const saleReminders = pgTable(
  'sale_reminders',
  {
    id: id(),
    saleId: ref('sale_id')
      .notNull()
      .references(() => sales.id),
    /** firma · papeles */
    kind: text('kind').notNull(),
    /** Of a signature whose it is and after how many hours, of papers the day. */
    key: text('key').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [uniqueIndex('sale_reminders_once').on(t.saleId, t.kind, t.key)],
);
