/* oxlint-disable jsx-a11y/prefer-tag-over-role -- the tags are these; laid out as lines they lose their roles */
import { Table } from '@mantine/core';
import type { Key, ReactNode } from 'react';
import { MoneyText } from './MoneyText.tsx';
import styles from './ShortTable.module.css';

type ShortCell<Row> =
  | { render: (row: Row, at: number) => ReactNode }
  | {
      money: (row: Row) => number | null;
      /** Adds a footer row with the sum. */
      sum?: boolean;
    };

export type ShortColumn<Row> = ShortCell<Row> & {
  title: string;
  /** Content of the header cell, if it is more than the title. */
  head?: ReactNode;
  align?: 'left' | 'right';
  /** For buttons and checkboxes: only screen readers get the title. */
  quiet?: boolean;
};

interface ShortTableProps<Row> {
  /** Name of the table, for screen readers. */
  label: string;
  /** A visible name of the table. */
  caption?: ReactNode;
  rows: readonly Row[];
  /** The first column names the row. */
  columns: readonly ShortColumn<Row>[];
  rowId: (row: Row, at: number) => Key;
  /** Rows that are no longer active. */
  dimmed?: (row: Row) => boolean;
  /** Highlighted rows. */
  marked?: (row: Row) => boolean;
  /** The cells of the first column are row headers. */
  rowHeads?: boolean;
  /** All columns have the same width. */
  even?: boolean;
  /** Its cells are sentences: lines on a phone, however few columns. */
  wordy?: boolean;
}

/** Number of columns that fit on the narrowest phone. */
const FIT = 3;

/**
 * A table without pages. In a narrow container each row becomes lines of "column title: value", so that a phone does
 * not scroll sideways. The explicit ARIA roles keep it a table for screen readers, because the changed `display`
 * removes the implicit ones.
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
  wordy = false,
}: ShortTableProps<Row>) {
  const cell = (column: ShortColumn<Row>, row: Row, at: number) =>
    'money' in column ? <MoneyText centavos={column.money(row)} /> : column.render(row, at);
  const alignOf = (column: ShortColumn<Row>) => column.align ?? ('money' in column ? 'right' : 'left');
  const sums = columns.map((column) =>
    'money' in column && column.sum ? rows.reduce((sum, row) => sum + (column.money(row) ?? 0), 0) : null,
  );
  return (
    <div className={wordy || columns.length > FIT ? styles.frame : undefined}>
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
