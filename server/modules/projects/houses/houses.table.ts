import { index, integer, numeric, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { day, id, instant, ref } from '#server/kernel/columns.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { houseModels, projects } from '#server/modules/projects/projects/projects.table.ts';

/** A finished or unfinished house on a lot. */
export const houses = pgTable(
  'houses',
  {
    id: id(),
    projectId: ref('project_id')
      .notNull()
      .references(() => projects.id),
    lotId: ref('lot_id')
      .notNull()
      .references(() => lots.id),
    modelId: ref('model_id')
      .notNull()
      .references(() => houseModels.id),
    name: text('name').notNull(),
    /** 0-100. */
    progressPercent: numeric('progress_percent', { precision: 5, scale: 2, mode: 'number' })
      .notNull()
      .default(0),
    deliveryOn: day('delivery_on'),
    archivedAt: instant('archived_at'),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    // After a house is archived, its lot can have another one.
    uniqueIndex('houses_one_per_lot')
      .on(t.lotId)
      .where(sql`archived_at is null`),
    index('houses_project').on(t.projectId, t.name),
  ],
);
