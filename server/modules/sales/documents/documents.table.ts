import { idOf } from '#server/kernel/db.ts';
import { DOCUMENT } from '#contract/sales/documents/rules.ts';
import { boolean, index, integer, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { day, id, instant, ref } from '#server/kernel/columns.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';

/** Document types. */
export const documentTypes = pgTable('document_types', {
  id: smallint('id').primaryKey(),
  /** Field of the form: archivo_cedula, ficha … */
  name: text('name').notNull().unique(),
  label: text('label').notNull(),
  /** identidad · ingresos · general: decides who may open it, and whether reads are logged */
  privacy: text('privacy').notNull(),
  /** Validity in days from the date of issue; null if it does not expire or the document shows the date. */
  validDays: integer('valid_days'),
  /** The reviewer must enter the expiry date shown on the document. */
  expiryOnFace: boolean('expiry_on_face').notNull().default(false),
  /** "Cédula/Pasaporte adjuntada correctamente." */
  attachedText: text('attached_text').notNull(),
  position: smallint('position').notNull(),
});

/** Required documents by sector and form of payment, with the validity period of the rule. */
export const documentRequirements = pgTable('document_requirements', {
  id: id(),
  typeId: smallint('type_id')
    .notNull()
    .references(() => documentTypes.id),
  /** Null: every sector. */
  workSector: text('work_sector'),
  /** Null: every form of payment. */
  paymentForm: text('payment_form'),
  /** Label for this sector: Declaración de renta … */
  label: text('label'),
  required: boolean('required').notNull().default(true),
  validFrom: day('valid_from').notNull(),
  validTo: day('valid_to'),
});

/** One document of a sale's checklist. Its current file is the last version's. */
export const documents = pgTable(
  'documents',
  {
    id: id(),
    saleId: ref('sale_id')
      .notNull()
      .references(() => sales.id),
    typeId: smallint('type_id')
      .notNull()
      .references(() => documentTypes.id),
    /** 1-5 for documents of several people (cédulas of beneficiaries), else 0. */
    position: smallint('position').notNull().default(0),
    label: text('label').notNull(),
    required: boolean('required').notNull(),
    stateId: smallint('state_id').notNull(),
    version: integer('version').notNull().default(1),
    issuedOn: day('issued_on'),
    expiresOn: day('expires_on'),
    rejectionReason: text('rejection_reason'),
    reviewedBy: ref('reviewed_by').references(() => users.id),
    reviewedAt: instant('reviewed_at'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('documents_slot').on(t.saleId, t.typeId, t.position),
    index('documents_expiry')
      .on(t.expiresOn)
      .where(sql`state_id = ${idOf(DOCUMENT.approved)}`),
  ],
);

/** Every file of a document; old versions stay. */
export const documentVersions = pgTable(
  'document_versions',
  {
    id: id(),
    documentId: ref('document_id')
      .notNull()
      .references(() => documents.id),
    number: smallint('number').notNull(),
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id),
    /** The same bytes again do not make a new version. */
    sha256: text('sha256').notNull(),
    uploadedAt: instant('uploaded_at').notNull(),
    /** client · staff:7 */
    uploadedBy: text('uploaded_by').notNull(),
    replacedAt: instant('replaced_at'),
  },
  (t) => [uniqueIndex('document_versions_number').on(t.documentId, t.number)],
);
