import { date, index, numeric, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { id, instant, ref } from '#server/kernel/columns.ts';
import { lots } from '#server/modules/lots/lots.table.ts';
import { houseModels, projects } from '#server/modules/projects/projects.table.ts';

/** A house that stands, or is being built, on a lot. */
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
    deliveryOn: date('delivery_on', { mode: 'string' }),
    archivedAt: instant('archived_at'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [unique('houses_lot').on(t.lotId), index('houses_project').on(t.projectId, t.name)],
);
