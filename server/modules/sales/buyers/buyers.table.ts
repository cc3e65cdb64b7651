import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, instant, ref } from '#server/kernel/columns.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';

/** Co-buyers and co-debtors of a sale. The main buyer is `sales.person_id` and is never listed here. */
export const saleBuyers = pgTable(
  'sale_buyers',
  {
    id: id(),
    saleId: ref('sale_id')
      .notNull()
      .references(() => sales.id),
    personId: ref('person_id')
      .notNull()
      .references(() => people.id),
    /** comprador: signs too · codeudor: answers for the mortgage. */
    role: text('role').$type<'comprador' | 'codeudor'>().notNull(),
    /** Gets the mails and links of the sale. If no row has it: the main buyer. */
    contact: boolean('contact').notNull().default(false),
    /** From 1, in order of addition. Never reused in a sale that has a signature. */
    position: smallint('position').notNull(),
    /** When the person consented to storing more than name, phone and email, and to which text. */
    consentVersion: text('consent_version'),
    consentAt: instant('consent_at'),
    addedBy: ref('added_by').references(() => users.id),
    addedAt: instant('added_at').notNull(),
  },
  (t) => [
    uniqueIndex('sale_buyers_once').on(t.saleId, t.personId),
    uniqueIndex('sale_buyers_position').on(t.saleId, t.position),
    uniqueIndex('sale_buyers_contact')
      .on(t.saleId)
      .where(sql`contact`),
    index('sale_buyers_person').on(t.personId),
  ],
);
