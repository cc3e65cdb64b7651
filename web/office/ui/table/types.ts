import type { ReactNode } from 'react';
import type { BulkOutcome } from '../../lib/bulk.ts';
import type { ColumnKey, FilterKey, ListSpec, OrderKey, RowOf } from '../../lib/list.ts';
import type { PageTarget } from '../PageLink.tsx';

/** What stands in a cell: anything, or an amount in centavos, which can be summed under its column. */
type Cell<Row> =
  | { render: (row: Row) => ReactNode }
  | {
      money: (row: Row) => number | null;
      /** A row under the others tells the sum of those that are shown. */
      sum?: boolean;
    };

interface ColumnLook {
  title: string;
  align?: 'left' | 'center' | 'right';
  /** Starting width in px. */
  width?: number;
  /** On a phone's card: its heading, a line with its title (default), or not there. */
  phone?: 'heading' | 'line' | 'hidden';
  /** Hidden until somebody asks for it. */
  startsHidden?: boolean;
}

/**
 * A column. `key` is what the list's export calls it (`Key`) and, where it sorts, the wire's order_column (`Order`), as the list's
 * contract knows them.
 */
export type Column<Row, Order extends string = string, Key extends string = string> = ColumnLook &
  Cell<Row> &
  (
    | { key: Order; sortable: true }
    | { key: Key; sortable?: false }
    | { key: string; sortable?: false; /** It does not leave with the list's file. */ exported: false }
  );

/** A column of a list, by its call: `ColumnOf<typeof listSales>`. */
export type ColumnOf<E extends ListSpec> = Column<RowOf<E>, OrderKey<E>, ColumnKey<E>>;

export interface Choice {
  value: string | number;
  label: string;
}

/**
 * A filter, shown as a chip; its value is kept in the address under `key`, which is what the list's contract calls it. Where
 * several lists share an address under another name, `asks` says what it becomes.
 */
export type Filter<Key extends string = string> = ({ key: Key } | { key: string; asks: Key }) & {
  label: string;
} & (
    | { kind: 'one'; choices: readonly Choice[] }
    | { kind: 'many'; choices: readonly Choice[] }
    | { kind: 'day' }
    | { kind: 'text' }
    | { /** On or off; the chip says the label alone. */ kind: 'flag' }
  );

/** A filter of a list, by its call: `FilterOf<typeof listSales>`. */
export type FilterOf<E extends ListSpec> = Filter<FilterKey<E>>;

/** A set of filters with a name that the page itself offers as a tab, before those that people save. */
export interface SavedView<Search extends object = Record<string, unknown>> {
  label: string;
  search: Search;
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
export type RowOpen<Row> = { link: (row: Row) => PageTarget } | { show: (row: Row) => void } | null;
