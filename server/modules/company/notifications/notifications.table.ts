import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { NoticeKind } from '#contract/company/notifications/kinds.ts';
import { id, instant, ref } from '#server/kernel/columns.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';

/** A notice to one user: one notice per event. */
export const notices = pgTable(
  'notices',
  {
    id: id(),
    userId: ref('user_id')
      .notNull()
      .references(() => users.id),
    kind: text('kind').$type<NoticeKind>().notNull(),
    /** Key of the event: a repeated event creates no second notice. */
    event: text('event').notNull(),
    text: text('text').notNull(),
    /** Office path that the notice opens. */
    url: text('url').notNull(),
    at: instant('at').notNull(),
    /** When the user opened it or marked it as read. */
    selectedAt: instant('selected_at'),
  },
  (t) => [
    uniqueIndex('notices_event').on(t.userId, t.event),
    index('notices_user').on(t.userId, t.id),
    index('notices_unread')
      .on(t.userId)
      .where(sql`selected_at is null`),
  ],
);
