import { sql } from 'drizzle-orm';
import {
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
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import type { Capacity, FoundSignature, SummaryLine } from '#contract/legal/envelopes/model.ts';
import { ENVELOPE, SIGNER, type SignerRole, type SignMethod } from '#contract/legal/envelopes/rules.ts';
import type { RecordKind } from '#contract/records.ts';
import { cents, citext, id, instant, ref } from '#server/kernel/columns.ts';
import { idOf } from '#server/kernel/db.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { representatives } from '../representatives/representatives.table.ts';

/** A document sent for signing (sobre), with everybody who signs it. */
export const envelopes = pgTable(
  'envelopes',
  {
    id: id(),
    /** The record that the document belongs to; `sobre` and its own id for a document without one. */
    record: text('record').$type<RecordKind>().notNull(),
    recordId: ref('record_id').notNull(),
    saleId: ref('sale_id')
      .notNull()
      .references(() => sales.id),
    title: text('title').notNull(),
    stateId: smallint('state_id').notNull(),
    /** Since when the envelope is in its state, or the current signer is asked. */
    since: instant('since').notNull(),
    /** The PDF that was sent. */
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id),
    /** The PDF with the signatures so far: the sent one, until somebody signs inside it. */
    currentFileId: uuid('current_file_id')
      .notNull()
      .references(() => files.id),
    summary: jsonb('summary').$type<SummaryLine[]>().notNull(),
    /** Value of what is signed, held against the power of a representative; null without one. */
    amountCents: cents('amount_cents'),
    initials: boolean('initials').notNull(),
    expiresAt: instant('expires_at').notNull(),
    reason: text('reason'),
    sealedFileId: uuid('sealed_file_id').references(() => files.id),
    /** The envelope that this one sends again. */
    againOfId: ref('again_of_id').references((): AnyPgColumn => envelopes.id),
    version: integer('version').notNull().default(1),
    openedBy: ref('opened_by').references(() => users.id),
    openedAt: instant('opened_at').notNull(),
  },
  (t) => [
    uniqueIndex('envelopes_one_open')
      .on(t.record, t.recordId)
      .where(sql`state_id = ${idOf(ENVELOPE.open)}`),
    index('envelopes_record').on(t.record, t.recordId, t.id),
    index('envelopes_sale').on(t.saleId, t.id),
    index('envelopes_state').on(t.stateId, t.since, t.id),
    index('envelopes_since').on(t.since, t.id),
    index('envelopes_words').using('gin', sql`searchable(title) gin_trgm_ops`),
    index('envelopes_expires').on(t.expiresAt, t.id),
    uniqueIndex('envelopes_again')
      .on(t.againOfId)
      .where(sql`again_of_id is not null`),
  ],
);

/** One person who signs an envelope, with name, document and contact as they were when it was sent. */
export const envelopeSigners = pgTable(
  'envelope_signers',
  {
    id: id(),
    envelopeId: ref('envelope_id')
      .notNull()
      .references(() => envelopes.id),
    position: smallint('position').notNull(),
    role: text('role').$type<SignerRole>().notNull(),
    /** The buyer who signs, or for whom somebody signs; null: a representative of the company. */
    personId: ref('person_id').references(() => people.id),
    representativeId: ref('representative_id').references(() => representatives.id),
    capacity: jsonb('capacity').$type<Capacity>(),
    name: text('name').notNull(),
    documentType: text('document_type').notNull(),
    document: text('document').notNull(),
    /** E.164 */
    phone: text('phone').notNull(),
    email: citext('email'),
    stateId: smallint('state_id').notNull(),
    /** Hash of the token of the current link; null: no link works. */
    tokenHash: text('token_hash').unique(),
    askedAt: instant('asked_at'),
    /** How many of the reminders were sent for this link. */
    reminded: smallint('reminded').notNull().default(0),
    wrongCodes: smallint('wrong_codes').notNull().default(0),
    openedAt: instant('opened_at'),
    signedAt: instant('signed_at'),
    method: text('method').$type<SignMethod>(),
    imageFileId: uuid('image_file_id').references(() => files.id),
    reason: text('reason'),
    /** Who got the current link to hand it over, and when. */
    handedBy: ref('handed_by').references(() => users.id),
    handedAt: instant('handed_at'),
    /** The current link was opened on a tablet of the office by this colleague. */
    tabletBy: ref('tablet_by').references(() => users.id),
    /** Where, when, with what and how the signer was identified. */
    evidence: jsonb('evidence').$type<Record<string, unknown>>(),
  },
  (t) => [
    uniqueIndex('envelope_signers_position').on(t.envelopeId, t.position),
    index('envelope_signers_person')
      .on(t.personId)
      .where(sql`person_id is not null`),
    index('envelope_signers_representative')
      .on(t.representativeId)
      .where(sql`representative_id is not null`),
    index('envelope_signers_asked')
      .on(t.askedAt)
      .where(sql`state_id = ${idOf(SIGNER.asked)}`),
    check(
      'envelope_signers_who',
      sql`(role = 'comprador') = (person_id is not null) and (role = 'promotora') = (representative_id is not null)`,
    ),
    check(
      'envelope_signers_signed',
      sql`(state_id = ${idOf(SIGNER.signed)}) = (signed_at is not null and method is not null and evidence is not null)`,
    ),
  ],
);

/** A document that somebody signed outside: with a certificate, by hand, or with ink in the office. */
export const envelopePapers = pgTable(
  'envelope_papers',
  {
    id: id(),
    signerId: ref('signer_id')
      .notNull()
      .references(() => envelopeSigners.id),
    /** documento: signed with a certificate · mano: signed by hand · tinta: signed and scanned in the office */
    kind: text('kind').$type<'documento' | 'mano' | 'tinta'>().notNull(),
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id),
    signatures: jsonb('signatures').$type<FoundSignature[]>().notNull(),
    /** The colleague who scanned it and certifies it first; null: the signer sent it. */
    scannedBy: ref('scanned_by').references(() => users.id),
    at: instant('at').notNull(),
    /** Null while it waits; true when certified, false when given back. */
    accepted: boolean('accepted'),
    decidedBy: ref('decided_by').references(() => users.id),
    decidedAt: instant('decided_at'),
    reason: text('reason'),
    evidence: jsonb('evidence').$type<Record<string, unknown>>().notNull(),
  },
  (t) => [
    uniqueIndex('envelope_papers_waiting')
      .on(t.signerId)
      .where(sql`accepted is null`),
    index('envelope_papers_signer').on(t.signerId, t.id),
    check('envelope_papers_two', sql`decided_by is null or decided_by is distinct from scanned_by`),
  ],
);

/** What happened to an envelope, in order; append-only, chained by hashes. */
export const envelopeEvents = pgTable(
  'envelope_events',
  {
    id: id(),
    envelopeId: ref('envelope_id')
      .notNull()
      .references(() => envelopes.id),
    sequence: integer('sequence').notNull(),
    kind: text('kind').notNull(),
    at: instant('at').notNull(),
    actor: text('actor').notNull(),
    detail: jsonb('detail').$type<Record<string, unknown>>().notNull(),
    previousHash: text('previous_hash'),
    hash: text('hash').notNull(),
  },
  (t) => [uniqueIndex('envelope_events_chain').on(t.envelopeId, t.sequence)],
);
