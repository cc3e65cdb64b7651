import { date, index, integer, pgTable, primaryKey, smallint, text, unique } from 'drizzle-orm/pg-core';
import { cents, id, instant, ref } from '#server/kernel/columns.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { houseModels } from '#server/modules/projects/projects/projects.table.ts';

const day = (name: string) => date(name, { mode: 'string' });

/** The permits of a model (detalles_plano). */
export const permits = pgTable(
  'permits',
  {
    id: id(),
    modelId: ref('model_id')
      .notNull()
      .references(() => houseModels.id),
    typeId: smallint('type_id').notNull(),
    stateId: smallint('state_id').notNull().default(1),
    entity: text('entity').notNull(),
    number: text('number'),
    enteredOn: day('entered_on'),
    approvedOn: day('approved_on'),
    expiresOn: day('expires_on'),
    costCents: cents('cost_cents'),
    version: integer('version').notNull().default(1),
    createdBy: ref('created_by').references(() => users.id),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [unique('permits_type').on(t.modelId, t.typeId)],
);

/** A permit waits until another one is settled. */
export const permitDependencies = pgTable(
  'permit_dependencies',
  {
    permitId: ref('permit_id')
      .notNull()
      .references(() => permits.id),
    needsId: ref('needs_id')
      .notNull()
      .references(() => permits.id),
  },
  (t) => [primaryKey({ columns: [t.permitId, t.needsId] }), index('permit_dependencies_needs').on(t.needsId)],
);
