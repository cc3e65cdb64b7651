import { LRUCache } from 'lru-cache';

const every = new Set<Lately<object | number>>();

/** Forgets everything that any of them keeps: between tests. */
export const forgetAll = (): void => {
  for (const one of every) one.forget();
};

/** What was read lately, believed for so many milliseconds: another process may have changed it. */
export class Lately<V extends object | number> {
  private readonly kept: LRUCache<string, V>;
  private forgettings = 0;

  constructor({ ms, max = 5000 }: { ms: number; max?: number }) {
    this.kept = new LRUCache({ max, ttl: ms });
    every.add(this as unknown as Lately<object | number>);
  }

  get(key: string): V | undefined {
    return this.kept.get(key);
  }

  /** Call it before reading: what was read while something was forgotten may be older than the change, and is not kept. */
  keeper(): (key: string, value: V) => void {
    const before = this.forgettings;
    return (key, value) => {
      if (before === this.forgettings) this.kept.set(key, value);
    };
  }

  /** What is known, else what `look` finds. */
  async read(key: string, look: () => Promise<V>): Promise<V> {
    const known = this.get(key);
    if (known !== undefined) return known;
    const keep = this.keeper();
    const found = await look();
    keep(key, found);
    return found;
  }

  /** Forgets what `which` names, else all: after a change has been committed. */
  forget(which?: (value: V) => boolean): void {
    this.forgettings += 1;
    if (!which) return this.kept.clear();
    for (const [key, value] of this.kept.entries()) if (which(value)) this.kept.delete(key);
  }
}
