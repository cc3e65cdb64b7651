import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { id, instant, ref } from '#server/kernel/columns.ts';
import { people, type PersonValues } from '#server/modules/sales/people/people.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';

/** Two people rows that may be the same person or a family. Each pair is stored once, the older person on the left. */
export const coincidences = pgTable(
  'coincidences',
  {
    id: id(),
    leftId: ref('left_id')
      .notNull()
      .references(() => people.id),
    rightId: ref('right_id')
      .notNull()
      .references(() => people.id),
    /** 0-100 */
    score: smallint('score').notNull(),
    /** documento · celular · correo · familiar · lote · nombre */
    reasons: text('reasons').array().notNull(),
    /** pendiente · fusionada · vinculada · ignorada */
    state: text('state').notNull().default('pendiente'),
    version: integer('version').notNull().default(1),
    /** Kind of link: codeudor · familiar */
    link: text('link'),
    relationshipId: smallint('relationship_id'),
    /** Why it was ignored, or how the people are related. */
    reason: text('reason'),
    decidedBy: ref('decided_by').references(() => users.id),
    decidedAt: instant('decided_at'),
    foundAt: instant('found_at').notNull(),
  },
  (t) => [
    check('coincidences_ordered', sql`left_id < right_id`),
    uniqueIndex('coincidences_pair').on(t.leftId, t.rightId),
    index('coincidences_right').on(t.rightId),
    index('coincidences_state').on(t.state, t.score, t.id),
    index('coincidences_found').on(t.state, t.id),
  ],
);

/** People whose keys changed since the last comparison: triggers fill it, a job empties it each minute. */
export const peopleToCompare = pgTable('people_to_compare', { personId: ref('person_id').notNull() }, (t) => [
  primaryKey({ columns: [t.personId] }),
]);

/** A merge of two people rows, with all data needed to undo it. */
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
    /** Ids of the moved rows, by reference (references.ts). */
    moved: jsonb('moved').$type<Record<string, (number | string)[]>>().notNull(),
    before: jsonb('before').$type<PersonValues>().notNull(),
    after: jsonb('after').$type<PersonValues>().notNull(),
    /** Pairs of the merged person that were deleted, and the ids of the pairs added instead. */
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
