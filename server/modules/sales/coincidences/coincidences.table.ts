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

/** Two rows of people that may be one person, or a family: each pair once, the older one left. */
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
    /** Of a link: codeudor · familiar */
    link: text('link'),
    relationshipId: smallint('relationship_id'),
    /** Why it was ignored, or how they belong together. */
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

/** People whose keys have changed since they were last compared: triggers write it, a job each minute empties it. */
export const peopleToCompare = pgTable('people_to_compare', { personId: ref('person_id').notNull() }, (t) => [
  primaryKey({ columns: [t.personId] }),
]);

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
