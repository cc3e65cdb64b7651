import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, type AnyPgColumn } from 'drizzle-orm/pg-core';
import { citext, id, instant, ref } from '#server/kernel/columns.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';

/** Customers and everybody who may become one. */
export const people = pgTable(
  'people',
  {
    id: id(),
    name: text('name').notNull(),
    /** cedula · pasaporte · ruc; null until the data consent is given */
    documentType: text('document_type'),
    documentNumber: text('document_number'),
    /** The number without leading zeros and case, for finding the same person. */
    documentKey: text('document_key'),
    /** E.164 */
    phone: text('phone').notNull(),
    email: citext('email'),
    /** The mail or phone that is theirs for certain: a one-time code was sent to it and came back, or a colleague says so. Another one typed later is not. */
    confirmedContact: citext('confirmed_contact'),
    confirmedAt: instant('confirmed_at'),
    /** The colleague who says so; null: a code. */
    confirmedBy: ref('confirmed_by').references((): AnyPgColumn => users.id),
    /** Goes up with every change made in the office. */
    version: integer('version').notNull().default(1),
    /** The person that this one was merged into: kept, so that it can be undone, and shown nowhere. */
    mergedIntoId: ref('merged_into_id').references((): AnyPgColumn => people.id),
    /** Their data were taken out: what is left names nobody. */
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

/** What a person was called and reached by before: one row for each value that changed. */
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
    /** Null: the person, or it happened by itself. */
    userId: ref('user_id').references(() => users.id),
    at: instant('at').notNull(),
  },
  (t) => [index('person_changes_person').on(t.personId, t.id)],
);

/** A person's own columns, as a merge keeps them. */
export interface PersonValues {
  name: string;
  documentType: string | null;
  documentNumber: string | null;
  documentKey: string | null;
  phone: string;
  email: string | null;
}
