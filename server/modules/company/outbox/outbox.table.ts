import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core';
import { id, instant, ref } from '#server/kernel/columns.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';

/**
 * A colleague saw a code or link in order to pass it on, so a later
 * signature may not be the customer's own. Append-only.
 */
export const outboxLooks = pgTable(
  'outbox_looks',
  {
    id: id(),
    /** No reference: the mail is deleted after its retention time. */
    mailId: ref('mail_id').notNull(),
    /** Kind of the mail: enlace, codigo … */
    kind: text('kind').notNull(),
    userId: ref('user_id')
      .notNull()
      .references(() => users.id),
    reason: text('reason').notNull(),
    /** The sales that it gave access to. */
    saleIds: bigint('sale_ids', { mode: 'number' }).array().notNull(),
    at: instant('at').notNull(),
  },
  (t) => [index('outbox_looks_sales').using('gin', t.saleIds)],
);
