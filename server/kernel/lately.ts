import { LRUCache } from 'lru-cache';

const every = new Set<Lately<object | number>>();

/** Empties every cache: between tests. */
export const forgetAll = (): void => {
  for (const one of every) one.forget();
};

/** A cache with a short lifetime in milliseconds. Another process may have changed the value meanwhile. */
export class Lately<V extends object | number> {
  private readonly kept: LRUCache<string, V>;
  private readonly reading = new Map<string, Promise<V>>();
  private forgettings = 0;

  constructor({ ms, max = 5000 }: { ms: number; max?: number }) {
    this.kept = new LRUCache({ max, ttl: ms });
    every.add(this as unknown as Lately<object | number>);
  }

  get(key: string): V | undefined {
    return this.kept.get(key);
  }

  /** Call it before reading. Does not cache a value if `forget` ran during the read: it may be older than the change. */
  keeper(): (key: string, value: V) => void {
    const before = this.forgettings;
    return (key, value) => {
      if (before === this.forgettings) this.kept.set(key, value);
    };
  }

  /** The cached value, else the result of `look`, which is then cached. Who asks meanwhile shares it. */
  async read(key: string, look: () => Promise<V>): Promise<V> {
    const known = this.get(key);
    if (known !== undefined) return known;
    const shared = this.reading.get(key);
    // Its transaction may have failed, which says nothing about this one.
    if (shared) return shared.catch(look);
    const keep = this.keeper();
    const mine = look();
    this.reading.set(key, mine);
    try {
      const found = await mine;
      keep(key, found);
      return found;
    } finally {
      if (this.reading.get(key) === mine) this.reading.delete(key);
    }
  }

  /** Removes the values that match `which`, else all. Call it after a change has been committed. */
  forget(which?: (value: V) => boolean): void {
    this.forgettings += 1;
    this.reading.clear();
    if (!which) return this.kept.clear();
    for (const [key, value] of this.kept.entries()) if (which(value)) this.kept.delete(key);
  }
}
