import type { ReactNode } from 'react';
import { MoneyText } from '../MoneyText.tsx';
import type { Column } from './types.ts';

/** The content of a cell. */
export const cellOf = <Row,>(column: Column<Row>, row: Row): ReactNode =>
  'money' in column ? <MoneyText centavos={column.money(row)} /> : column.render(row);

export const alignOf = <Row,>(column: Column<Row>) => column.align ?? ('money' in column ? 'right' : 'left');

/** Sums over the whole filter, in centavos, by column key, null for too many rows; null: not known yet. */
export type Sums = Readonly<Partial<Record<string, number | null>>> | null;

/**
 * The sum of a column: over the whole filter if `sums` are given, else over these rows. null if the column has none.
 */
export const sumOf = <Row,>(column: Column<Row>, rows: readonly Row[], sums?: Sums): number | null =>
  !('money' in column) || !column.sum
    ? null
    : sums === undefined
      ? rows.reduce((sum, row) => sum + (column.money(row) ?? 0), 0)
      : (sums?.[column.key] ?? null);

export const isSummed = <Row,>(columns: readonly Column<Row>[]): boolean =>
  columns.some((column) => 'money' in column && column.sum);
