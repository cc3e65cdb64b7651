import type { Db } from './db.ts';

type ByName = Map<string, Promise<unknown>>;
const running = new WeakMap<Db, ByName>();
const acting = new WeakMap<Db, ByName>();

function of(all: WeakMap<Db, ByName>, db: Db): ByName {
  const own: ByName = all.get(db) ?? new Map();
  all.set(db, own);
  return own;
}

/** Shares one lookup among simultaneous callers; caches nothing afterwards. `what` is its name with its key. */
export function together<A>(db: Db, what: string, lookUp: () => Promise<A>): Promise<A> {
  const all = of(running, db);
  const shared = all.get(what) as Promise<A> | undefined;
  if (shared) return shared;
  const mine = lookUp().finally(() => all.get(what) === mine && all.delete(what));
  all.set(what, mine);
  return mine;
}

/** Drops the shared lookups in progress, because the data they read has just changed. */
export const lookAnew = (db: Db): void => running.get(db)?.clear();

/**
 * Runs `act` one at a time per `name` within this process. Each caller calls `look` first, and again after waiting for
 * another. `look` throws for a caller that is too late; waiting callers share one look (`together`). The data may still
 * change after the look: the database decides.
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
