import { and, eq, isNull, sql, type SQL } from 'drizzle-orm';
import type { Notice, NoticeFilter } from '#contract/company/notifications/model.ts';
import { offsetOf } from '#contract/paging.ts';
import { newestFirst, row, type Db } from '#server/kernel/db.ts';
import { notices } from './notifications.table.ts';

type Kept = typeof notices.$inferSelect;

export const presentNotice = ({ id, kind, text, url, at, selectedAt }: Kept): Notice => ({
  id,
  kind,
  text,
  url,
  at: at.toISOString(),
  selected_at: selectedAt?.toISOString() ?? null,
});

const ofUser = (userId: number, { kind, unread }: Partial<NoticeFilter> = {}): SQL | undefined =>
  and(
    eq(notices.userId, userId),
    kind && eq(notices.kind, kind),
    unread ? isNull(notices.selectedAt) : undefined,
  );

/** A page of a user's notices, the newest first, and the total. */
export async function pageOfNotices(db: Db, userId: number, filter: NoticeFilter) {
  const where = ofUser(userId, filter);
  const list = await db
    .select()
    .from(notices)
    .where(where)
    .orderBy(newestFirst(notices.id, filter))
    .limit(filter.per_page)
    .offset(offsetOf(filter));
  return { list: list.map(presentNotice), total: await db.$count(notices, where) };
}

/** The number of unread notices, up to 100. */
export async function countUnread(db: Db, userId: number): Promise<number> {
  const found = await row<{ unread: number }>(
    db,
    sql`select count(*)::int unread from (
      select 1 from notices where user_id = ${userId} and selected_at is null limit 100) waiting`,
  );
  return found?.unread ?? 0;
}

/** Marks a user's notice as read, once; undefined when it belongs to another user. */
export async function markSelected(db: Db, userId: number, id: number, now: Date) {
  const [notice] = await db
    .update(notices)
    .set({ selectedAt: sql`coalesce(${notices.selectedAt}, ${now})` })
    .where(and(eq(notices.id, id), eq(notices.userId, userId)))
    .returning();
  return notice && presentNotice(notice);
}

export const markAllSelected = (db: Db, userId: number, now: Date) =>
  db
    .update(notices)
    .set({ selectedAt: now })
    .where(ofUser(userId, { unread: '1' }));
