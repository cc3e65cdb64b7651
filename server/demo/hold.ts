import { row, sql, type Db } from '#server/kernel/db.ts';

/**
 * Whether this company is still a demo; keeps it one until the caller's transaction ends. Erasing the demo locks the same
 * setting, so it waits for a job that writes a part of it, or the job finds nothing to be part of.
 */
export const holdDemo = async (db: Db): Promise<boolean> =>
  (await row(db, sql`select from settings where key = 'demo' and value = 'true' for share`)) !== undefined;
