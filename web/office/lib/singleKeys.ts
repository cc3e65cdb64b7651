import { useHotkeys } from '@mantine/hooks';
import { useSyncExternalStore } from 'react';

let on = true;
const watchers = new Set<() => void>();
const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
};

/** Whether a key without Ctrl acts for this person (WCAG 2.1.4). Arrows, Enter and Escape always do. */
export const singleKeysOn = (): boolean => on;
export const useSingleKeysOn = (): boolean => useSyncExternalStore(watch, singleKeysOn);

/** As the person's settings say; the frame of the office keeps it. */
export function switchSingleKeys(to: boolean): void {
  on = to;
  for (const watcher of watchers) watcher();
}

/** Letters that act wherever nobody types, for who has not switched them off; answers whether they do. */
export function useSingleKeys(keys: readonly (readonly [key: string, act: () => void])[]): boolean {
  const active = useSingleKeysOn();
  useHotkeys(active ? keys.map(([key, act]) => [key, act]) : []);
  return active;
}
