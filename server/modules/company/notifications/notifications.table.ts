import { sql } from 'drizzle-orm';
import { boolean, index, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { NoticeKind } from '#contract/company/notifications/kinds.ts';
import type { NoticeChannel, NoticeSettings } from '#contract/company/notifications/model.ts';
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
    /** The record that it is about; the newest notice about a record replaces the waiting ones. */
    about: text('about').notNull(),
    text: text('text').notNull(),
    /** Office path that the notice opens. */
    url: text('url').notNull(),
    at: instant('at').notNull(),
    /** When the user opened it or marked it as read. */
    selectedAt: instant('selected_at'),
    /** When its mail was written: there is at most one. */
    mailedAt: instant('mailed_at'),
  },
  (t) => [
    uniqueIndex('notices_event').on(t.userId, t.event),
    index('notices_user').on(t.userId, t.id),
    index('notices_about').on(t.userId, t.about, t.id),
    index('notices_unread')
      .on(t.userId)
      .where(sql`selected_at is null`),
  ],
);

/** Notices that leave the office later: a push after the quiet hours, a mail with the digest. */
export const noticeWaits = pgTable(
  'notice_waits',
  {
    noticeId: ref('notice_id')
      .notNull()
      .references(() => notices.id, { onDelete: 'cascade' }),
    channel: text('channel').$type<NoticeChannel>().notNull(),
    dueAt: instant('due_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.noticeId, t.channel] }), index('notice_waits_due').on(t.channel, t.dueAt)],
);

/** How a user wants notices; without a row, the defaults. */
export const noticeSettings = pgTable('notice_settings', {
  userId: ref('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  digest: text('digest').$type<NoticeSettings['digest']>().notNull(),
  quiet: boolean('quiet').notNull(),
  quietFrom: text('quiet_from').notNull(),
  quietTo: text('quiet_to').notNull(),
  /** What differs from the default, by kind and channel. */
  wanted: jsonb('wanted')
    .$type<Partial<Record<NoticeKind, Partial<Record<NoticeChannel, boolean>>>>>()
    .notNull(),
});
