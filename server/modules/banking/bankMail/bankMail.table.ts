import { index, integer, pgTable, smallint, text, unique } from 'drizzle-orm/pg-core';
import type { BankMailState, Match } from '#contract/banking/bankMail/model.ts';
import { id, instant, ref } from '#server/kernel/columns.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';

/** Mails of banks that were forwarded to us. What stands in one proves nothing: a colleague decides what follows. */
export const bankMails = pgTable(
  'bank_mails',
  {
    id: id(),
    /** Hash of its Message-ID, else of its bytes: the same mail twice is one. */
    fingerprint: text('fingerprint').notNull(),
    from: text('from').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    state: text('state').$type<BankMailState>().notNull(),
    saleId: ref('sale_id').references(() => sales.id),
    /** bank_type, by the executive who wrote; null: not known. */
    bankId: smallint('bank_id'),
    match: text('match').$type<Match>(),
    version: integer('version').notNull().default(1),
    receivedAt: instant('received_at').notNull(),
  },
  (t) => [
    unique('bank_mails_fingerprint').on(t.fingerprint),
    index('bank_mails_state').on(t.state, t.id),
    index('bank_mails_sale').on(t.saleId, t.id),
  ],
);
