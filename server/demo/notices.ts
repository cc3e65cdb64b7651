import { lt, sql } from 'drizzle-orm';
import type { Db } from '#server/kernel/db.ts';
import { notices } from '#server/modules/company/notifications/notifications.table.ts';

/** The bell lists by number; the demonstration tells of its days in another order than they came in. */
export const orderNotices = (db: Db) =>
  db.execute(sql`with told as (delete from notices returning *)
    insert into notices (user_id, kind, event, text, url, at, selected_at)
    select user_id, kind, event, text, url, at, selected_at from told order by at, id`);

const FRESH_MS = 3 * 86_400_000;

/** What came before the last days has been read, as people who work here would have: the bell tells of what is new. */
export const readOldNotices = (db: Db, now: Date) =>
  db
    .update(notices)
    .set({ selectedAt: sql`${notices.at} + interval '2 hours'` })
    .where(lt(notices.at, new Date(now.getTime() - FRESH_MS)));
