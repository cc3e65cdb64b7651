import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { ItbmsWithholding } from '#contract/company/partners/partners.ts';
import { citext, day, id, instant, ref } from '#server/kernel/columns.ts';
import { files } from '#server/kernel/kernel.table.ts';

/** Contractors (companies and people who build for us) and contracting parties (the group's own companies). */
export const partners = pgTable(
  'partners',
  {
    id: id(),
    /** contratista · contratante */
    kind: text('kind').notNull(),
    name: text('name').notNull(),
    /** Without its DV: 155612345-2-2015, or a person's cédula. */
    ruc: text('ruc').notNull(),
    /** Dígito verificador, two digits. */
    dv: text('dv').notNull(),
    /** RUC without leading zeros, ignoring case: unique per kind. */
    rucKey: text('ruc_key').notNull(),
    legalRepresentative: text('legal_representative'),
    /** The representative's cédula or passport. */
    representativeDocument: text('representative_document'),
    /** Ficha or folio of the company in the Registro Público. */
    registrySheet: text('registry_sheet'),
    /** Finca madre and its código de ubicación, for a contracting party that sells land. */
    propertyNumber: text('property_number'),
    locationCode: text('location_code'),
    /** E.164 */
    phone: text('phone'),
    email: citext('email'),
    /** Whether a contracting party withholds ITBMS as agent of the DGI, and whether it is withheld from a contractor; null: not said. */
    itbmsWithholding: text('itbms_withholding').$type<ItbmsWithholding>(),
    notes: text('notes').notNull().default(''),
    version: integer('version').notNull().default(1),
    archivedAt: instant('archived_at'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('partners_ruc')
      .on(t.kind, t.rucKey)
      .where(sql`archived_at is null`),
    index('partners_kind_name').on(t.kind, t.name),
    check('partners_itbms', sql`itbms_withholding in ('retiene', 'no_retiene')`),
  ],
);

/**
 * Documents that a partner must keep in force: aviso de operación, paz y salvos,
 * bonds … A renewed document is kept as replaced.
 */
export const partnerPapers = pgTable(
  'partner_papers',
  {
    id: id(),
    partnerId: ref('partner_id')
      .notNull()
      .references(() => partners.id),
    /** One of the kinds in contract/company/partners/partners.ts */
    kind: text('kind').notNull(),
    number: text('number'),
    issuedOn: day('issued_on'),
    /** Last valid day; null: does not expire. */
    expiresOn: day('expires_on'),
    fileId: uuid('file_id').references(() => files.id),
    /** When another document replaced it, or it was removed. */
    replacedAt: instant('replaced_at'),
    /** When the administrators were told that it expires soon. */
    warnedAt: instant('warned_at'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('partner_papers_partner').on(t.partnerId, t.kind),
    // Bonds and similar documents belong to one contract each, so several can be in force.
    uniqueIndex('partner_papers_one_in_force')
      .on(t.partnerId, t.kind)
      .where(sql`replaced_at is null and kind not in ('fianza_cumplimiento', 'fianza_anticipo', 'otro')`),
    index('partner_papers_expiry')
      .on(t.expiresOn)
      .where(sql`replaced_at is null`),
    index('partner_papers_file').on(t.fileId),
  ],
);
