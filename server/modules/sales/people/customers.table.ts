import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { id, instant, ref } from '#server/kernel/columns.ts';
import { people } from '#server/modules/sales/sale/sales.table.ts';
import { users } from '#server/modules/company/users/users.table.ts';

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

/** Two rows made one, with everything that undoing it needs. */
export const personMerges = pgTable(
  'person_merges',
  {
    id: id(),
    survivorId: ref('survivor_id')
      .notNull()
      .references(() => people.id),
    mergedId: ref('merged_id')
      .notNull()
      .references(() => people.id),
    /** Ids of the rows that were moved, by what moved them (references.ts). */
    moved: jsonb('moved').$type<Record<string, (number | string)[]>>().notNull(),
    before: jsonb('before').$type<PersonValues>().notNull(),
    after: jsonb('after').$type<PersonValues>().notNull(),
    /** Coincidences of the merged person that went, and the ids of those that came for them. */
    coincidences: jsonb('coincidences')
      .$type<{ removed: Record<string, unknown>[]; added: number[] }>()
      .notNull(),
    mergedBy: ref('merged_by').references(() => users.id),
    mergedAt: instant('merged_at').notNull(),
    undoneBy: ref('undone_by').references(() => users.id),
    undoneAt: instant('undone_at'),
  },
  (t) => [
    index('person_merges_survivor').on(t.survivorId, t.id),
    index('person_merges_merged')
      .on(t.mergedId)
      .where(sql`undone_at is null`),
  ],
);
