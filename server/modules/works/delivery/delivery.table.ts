import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import type { Milestone } from '#contract/works/delivery/rules.ts';
import { day, instant, ref } from '#server/kernel/columns.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';

/** Warnings that a house will not be ready on its promised day, once for each of them. */
export const deliveryWarnings = pgTable(
  'delivery_warnings',
  {
    saleId: ref('sale_id')
      .notNull()
      .references(() => sales.id),
    /** A signed addendum promises another day: then the warnings begin anew. */
    promisedOn: day('promised_on').notNull(),
    /** 90 · 60 · 30; 0: the day has passed. */
    days: smallint('days').notNull(),
    /** Four of five such houses are done by this day. */
    forecastOn: day('forecast_on').notNull(),
    at: instant('at').notNull(),
    /** When the customer was told, and by whom. */
    toldAt: instant('told_at'),
    toldBy: ref('told_by').references(() => users.id),
  },
  (t) => [
    primaryKey({ columns: [t.saleId, t.promisedOn, t.days] }),
    index('delivery_warnings_untold')
      .on(t.saleId)
      .where(sql`told_at is null`),
    check('delivery_warnings_days', sql`days in (0, 30, 60, 90)`),
    check('delivery_warnings_told', sql`told_by is null or told_at is not null`),
  ],
);

/** Milestones of a house that its family was told of. */
export const houseMilestones = pgTable(
  'house_milestones',
  {
    houseId: ref('house_id')
      .notNull()
      .references(() => houses.id),
    milestone: text('milestone').$type<Milestone>().notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.houseId, t.milestone] }),
    check('house_milestones_milestone', sql`milestone in ('fundacion', 'techo', 'terminada')`),
  ],
);
