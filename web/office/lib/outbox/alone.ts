import { newKey } from '../call.ts';
import { takeLease } from './database.ts';

const LEASE_MS = 30_000;
const tab = newKey();

/**
 * Runs `act` in one tab at a time; the others wait for their turn. Where the page came without TLS there are no locks: then a lease
 * in the database lets one tab through, and `null` says that another one has it.
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
