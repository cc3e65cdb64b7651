import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { RecordKind } from '#contract/records.ts';
import type { SealEvidence } from '#contract/legal/seals/model.ts';
import type { SealFault, SealLevel } from '#contract/legal/seals/rules.ts';
import { id, instant, ref } from '#server/kernel/columns.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';

/** The certificate that a document was sealed with. */
export interface SealedBy {
  subject: string;
  issuer: string;
  serial: string;
  /** SHA-256 of the certificate (DER). */
  sha256: string;
  /** ISO 8601. */
  notAfter: string;
  /** Made by this system for trying. */
  own: boolean;
}

/** A signed document and its seal: the evidence is frozen when the seal is asked for. */
export const seals = pgTable(
  'seals',
  {
    id: id(),
    /** The record that was signed: sobre … */
    record: text('record').$type<RecordKind>().notNull(),
    recordId: ref('record_id').notNull(),
    saleId: ref('sale_id').references(() => sales.id),
    title: text('title').notNull(),
    /** The PDF as it was signed. */
    sourceFileId: uuid('source_file_id')
      .notNull()
      .references(() => files.id),
    /** SHA-256 of its bytes. */
    sourceHash: text('source_hash').notNull(),
    evidence: jsonb('evidence').$type<SealEvidence>().notNull(),
    /** SHA-256 of evidence and source: the QR holds it, and it names this seal on the verification page. */
    fingerprint: text('fingerprint').notNull(),
    stateId: smallint('state_id').notNull(),
    fault: text('fault').$type<SealFault>(),
    /** More about the fault, for who mends it. */
    faultDetail: text('fault_detail'),
    attempts: integer('attempts').notNull().default(0),
    /** Not before then; null: nothing to try. */
    nextTryAt: instant('next_try_at'),
    requestedAt: instant('requested_at').notNull(),
    sealedFileId: uuid('sealed_file_id').references(() => files.id),
    /** SHA-256 of the sealed PDF. */
    sealedHash: text('sealed_hash'),
    sealedAt: instant('sealed_at'),
    level: text('level').$type<SealLevel>(),
    stampedAt: instant('stamped_at'),
    certificate: jsonb('certificate').$type<SealedBy>(),
    /** Administrators were told that it waits. */
    told: boolean('told').notNull().default(false),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    // A repeat of the request finds the first one.
    uniqueIndex('seals_once').on(t.record, t.recordId, t.sourceFileId),
    uniqueIndex('seals_fingerprint').on(t.fingerprint),
    index('seals_source_hash').on(t.sourceHash),
    index('seals_sealed_hash').on(t.sealedHash),
    index('seals_requested').on(t.requestedAt, t.id),
    index('seals_sale').on(t.saleId, t.id),
    index('seals_next')
      .on(t.nextTryAt, t.id)
      .where(sql`next_try_at is not null`),
    index('seals_fault')
      .on(t.id)
      .where(sql`fault is not null`),
  ],
);
