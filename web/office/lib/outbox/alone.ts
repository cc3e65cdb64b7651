import { newKey } from '../call.ts';
import { takeLease } from './database.ts';

const LEASE_MS = 30_000;
const tab = newKey();

/**
 * Runs `act` in one tab at a time; other tabs wait. Without TLS the browser has no Web Locks: then a lease in
 * IndexedDB lets one tab run, and the others get `null` without waiting.
 */
export async function alone<A>(name: string, act: () => Promise<A>): Promise<A | null> {
  const { locks } = navigator as { locks?: LockManager };
  if (locks) return locks.request(name, act);
  const lease = (ms: number) => takeLease(name, tab, Date.now(), Date.now() + ms);
  if (!(await lease(LEASE_MS))) return null;
  const renewal = setInterval(() => void lease(LEASE_MS).catch(() => undefined), LEASE_MS / 3);
  try {
    return await act();
  } finally {
    clearInterval(renewal);
    await lease(0);
  }
}
