import { useHotkeys } from '@mantine/hooks';
import { useRef, type RefObject } from 'react';

const DIALOG = '[role="dialog"], [role="alertdialog"]';

/**
 * Single letters that act on what the returned ref is put on. They are left alone while somebody types, and while something else is
 * open over it: a letter is then meant for that.
 */
export function useLetterKeys<E extends HTMLElement>(
  keys: Readonly<Record<string, () => unknown>>,
): RefObject<E | null> {
  const root = useRef<E>(null);
  useHotkeys(
    Object.entries(keys).map(([key, act]) => [
      key,
      () => {
        const top = [...document.querySelectorAll(DIALOG)].at(-1);
        if (!top || top.contains(root.current)) act();
      },
    ]),
  );
  return root;
}
