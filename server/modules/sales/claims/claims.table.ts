import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, instant, ref } from '#server/kernel/columns.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';

/** One exclusive claim on a lot: who has it, as what, until when. History stays; the live one has no released_at. */
export const lotClaims = pgTable(
  'lot_claims',
  {
    id: id(),
    lotId: ref('lot_id')
      .notNull()
      .references(() => lots.id),
    saleId: ref('sale_id')
      .notNull()
      .references(() => sales.id),
    /** hold (30 minutes) · offer (to the first of the waiting list) · reservation (48 h) · separation (15 days) · sale */
    kind: text('kind').notNull(),
    since: instant('since').notNull(),
    /** Null: does not end by itself (a sale, or a reported payment that waits for accounting). */
    until: instant('until'),
    /** Of its time, what was left when a payment was reported: the clock stands still until accounting answers. */
    remainingSeconds: integer('remaining_seconds'),
    /** The browser and the address that claimed it, for the caps; null when the office did. */
    visitor: uuid('visitor'),
    address: text('address'),
    releasedAt: instant('released_at'),
    releaseReason: text('release_reason'),
  },
  (t) => [
    uniqueIndex('lot_claims_one_per_lot')
      .on(t.lotId)
      .where(sql`released_at is null`),
    uniqueIndex('lot_claims_one_per_sale')
      .on(t.saleId)
      .where(sql`released_at is null`),
    index('lot_claims_until')
      .on(t.until)
      .where(sql`released_at is null`),
    index('lot_claims_sale').on(t.saleId),
    // Who else has claimed a lot, also those who let go of it: finds one buyer under two names.
    index('lot_claims_lot').on(t.lotId, t.since),
    index('lot_claims_visitor')
      .on(t.visitor)
      .where(sql`released_at is null`),
    index('lot_claims_address')
      .on(t.address)
      .where(sql`released_at is null`),
  ],
);
