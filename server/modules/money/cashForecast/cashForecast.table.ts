import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { KeptPace } from '#contract/money/cashForecast/paces.ts';
import type { CashKind, CashLine } from '#contract/money/cashForecast/rules.ts';
import { cents, day, id, instant, ref } from '#server/kernel/columns.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';

/** Forecasts: the one in force, which is computed again and again, and one of the first day of each month, which is kept. */
export const cashForecasts = pgTable(
  'cash_forecasts',
  {
    id: id(),
    /** 202612; null: the one in force. */
    period: integer('period'),
    /** The day for which it was computed. */
    day: day('day').notNull(),
    computedAt: instant('computed_at').notNull(),
    /** Duration of the computation, in ms. */
    tookMs: integer('took_ms').notNull(),
    paces: jsonb('paces').$type<KeptPace[]>().notNull(),
    /** What customers owe for so long that it is expected no more. */
    doubtful: jsonb('doubtful').$type<{ book: number | null; project: number; cents: number }[]>().notNull(),
  },
  () => [uniqueIndex('cash_forecasts_period').on(sql`coalesce(period, 0)`)],
);

/** Sums of a forecast by week, cut at the end of the month. */
export const cashCells = pgTable(
  'cash_cells',
  {
    forecastId: ref('forecast_id')
      .notNull()
      .references(() => cashForecasts.id),
    kind: text('kind').$type<CashKind>().notNull(),
    line: text('line').$type<CashLine>().notNull(),
    startsOn: day('starts_on').notNull(),
    /** Ids without references, as in the books: a kept forecast outlives what it names. Null: not known. */
    bookId: ref('book_id'),
    projectId: ref('project_id'),
    cents: cents('cents').notNull(),
    moves: integer('moves').notNull(),
  },
  (t) => [
    index('cash_cells_forecast').on(t.forecastId, t.line, t.startsOn),
    check('cash_cells_values', sql`line in ('pesimista', 'esperada', 'optimista') and moves > 0`),
  ],
);

/** Days after which money moves, of the forecast in force: spans of ages, in which the delays are the same. */
export const cashSteps = pgTable(
  'cash_steps',
  {
    name: text('name').notNull(),
    /** A project or bank; 0: all. */
    key: ref('key').notNull(),
    fromAge: integer('from_age').notNull(),
    toAge: integer('to_age').notNull(),
    /** At 20, 50 and 80 percent; null: it does not come. */
    d20: integer('d20'),
    d50: integer('d50'),
    d80: integer('d80'),
  },
  (t) => [primaryKey({ columns: [t.name, t.key, t.fromAge] })],
);

/** Movements that no record makes: payroll, loans, land, taxes. Entered by hand or imported. */
export const cashExpectations = pgTable(
  'cash_expectations',
  {
    id: id(),
    companyId: ref('company_id')
      .notNull()
      .references(() => partners.id),
    projectId: ref('project_id').references(() => projects.id),
    /** cash_expectation_types */
    typeId: smallint('type_id').notNull(),
    concept: text('concept').notNull(),
    cents: cents('cents').notNull(),
    firstOn: day('first_on').notNull(),
    monthly: boolean('monthly').notNull().default(false),
    until: day('until'),
    archivedAt: instant('archived_at'),
    madeBy: ref('made_by')
      .notNull()
      .references(() => users.id),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('cash_expectations_first').on(t.firstOn, t.id),
    index('cash_expectations_cents').on(t.cents, t.id),
    index('cash_expectations_company').on(t.companyId),
    index('cash_expectations_project').on(t.projectId),
    check('cash_expectations_values', sql`cents > 0 and (until is null or (monthly and until >= first_on))`),
  ],
);
