import type { ReactNode } from 'react';
import { MoneyText } from '../MoneyText.tsx';
import type { Column } from './types.ts';

/** The content of a cell. */
export const cellOf = <Row,>(column: Column<Row>, row: Row): ReactNode =>
  'money' in column ? <MoneyText centavos={column.money(row)} /> : column.render(row);

export const alignOf = <Row,>(column: Column<Row>) => column.align ?? ('money' in column ? 'right' : 'left');

/** The sum of a column over these rows; null if the column has none. */
export const sumOf = <Row,>(column: Column<Row>, rows: readonly Row[]): number | null =>
  'money' in column && column.sum ? rows.reduce((sum, row) => sum + (column.money(row) ?? 0), 0) : null;

export const isSummed = <Row,>(columns: readonly Column<Row>[]): boolean =>
  columns.some((column) => 'money' in column && column.sum);
