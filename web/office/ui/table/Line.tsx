import { memo, type ReactNode } from 'react';
import { PageLink } from '../PageLink.tsx';
import { alignOf, cellOf } from './cell.tsx';
import styles from './table.module.css';
import type { Column, RowOpen } from './types.ts';

interface LineProps<Row> {
  row: Row;
  index: number;
  name: string;
  columns: readonly Column<Row>[];
  open: RowOpen<Row>;
  /** The row with the keyboard focus. */
  active: boolean;
  /** null: rows cannot be selected. */
  chosen: boolean | null;
}

const ignore = () => undefined;

/** Opens the row: a link, or a button whose click the table handles. */
export function Opener<Row>({ row, open, children }: { row: Row; open: RowOpen<Row>; children: ReactNode }) {
  if (!open) return children;
  if ('show' in open)
    return (
      <button type="button" className={styles.asLink} data-open>
        {children}
      </button>
    );
  return (
    <PageLink {...open.link(row)} className={styles.link}>
      {children}
    </PageLink>
  );
}

function LineOf<Row>({ row, index, name, columns, open, active, chosen }: LineProps<Row>) {
  return (
    <tr
      data-row={index}
      className={styles.row}
      tabIndex={active ? 0 : -1}
      {...(chosen && { 'data-chosen': true })}
      {...(open && { 'data-opens': true })}
    >
      {chosen !== null && (
        <td className={styles.pick}>
          <input
            type="checkbox"
            data-pick
            aria-label={`Elegir ${name}`}
            checked={chosen}
            onChange={ignore}
            tabIndex={-1}
          />
        </td>
      )}
      {columns.map((column, at) => (
        <td
          key={column.key}
          className={at === 0 ? styles.pinned : undefined}
          style={{ textAlign: alignOf(column) }}
          {...(column.short && { 'data-short': true })}
        >
          {at === 0 ? (
            <Opener row={row} open={open}>
              {cellOf(column, row)}
            </Opener>
          ) : (
            cellOf(column, row)
          )}
        </td>
      ))}
    </tr>
  );
}

/** One row. Memoized: with 200 rows, selecting or focusing one must not render the others. */
export const Line = memo(LineOf) as typeof LineOf;
