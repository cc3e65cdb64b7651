import type { TablePrefs } from '#contract/company/userSettings/settings.ts';
import type { Column } from './types.ts';

const WIDTH = 160;
/** Narrower, a column shows nothing that could be read. */
export const WIDTH_MIN = 60;

type Keyed = Pick<Column<never>, 'key' | 'startsHidden'>;

/** Every column in the person's order; the first one names the row and stays first. */
export function ordered<C extends Keyed>(columns: readonly C[], { order }: Pick<TablePrefs, 'order'>): C[] {
  const place = (column: C, at: number) => {
    const chosen = order.indexOf(column.key);
    // What came with a later release stands where the page has it.
    return chosen < 0 ? at : chosen;
  };
  return columns
    .map((column, at) => ({ column, at, place: at === 0 ? -1 : place(column, at) }))
    .toSorted((a, b) => a.place - b.place || a.at - b.at)
    .map(({ column }) => column);
}

/** The columns that are not shown. */
export const hiddenOf = (columns: readonly Keyed[], { hidden }: Pick<TablePrefs, 'hidden'>): string[] =>
  hidden ?? columns.filter((one) => one.startsHidden).map(({ key }) => key);

/** The columns to show: those that the address names, else the person's own. */
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

/** A list with one of its entries moved before or after another. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list];
  const [one] = next.splice(from, 1);
  if (one !== undefined) next.splice(to, 0, one);
  return next;
}
