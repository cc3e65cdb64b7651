import { boolean, index, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { id, instant, ref } from '#server/kernel/columns.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { bankApplications } from '#server/modules/banking/applications/applications.table.ts';

/** Register of what left for a bank: which papers, by whom, under which consent (Ley 81 de 2019). Append-only. */
export const bankTransfers = pgTable(
  'bank_transfers',
  {
    id: id(),
    saleId: ref('sale_id')
      .notNull()
      .references(() => sales.id),
    applicationId: ref('application_id')
      .notNull()
      .references(() => bankApplications.id),
    bankId: smallint('bank_id').notNull(),
    /** pdf · zip */
    format: text('format').notNull(),
    papers: jsonb('papers').$type<{ type_id: number; label: string; file_id: string }[]>().notNull(),
    /** The row of `consents` that allows it. */
    consentId: ref('consent_id').notNull(),
    income: boolean('income').notNull(),
    userId: ref('user_id').references(() => users.id),
    at: instant('at').notNull(),
  },
  (t) => [index('bank_transfers_sale').on(t.saleId, t.id), index('bank_transfers_at').on(t.at)],
);
