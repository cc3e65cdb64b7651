import { index, integer, numeric, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { day, id, instant, ref } from '#server/kernel/columns.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';

/** A weather reading of a site: an hour from the service, or a measurement on site. */
export const weatherReadings = pgTable(
  'weather_readings',
  {
    id: id(),
    projectId: ref('project_id')
      .notNull()
      .references(() => projects.id),
    at: instant('at').notNull(),
    /** The day of `at` in Panama. */
    day: day('day').notNull(),
    /** °C */
    temperature: numeric('temperature', { precision: 4, scale: 1, mode: 'number' }).notNull(),
    /** From the service: rain in the hour before `at`. Measured on site: rain of that day until `at`. */
    rainMm: numeric('rain_mm', { precision: 6, scale: 1, mode: 'number' }).notNull(),
    /** WMO code 4677; null when it was described by hand. */
    code: smallint('code'),
    description: text('description').notNull(),
    /** 'open-meteo', 'local' or 'demostracion' */
    source: text('source').notNull(),
    createdBy: ref('created_by').references(() => users.id),
  },
  (t) => [
    uniqueIndex('weather_readings_once').on(t.projectId, t.source, t.at),
    index('weather_readings_day').on(t.projectId, t.day, t.at),
  ],
);

/** Status of the weather requests per project, so that the office sees an outage. */
export const weatherChecks = pgTable('weather_checks', {
  projectId: ref('project_id')
    .primaryKey()
    .references(() => projects.id),
  triedAt: instant('tried_at').notNull(),
  succeededAt: instant('succeeded_at'),
  /** Failures since the last success. */
  failures: integer('failures').notNull().default(0),
  /** Why the last request failed, as a sentence. */
  fault: text('fault'),
});
