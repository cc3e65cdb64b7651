import type { Database } from '#server/kernel/db.ts';
import { comparePeople } from '#server/modules/sales/coincidences/finder.service.ts';

/** Few enough for the limit of 30 s per statement, also with a million people on a busy machine. */
const AT_ONCE = 20;
/** Enough for the demo: each comparison searches all names. */
const MOST = 2000;

/** Finds duplicates of these people, as the job for changed people does. */
export async function compareTwice({ db }: Database, ids: readonly number[]): Promise<void> {
  const compared = ids.slice(-MOST);
  for (let at = 0; at < compared.length; at += AT_ONCE)
    await db.transaction((tx) => comparePeople(tx, compared.slice(at, at + AT_ONCE)));
}
