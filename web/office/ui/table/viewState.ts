import type { TableView } from '#contract/company/userSettings/settings.ts';
import type { Filter, SavedView } from './types.ts';

const ORDER = ['order_column', 'order_type'];
/** What of the address the filters and the page's own views are about. */
export const keysOf = (filters: readonly Filter[], views: readonly SavedView[]): string[] =>
  [
    ...new Set([...filters.map(({ key }) => key), ...views.flatMap(({ search }) => Object.keys(search))]),
  ].filter((key) => !ORDER.includes(key));

/** The part of the address that a view holds: filters, search words and order. */
export const viewKeys = (keys: readonly string[]): string[] => [...keys, 'q', ...ORDER];

const given = (value: unknown) => value !== undefined && value !== '' && value !== null;

/** What of the address would be saved. */
export const savedSearch = (search: Record<string, unknown>, keys: readonly string[]): TableView['search'] =>
  Object.fromEntries(
    viewKeys(keys)
      .filter((key) => given(search[key]))
      .map((key) => [key, search[key]]),
  ) as TableView['search'];

/** The address's patch that opens a view: its filters and order, and nothing of another's. */
export function openingOf(view: TableView, keys: readonly string[]): Record<string, unknown> {
  const blank = Object.fromEntries(viewKeys(keys).map((key) => [key, undefined]));
  const known = Object.fromEntries(Object.entries(view.search).filter(([key]) => key in blank));
  return { ...blank, ...known, vista: view.id, cols: view.columns?.join(',') };
}

/** A number in the address may be a text in a view that somebody saved. */
const said = (value: unknown) =>
  JSON.stringify(Array.isArray(value) ? value.map(String) : String(value ?? ''));
const same = (a: unknown, b: unknown) => said(a) === said(b);

/** Whether the address shows just what the view holds. */
export const shows = (view: TableView, search: Record<string, unknown>, keys: readonly string[]): boolean =>
  viewKeys(keys).every((key) => same(view.search[key], search[key])) &&
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
  keys: readonly string[],
) => views.find((view) => keys.every((key) => same(view.search[key], search[key])));
