import { useEffect, useSyncExternalStore } from 'react';

let current: string | null = null;
const watchers = new Set<() => void>();
function set(title: string | null): void {
  current = title;
  for (const watcher of watchers) watcher();
}

/** Sets the last breadcrumb and the window title: the name of a record, or the title of a list. */
export function useCrumb(title: string): void {
  useEffect(() => {
    set(title);
    document.title = `${title} · Llave`;
    return () => set(null);
  }, [title]);
}

/** The name that the open page set with useCrumb, for the frame. */
export const useCrumbName = () =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => current,
  );
