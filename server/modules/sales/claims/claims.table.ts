import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, instant, ref } from '#server/kernel/columns.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';

/**
 * An exclusive claim of a sale on a lot: its kind and its end. Past claims stay as history; the live claim has no
 * released_at.
 */
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
    /** hold (30 minutes) · offer (to the first of the waitlist) · reservation (48 h) · separation (15 days) · sale */
    kind: text('kind').notNull(),
    since: instant('since').notNull(),
    /** Null: does not expire (a sale, or a reported payment that waits for accounting). */
    until: instant('until'),
    /** Remaining time when a payment was reported. The clock stops until accounting answers. */
    remainingSeconds: integer('remaining_seconds'),
    /** The browser and the network address of the claim, for the caps; null when staff made it. */
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
    // All claims on a lot, released ones too: finds one buyer under two names.
    index('lot_claims_lot').on(t.lotId, t.since),
    index('lot_claims_visitor')
      .on(t.visitor)
      .where(sql`released_at is null`),
    index('lot_claims_address')
      .on(t.address)
      .where(sql`released_at is null`),
  ],
);
