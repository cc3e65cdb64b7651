import { sql } from 'drizzle-orm';
import { integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, instant, ref } from '#server/kernel/columns.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { documents } from '#server/modules/sales/documents/documents.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';

/**
 * A signature or its rejection, with the evidence of the signer and the content (Ley 51
 * de 2008, art. 8). Append-only and chained by hashes.
 */
export const signatures = pgTable(
  'signatures',
  {
    id: id(),
    saleId: ref('sale_id')
      .notNull()
      .references(() => sales.id),
    /**
     * The co-buyer who signed, an id of `sale_buyers`; null: the main buyer. No foreign key: a signature stays with its evidence
     * when an addendum takes the buyer out of the purchase.
     */
    buyerId: ref('buyer_id'),
    documentId: ref('document_id').references(() => documents.id),
    /** The signed object: precontrato … */
    origin: text('origin').notNull(),
    /** firmada · rechazada */
    outcome: text('outcome').notNull(),
    reason: text('reason'),
    imageFileId: uuid('image_file_id').references(() => files.id),
    /** Hash of exactly what was shown and agreed to. */
    contentHash: text('content_hash').notNull(),
    evidence: jsonb('evidence').$type<Record<string, unknown>>().notNull(),
    sequence: integer('sequence').notNull(),
    previousHash: text('previous_hash'),
    hash: text('hash').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    // One order per chain, and one signature per buyer and object.
    uniqueIndex('signatures_chain').on(t.saleId, t.sequence),
    uniqueIndex('signatures_once')
      .on(t.saleId, t.origin, sql`coalesce(buyer_id, 0)`)
      .where(sql`outcome = 'firmada'`),
  ],
);
