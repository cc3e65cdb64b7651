import { lt, sql } from 'drizzle-orm';
import { DAY_MS } from '#contract/dates.ts';
import type { Db } from '#server/kernel/db.ts';
import { notices } from '#server/modules/company/notifications/notifications.table.ts';

/** The bell lists notices by id, but the demo creates them out of order: renumber them by time. */
export const orderNotices = (db: Db) =>
  db.execute(sql`with told as (delete from notices returning *)
    insert into notices (user_id, kind, event, about, text, url, at, selected_at, mailed_at)
    select user_id, kind, event, about, text, url, at, selected_at, mailed_at from told order by at, id`);

const FRESH_MS = 3 * DAY_MS;

/** Marks notices older than three days as read, as colleagues would have; the bell shows only recent ones. */
export const readOldNotices = (db: Db, now: Date) =>
  db
    .update(notices)
    .set({ selectedAt: sql`${notices.at} + interval '2 hours'` })
    .where(lt(notices.at, new Date(now.getTime() - FRESH_MS)));
