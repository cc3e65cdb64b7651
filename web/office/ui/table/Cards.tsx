import { Checkbox, Group } from '@mantine/core';
import { MoneyText } from '../MoneyText.tsx';
import { cellOf, isSummed, sumOf, type Sums } from './cell.tsx';
import { Opener } from './Line.tsx';
import styles from './table.module.css';
import type { Column, RowOpen } from './types.ts';

interface CardsProps<Row> {
  caption: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  rowId: (row: Row) => string | number;
  rowName: (row: Row) => string;
  open: RowOpen<Row>;
  onOpen: (row: Row) => void;
  /** null: rows cannot be selected. */
  selection: { has: (row: Row) => boolean; toggle: (row: Row) => void } | null;
  active: number;
  /** Label of the sums. */
  sumLabel: string;
  /** The sums over the whole filter; undefined: the sums of these rows. */
  sums: Sums | undefined;
}

/** The rows of a table on a narrow screen: one card per row, with the heading column first. */
export function Cards<Row>({
  caption,
  rows,
  columns,
  rowId,
  rowName,
  open,
  onOpen,
  selection,
  active,
  sumLabel,
  sums,
}: CardsProps<Row>) {
  const top = columns.find((one) => one.phone === 'heading') ?? columns[0];
  const lines = columns.filter((one) => one !== top && one.phone !== 'hidden');
  return (
    <ul className={styles.cards} aria-label={caption}>
      {rows.map((row, index) => (
        // The heading inside is the accessible link or button; the click on the card is only a shortcut.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
        <li
          key={rowId(row)}
          className={`${styles.card} ${styles.row}`}
          data-row={index}
          data-opens={open ? '' : undefined}
          // Focusable for the arrow keys, like table rows.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={index === active ? 0 : -1}
          onClick={(event) => {
            const target = event.target as HTMLElement;
            if (target.closest('[data-open]')) onOpen(row);
            else if (open && !target.closest('a, button, input, label')) onOpen(row);
          }}
        >
          <Group gap={8} wrap="nowrap" align="flex-start">
            {selection && (
              <Checkbox
                aria-label={`Elegir ${rowName(row)}`}
                checked={selection.has(row)}
                onChange={() => selection.toggle(row)}
              />
            )}
            <strong>
              <Opener row={row} open={open}>
                {top && cellOf(top, row)}
              </Opener>
            </strong>
          </Group>
          <dl style={{ margin: 0, display: 'grid', gap: 4 }}>
            {lines.map((column) => {
              const value = cellOf(column, row);
              return value === null ? null : (
                <div key={column.key} className={styles.line}>
                  <dt>{column.title}</dt>
                  <dd>{value}</dd>
                </div>
              );
            })}
          </dl>
        </li>
      ))}
      {isSummed(columns) && (
        <li className={`${styles.card} ${styles.sums}`}>
          <strong>{sumLabel}</strong>
          <dl style={{ margin: 0, display: 'grid', gap: 4 }}>
            {columns.map((column) => {
              const sum = sumOf(column, rows, sums);
              return sum === null ? null : (
                <div key={column.key} className={styles.line}>
                  <dt>{column.title}</dt>
                  <dd>
                    <MoneyText centavos={sum} />
                  </dd>
                </div>
              );
            })}
          </dl>
        </li>
      )}
    </ul>
  );
}
