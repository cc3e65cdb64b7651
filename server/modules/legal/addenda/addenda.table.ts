import { sql } from 'drizzle-orm';
import {
  bigint,
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
import type { Change, EffectLine } from '#contract/legal/addenda/change.ts';
import type { Clause } from '#contract/legal/contractTemplates/clauses.ts';
import { ADDENDUM, type AddendumKind } from '#contract/legal/addenda/rules.ts';
import { day, id, instant, ref } from '#server/kernel/columns.ts';
import { idOf } from '#server/kernel/db.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { templateVersions } from '#server/modules/legal/contractTemplates/contractTemplates.table.ts';
import { envelopes } from '#server/modules/legal/envelopes/envelopes.table.ts';
import {
  promises,
  type BuyerAttorney,
  type FrozenRepresentative,
} from '#server/modules/legal/promises/promises.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';

/** Somebody else who signs for a person: with a power, or for a company. */
export type PersonAttorney = Omit<BuyerAttorney, 'buyerId'> & { personId: number };

/** An addendum: what it changes of a signed promise. It is applied when everybody has signed. */
export const addenda = pgTable(
  'addenda',
  {
    id: id(),
    /** AD-2026-00001 */
    code: text('code').notNull().unique(),
    saleId: ref('sale_id')
      .notNull()
      .references(() => sales.id),
    /** Null: a cession before the promise was signed. */
    promiseId: ref('promise_id').references(() => promises.id),
    kind: text('kind').$type<AddendumKind>().notNull(),
    stateId: smallint('state_id').notNull(),
    stateSince: instant('state_since').notNull(),
    version: integer('version').notNull().default(1),
    /** generada · importada: signed on paper before the company moved in */
    origin: text('origin').$type<'generada' | 'importada'>().notNull().default('generada'),
    /** Null: imported, unless it moved the delivery. */
    change: jsonb('change').$type<Change>(),
    /** Before and after, as it was when it was last saved or sent; what is signed and applied is the sent one. */
    effect: jsonb('effect').$type<EffectLine[]>().notNull(),
    reason: text('reason').notNull(),
    templateVersionId: ref('template_version_id').references(() => templateVersions.id),
    /** Its own text; null: the template's. */
    clauses: jsonb('clauses').$type<Clause[]>(),
    /** Everybody who changed its text: none of them approves it. */
    writers: bigint('writers', { mode: 'number' })
      .array()
      .notNull()
      .default(sql`'{}'`),
    approvedBy: ref('approved_by').references(() => users.id),
    approvedAt: instant('approved_at'),
    representative: jsonb('representative').$type<FrozenRepresentative>(),
    attorneys: jsonb('attorneys').$type<PersonAttorney[]>().notNull().default([]),
    /** Null: imported. */
    signBy: day('sign_by'),
    /** The agreed delivery before an imported extension: undoing the import returns to it. */
    deliveryBefore: day('delivery_before'),
    fileId: uuid('file_id').references(() => files.id),
    envelopeId: ref('envelope_id').references(() => envelopes.id),
    sentAt: instant('sent_at'),
    sentBy: ref('sent_by').references(() => users.id),
    signedOn: day('signed_on'),
    rejectedReason: text('rejected_reason'),
    rejectedBy: text('rejected_by'),
    createdBy: ref('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('addenda_sale').on(t.saleId, t.id),
    index('addenda_state').on(t.stateId, t.stateSince, t.id),
    index('addenda_since').on(t.stateSince, t.id),
    index('addenda_promise').on(t.promiseId),
    // Two at once could each be right and together wrong.
    uniqueIndex('addenda_one_signing')
      .on(t.saleId)
      .where(sql`state_id = ${idOf(ADDENDUM.signing)}`),
    check(
      'addenda_sent',
      sql`state_id <> ${idOf(ADDENDUM.signing)} or (sent_at is not null and file_id is not null)`,
    ),
    check('addenda_two_people', sql`approved_by is null or approved_by <> all (writers)`),
    check('addenda_of_promise', sql`promise_id is not null or kind = 'cesion'`),
    check('addenda_written', sql`origin = 'importada' or (change is not null and sign_by is not null)`),
    check('addenda_imported', sql`origin = 'generada' or state_id = ${idOf(ADDENDUM.signed)}`),
    check('addenda_signed', sql`state_id <> ${idOf(ADDENDUM.signed)} or signed_on is not null`),
  ],
);
