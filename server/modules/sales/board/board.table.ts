import { anyOf } from '#server/kernel/db.ts';
import { OPEN_CELLS, RUNNING_CELLS } from '#contract/sales/board/cards.ts';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { day, id, instant, ref } from '#server/kernel/columns.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';

/** One cell of the follow-up board: the state of a stage of the sale. */
export const saleCards = pgTable(
  'sale_cards',
  {
    saleId: ref('sale_id')
      .notNull()
      .references(() => sales.id),
    /** 1 Separación … 12 Entrega (domain.md §3, sales card) */
    stage: smallint('stage').notNull(),
    stateId: smallint('state_id').notNull(),
    since: instant('since').notNull(),
    blocked: boolean('blocked').notNull().default(false),
    version: integer('version').notNull().default(1),
    /** The state that a user set; valid while the stage's rule yields nothing further: 3, 4 or 8. */
    held: smallint('held'),
    /** A coordinator reopened it: a user must complete it. */
    reopened: boolean('reopened').notNull().default(false),
    /** The due day. */
    dueOn: day('due_on'),
    /** A user set the due day, so the normal duration does not change it. */
    dueByHand: boolean('due_by_hand').notNull().default(false),
    /** The assigned user; null: anybody who works on this stage of the sale. */
    ownerId: ref('owner_id').references(() => users.id),
    note: text('note').notNull().default(''),
    /** When work could first begin, and when the stage was completed. */
    startedAt: instant('started_at'),
    doneAt: instant('done_at'),
  },
  (t) => [
    primaryKey({ columns: [t.saleId, t.stage] }),
    index('sale_cards_open')
      .on(t.stage, t.stateId, t.saleId)
      .where(sql`state_id in ${anyOf(OPEN_CELLS)}`),
    index('sale_cards_due')
      .on(t.dueOn, t.saleId)
      .where(sql`state_id in ${anyOf(RUNNING_CELLS)}`),
    index('sale_cards_done')
      .on(t.doneAt)
      .where(sql`done_at is not null`),
  ],
);

/** History of the cells of the board. */
export const saleCardChanges = pgTable(
  'sale_card_changes',
  {
    id: id(),
    saleId: ref('sale_id')
      .notNull()
      .references(() => sales.id),
    stage: smallint('stage').notNull(),
    fromState: smallint('from_state').notNull(),
    toState: smallint('to_state').notNull(),
    reason: text('reason'),
    /** Null: the system did it. */
    userId: ref('user_id').references(() => users.id),
    at: instant('at').notNull(),
  },
  (t) => [index('sale_card_changes_sale').on(t.saleId, t.id)],
);

/** Normal duration of a stage in days, where the office has changed it. */
export const stageTimes = pgTable('stage_times', {
  stage: smallint('stage').primaryKey(),
  days: smallint('days').notNull(),
  updatedBy: ref('updated_by').references(() => users.id),
  updatedAt: instant('updated_at').notNull(),
});

/** Median duration of a stage in a project, in days; computed each night. */
export const stageMedians = pgTable(
  'stage_medians',
  {
    projectId: ref('project_id')
      .notNull()
      .references(() => projects.id),
    stage: smallint('stage').notNull(),
    days: smallint('days').notNull(),
    /** Number of sales behind the median. */
    sample: integer('sample').notNull(),
    computedAt: instant('computed_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.stage] })],
);
