import { sql } from 'drizzle-orm';
import {
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { cents, day, id, instant, ref } from '#server/kernel/columns.ts';
import { bankAccounts } from '#server/modules/projects/bankAccounts/bankAccounts.table.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { houseModels, projects } from '#server/modules/projects/projects/projects.table.ts';
import { blueprintVersions } from '#server/modules/works/blueprints/blueprints.table.ts';

/** The permits (detalles_plano) of a project; of one of its models, or of one house, where that is set. */
export const permits = pgTable(
  'permits',
  {
    id: id(),
    projectId: ref('project_id')
      .notNull()
      .references(() => projects.id),
    modelId: ref('model_id').references(() => houseModels.id),
    houseId: ref('house_id').references(() => houses.id),
    typeId: smallint('type_id').notNull(),
    stateId: smallint('state_id').notNull().default(1),
    stateSince: instant('state_since').notNull(),
    entity: text('entity').notNull(),
    number: text('number'),
    enteredOn: day('entered_on'),
    approvedOn: day('approved_on'),
    expiresOn: day('expires_on'),
    /** The day on which its approval is expected. */
    expectedOn: day('expected_on'),
    costCents: cents('cost_cents'),
    /** The company's bank account that the fee left. */
    paidFromId: ref('paid_from_id').references(() => bankAccounts.id),
    note: text('note').notNull().default(''),
    /** The resolution. Earlier ones are among the record's files. */
    fileId: uuid('file_id').references(() => files.id),
    /** The version of the plan with which it was presented. */
    blueprintId: ref('blueprint_id').references(() => blueprintVersions.id),
    version: integer('version').notNull().default(1),
    createdBy: ref('created_by').references(() => users.id),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    unique('permits_type').on(t.modelId, t.typeId),
    uniqueIndex('permits_house_type')
      .on(t.houseId, t.typeId)
      .where(sql`house_id is not null`),
    uniqueIndex('permits_project_type')
      .on(t.projectId, t.typeId)
      .where(sql`model_id is null and house_id is null`),
    index('permits_project').on(t.projectId, t.id),
    index('permits_blueprint').on(t.blueprintId),
    index('permits_by_expiry').on(t.expiresOn, t.id),
    index('permits_by_expected').on(t.expectedOn, t.id),
    index('permits_by_entry').on(t.enteredOn, t.id),
  ],
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
