import { LRUCache } from 'lru-cache';

/** Limits of open sockets (quality.md "Realtime"; findings.md A1-A3). */

/** Of one colleague: tabs, telephones and programs. */
export const SOCKETS_OF_USER = 60;
/** Of one customer's browser: its tabs. */
export const SOCKETS_OF_CLIENT = 10;
/** Of one address, before they have signed in. */
export const SOCKETS_OF_ADDRESS = 100;
/** New connections of one address in a minute: an office behind one address comes back at once after a restart. */
const CONNECTIONS = { max: 3000, ms: 60_000 };
/** Wrong tokens of one socket before it is cut. */
export const WRONG_TOKENS = 5;
export const CHANNELS_OF_SOCKET = 60;
/** Bytes of one message of a client; Socket.IO closes the connection above it. */
export const MESSAGE_BYTES = 16_384;
/** Bytes of the data of a client event: with its names it must fit into one notification of PostgreSQL. */
export const CLIENT_EVENT_BYTES = 4096;
/** Messages of one socket in ten seconds, and client events among them. */
export const MESSAGES = { max: 200, ms: 10_000 };
export const CLIENT_EVENTS = { max: 50, ms: 10_000 };
/** A client that reads so slowly that this much waits for it is cut; it fetches what it missed when it comes back. */
export const UNSENT_BYTES = 1_048_576;
export const UNSENT_MESSAGES = 2000;

/** At most `max` in each window of `ms`, counted from the first. */
export function allowance({ max, ms }: { max: number; ms: number }): () => boolean {
  let since = 0;
  let count = 0;
  return () => {
    const now = performance.now();
    if (now - since > ms) [since, count] = [now, 0];
    count += 1;
    return count <= max;
  };
}

/** How many are open, by key. */
export class Tally {
  private readonly counts = new Map<string, number>();

  /** Counts one more; false, and counts nothing, if there are `most` already. */
  add(key: string, most: number): boolean {
    const now = this.counts.get(key) ?? 0;
    if (now >= most) return false;
    this.counts.set(key, now + 1);
    return true;
  }
  remove(key: string): void {
    const now = (this.counts.get(key) ?? 0) - 1;
    if (now > 0) this.counts.set(key, now);
    else this.counts.delete(key);
  }
}

/** Whether an address may open one more connection now. */
export function connectionsByAddress(): (address: string) => boolean {
  const known = new LRUCache<string, () => boolean>({ max: 10_000 });
  return (address) => {
    const another = known.get(address) ?? allowance(CONNECTIONS);
    known.set(address, another);
    return another();
  };
}
