import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgSequence,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { LINK_KINDS, type LinkKind } from '#contract/works/schedule/network.ts';
import { id, instant, ref } from '#server/kernel/columns.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { houseModels } from '#server/modules/projects/projects/projects.table.ts';

/** Numbers the changes of all plans, so that a discarded draft's number never comes back. */
export const planChanges = pgSequence('action_plan_changes');

/**
 * How a house of a model is built (domain.md §2): a row per version. A plan is a record under its model's id. The
 * version in force is the newest published one; one at most is being prepared.
 */
export const actionPlans = pgTable(
  'action_plans',
  {
    id: id(),
    modelId: ref('model_id')
      .notNull()
      .references(() => houseModels.id),
    /** From 1. */
    number: integer('number').notNull().default(1),
    /** Number of its last change. */
    version: integer('version')
      .notNull()
      .default(sql`nextval('action_plan_changes')`),
    /** Working days from its first activity to its last. */
    days: integer('days').notNull().default(0),
    note: text('note'),
    createdBy: ref('created_by').references(() => users.id),
    createdAt: instant('created_at').notNull(),
    /** Null: being prepared. */
    publishedAt: instant('published_at'),
    publishedBy: ref('published_by').references(() => users.id),
  },
  (t) => [
    uniqueIndex('action_plans_number').on(t.modelId, t.number),
    uniqueIndex('action_plans_draft')
      .on(t.modelId)
      .where(sql`published_at is null`),
  ],
);

/** The activities of a version in order, with their working days. */
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
    /** Rain stops it. */
    outdoors: boolean('outdoors').notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.planId, t.activityId] }),
    index('action_plan_steps_plan').on(t.planId, t.position),
    check('action_plan_steps_days', sql`days between 1 and 400`),
  ],
);

/** What an activity of a version waits for. */
export const actionPlanLinks = pgTable(
  'action_plan_links',
  {
    planId: ref('plan_id').notNull(),
    fromActivity: integer('from_activity').notNull(),
    toActivity: integer('to_activity').notNull(),
    kind: text('kind').$type<LinkKind>().notNull(),
    /** Working days; negative: they overlap. */
    lag: smallint('lag').notNull(),
    /** Among the dependencies of one activity. */
    position: smallint('position').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.planId, t.toActivity, t.fromActivity, t.kind] }),
    foreignKey({
      name: 'action_plan_links_from',
      columns: [t.planId, t.fromActivity],
      foreignColumns: [actionPlanSteps.planId, actionPlanSteps.activityId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'action_plan_links_to',
      columns: [t.planId, t.toActivity],
      foreignColumns: [actionPlanSteps.planId, actionPlanSteps.activityId],
    }).onDelete('cascade'),
    index('action_plan_links_from_step').on(t.planId, t.fromActivity),
    check(
      'action_plan_links_kind',
      sql`kind in (${sql.raw(
        Object.keys(LINK_KINDS)
          .map((kind) => `'${kind}'`)
          .join(', '),
      )})`,
    ),
    check('action_plan_links_other', sql`from_activity <> to_activity`),
    check('action_plan_links_lag', sql`lag between -200 and 200`),
  ],
);
