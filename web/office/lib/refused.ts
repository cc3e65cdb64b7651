import { useSyncExternalStore } from 'react';
import type { Method } from '#contract/endpoint.ts';

/** The last change that the server did not take (spec §2.9), held until it is sent again or let go. */
export interface RefusedAction {
  request: { method: Method; url: string; body: unknown };
  message: string;
  /** Who made the change: nobody else sends it. */
  by: number | null;
  /** Where to go instead: the page the change was asked from, or the one that the answer names. */
  alternativeUrl: string;
  /** Asking again may help: the line, the server or the session failed, not the change itself. */
  repeatable: boolean;
  /** Sends the same request again, with the same idempotency key. */
  repeat: () => Promise<unknown>;
}

let last: RefusedAction | null = null;
const watchers = new Set<() => void>();

/** Only in memory: a body may hold personal data and files. */
export function holdRefused(action: RefusedAction | null): void {
  last = action;
  for (const watcher of watchers) watcher();
}

export const refusedAction = () => last;

/** Who was signed in on this tab last, also after the session ended. */
let here: number | null = null;
export const signedInHere = () => here;

/** Somebody is signed in; what is held of somebody else is dropped, and that is answered. */
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
