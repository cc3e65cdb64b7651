import { pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, instant, ref } from '#server/kernel/columns.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';

/** Reminders sent to customers: a repeated job does not send one twice. */
export const saleReminders = pgTable(
  'sale_reminders',
  {
    id: id(),
    saleId: ref('sale_id')
      .notNull()
      .references(() => sales.id),
    /** firma · papeles · reserva */
    kind: text('kind').notNull(),
    /** For a signature: the buyer and the hours. For documents: the day. For a reservation: ''. */
    key: text('key').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [uniqueIndex('sale_reminders_once').on(t.saleId, t.kind, t.key)],
);
