import { singleKeysOn } from '#web/office/lib/singleKeys.ts';
import { useEffect, useEffectEvent, useState, type RefObject } from 'react';

interface RowKeys {
  /** Number of visible rows. */
  count: number;
  root: RefObject<HTMLElement | null>;
  searchBox: RefObject<HTMLInputElement | null>;
  onOpen: (index: number) => void;
  onToggle: (index: number) => void;
  onHelp: () => void;
  /** Changes the page: -1 previous, 1 next. */
  onPage: (by: -1 | 1) => void;
}

const FIELDS =
  'input:not([type="checkbox"]), textarea, select, [role="dialog"], [role="menu"], [role="listbox"], [role="separator"]';
const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.closest(FIELDS) !== null);

/**
 * Keyboard shortcuts of a list: arrows, Home and End move between rows, PageUp and PageDown change the page, Enter
 * opens, x selects, / searches, ? shows help; the user can switch off these three. Keys typed in a field or dialog
 * are ignored.
 */
export function useRowKeys(keys: RowKeys): { active: number; setActive: (index: number) => void } {
  const { count, root, searchBox } = keys;
  const [chosen, setActive] = useState(0);
  const active = Math.max(0, Math.min(chosen, count - 1));

  const walk = (to: number) => {
    const index = Math.max(0, Math.min(to, count - 1));
    setActive(index);
    root.current?.querySelector<HTMLElement>(`[data-row="${index}"]`)?.focus();
  };
  /** Handles a key. Returns false if it has no meaning here. */
  const act = (key: string, target: EventTarget | null): boolean => {
    if (key.length === 1 && !singleKeysOn()) return false;
    if (key === '/') searchBox.current?.focus();
    else if (key === '?') keys.onHelp();
    else {
      const here = target === document.body || root.current?.contains(target as Node);
      const onRow = target instanceof HTMLElement && target.dataset['row'] !== undefined;
      if (!here || count === 0) return false;
      if (key === 'ArrowDown') walk(onRow ? active + 1 : active);
      else if (key === 'ArrowUp') walk(onRow ? active - 1 : active);
      else if (key === 'x') keys.onToggle(active);
      else if (!onRow) return false;
      else if (key === 'PageDown') keys.onPage(1);
      else if (key === 'PageUp') keys.onPage(-1);
      else if (key === 'Home') walk(0);
      else if (key === 'End') walk(count - 1);
      else if (key === 'Enter') keys.onOpen(active);
      else return false;
    }
    return true;
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || typing(event.target))
      return;
    if (act(event.key, event.target)) event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);

  return { active, setActive };
}
