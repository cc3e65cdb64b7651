import { useEffect, useSyncExternalStore } from 'react';

let current: string | null = null;
const watchers = new Set<() => void>();
function set(title: string | null): void {
  current = title;
  for (const watcher of watchers) watcher();
}

/** The page names itself: last crumb and window title. A record gives its own name, a list its title. */
export function useCrumb(title: string): void {
  useEffect(() => {
    set(title);
    document.title = `${title} · Llave`;
    return () => set(null);
  }, [title]);
}

/** For the frame: the name that the open page gave itself. */
export const useCrumbName = () =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => current,
  );
