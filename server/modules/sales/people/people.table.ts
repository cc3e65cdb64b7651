import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, type AnyPgColumn } from 'drizzle-orm/pg-core';
import { citext, id, instant, ref } from '#server/kernel/columns.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';

/** Customers and possible customers. */
export const people = pgTable(
  'people',
  {
    id: id(),
    name: text('name').notNull(),
    /** cedula · pasaporte · ruc; null until the data consent is given */
    documentType: text('document_type'),
    documentNumber: text('document_number'),
    /** The number without leading zeros and upper/lower case, for matching. */
    documentKey: text('document_key'),
    /** E.164 */
    phone: text('phone').notNull(),
    email: citext('email'),
    /**
     * The confirmed email or phone: a one-time code sent to it was entered, or a staff user vouches for it. A value
     * typed later is not confirmed.
     */
    confirmedContact: citext('confirmed_contact'),
    confirmedAt: instant('confirmed_at'),
    /** The staff user who vouches; null: a code. */
    confirmedBy: ref('confirmed_by').references((): AnyPgColumn => users.id),
    /** Increases with every change made in the office. */
    version: integer('version').notNull().default(1),
    /** The person that this one was merged into. The row stays for undoing, and is never shown. */
    mergedIntoId: ref('merged_into_id').references((): AnyPgColumn => people.id),
    /** When the personal data was erased; the rest identifies nobody. */
    purgedAt: instant('purged_at'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('people_document').on(t.documentKey),
    index('people_phone').on(t.phone),
    index('people_email').on(t.email),
    index('people_merged')
      .on(t.mergedIntoId)
      .where(sql`merged_into_id is not null`),
  ],
);

/** Old values of a person: one row per changed field. */
export const personChanges = pgTable(
  'person_changes',
  {
    id: id(),
    personId: ref('person_id')
      .notNull()
      .references(() => people.id),
    /** nombre · celular · email · tipo_documento · cedula */
    field: text('field').notNull(),
    before: text('before'),
    after: text('after'),
    /** Null: the person or the system. */
    userId: ref('user_id').references(() => users.id),
    at: instant('at').notNull(),
  },
  (t) => [index('person_changes_person').on(t.personId, t.id)],
);

/** The person's own columns, as a merge stores them. */
export interface PersonValues {
  name: string;
  documentType: string | null;
  documentNumber: string | null;
  documentKey: string | null;
  phone: string;
  email: string | null;
}
