import type { ReactNode } from 'react';
import type { Pagination } from '#contract/paging.ts';
import type { BulkOutcome } from '../../lib/bulk.ts';

export interface Column<Row> {
  /** Name of the column; the wire's order_column where it sorts, and what the list's export calls it. */
  key: string;
  title: string;
  render: (row: Row) => ReactNode;
  sortable?: boolean;
  align?: 'left' | 'center' | 'right';
  /** Starting width in px. */
  width?: number;
  /** On a phone's card: its heading, a line with its title (default), or not there. */
  phone?: 'heading' | 'line' | 'hidden';
  /** Hidden until somebody asks for it. */
  startsHidden?: boolean;
}

export interface Choice {
  value: string | number;
  label: string;
}

/** A filter, shown as a chip; its value is kept in the address under `key`. */
export type Filter = { key: string; label: string } & (
  | { kind: 'one'; choices: readonly Choice[] }
  | { kind: 'many'; choices: readonly Choice[] }
  | { kind: 'day' }
  | { kind: 'text' }
  | { /** On or off; the chip says the label alone. */ kind: 'flag' }
);

/** A set of filters with a name that the page itself offers as a tab, before those that people save. */
export interface SavedView {
  label: string;
  search: Record<string, unknown>;
}

/** What an action is for: the chosen rows or, where it `takesAll`, everything that the filter matches. */
export interface BulkTarget {
  all: boolean;
  /** The address's filters. */
  search: Record<string, unknown>;
  total: number;
}

export interface BulkAction<Row> {
  label: string;
  icon?: ReactNode;
  /** Sentence why these rows cannot have it, or null. */
  whyNot: (rows: Row[]) => string | null;
  /**
   * Acts. What became of each row, where it is answered, is shown; see `eachRow` of lib/bulk.ts. For all that match,
   * `rows` are those of the page and `target` says the rest. Null: given up, and the selection stays.
   */
  run: (rows: Row[], target: BulkTarget) => void | Promise<readonly BulkOutcome[] | null>;
  /** It can also be had for all that match the filter, not only for rows on the page. */
  takesAll?: boolean;
}

/** What opens when a row is pressed: a page, a drawer, or nothing. */
export type RowOpen<Row> = { href: (row: Row) => string } | { show: (row: Row) => void } | null;

/** The part of a query that a table reads; meta is absent where the whole list comes at once. */
export interface ListQuery<Row> {
  data: { data: Row[]; meta?: { pagination: Pagination } } | undefined;
  error: Error | null;
  refetch: () => unknown;
}
