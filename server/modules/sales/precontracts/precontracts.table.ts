import { index, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { day, id, instant, ref } from '#server/kernel/columns.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';

/** Family group of the form: people who live with the buyer or share the income. */
export const saleFamily = pgTable(
  'sale_family',
  {
    id: id(),
    saleId: ref('sale_id')
      .notNull()
      .references(() => sales.id),
    position: smallint('position').notNull(),
    name: text('name').notNull(),
    documentNumber: text('document_number'),
    documentKey: text('document_key'),
    relationshipId: smallint('relationship_id').notNull(),
  },
  (t) => [
    index('sale_family_sale').on(t.saleId, t.position),
    index('sale_family_document').on(t.documentKey),
  ],
);

/** Last actions of the customer, recorded by staff, and the day of the next contact. */
export const customerActions = pgTable(
  'customer_actions',
  {
    id: id(),
    saleId: ref('sale_id')
      .notNull()
      .references(() => sales.id),
    /** latest_actions */
    actionId: smallint('action_id').notNull(),
    note: text('note').notNull().default(''),
    nextOn: day('next_on'),
    userId: ref('user_id').references(() => users.id),
    at: instant('at').notNull(),
  },
  (t) => [index('customer_actions_sale').on(t.saleId, t.id)],
);

/** The only extension of a separation: a claim never gets a second one. */
export const separationExtensions = pgTable(
  'separation_extensions',
  {
    id: id(),
    saleId: ref('sale_id')
      .notNull()
      .references(() => sales.id),
    fromUntil: instant('from_until').notNull(),
    toUntil: instant('to_until').notNull(),
    reason: text('reason').notNull(),
    userId: ref('user_id').references(() => users.id),
    at: instant('at').notNull(),
  },
  (t) => [uniqueIndex('separation_extensions_sale').on(t.saleId)],
);
