import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, instant, ref } from '#server/kernel/columns.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { projects } from './projects.table.ts';

/** Each closing of a project's week; a reopened one has its user and reason. */
export const weekClosings = pgTable(
  'week_closings',
  {
    id: id(),
    projectId: ref('project_id')
      .notNull()
      .references(() => projects.id),
    /** ISO week, `2026-W12`. */
    week: text('week').notNull(),
    closedAt: instant('closed_at').notNull(),
    closedBy: ref('closed_by')
      .notNull()
      .references(() => users.id),
    reopenedAt: instant('reopened_at'),
    reopenedBy: ref('reopened_by').references(() => users.id),
    reopenReason: text('reopen_reason'),
  },
  (t) => [
    uniqueIndex('week_closings_closed')
      .on(t.projectId, t.week)
      .where(sql`reopened_at is null`),
    index('week_closings_project').on(t.projectId, t.week),
  ],
);
