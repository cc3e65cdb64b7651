/* oxlint-disable jsx-a11y/prefer-tag-over-role -- the tags are these; laid out as lines they lose their roles */
import { Table, type TableProps } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './StackedTable.module.css';

interface StackedTableProps extends Pick<TableProps, 'highlightOnHover' | 'verticalSpacing'> {
  heads: readonly { label: string; right?: boolean }[];
  caption?: string;
  className?: string | undefined;
  /** `StackedRow` elements. */
  children: ReactNode;
}

/**
 * A short table. In a narrow container each row becomes lines of two cells, so that a phone does not scroll sideways.
 * The caller's CSS places the cells (grid-area, in a container query). The explicit ARIA roles keep it a table for
 * screen readers, because the changed `display` removes the implicit ones.
 */
export function StackedTable({ heads, caption, className = '', children, ...table }: StackedTableProps) {
  return (
    <div className={styles.frame}>
      <Table role="table" fz="sm" className={`${styles.table} ${className}`} {...table}>
        {caption && (
          <Table.Caption ta="left" fw={600} style={{ captionSide: 'top' }}>
            {caption}
          </Table.Caption>
        )}
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            {heads.map(({ label, right }) => (
              <Table.Th key={label} role="columnheader" {...(right && { ta: 'right' })}>
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">{children}</Table.Tbody>
      </Table>
    </div>
  );
}

export const StackedRow = ({ faded = false, children }: { faded?: boolean; children: ReactNode }) => (
  <Table.Tr role="row" {...(faded && { opacity: 0.75 })}>
    {children}
  </Table.Tr>
);

interface StackedCellProps {
  /** Shown before the value when the header row is hidden. */
  label?: string;
  right?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** A cell. An empty one is hidden in the narrow layout. */
export const StackedCell = ({ label, right, className, children }: StackedCellProps) => (
  <Table.Td role="cell" data-label={label} className={className} {...(right && { ta: 'right' })}>
    {children}
  </Table.Td>
);
