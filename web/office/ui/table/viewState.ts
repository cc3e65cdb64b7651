import type { TableView } from '#contract/company/userSettings/settings.ts';
import type { Filter, SavedView } from './types.ts';

const ORDER = ['order_column', 'order_type'];
/** The search keys of the filters and of the page's own views. */
export const keysOf = (filters: readonly Filter[], views: readonly SavedView[]): string[] =>
  [
    ...new Set([...filters.map(({ key }) => key), ...views.flatMap(({ search }) => Object.keys(search))]),
  ].filter((key) => !ORDER.includes(key));

/** The search keys that a view saves: filters, search text and order. */
export const viewKeys = (keys: readonly string[]): string[] => [...keys, 'q', ...ORDER];

const given = (value: unknown) => value !== undefined && value !== '' && value !== null;

/** The search values to save in a view. */
export const savedSearch = (search: Record<string, unknown>, keys: readonly string[]): TableView['search'] =>
  Object.fromEntries(
    viewKeys(keys)
      .filter((key) => given(search[key]))
      .map((key) => [key, search[key]]),
  ) as TableView['search'];

/** The search patch that opens a view: sets its filters and order, and clears all others. */
export function openingOf(view: TableView, keys: readonly string[]): Record<string, unknown> {
  const blank = Object.fromEntries(viewKeys(keys).map((key) => [key, undefined]));
  const known = Object.fromEntries(Object.entries(view.search).filter(([key]) => key in blank));
  return { ...blank, ...known, vista: view.id, cols: view.columns?.join(',') };
}

/** As text, because a number in the URL may be a string in a saved view. */
const said = (value: unknown) =>
  JSON.stringify(Array.isArray(value) ? value.map(String) : String(value ?? ''));
const same = (a: unknown, b: unknown) => said(a) === said(b);

/** True if the URL shows exactly the view. */
export const shows = (view: TableView, search: Record<string, unknown>, keys: readonly string[]): boolean =>
  viewKeys(keys).every((key) => same(view.search[key], search[key])) &&
  same(view.columns?.join(','), search['cols']);

const isEmpty = (view: SavedView) => Object.values(view.search).every((value) => value === undefined);
const ALL: SavedView = { label: 'Todo', search: {} };

/** The page's own tabs. "Todo", of either gender, comes first unless one of them has no filter. */
export const pageViews = (views: readonly SavedView[]): readonly SavedView[] =>
  views.some(isEmpty) ? views : [ALL, ...views];

/** The page's own tab that matches the current filters. */
export const openPageView = (
  views: readonly SavedView[],
  search: Record<string, unknown>,
  keys: readonly string[],
) => views.find((view) => keys.every((key) => same(view.search[key], search[key])));
