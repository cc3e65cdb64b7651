import { readTypedDay, showDay } from '#contract/dates.ts';
import type { HouseFileRow } from '#contract/legal/houseFile/model.ts';

/** The columns of the table, in the order in which the papers are obtained. */
export const GRID = [
  { key: 'finca_madre', title: 'Finca madre', kind: 'text', width: 110 },
  { key: 'finca', title: 'Finca', kind: 'text', width: 110 },
  { key: 'codigo_ubicacion', title: 'Código', kind: 'text', width: 84 },
  { key: 'segregacion_entrada', title: 'Entrada segreg.', kind: 'text', width: 120 },
  { key: 'segregacion_ingresada', title: 'Segreg. ingresada', kind: 'day', width: 118 },
  { key: 'segregacion_inscrita', title: 'Segreg. inscrita', kind: 'day', width: 118 },
  { key: 'permiso_numero', title: 'Permiso n.º', kind: 'text', width: 120 },
  { key: 'permiso_fecha', title: 'Permiso fecha', kind: 'day', width: 118 },
  { key: 'mejoras_entrada', title: 'Entrada mejoras', kind: 'text', width: 120 },
  { key: 'mejoras_inscrita', title: 'Mejoras inscritas', kind: 'day', width: 118 },
  { key: 'liberacion_firmada', title: 'Liberación firmada', kind: 'day', width: 118 },
  { key: 'liberacion_inscrita', title: 'Liberación inscrita', kind: 'day', width: 118 },
] as const;
export type GridKey = (typeof GRID)[number]['key'];
export type GridColumn = (typeof GRID)[number];

/** Typed texts by cell, `lotId key`. */
export type Typed = ReadonlyMap<string, string>;
export const cellName = (id: number, key: GridKey) => `${id} ${key}`;

/** What a cell shows before somebody types. */
export function knownText(row: HouseFileRow, { key, kind }: GridColumn): string {
  const value = row[key];
  return value === null ? '' : kind === 'day' ? showDay(value) : value;
}

/** Why a typed text cannot be saved; null when it can. The server checks the rest. */
export const faultIn = ({ kind }: GridColumn, text: string): string | null =>
  kind === 'day' && text.trim() !== '' && readTypedDay(text) === undefined ? 'Fecha: 31-12-2026' : null;

/** The value of a typed text; empty is null. */
export const valueIn = ({ kind }: GridColumn, text: string): string | null =>
  text.trim() === '' ? null : kind === 'day' ? (readTypedDay(text) ?? null) : text.trim();

/** The cells of a text copied from a sheet: lines of columns. */
export const pastedCells = (text: string): string[][] =>
  text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t').map((cell) => cell.trim()));

/** The typed texts after a paste that begins at a cell; what falls outside the table is left out. */
export function afterPaste(
  typed: Typed,
  rows: readonly HouseFileRow[],
  at: { row: number; column: number },
  cells: readonly (readonly string[])[],
): Map<string, string> {
  const next = new Map(typed);
  for (const [down, line] of cells.entries())
    for (const [right, text] of line.entries()) {
      const row = rows[at.row + down];
      const column = GRID[at.column + right];
      if (row && column) next.set(cellName(row.id, column.key), text);
    }
  return next;
}

/** The rows of the request: only what changed, with the version that the table shows. */
export function changedRows(rows: readonly HouseFileRow[], typed: Typed) {
  return rows.flatMap((row) => {
    const set = GRID.flatMap((column) => {
      const text = typed.get(cellName(row.id, column.key));
      if (text === undefined || text.trim() === knownText(row, column)) return [];
      return [[column.key, valueIn(column, text)] as const];
    });
    return set.length > 0 ? [{ lote_id: row.id, version: row.version, ...Object.fromEntries(set) }] : [];
  });
}
