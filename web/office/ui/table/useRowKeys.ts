import { useEffect, useRef, useState, type RefObject } from 'react';

interface RowKeys {
  /** How many rows are shown. */
  count: number;
  root: RefObject<HTMLElement | null>;
  searchBox: RefObject<HTMLInputElement | null>;
  onOpen: (index: number) => void;
  onToggle: (index: number) => void;
  onHelp: () => void;
}

const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest('input, textarea, select, [role="dialog"], [role="menu"], [role="listbox"]') !== null);

/**
 * Keys of a list: arrows, Home and End walk the rows, Enter opens, x selects, / searches, ? explains. Keys typed
 * into a field or a dialog are left alone.
 */
export function useRowKeys(keys: RowKeys): { active: number; setActive: (index: number) => void } {
  const [active, setActive] = useState(0);
  const latest = useRef({ ...keys, active });
  latest.current = { ...keys, active: Math.min(active, Math.max(0, keys.count - 1)) };

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const now = latest.current;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || typing(event.target))
        return;
      const onRow = event.target instanceof HTMLElement && event.target.dataset['row'] !== undefined;
      const elsewhere = event.target !== document.body && !now.root.current?.contains(event.target as Node);
      const walk = (to: number) => {
        const index = Math.max(0, Math.min(to, now.count - 1));
        setActive(index);
        now.root.current?.querySelector<HTMLElement>(`[data-row="${index}"]`)?.focus();
      };
      if (event.key === '/') now.searchBox.current?.focus();
      else if (event.key === '?') now.onHelp();
      else if (elsewhere || now.count === 0) return;
      else if (event.key === 'ArrowDown') walk(onRow ? now.active + 1 : now.active);
      else if (event.key === 'ArrowUp') walk(onRow ? now.active - 1 : now.active);
      else if (event.key === 'Home' && onRow) walk(0);
      else if (event.key === 'End' && onRow) walk(now.count - 1);
      else if (event.key === 'Enter' && onRow) now.onOpen(now.active);
      else if (event.key === 'x') now.onToggle(now.active);
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  return { active: latest.current.active, setActive };
}
