import { boolean, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { instant, ref } from '#server/kernel/columns.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { files } from '#server/kernel/kernel.table.ts';

/** A bank whose form has rows of its own. */
export const bankForms = pgTable('bank_forms', {
  /** bank_type */
  bankId: smallint('bank_id').primaryKey(),
  version: integer('version').notNull().default(1),
});

/** What a bank's form asks for: which field of the profile, where, under which words. */
export const bankFormFields = pgTable(
  'bank_form_fields',
  {
    bankId: smallint('bank_id')
      .notNull()
      .references(() => bankForms.bankId),
    /** Field of the profile, or one of its lists. */
    field: text('field').notNull(),
    position: smallint('position').notNull(),
    section: text('section').notNull(),
    label: text('label').notNull(),
    required: boolean('required').notNull(),
  },
  (t) => [primaryKey({ columns: [t.bankId, t.field] })],
);

export interface PdfField {
  name: string;
  kind: string;
  options: string[];
}
export interface PdfTarget {
  pdf: string;
  campo: string;
  valor: string;
}

/** A bank's own PDF with fields, and what goes into each. */
export const bankTemplates = pgTable('bank_templates', {
  /** bank_type */
  bankId: smallint('bank_id').primaryKey(),
  version: integer('version').notNull().default(1),
  fileId: uuid('file_id')
    .notNull()
    .references(() => files.id),
  pages: smallint('pages').notNull(),
  fields: jsonb('fields').$type<PdfField[]>().notNull(),
  mapping: jsonb('mapping').$type<PdfTarget[]>().notNull(),
  uploadedBy: ref('uploaded_by').references(() => users.id),
  uploadedAt: instant('uploaded_at').notNull(),
});
