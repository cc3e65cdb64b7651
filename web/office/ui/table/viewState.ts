import type { TableView } from '#contract/company/userSettings/settings.ts';
import type { Filter, SavedView } from './types.ts';

/** The part of the address that a view holds: filters, search words and order. */
export const viewKeys = (filters: readonly Filter[]): string[] => [
  ...filters.map(({ key }) => key),
  'q',
  'order_column',
  'order_type',
];

const given = (value: unknown) => value !== undefined && value !== '' && value !== null;

/** What of the address would be saved. */
export const savedSearch = (
  search: Record<string, unknown>,
  filters: readonly Filter[],
): TableView['search'] =>
  Object.fromEntries(
    viewKeys(filters)
      .filter((key) => given(search[key]))
      .map((key) => [key, search[key]]),
  ) as TableView['search'];

/** The address's patch that opens a view: its filters and order, and nothing of another's. */
export function openingOf(view: TableView, filters: readonly Filter[]): Record<string, unknown> {
  const blank = Object.fromEntries(viewKeys(filters).map((key) => [key, undefined]));
  const known = Object.fromEntries(Object.entries(view.search).filter(([key]) => key in blank));
  return { ...blank, ...known, vista: view.id, cols: view.columns?.join(',') };
}

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** Whether the address shows just what the view holds. */
export const shows = (
  view: TableView,
  search: Record<string, unknown>,
  filters: readonly Filter[],
): boolean =>
  viewKeys(filters).every((key) => same(view.search[key], search[key])) &&
  same(view.columns?.join(','), search['cols']);

const isEmpty = (view: SavedView) => Object.values(view.search).every((value) => value === undefined);
const ALL: SavedView = { label: 'Todos', search: {} };

/** The page's own tabs; "Todos" comes first unless one of them shows everything already. */
export const pageViews = (views: readonly SavedView[]): readonly SavedView[] =>
  views.some(isEmpty) ? views : [ALL, ...views];

/** The tab of the page's own that the filters match. */
export const openPageView = (
  views: readonly SavedView[],
  search: Record<string, unknown>,
  filters: readonly Filter[],
) => views.find((view) => filters.every(({ key }) => same(view.search[key], search[key])));
