import { boolean, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { instant, ref } from '#server/kernel/columns.ts';
import { saleBuyers } from '#server/modules/sales/buyers/buyers.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';

/** A customer's browser session, identified by one http-only cookie from its first request that wrote data. */
export const customerSessions = pgTable('customer_sessions', {
  id: uuid('id').primaryKey().defaultRandom(),
  tokenHash: text('token_hash').notNull().unique(),
  createdAt: instant('created_at').notNull(),
  lastUsedAt: instant('last_used_at').notNull(),
});

/** The sales opened in a customer's browser. */
export const customerSessionSales = pgTable(
  'customer_session_sales',
  {
    sessionId: uuid('session_id')
      .notNull()
      .references(() => customerSessions.id, { onDelete: 'cascade' }),
    saleId: ref('sale_id')
      .notNull()
      .references(() => sales.id),
    /** 30 days, renewed by use. */
    expiresAt: instant('expires_at').notNull(),
    /** Set by a one-time code in this browser: until then it may see identity documents, sign and change the phone. */
    verifiedUntil: instant('verified_until'),
    /** The draft was begun and sent in this browser, so it signs the pre-contract without a code. */
    submitted: boolean('submitted').notNull().default(false),
    /** The co-buyer who opened the sale; null: the main buyer. */
    buyerId: ref('buyer_id').references(() => saleBuyers.id, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ columns: [t.sessionId, t.saleId] }),
    index('customer_session_sales_sale').on(t.saleId),
    index('customer_session_sales_buyer')
      .on(t.buyerId)
      .where(sql`buyer_id is not null`),
  ],
);

/** Links that open one sale, sent to its buyers. */
export const linkTokens = pgTable(
  'link_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    saleId: ref('sale_id')
      .notNull()
      .references(() => sales.id),
    /** The co-buyer who owns the link; null: the main buyer. */
    buyerId: ref('buyer_id').references(() => saleBuyers.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
  },
  (t) => [
    index('link_tokens_sale').on(t.saleId),
    index('link_tokens_buyer')
      .on(t.buyerId)
      .where(sql`buyer_id is not null`),
  ],
);

/**
 * The documents that a person signs in a customer's browser, opened by the signer's own link. The signer's table is above
 * this room, so its reference is a constraint of the migrations.
 */
export const customerSessionSigners = pgTable(
  'customer_session_signers',
  {
    sessionId: uuid('session_id')
      .notNull()
      .references(() => customerSessions.id, { onDelete: 'cascade' }),
    /** One person signs a document in a browser at a time: the last one who opened it. */
    envelopeId: ref('envelope_id').notNull(),
    signerId: ref('signer_id').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** Set by the signer's code in this browser: until then the signer may sign here. */
    verifiedUntil: instant('verified_until'),
  },
  (t) => [
    primaryKey({ columns: [t.sessionId, t.envelopeId] }),
    index('customer_session_signers_signer').on(t.signerId),
  ],
);
