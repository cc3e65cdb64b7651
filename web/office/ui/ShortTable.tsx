/* oxlint-disable jsx-a11y/prefer-tag-over-role -- the tags are these; laid out as lines they lose their roles */
import { Table } from '@mantine/core';
import type { Key, ReactNode } from 'react';
import { MoneyText } from './MoneyText.tsx';
import styles from './ShortTable.module.css';

type ShortCell<Row> =
  | { render: (row: Row, at: number) => ReactNode }
  | {
      money: (row: Row) => number | null;
      /** A row under the others tells the sum. */
      sum?: boolean;
    };

export type ShortColumn<Row> = ShortCell<Row> & {
  title: string;
  /** What stands in the head, where that is more than the title. */
  head?: ReactNode;
  align?: 'left' | 'right';
  /** Buttons and boxes: the title is for screen readers only. */
  quiet?: boolean;
};

interface ShortTableProps<Row> {
  /** What the rows are, for screen readers. */
  label: string;
  /** The same, where it is to be read by everybody. */
  caption?: ReactNode;
  rows: readonly Row[];
  /** The first names the row. */
  columns: readonly ShortColumn<Row>[];
  rowId: (row: Row, at: number) => Key;
  /** Rows that are over. */
  dimmed?: (row: Row) => boolean;
  /** Rows that stand out. */
  marked?: (row: Row) => boolean;
  /** The first column is the head of its row. */
  rowHeads?: boolean;
  /** What stands side by side is of one width. */
  even?: boolean;
}

/** Columns that stand beside each other on the narrowest phone. */
const FIT = 3;

/**
 * A table whose rows come all at once. Where its place is narrow each row becomes lines, the title of a column before its value, so
 * that nothing scrolls sideways on a phone. Roles are written out, as laid out otherwise it would not be read out as a table.
 */
export function ShortTable<Row>({
  label,
  caption,
  rows,
  columns,
  rowId,
  dimmed,
  marked,
  rowHeads = false,
  even = false,
}: ShortTableProps<Row>) {
  const cell = (column: ShortColumn<Row>, row: Row, at: number) =>
    'money' in column ? <MoneyText centavos={column.money(row)} /> : column.render(row, at);
  const alignOf = (column: ShortColumn<Row>) => column.align ?? ('money' in column ? 'right' : 'left');
  const sums = columns.map((column) =>
    'money' in column && column.sum ? rows.reduce((sum, row) => sum + (column.money(row) ?? 0), 0) : null,
  );
  return (
    <div className={columns.length > FIT ? styles.frame : undefined}>
      <Table
        role="table"
        fz="sm"
        verticalSpacing="xs"
        className={`figures ${styles.table}`}
        {...(even && { layout: 'fixed', 'data-even': true })}
        {...(!caption && { 'aria-label': label })}
      >
        {caption && (
          <Table.Caption ta="left" style={{ captionSide: 'top' }}>
            {caption}
          </Table.Caption>
        )}
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            {columns.map((column) => (
              <Table.Th key={column.title} role="columnheader" ta={alignOf(column)}>
                {column.quiet ? (
                  <span className="sr-only">{column.title}</span>
                ) : (
                  (column.head ?? column.title)
                )}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">
          {rows.map((row, at) => (
            <Table.Tr
              key={rowId(row, at)}
              role="row"
              {...(dimmed?.(row) && { c: 'dimmed' })}
              {...(marked?.(row) && { 'data-marked': true })}
            >
              {columns.map((column, place) =>
                rowHeads && place === 0 ? (
                  <Table.Th key={column.title} role="rowheader" scope="row" fw={500}>
                    {cell(column, row, at)}
                  </Table.Th>
                ) : (
                  <Table.Td
                    key={column.title}
                    role="cell"
                    ta={alignOf(column)}
                    data-label={place > 0 && !column.quiet ? column.title : undefined}
                  >
                    {cell(column, row, at)}
                  </Table.Td>
                ),
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
        {sums.some((sum) => sum !== null) && (
          <Table.Tfoot role="rowgroup">
            <Table.Tr role="row" fw={600}>
              {columns.map((column, place) => (
                <Table.Td
                  key={column.title}
                  role="cell"
                  ta={alignOf(column)}
                  data-label={place > 0 && sums[place] !== null ? column.title : undefined}
                >
                  {place === 0 ? 'Suma' : sums[place] != null && <MoneyText centavos={sums[place]} />}
                </Table.Td>
              ))}
            </Table.Tr>
          </Table.Tfoot>
        )}
      </Table>
    </div>
  );
}
