import { useEffect, useEffectEvent, type RefObject } from 'react';

/** The row through which the user left a list, and the place of the list in the browser's history. */
let left: { table: string; place: string; row: number | string } | null = null;

/** The same address visited anew is another place: only Back and Forward lead to the one that was left. */
const placeNow = () => {
  const { __TSR_index: index } = (window.history.state ?? {}) as { __TSR_index?: number };
  return index === undefined ? null : `${window.location.pathname}${window.location.search} ${index}`;
};

interface Returning<Row> {
  table: string;
  rows: readonly Row[];
  rowId: (row: Row) => number | string;
  root: RefObject<HTMLElement | null>;
  setActive: (index: number) => void;
}

/**
 * After Back, the row that was opened is the active one again: in sight and focused. Returns what to call when a row
 * is opened.
 */
export function useReturn<Row>({
  table,
  rows,
  rowId,
  root,
  setActive,
}: Returning<Row>): (index: number) => void {
  const here = rows.length > 0;
  const comeBack = useEffectEvent(() => {
    if (left?.table !== table || left.place !== placeNow()) return;
    const index = rows.findIndex((row) => rowId(row) === left?.row);
    left = null;
    if (index < 0) return;
    setActive(index);
    const line = root.current?.querySelector<HTMLElement>(`[data-row="${index}"]`);
    line?.focus({ preventScroll: true });
    line?.scrollIntoView({ block: 'nearest' });
  });
  useEffect(() => {
    if (here) comeBack();
  }, [here]);
  return (index) => {
    const row = rows[index];
    const place = placeNow();
    if (row !== undefined && place !== null) left = { table, place, row: rowId(row) };
  };
}
