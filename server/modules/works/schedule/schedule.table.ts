import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { LostReason } from '#contract/works/schedule/calendar.ts';
import { day, id, instant, ref } from '#server/kernel/columns.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { weekClosings } from '#server/modules/projects/projects/weeks.table.ts';
import { actionPlans } from '#server/modules/works/actionPlans/actionPlans.table.ts';
import { contracts } from '#server/modules/works/contracts/construction.table.ts';
import { jobs } from '#server/modules/works/jobs/jobs.table.ts';

/** The schedule (cronograma) of a contract: its houses stamped by the action plans of their models. */
export const schedules = pgTable(
  'schedules',
  {
    id: id(),
    contractId: ref('contract_id')
      .notNull()
      .references(() => contracts.id),
    startsOn: day('starts_on').notNull(),
    /** A house is finished every so many working days. */
    pace: smallint('pace').notNull(),
    version: integer('version').notNull().default(1),
    stampedBy: ref('stamped_by').references(() => users.id),
    stampedAt: instant('stamped_at').notNull(),
    /** The day for which its dates were calculated. */
    forecastOn: day('forecast_on').notNull(),
  },
  (t) => [
    uniqueIndex('schedules_contract').on(t.contractId),
    index('schedules_forecast').on(t.forecastOn),
    check('schedules_pace', sql`pace between 1 and 60`),
  ],
);

/** Crews of an activity. */
export const scheduleCrews = pgTable(
  'schedule_crews',
  {
    scheduleId: ref('schedule_id')
      .notNull()
      .references(() => schedules.id),
    /** contract_activities (the list) */
    activityId: integer('activity_id').notNull(),
    count: smallint('count').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.scheduleId, t.activityId] }),
    check('schedule_crews_count', sql`count between 1 and 50`),
  ],
);

/** The houses of a schedule in the order in which they are built. */
export const scheduleHouses = pgTable(
  'schedule_houses',
  {
    scheduleId: ref('schedule_id')
      .notNull()
      .references(() => schedules.id),
    houseId: ref('house_id')
      .notNull()
      .references(() => houses.id),
    position: smallint('position').notNull(),
    /** The version of its model's action plan; published, so it never changes. */
    planId: ref('plan_id')
      .notNull()
      .references(() => actionPlans.id),
    /** Somebody moved it to this day or later. */
    notBefore: day('not_before'),
    /** By which half of such houses are done, and four of five. */
    p50: day('p50'),
    p80: day('p80'),
    /** Past houses that they rest on. */
    pastHouses: smallint('past_houses').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.scheduleId, t.houseId] }),
    index('schedule_houses_house').on(t.houseId),
    index('schedule_houses_plan').on(t.planId),
  ],
);

/** An activity of a house: as it was stamped, as it stands, and as it happened. Both days of a span are worked. */
export const scheduleTasks = pgTable(
  'schedule_tasks',
  {
    id: id(),
    scheduleId: ref('schedule_id').notNull(),
    houseId: ref('house_id').notNull(),
    /** contract_activities (the list) */
    activityId: integer('activity_id').notNull(),
    /** Within its house. */
    position: smallint('position').notNull(),
    crew: smallint('crew').notNull(),
    days: smallint('days').notNull(),
    baseStart: day('base_start').notNull(),
    baseFinish: day('base_finish').notNull(),
    start: day('start').notNull(),
    finish: day('finish').notNull(),
    /** Working days of its finish after the base line. */
    late: smallint('late').notNull().default(0),
    float: smallint('float').notNull(),
    critical: boolean('critical').notNull(),
    driving: boolean('driving').notNull(),
    notBefore: day('not_before'),
    startedOn: day('started_on'),
    finishedOn: day('finished_on'),
    /** Its real days were imported: what its job says does not change them. */
    imported: boolean('imported').notNull().default(false),
  },
  (t) => [
    uniqueIndex('schedule_tasks_once').on(t.scheduleId, t.houseId, t.activityId),
    index('schedule_tasks_start').on(t.start, t.id),
    index('schedule_tasks_finish').on(t.finish, t.id),
    index('schedule_tasks_base_finish').on(t.baseFinish, t.id),
    index('schedule_tasks_float').on(t.float, t.id),
    index('schedule_tasks_late').on(t.late, t.id),
    foreignKey({
      name: 'schedule_tasks_house',
      columns: [t.scheduleId, t.houseId],
      foreignColumns: [scheduleHouses.scheduleId, scheduleHouses.houseId],
    }),
    check(
      'schedule_tasks_spans',
      sql`base_finish >= base_start and finish >= start and (finished_on is null or finished_on >= started_on) and float >= 0`,
    ),
  ],
);

/** A move of an activity, or of a whole house, with its reason. The base line stays. */
export const scheduleMoves = pgTable(
  'schedule_moves',
  {
    id: id(),
    scheduleId: ref('schedule_id')
      .notNull()
      .references(() => schedules.id),
    houseId: ref('house_id')
      .notNull()
      .references(() => houses.id),
    /** contract_activities (the list); null: the whole house. */
    activityId: integer('activity_id'),
    /** Its `not_before` until then. */
    before: day('before'),
    fromDay: day('from_day').notNull(),
    toDay: day('to_day').notNull(),
    reason: text('reason').notNull(),
    by: ref('by')
      .notNull()
      .references(() => users.id),
    at: instant('at').notNull(),
    undoneBy: ref('undone_by').references(() => users.id),
    undoneAt: instant('undone_at'),
  },
  (t) => [
    index('schedule_moves_house').on(t.scheduleId, t.houseId, t.id),
    check('schedule_moves_undone', sql`(undone_by is null) = (undone_at is null)`),
  ],
);

/** Days on which a project, a contract or a house does not work, typed by who plans. The diary and permits tell others. */
export const scheduleStops = pgTable(
  'schedule_stops',
  {
    id: id(),
    projectId: ref('project_id')
      .notNull()
      .references(() => projects.id),
    contractId: ref('contract_id').references(() => contracts.id),
    houseId: ref('house_id').references(() => houses.id),
    reason: text('reason').$type<LostReason>().notNull(),
    fromDay: day('from_day').notNull(),
    toDay: day('to_day').notNull(),
    note: text('note').notNull(),
    createdBy: ref('created_by').references(() => users.id),
    createdAt: instant('created_at').notNull(),
    removedBy: ref('removed_by').references(() => users.id),
    removedAt: instant('removed_at'),
  },
  (t) => [
    index('schedule_stops_project').on(t.projectId, t.fromDay),
    index('schedule_stops_contract').on(t.contractId),
    check('schedule_stops_reason', sql`reason in ('lluvia', 'paro', 'permiso')`),
    check('schedule_stops_days', sql`to_day between from_day and from_day + 366`),
  ],
);

/** What a closed week kept of its programme: each job with the progress that it had then. */
export const weekJobs = pgTable(
  'week_jobs',
  {
    closingId: ref('closing_id')
      .notNull()
      .references(() => weekClosings.id),
    jobId: ref('job_id')
      .notNull()
      .references(() => jobs.id),
    reportedBp: integer('reported_bp').notNull(),
    approvedBp: integer('approved_bp').notNull(),
  },
  (t) => [primaryKey({ columns: [t.closingId, t.jobId] }), index('week_jobs_job').on(t.jobId)],
);
