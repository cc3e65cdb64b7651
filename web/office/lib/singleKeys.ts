import { useHotkeys, type HotkeyItem } from '@mantine/hooks';
import { useRef, useSyncExternalStore, type RefObject } from 'react';

let on = true;
const watchers = new Set<() => void>();
const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
};

/** Whether shortcuts without Ctrl are on for this user (WCAG 2.1.4). Arrows, Enter and Escape always work. */
export const singleKeysOn = (): boolean => on;
export const useSingleKeysOn = (): boolean => useSyncExternalStore(watch, singleKeysOn);

/** Sets the user's preference; the office's frame calls it. */
export function switchSingleKeys(to: boolean): void {
  on = to;
  for (const watcher of watchers) watcher();
}

const DIALOG = '[role="dialog"], [role="alertdialog"]';

/**
 * Single-letter shortcuts for the element with the returned ref. They do nothing while the user types, while another
 * dialog is on top, or if the user switched them off (`active`).
 */
export function useSingleKeys<E extends HTMLElement>(
  keys: Readonly<Record<string, () => unknown>>,
): { root: RefObject<E | null>; active: boolean } {
  const root = useRef<E>(null);
  const active = useSingleKeysOn();
  const actions = Object.entries(keys).map(([key, act]): HotkeyItem => [
    key,
    () => {
      const top = [...document.querySelectorAll(DIALOG)].at(-1);
      if (!top || top.contains(root.current)) act();
    },
  ]);
  useHotkeys(active ? actions : []);
  return { root, active };
}
