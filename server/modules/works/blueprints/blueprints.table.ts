import { sql } from 'drizzle-orm';
import { index, integer, pgTable, smallint, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { PLAN_VERSION } from '#contract/works/blueprints/rules.ts';
import { id, instant, ref } from '#server/kernel/columns.ts';
import { idOf } from '#server/kernel/db.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { houseModels } from '#server/modules/projects/projects/projects.table.ts';

/** A version of a model's plan (plano). */
export const blueprintVersions = pgTable(
  'blueprint_versions',
  {
    id: id(),
    modelId: ref('model_id')
      .notNull()
      .references(() => houseModels.id),
    /** 1, 2, 3 … of the model. */
    number: integer('number').notNull(),
    stateId: smallint('state_id').notNull().default(PLAN_VERSION.draft),
    /** What changes in it. */
    note: text('note').notNull(),
    inForceAt: instant('in_force_at'),
    inForceBy: ref('in_force_by').references(() => users.id),
    /** When the next one came, or it was withdrawn. */
    endedAt: instant('ended_at'),
    withdrawnReason: text('withdrawn_reason'),
    version: integer('version').notNull().default(1),
    createdBy: ref('created_by').references(() => users.id),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    unique('blueprint_versions_number').on(t.modelId, t.number),
    uniqueIndex('blueprint_versions_draft')
      .on(t.modelId)
      .where(sql`state_id = ${idOf(PLAN_VERSION.draft)}`),
    uniqueIndex('blueprint_versions_in_force')
      .on(t.modelId)
      .where(sql`state_id = ${idOf(PLAN_VERSION.inForce)}`),
  ],
);

/** A drawing of a version. The next version may keep the same file. */
export const blueprintSheets = pgTable(
  'blueprint_sheets',
  {
    id: id(),
    versionId: ref('version_id')
      .notNull()
      .references(() => blueprintVersions.id),
    disciplineId: smallint('discipline_id').notNull(),
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id),
    createdBy: ref('created_by').references(() => users.id),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('blueprint_sheets_version').on(t.versionId, t.disciplineId, t.id)],
);
