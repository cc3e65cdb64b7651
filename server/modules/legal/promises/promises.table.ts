import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Clause } from '#contract/legal/contractTemplates/clauses.ts';
import { LIVE_PROMISES, PROMISE } from '#contract/legal/promises/rules.ts';
import type { Snapshot } from '#contract/legal/promises/snapshot.ts';
import { cents, day, id, instant, ref } from '#server/kernel/columns.ts';
import { anyOf, idOf } from '#server/kernel/db.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { envelopes } from '#server/modules/legal/envelopes/envelopes.table.ts';
import type { NewEnvelope } from '#server/modules/legal/envelopes/open.service.ts';
import { templateVersions } from '#server/modules/legal/contractTemplates/contractTemplates.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';

/** Who signs for the company, as the promise has them. */
export interface FrozenRepresentative {
  id: number;
  name: string;
  documentType: string;
  document: string;
}

/** Somebody else who signs for a buyer: with a power, or for a company. */
type Attorney = NonNullable<NewEnvelope['signers'][number]['attorney']>;
export interface BuyerAttorney extends Attorney {
  /** Null: the main buyer. */
  buyerId: number | null;
}

/** A promise of sale. Each rejected, expired or voided one is followed by a row of the next round. */
export const promises = pgTable(
  'promises',
  {
    id: id(),
    /** PR-2026-00001; the same for all rounds of a sale, with the round behind it from the second on. */
    code: text('code').notNull().unique(),
    saleId: ref('sale_id')
      .notNull()
      .references(() => sales.id),
    /** From 1. */
    round: integer('round').notNull(),
    stateId: smallint('state_id').notNull(),
    stateSince: instant('state_since').notNull(),
    version: integer('version').notNull().default(1),
    /** generada · importada */
    origin: text('origin').$type<'generada' | 'importada'>().notNull(),
    templateVersionId: ref('template_version_id').references(() => templateVersions.id),
    /** Null: imported. */
    frozen: jsonb('frozen').$type<Snapshot>(),
    clauses: jsonb('clauses').$type<Clause[]>().notNull().default([]),
    /** The clauses differ from the template's. */
    deviates: boolean('deviates').notNull().default(false),
    /** Everybody who changed its text: none of them approves it. */
    writers: bigint('writers', { mode: 'number' }).array().notNull(),
    approvedBy: ref('approved_by').references(() => users.id),
    approvedAt: instant('approved_at'),
    priceCents: cents('price_cents').notNull(),
    /** The day agreed with the buyer; after the signature only an addendum moves it (domain.md §4.5). */
    deliveryOn: day('delivery_on'),
    /** Until the house's legal file has them. */
    motherFinca: text('mother_finca'),
    locationCode: text('location_code'),
    representative: jsonb('representative').$type<FrozenRepresentative>(),
    attorneys: jsonb('attorneys').$type<BuyerAttorney[]>().notNull().default([]),
    /** Last day to sign; null: imported. */
    signBy: day('sign_by'),
    /** The document that was sent to sign, and its envelope. */
    fileId: uuid('file_id').references(() => files.id),
    envelopeId: ref('envelope_id').references(() => envelopes.id),
    /** The state of the sale when it was sent: a rejection leads back there. */
    saleStateId: smallint('sale_state_id'),
    sentAt: instant('sent_at'),
    sentBy: ref('sent_by').references(() => users.id),
    signedOn: day('signed_on'),
    rejectedReason: text('rejected_reason'),
    rejectedBy: text('rejected_by'),
    /** Key of the clause that the rejection is about. */
    rejectedClause: text('rejected_clause'),
    createdBy: ref('created_by').references(() => users.id),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('promises_round').on(t.saleId, t.round),
    // One promise at a time: written, sent or signed.
    uniqueIndex('promises_one_live')
      .on(t.saleId)
      .where(sql`state_id in ${anyOf(LIVE_PROMISES)}`),
    index('promises_state').on(t.stateId, t.stateSince, t.id),
    index('promises_since').on(t.stateSince, t.id),
    index('promises_sign_by').on(t.signBy, t.id),
    index('promises_price').on(t.priceCents, t.id),
    index('promises_template').on(t.templateVersionId),
    check('promises_two_people', sql`approved_by is null or approved_by <> all (writers)`),
    check(
      'promises_sent',
      sql`state_id <> ${idOf(PROMISE.signing)} or (sent_at is not null and file_id is not null)`,
    ),
    check(
      'promises_approved',
      sql`not deviates or state_id not in ${anyOf([PROMISE.approved, PROMISE.signing])} or approved_at is not null`,
    ),
    check('promises_signed', sql`state_id <> ${idOf(PROMISE.signed)} or signed_on is not null`),
  ],
);
