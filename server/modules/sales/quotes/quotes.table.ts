import {
  boolean,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core';
import type { QuoteOutcome, QuoteSnapshot } from '#contract/sales/quotes/model.ts';
import { cents, day, id, instant, ref } from '#server/kernel/columns.ts';
import { interestRules } from '#server/modules/projects/interest/interest.table.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { houseModels, projects } from '#server/modules/projects/projects/projects.table.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';

/** A proforma: the data of its latest version, and its state. */
export const quotes = pgTable(
  'quotes',
  {
    id: id(),
    /** PF-2026-00001 */
    code: text('code').notNull().unique(),
    personId: ref('person_id')
      .notNull()
      .references(() => people.id),
    /** The sale that it was made for, or that was made from it. */
    saleId: ref('sale_id').references(() => sales.id),
    projectId: ref('project_id')
      .notNull()
      .references(() => projects.id),
    modelId: ref('model_id')
      .notNull()
      .references(() => houseModels.id),
    lotId: ref('lot_id').references(() => lots.id),
    adviserId: ref('adviser_id').references(() => users.id),
    stateId: smallint('state_id').notNull(),
    /** Increases with every change. A change based on another version is refused with 409. */
    version: integer('version').notNull().default(1),
    /** Number of its latest version, from 1. */
    number: integer('number').notNull().default(1),
    priceCents: cents('price_cents').notNull(),
    discountCents: cents('discount_cents').notNull(),
    monthlyCents: cents('monthly_cents'),
    /** The interest rule that it used; null without preferential interest. */
    ruleId: ref('rule_id').references(() => interestRules.id),
    validUntil: day('valid_until').notNull(),
    /** The version that the buyer sees. */
    sentNumber: integer('sent_number'),
    sentAt: instant('sent_at'),
    openedAt: instant('opened_at'),
    opens: integer('opens').notNull().default(0),
    acceptedAt: instant('accepted_at'),
    voidReason: text('void_reason'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('quotes_state').on(t.stateId, t.validUntil),
    index('quotes_valid').on(t.validUntil, t.id),
    index('quotes_price').on(t.priceCents, t.id),
    index('quotes_person').on(t.personId, t.id),
    index('quotes_sale').on(t.saleId),
    index('quotes_adviser').on(t.adviserId, t.id),
    index('quotes_project').on(t.projectId, t.id),
    index('quotes_rule').on(t.ruleId),
  ],
);

/** One offered version: all inputs and the result. Never changed. */
export const quoteVersions = pgTable(
  'quote_versions',
  {
    quoteId: ref('quote_id')
      .notNull()
      .references(() => quotes.id),
    number: integer('number').notNull(),
    snapshot: jsonb('snapshot').$type<QuoteSnapshot>().notNull(),
    result: jsonb('result').$type<QuoteOutcome>().notNull(),
    createdBy: ref('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.quoteId, t.number] })],
);

/** A discount above what its adviser may give alone. */
export const quoteDiscounts = pgTable(
  'quote_discounts',
  {
    quoteId: ref('quote_id')
      .notNull()
      .references(() => quotes.id),
    number: integer('number').notNull(),
    discountCents: cents('discount_cents').notNull(),
    /** Percent of the list price. */
    percent: numeric('percent', { precision: 8, scale: 4, mode: 'number' }).notNull(),
    reason: text('reason').notNull(),
    askedBy: ref('asked_by')
      .notNull()
      .references(() => users.id),
    askedAt: instant('asked_at').notNull(),
    decidedBy: ref('decided_by').references(() => users.id),
    decidedAt: instant('decided_at'),
    approved: boolean('approved'),
    answer: text('answer'),
  },
  (t) => [primaryKey({ columns: [t.quoteId, t.number] })],
);

/** Links that open a proforma for its buyer; only the token hash is stored. */
export const quoteLinks = pgTable(
  'quote_links',
  {
    tokenHash: text('token_hash').primaryKey(),
    quoteId: ref('quote_id')
      .notNull()
      .references(() => quotes.id),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
  },
  (t) => [index('quote_links_quote').on(t.quoteId)],
);

/** Prices that a sale took from its proforma, valid while it keeps that model and lot. */
export const saleQuotes = pgTable(
  'sale_quotes',
  {
    saleId: ref('sale_id')
      .primaryKey()
      .references(() => sales.id),
    quoteId: ref('quote_id')
      .notNull()
      .references(() => quotes.id),
    number: integer('number').notNull(),
    modelId: ref('model_id').notNull(),
    lotId: ref('lot_id'),
    /** Model and extras minus the discount. */
    houseCents: cents('house_cents').notNull(),
    lotPremiumCents: cents('lot_premium_cents').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [index('sale_quotes_quote').on(t.quoteId)],
);
