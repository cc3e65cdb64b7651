import type { Db } from './db.ts';

const running = new WeakMap<Db, Map<string, Promise<unknown>>>();

/** One answer for all who ask for the same while it is looked up; nothing is kept beyond that. `what` names it, with its key. */
export function together<A>(db: Db, what: string, lookUp: () => Promise<A>): Promise<A> {
  const all = running.get(db) ?? new Map<string, Promise<unknown>>();
  running.set(db, all);
  const shared = all.get(what) as Promise<A> | undefined;
  if (shared) return shared;
  const mine = lookUp().finally(() => all.get(what) === mine && all.delete(what));
  all.set(what, mine);
  return mine;
}

/** Who asks from now on does not get an answer that was begun before: what it depends on was just committed. */
export const lookAnew = (db: Db): void => running.get(db)?.clear();
