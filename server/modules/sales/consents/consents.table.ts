import { sql } from 'drizzle-orm';
import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { id, instant, ref } from '#server/kernel/columns.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';

/** Consents, with the version of the text that was shown (Ley 81 de 2019). */
export const consents = pgTable(
  'consents',
  {
    id: id(),
    saleId: ref('sale_id')
      .notNull()
      .references(() => sales.id),
    /** datos · apc */
    kind: text('kind').notNull(),
    textVersion: text('text_version').notNull(),
    textHash: text('text_hash').notNull(),
    channel: text('channel').notNull(),
    ip: text('ip').notNull(),
    userAgent: text('user_agent').notNull(),
    givenAt: instant('given_at').notNull(),
    revokedAt: instant('revoked_at'),
  },
  (t) => [
    index('consents_sale').on(t.saleId, t.kind),
    index('consents_given').on(t.givenAt, t.id),
    index('consents_revoked')
      .on(t.id)
      .where(sql`revoked_at is not null`),
  ],
);
