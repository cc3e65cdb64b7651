import { index, integer, jsonb, pgTable, smallint, unique } from 'drizzle-orm/pg-core';
import type { Values } from '#contract/banking/bankData/bankData.fields.ts';
import type { Rows } from '#contract/banking/bankData/bankData.rows.ts';
import { id, instant, ref } from '#server/kernel/columns.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';

/** The one profile of a sale that fills every bank's form. */
export const bankProfiles = pgTable(
  'bank_profiles',
  {
    saleId: ref('sale_id')
      .primaryKey()
      .references(() => sales.id),
    /** Goes up with every change; a change made on another version is refused with 409. */
    version: integer('version').notNull().default(1),
    /** Typed values by field: cents, days, E.164. What is not here comes from the sale. */
    values: jsonb('values').$type<Values>().notNull().default({}),
    rows: jsonb('rows').$type<Partial<Rows>>().notNull().default({}),
    /** What was typed and is malformed, by the name of its field or cell: shown again, and never sent to a bank. */
    faults: jsonb('faults').$type<Record<string, string>>().notNull().default({}),
    /** The page at which the customer stands: what ignorar_pagina passes over. */
    atPage: smallint('at_page').notNull().default(1),
    /** What is asked of everybody and lacks, and pages that are verified or archived: for lists. */
    gaps: smallint('gaps').notNull().default(0),
    pagesChecked: smallint('pages_checked').notNull().default(0),
    /** Last time it was sent, how often, and by which colleague; null: the customer. */
    sentAt: instant('sent_at'),
    timesSent: smallint('times_sent').notNull().default(0),
    sentBy: ref('sent_by').references(() => users.id),
    updatedAt: instant('updated_at').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('bank_profiles_updated').on(t.updatedAt, t.saleId),
    index('bank_profiles_sent').on(t.sentAt.desc().nullsLast(), t.saleId.desc()),
  ],
);

/** The state of a page of a profile: for all banks (bank 0), or for one. */
export const bankProfilePages = pgTable(
  'bank_profile_pages',
  {
    id: id(),
    saleId: ref('sale_id')
      .notNull()
      .references(() => bankProfiles.saleId),
    page: smallint('page').notNull(),
    /** bank_type; 0 for all. */
    bankId: smallint('bank_id').notNull().default(0),
    /** 1 Pendiente · 2 Verificada · 3 Archivada */
    stateId: smallint('state_id').notNull().default(1),
    changedBy: ref('changed_by').references(() => users.id),
    changedAt: instant('changed_at'),
    /** The page was sent at least once. */
    savedAt: instant('saved_at'),
    /** It was passed over, by which colleague; null: the customer. */
    skippedAt: instant('skipped_at'),
    skippedBy: ref('skipped_by').references(() => users.id),
  },
  (t) => [unique('bank_profile_pages_page').on(t.saleId, t.page, t.bankId)],
);
