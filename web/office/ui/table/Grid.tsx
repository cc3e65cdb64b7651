import type { ReactNode } from 'react';
import { useRef, useEffect } from 'react';
import type { Density } from '#contract/company/userSettings/settings.ts';
import type { ListSearch } from '../../lib/listSearch.ts';
import { MoneyText } from '../MoneyText.tsx';
import { alignOf, isSummed, sumOf, type Sums } from './cell.tsx';
import { HeadCell } from './HeadCell.tsx';
import { widthOf } from './layout.ts';
import { Line } from './Line.tsx';
import styles from './table.module.css';
import type { Column, RowOpen } from './types.ts';

interface GridProps<Row> {
  caption: string;
  rows: readonly Row[];
  /** The visible columns, in order. The first one is pinned. */
  columns: readonly Column<Row>[];
  widths: Record<string, number>;
  density: Density;
  /** Low rows under a head that stays in sight: for many columns of signs. */
  sheet: boolean;
  rowId: (row: Row) => string | number;
  rowName: (row: Row) => string;
  open: RowOpen<Row>;
  search: ListSearch;
  active: number;
  /** Label of the sums. */
  sumLabel: string;
  /** The sums over the whole filter; undefined: the sums of these rows. */
  sums: Sums | undefined;
  onActive: (index: number) => void;
  onOpen: (row: Row, aside: boolean) => void;
  onSort: (patch: Record<string, unknown>) => void;
  onWidth: (key: string, width: number) => void;
  onMove: (key: string, before: string) => void;
  /** null: rows cannot be selected. */
  selection: Selection<Row> | null;
}

export interface Selection<Row> {
  has: (row: Row) => boolean;
  toggle: (row: Row) => void;
  /** Whether all, some or none of the page's rows are selected. */
  page: 'all' | 'some' | 'none';
  togglePage: () => void;
}

const PICK = 40;

/** The rows of a table on a wide screen. Events are delegated to one listener, so that each row is cheap. */
export function Grid<Row>(props: GridProps<Row>) {
  const { rows, columns, widths, rowId, rowName, open, search, active, selection, sumLabel, sums } = props;
  const total = columns.reduce((sum, column) => sum + widthOf(column, widths), selection ? PICK : 0);
  const rowAt = (target: EventTarget) => {
    const line = (target as HTMLElement).closest<HTMLElement>('[data-row]');
    return line ? { index: Number(line.dataset['row']), row: rows[Number(line.dataset['row'])] } : undefined;
  };
  return (
    // Scrolls sideways, so it must be reachable by keyboard: its rows are focusable.
    <div className={styles.frame} {...(props.sheet && { 'data-sheet': true })}>
      <table
        className={styles.grid}
        aria-label={props.caption}
        data-density={props.density}
        {...(props.sheet && { 'data-sheet': true })}
        style={{ minWidth: total }}
        {...(selection && { 'data-picks': true })}
      >
        <colgroup>
          {selection && <col style={{ width: PICK }} />}
          {columns.map((column) => (
            <col key={column.key} data-key={column.key} style={{ width: widthOf(column, widths) }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {selection && (
              <th scope="col" className={styles.pick}>
                <PickAll {...selection} />
              </th>
            )}
            {columns.map((column, at) => (
              <HeadCell
                key={column.key}
                column={{ ...column, align: alignOf(column) }}
                width={widthOf(column, widths)}
                first={at === 0}
                search={search}
                onSort={props.onSort}
                onWidth={(width) => props.onWidth(column.key, width)}
                onDropped={(key) => props.onMove(key, column.key)}
              />
            ))}
          </tr>
        </thead>
        {/* The rows' own links and buttons work by keyboard; the click on the row is only a shortcut. */}
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
        <tbody
          onFocus={(event) => {
            const at = rowAt(event.target);
            if (at && at.index !== active) props.onActive(at.index);
          }}
          onClick={(event) => {
            const target = event.target as HTMLElement;
            const row = rowAt(target)?.row;
            if (!row) return;
            if (target.closest('[data-pick]')) selection?.toggle(row);
            else if (target.closest('[data-open]')) props.onOpen(row, false);
            else if (open && !target.closest('a, button, input, label'))
              props.onOpen(row, event.ctrlKey || event.metaKey);
          }}
        >
          {rows.map((row, index) => (
            <Line
              key={rowId(row)}
              row={row}
              index={index}
              name={rowName(row)}
              columns={columns}
              open={open}
              active={index === active}
              chosen={selection ? selection.has(row) : null}
            />
          ))}
        </tbody>
        {isSummed(columns) && (
          <tfoot>
            <tr className={styles.sums}>
              {columns.map((column, at) => {
                const sum = sumOf(column, rows, sums);
                return (
                  <td
                    key={column.key}
                    className={at === 0 ? styles.pinned : undefined}
                    style={{ textAlign: alignOf(column) }}
                    {...(at === 0 && selection && { colSpan: 2 })}
                  >
                    {at === 0 ? sumLabel : sum !== null && <MoneyText centavos={sum} />}
                  </td>
                );
              })}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

function PickAll({ page, togglePage }: Pick<Selection<unknown>, 'page' | 'togglePage'>): ReactNode {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = page === 'some';
  }, [page]);
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label="Elegir todas las filas de esta página"
      checked={page === 'all'}
      onChange={togglePage}
    />
  );
}
