import { useSyncExternalStore } from 'react';
import type { Method } from '#contract/endpoint.ts';

/** The last change that the server refused (spec §2.9), kept until it is sent again or dropped. */
export interface RefusedAction {
  request: { method: Method; url: string; body: unknown };
  message: string;
  /** Id of the author. No other user may send it. */
  by: number | null;
  /** Where to go instead: the page that made the change, or the URL that the answer names. */
  alternativeUrl: string;
  /** A retry may help: the connection, the server or the session failed, not the change itself. */
  repeatable: boolean;
  /** Sends the same request again, with the same idempotency key. */
  repeat: () => Promise<unknown>;
}

let last: RefusedAction | null = null;
const watchers = new Set<() => void>();

/** Kept only in memory, because a body may hold personal data and files. */
export function holdRefused(action: RefusedAction | null): void {
  last = action;
  for (const watcher of watchers) watcher();
}

export const refusedAction = () => last;

/** Id of the last user signed in on this tab, also after the session ended. */
let here: number | null = null;
export const signedInHere = () => here;

/** Records the signed-in user. Drops a kept change of another user, and returns true if it did. */
export function signedInAs(userId: number): boolean {
  here = userId;
  const others = last !== null && last.by !== null && last.by !== userId;
  if (others) holdRefused(null);
  return others;
}

export const useRefusedAction = () =>
  useSyncExternalStore((watcher) => {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  }, refusedAction);
