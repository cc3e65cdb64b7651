import { useState } from 'react';
import type { Selection } from './Grid.tsx';

/**
 * The selected rows of the page, or all rows that match the filter. A changed filter clears the selection, because
 * nobody may act on rows that are not visible.
 */
export function useSelection<Row>(rows: readonly Row[], idOf: (row: Row) => string | number, shown: string) {
  const [kept, keep] = useState<{ shown: string; rows: Row[]; all: boolean }>({
    shown,
    rows: [],
    all: false,
  });
  const current = kept.shown === shown ? kept : { shown, rows: [], all: false };
  const ids = new Set(current.rows.map(idOf));
  const has = (row: Row) => current.all || ids.has(idOf(row));
  const set = (list: Row[], all = false) => keep({ shown, rows: list, all });
  const selection: Selection<Row> = {
    has,
    toggle: (row) => {
      const from = current.all ? [...rows] : current.rows;
      set(has(row) ? from.filter((one) => idOf(one) !== idOf(row)) : [...from, row]);
    },
    page: rows.length > 0 && rows.every(has) ? 'all' : rows.some(has) ? 'some' : 'none',
    togglePage: () => set(rows.every(has) ? [] : [...rows]),
  };
  return {
    selection,
    /** The current rows, not copies from the time of selection. */
    rows: rows.filter(has),
    all: current.all,
    takeAll: () => set([...rows], true),
    clear: () => set([]),
  };
}
