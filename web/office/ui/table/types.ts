import type { ReactNode } from 'react';
import type { BulkOutcome } from '../../lib/bulk.ts';
import type { ColumnKey, FilterKey, ListSpec, OrderKey, RowOf } from '../../lib/list.ts';
import type { PageTarget } from '../PageLink.tsx';

/** The content of a cell: anything, or an amount in centavos, which can have a sum. */
type Cell<Row> =
  | { render: (row: Row) => ReactNode }
  | {
      money: (row: Row) => number | null;
      /** Adds a footer with the sum: of the whole filter if the table has `sums`, else of the visible rows. */
      sum?: boolean;
    };

interface ColumnLook {
  title: string;
  align?: 'left' | 'center' | 'right';
  /** Initial width in px. */
  width?: number;
  /** Head of a narrow column of signs, which keeps its width; screen readers and a hover get the title. */
  short?: string;
  /** On a phone's card: the heading, a line with its title (default), or hidden. */
  phone?: 'heading' | 'line' | 'hidden';
  /** Hidden until the user shows it. */
  startsHidden?: boolean;
}

/**
 * A column. `key` is the column's key in the list's export (`Key`); for a sortable column also the value of
 * order_column (`Order`). The list's contract declares both.
 */
export type Column<Row, Order extends string = string, Key extends string = string> = ColumnLook &
  Cell<Row> &
  (
    | { key: Order; sortable: true }
    | { key: Key; sortable?: false }
    | { key: string; sortable?: false; /** It is not part of the export. */ exported: false }
  );

/** A column of a list, by its endpoint: `ColumnOf<typeof listSales>`. */
export type ColumnOf<E extends ListSpec> = Column<RowOf<E>, OrderKey<E>, ColumnKey<E>>;

export interface Choice {
  value: string | number;
  label: string;
}

/**
 * A filter, shown as a chip. The URL holds its value under `key`, the name in the list's contract. If several lists
 * share one URL parameter with another name, `asks` is the name in the contract.
 */
export type Filter<Key extends string = string> = ({ key: Key } | { key: string; asks: Key }) & {
  label: string;
} & (
    | { kind: 'one'; choices: readonly Choice[] }
    | { kind: 'many'; choices: readonly Choice[] }
    | { kind: 'day' }
    | { kind: 'text' }
    | { /** On or off; the chip shows only the label. */ kind: 'flag' }
  );

/** A filter of a list, by its endpoint: `FilterOf<typeof listSales>`. */
export type FilterOf<E extends ListSpec> = Filter<FilterKey<E>>;

/** A named set of filters that the page offers as a tab, before the user's saved views. */
export interface SavedView<Search extends object = Record<string, unknown>> {
  label: string;
  search: Search;
}

/** The target of an action: the selected rows or, if it `takesAll`, all rows that match the filter. */
export interface BulkTarget {
  all: boolean;
  /** The search parameters of the page. */
  search: Record<string, unknown>;
  total: number;
}

export interface BulkAction<Row> {
  label: string;
  icon?: ReactNode;
  /** The reason why the action is not allowed for these rows, as a sentence, or null. */
  whyNot: (rows: Row[]) => string | null;
  /**
   * Runs the action. The returned outcomes are shown per row; see `eachRow` of lib/bulk.ts. For all matching rows,
   * `rows` are those of the page and `target` has the filter. Resolves to null if the user cancelled; the selection
   * then stays.
   */
  run: (rows: Row[], target: BulkTarget) => void | Promise<readonly BulkOutcome[] | null>;
  /** The action can apply to all rows that match the filter, not only to rows of the page. */
  takesAll?: boolean;
}

/** What a click on a row opens: a page, a drawer, or nothing. */
export type RowOpen<Row> = { link: (row: Row) => PageTarget } | { show: (row: Row) => void } | null;
