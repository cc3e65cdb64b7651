import { integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { id, ref } from '#server/kernel/columns.ts';
import { roles } from '#server/modules/company/staff/staff.table.ts';

/** Answers that colleagues give often, found by a slash and a few letters. */
export const quickAnswers = pgTable(
  'chat_quick_answers',
  {
    id: id(),
    shortcut: text('shortcut').notNull(),
    text: text('text').notNull(),
    /** Only for this role; null: for everybody. */
    roleId: ref('role_id').references(() => roles.id),
    version: integer('version').notNull().default(1),
  },
  (t) => [unique('chat_quick_answers_shortcut').on(t.shortcut)],
);
