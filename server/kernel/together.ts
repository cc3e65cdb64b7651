import type { Db } from './db.ts';

type ByName = Map<string, Promise<unknown>>;
const running = new WeakMap<Db, ByName>();
const acting = new WeakMap<Db, ByName>();

function of(all: WeakMap<Db, ByName>, db: Db): ByName {
  const own: ByName = all.get(db) ?? new Map();
  all.set(db, own);
  return own;
}

/** One answer for all who ask for the same while it is looked up; nothing is kept beyond that. `what` names it, with its key. */
export function together<A>(db: Db, what: string, lookUp: () => Promise<A>): Promise<A> {
  const all = of(running, db);
  const shared = all.get(what) as Promise<A> | undefined;
  if (shared) return shared;
  const mine = lookUp().finally(() => all.get(what) === mine && all.delete(what));
  all.set(what, mine);
  return mine;
}

/** Who asks from now on does not get an answer that was begun before: what it depends on was just committed. */
export const lookAnew = (db: Db): void => running.get(db)?.clear();

/**
 * Acts on what `name` names one at a time within this process: each looks first, and again whenever somebody was done before its turn
 * came. `look` throws for who comes too late; many of them are told so at once, at the cost of one look (`together`). What was
 * seen may have changed all the same: the database decides.
 */
export async function oneAtATime<L, A>(
  db: Db,
  name: string,
  look: () => Promise<L>,
  act: (seen: L) => Promise<A>,
): Promise<A> {
  const all = of(acting, db);
  let seen = await look();
  for (let before = all.get(name); before; before = all.get(name)) {
    await before.catch(() => undefined);
    seen = await look();
  }
  const mine = act(seen).finally(() => {
    all.delete(name);
    lookAnew(db);
  });
  all.set(name, mine);
  return mine;
}
