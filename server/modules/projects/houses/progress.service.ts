import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '#server/kernel/db.ts';

/** Keeps the progress of houses that the works measure (function house_progress). `ids` selects house ids. */
export const keepProgress = (db: Db, ids: SQL) =>
  db.execute(sql`update houses set progress_percent = house_progress(id)
    where id in (${ids}) and progress_percent <> house_progress(id)`);
