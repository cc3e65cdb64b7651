import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { id, instant, ref } from '#server/kernel/columns.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';

/** What a colleague has to do about a record by a day. */
export const tasks = pgTable(
  'tasks',
  {
    id: id(),
    reference: text('reference').notNull(),
    referenceId: ref('reference_id').notNull(),
    text: text('text').notNull(),
    assigneeId: ref('assignee_id')
      .notNull()
      .references(() => users.id),
    dueOn: date('due_on').notNull(),
    /** HH:MM in Panama; null: at any time of the day. */
    dueTime: text('due_time'),
    createdBy: ref('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
    doneAt: instant('done_at'),
    doneBy: ref('done_by').references(() => users.id),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    index('tasks_record').on(t.reference, t.referenceId, t.id),
    index('tasks_open')
      .on(t.assigneeId, t.dueOn, t.dueTime, t.id)
      .where(sql`done_at is null`),
    index('tasks_days').on(t.assigneeId, t.dueOn),
    check('tasks_done', sql`(done_at is null) = (done_by is null)`),
  ],
);
