import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core';
import { id, instant, ref } from '#server/kernel/columns.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';

/** A colleague saw a code or a link in the outbox, to hand it over: whoever signs afterwards may not be alone. Append-only. */
export const outboxLooks = pgTable(
  'outbox_looks',
  {
    id: id(),
    /** The mail itself goes after its time. */
    mailId: ref('mail_id').notNull(),
    /** Of the mail: enlace, codigo … */
    kind: text('kind').notNull(),
    userId: ref('user_id')
      .notNull()
      .references(() => users.id),
    reason: text('reason').notNull(),
    /** The sales that it could open. */
    saleIds: bigint('sale_ids', { mode: 'number' }).array().notNull(),
    at: instant('at').notNull(),
  },
  (t) => [index('outbox_looks_sales').using('gin', t.saleIds)],
);
