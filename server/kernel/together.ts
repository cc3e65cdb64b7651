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

type LookUp<A> = (keys: readonly string[]) => Promise<ReadonlyMap<string, A>>;
interface Waiting {
  next: Map<string, PromiseWithResolvers<unknown>>;
  /** Of whoever asked last: it knows the time. */
  lookUp: LookUp<unknown>;
  busy: boolean;
}
const batches = new WeakMap<Db, Map<string, Waiting>>();

/**
 * Looks one key up, with the keys of all who ask while another such statement runs: after a restart thousands of sessions
 * come back at once. Caches nothing; no lookup began before it was asked for.
 */
export function inBatches<A>(db: Db, what: string, key: string, lookUp: LookUp<A>): Promise<A | undefined> {
  const all = batches.get(db) ?? new Map<string, Waiting>();
  batches.set(db, all);
  const waiting: Waiting = all.get(what) ?? { next: new Map(), lookUp, busy: false };
  all.set(what, waiting);
  waiting.lookUp = lookUp;
  const mine = waiting.next.get(key) ?? Promise.withResolvers();
  waiting.next.set(key, mine);
  if (!waiting.busy) void runBatches(waiting);
  return mine.promise as Promise<A | undefined>;
}

async function runBatches(waiting: Waiting): Promise<void> {
  waiting.busy = true;
  for (let asked = waiting.next; asked.size > 0; asked = waiting.next) {
    waiting.next = new Map();
    try {
      const found = await waiting.lookUp([...asked.keys()]);
      for (const [key, { resolve }] of asked) resolve(found.get(key));
    } catch (error) {
      for (const { reject } of asked.values()) reject(error);
    }
  }
  waiting.busy = false;
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
