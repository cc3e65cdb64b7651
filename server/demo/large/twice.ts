import type { Database } from '#server/kernel/db.ts';
import { comparePeople } from '#server/modules/sales/coincidences/finder.service.ts';

const AT_ONCE = 100;
/** Enough to work through: each costs a search over everybody's names. */
const MOST = 2000;

/** Finds who is on file twice, as the job does that looks at everybody who was written down. */
export async function compareTwice({ db }: Database, ids: readonly number[]): Promise<void> {
  const compared = ids.slice(-MOST);
  for (let at = 0; at < compared.length; at += AT_ONCE)
    await db.transaction((tx) => comparePeople(tx, compared.slice(at, at + AT_ONCE)));
}
