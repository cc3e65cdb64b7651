import { VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import type { ListSearch } from '../../lib/listSearch.ts';
import { WIDTH_MIN } from './layout.ts';
import styles from './table.module.css';

interface HeadCellProps {
  column: {
    key: string;
    title: string;
    short?: string;
    sortable?: boolean;
    align: 'left' | 'center' | 'right';
  };
  width: number;
  /** The first column names the row: it is pinned and cannot be moved. */
  first: boolean;
  search: ListSearch;
  onSort: (patch: Record<string, unknown>) => void;
  onWidth: (width: number) => void;
  /** Called with the key of a column that was dropped here. */
  onDropped: (key: string) => void;
}

const STEP = 16;
const MIME = 'text/x-llave-columna';

/** A column header: sorts, can be dragged to another position, and has a resize handle. */
export function HeadCell({ column, width, first, search, onSort, onWidth, onDropped }: HeadCellProps) {
  const sorted = search.order_column === column.key ? (search.order_type ?? 'asc') : null;
  const Arrow = sorted === 'asc' ? IconArrowUp : sorted === 'desc' ? IconArrowDown : IconArrowsSort;
  return (
    <th
      scope="col"
      className={first ? styles.pinned : undefined}
      style={{ textAlign: column.align }}
      data-column={column.key}
      {...(column.short && { 'data-short': true, title: column.title })}
      {...(column.sortable && {
        'aria-sort': sorted === null ? 'none' : sorted === 'asc' ? 'ascending' : 'descending',
      })}
      draggable={!first}
      onDragStart={(event) => {
        event.dataTransfer.setData(MIME, column.key);
        event.dataTransfer.effectAllowed = 'move';
      }}
      onDragOver={(event) => {
        if (!first && event.dataTransfer.types.includes(MIME)) event.preventDefault();
      }}
      onDrop={(event) => {
        event.preventDefault();
        onDropped(event.dataTransfer.getData(MIME));
      }}
    >
      {column.sortable ? (
        <button
          type="button"
          className={styles.sort}
          onClick={() => onSort({ order_column: column.key, order_type: sorted === 'asc' ? 'desc' : 'asc' })}
        >
          <span>{column.title}</span>
          <Arrow size={14} aria-hidden data-idle={sorted === null || undefined} />
        </button>
      ) : (
        <span className={styles.headText}>
          {column.short ? (
            <>
              <VisuallyHidden>{column.title}</VisuallyHidden>
              <span aria-hidden>{column.short}</span>
            </>
          ) : (
            column.title
          )}
        </span>
      )}
      {!column.short && <Edge title={column.title} name={column.key} width={width} onWidth={onWidth} />}
    </th>
  );
}

interface EdgeProps {
  title: string;
  name: string;
  width: number;
  onWidth: (width: number) => void;
}

/**
 * The resize handle: dragged, or moved with the arrow keys. During a drag only the <col> changes, without a React
 * render.
 */
function Edge({ title, name, width, onWidth }: EdgeProps) {
  const start = useRef<{ x: number; width: number; column: HTMLElement } | null>(null);
  const wanted = (event: PointerEvent) =>
    start.current
      ? Math.max(WIDTH_MIN, Math.round(start.current.width + event.clientX - start.current.x))
      : width;
  const end = (event: PointerEvent) => {
    if (start.current) onWidth(wanted(event));
    start.current = null;
  };
  return (
    // A focusable separator is a widget (ARIA 1.2).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/prefer-tag-over-role
    <span
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="separator"
      aria-orientation="vertical"
      aria-label={`Ancho de ${title}`}
      aria-valuenow={width}
      aria-valuemin={WIDTH_MIN}
      aria-valuemax={2000}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className={styles.edge}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        const head = event.currentTarget.closest('th');
        const column = head?.closest('table')?.querySelector<HTMLElement>(`col[data-key="${name}"]`);
        if (head && column) start.current = { x: event.clientX, width: head.offsetWidth, column };
      }}
      onPointerMove={(event) => {
        if (start.current) start.current.column.style.width = `${wanted(event)}px`;
      }}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={(event: KeyboardEvent) => {
        const by = event.key === 'ArrowRight' ? STEP : event.key === 'ArrowLeft' ? -STEP : 0;
        if (by === 0) return;
        event.preventDefault();
        onWidth(Math.max(WIDTH_MIN, width + by));
      }}
      draggable
      onDragStart={(event) => {
        // A drag of the handle must not drag the column.
        event.preventDefault();
        event.stopPropagation();
      }}
    />
  );
}
