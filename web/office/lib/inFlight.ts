import { useSyncExternalStore } from 'react';

let count = 0;
const watchers = new Set<() => void>();
const change = (by: number) => {
  count = Math.max(0, count + by);
  for (const watcher of watchers) watcher();
};

/** Adds a request to the global counter (spec §4). The returned function removes it; a second call has no effect. */
export function countIn(): () => void {
  let open = true;
  change(1);
  return () => {
    if (open) change(-1);
    open = false;
  };
}

/** The number of requests in flight. */
export const useInFlight = () =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => count,
  );
