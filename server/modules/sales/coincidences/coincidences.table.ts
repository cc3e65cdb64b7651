import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, instant, ref } from '#server/kernel/columns.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
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
