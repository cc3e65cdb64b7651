import { useSyncExternalStore } from 'react';

let count = 0;
const watchers = new Set<() => void>();
const change = (by: number) => {
  count = Math.max(0, count + by);
  for (const watcher of watchers) watcher();
};

/** Counts a request in (spec §4, the global counter); the returned function counts it out, once. */
export function countIn(): () => void {
  let open = true;
  change(1);
  return () => {
    if (open) change(-1);
    open = false;
  };
}

/** How many requests are under way. */
export const useInFlight = () =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => count,
  );
