import type { TablePrefs } from '#contract/company/userSettings/settings.ts';
import type { Column } from './types.ts';

const WIDTH = 160;
/** Minimum width in px: a narrower column is unreadable. */
export const WIDTH_MIN = 60;

type Keyed = Pick<Column<never>, 'key' | 'startsHidden'>;

/** All columns in the user's order. The first one names the row and stays first. */
export function ordered<C extends Keyed>(columns: readonly C[], { order }: Pick<TablePrefs, 'order'>): C[] {
  const place = (column: C, at: number) => {
    const chosen = order.indexOf(column.key);
    // A column of a later release is not in the saved order: it keeps the page's position.
    return chosen < 0 ? at : chosen;
  };
  return columns
    .map((column, at) => ({ column, at, place: at === 0 ? -1 : place(column, at) }))
    .toSorted((a, b) => a.place - b.place || a.at - b.at)
    .map(({ column }) => column);
}

/** Keys of the hidden columns. */
export const hiddenOf = (columns: readonly Keyed[], { hidden }: Pick<TablePrefs, 'hidden'>): string[] =>
  hidden ?? columns.filter((one) => one.startsHidden).map(({ key }) => key);

/** The visible columns: those in the URL, else the user's own. */
export function shownColumns<C extends Keyed>(
  columns: readonly C[],
  prefs: Pick<TablePrefs, 'order' | 'hidden'>,
  cols: string | undefined,
): C[] {
  const named = cols
    ?.split(',')
    .flatMap((key) => columns.filter((column) => column.key === key))
    .filter((column) => column !== columns[0]);
  if (named && columns[0]) return [columns[0], ...named];
  const hidden = hiddenOf(columns, prefs);
  return ordered(columns, prefs).filter(({ key }, at) => at === 0 || !hidden.includes(key));
}

export const widthOf = (column: Pick<Column<never>, 'key' | 'width'>, widths: Record<string, number>) =>
  widths[column.key] ?? column.width ?? WIDTH;

/** A copy of the list with one item moved to another index. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list];
  const [one] = next.splice(from, 1);
  if (one !== undefined) next.splice(to, 0, one);
  return next;
}
