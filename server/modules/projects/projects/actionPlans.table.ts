import { index, integer, pgTable, primaryKey, smallint, unique } from 'drizzle-orm/pg-core';
import { id, instant, ref } from '#server/kernel/columns.ts';
import { houseModels } from './projects.table.ts';

/** How a house of a model is built: one plan per model (domain.md §2). */
export const actionPlans = pgTable(
  'action_plans',
  {
    id: id(),
    modelId: ref('model_id')
      .notNull()
      .references(() => houseModels.id),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [unique('action_plans_model').on(t.modelId)],
);

/** The activities of a plan in order, with their working days. */
export const actionPlanSteps = pgTable(
  'action_plan_steps',
  {
    planId: ref('plan_id')
      .notNull()
      .references(() => actionPlans.id, { onDelete: 'cascade' }),
    /** contract_activities */
    activityId: integer('activity_id').notNull(),
    position: smallint('position').notNull(),
    days: smallint('days').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.planId, t.activityId] }),
    index('action_plan_steps_plan').on(t.planId, t.position),
  ],
);
