import { createHash } from 'node:crypto';
import { cellText, plainText, type Cell, type CellValue } from '#contract/overview/imports/cells.ts';
import { faultSentence, ROWS_MAX, type RowFault } from '#contract/overview/imports/model.ts';
import { invalid } from '#server/kernel/errors.ts';
import type { ImportKind, RowValues } from './kind.ts';
import type { Sheet } from '#server/kernel/csv.ts';

/** A file's rows, with their cells by column key. */
export interface Table {
  present: ReadonlySet<string>;
  unknownHeadings: string[];
  rows: { row: number; cells: Record<string, Cell> }[];
}

const HEADING_ROWS = 20;
const refuse = (message: string) => invalid([{ field: 'archivo', message }]);

/** Text in a form that PostgreSQL can store, cut above the longest that a column takes. */
const storable = (cell: Cell): Cell =>
  typeof cell === 'string' ? cell.toWellFormed().replaceAll('\u0000', '').slice(0, 2_100) : cell;

/**
 * Finds the heading row among the first rows and maps each row's cells to columns; skips blank rows. Raises 422 at
 * `archivo` if columns are missing or repeated, or if there are no rows.
 */
export function tableOf<K>(sheet: Sheet, kind: ImportKind<K>): Table {
  const keyOf = new Map(
    kind.columns.flatMap(({ key, title, aliases }) =>
      [title, key, ...aliases].map((text) => [plainText(text), key] as const),
    ),
  );
  const keysIn = (cells: readonly Cell[]) =>
    cells.map((cell) => keyOf.get(plainText(cellText(cell).replace(/\*$/, ''))));
  const known = (cells: readonly Cell[]) => keysIn(cells).filter((key) => key !== undefined).length;
  const candidates = sheet.rows.slice(0, HEADING_ROWS);
  const headings = candidates.reduce((best, one) => (known(one.cells) > known(best.cells) ? one : best), {
    row: 0,
    cells: [] as Cell[],
  });
  const keys = keysIn(headings.cells);
  const present = new Set(keys.filter((key) => key !== undefined));
  const lacking = kind.columns.filter(({ key, required }) => required && !present.has(key));
  if (lacking.length > 0)
    throw refuse(
      `Faltan columnas: ${lacking.map(({ title }) => `«${title}»`).join(', ')}. Descarga la plantilla y copia tus datos en ella.`,
    );
  const twice = kind.columns.find(({ key }) => keys.filter((one) => one === key).length > 1);
  if (twice) throw refuse(`La columna «${twice.title}» viene dos veces: deja una sola.`);
  const rows = sheet.rows
    .filter(({ row }) => row > headings.row)
    .map(({ row, cells }) => ({
      row,
      cells: Object.fromEntries(
        keys.flatMap((key, at) => {
          const cell = storable(cells[at] ?? null);
          return key === undefined || (typeof cell !== 'object' && cellText(cell) === '') || cell === null
            ? []
            : [[key, cell] as const];
        }),
      ),
    }))
    .filter(({ cells }) => Object.keys(cells).length > 0);
  if (rows.length === 0) throw refuse('El archivo no trae filas debajo de los encabezados.');
  const most = kind.most ?? ROWS_MAX;
  if (rows.length > most)
    throw refuse(`El archivo tiene más de ${most.toLocaleString('en-US')} filas. Divídelo en partes.`);
  const unknownHeadings = headings.cells
    .map((cell, at) => (keys[at] === undefined ? cellText(cell).slice(0, 60) : ''))
    .filter((text) => text !== '')
    .slice(0, 20);
  return { present, unknownHeadings, rows };
}

export interface CheckedRow {
  row: number;
  status: 'new' | 'changed' | 'same' | 'bad';
  cells: Record<string, Cell>;
  faults: RowFault[];
  changes: Record<string, [CellValue, CellValue]>;
  label: string;
  existingId: number | null;
  values: RowValues;
}

const BREATH = 500;

/** Checks every row against the known records; yields from time to time, so that other requests are served. */
export async function checkRows<K>(
  { rows }: Pick<Table, 'rows'>,
  kind: ImportKind<K>,
  known: K,
): Promise<CheckedRow[]> {
  const readers = kind.columns.map((column) => ({ column, read: column.read(known) }));
  const seen = new Map<string, number>();
  const checked: CheckedRow[] = [];
  for (const [at, { row, cells }] of rows.entries()) {
    if (at % BREATH === BREATH - 1) await new Promise(setImmediate);
    const faults: RowFault[] = [];
    const fault = (column: string, text: string) =>
      faults.push({ column, message: faultSentence(row, column, text) });
    const values: RowValues = {};
    for (const { column, read } of readers) {
      const cell = cells[column.key] ?? null;
      if (typeof cell === 'object' && cell !== null) {
        fault(column.title, cell.fault);
        continue;
      }
      const text = cellText(cell, column.lines);
      if (text === '') {
        values[column.key] = null;
        if (column.required) fault(column.title, 'falta el dato.');
        continue;
      }
      const found = read(text);
      if (found.fault === undefined) values[column.key] = found.value;
      else fault(column.title, found.fault);
    }
    const one: CheckedRow = {
      row,
      status: 'bad',
      cells,
      faults,
      changes: {},
      label: '',
      existingId: null,
      values: {},
    };
    checked.push(one);
    if (faults.length > 0) continue;
    const match = kind.match(values, known);
    if ('fault' in match) {
      fault(match.column, match.fault);
      continue;
    }
    const first = seen.get(match.key);
    one.label = match.label;
    if (first !== undefined) {
      fault('', `es la misma que la fila ${first}: deja una sola.`);
      continue;
    }
    seen.set(match.key, row);
    const before = match.existing?.values ?? {};
    for (const [key, value] of Object.entries(match.values)) {
      if (key.startsWith('_')) continue;
      const was = before[key] ?? null;
      if (!match.existing ? value !== null : value !== was) one.changes[key] = [was, value];
    }
    one.existingId = match.existing?.id ?? null;
    one.values = match.values;
    one.status = !match.existing ? 'new' : Object.keys(one.changes).length > 0 ? 'changed' : 'same';
  }
  return checked;
}

/** A hash of the plan: the same for the same file and the same records only. */
export const planHash = (checked: readonly CheckedRow[]): string =>
  createHash('sha256')
    .update(
      JSON.stringify(
        checked.map(({ row, status, existingId, changes, faults }) => [
          row,
          status,
          existingId,
          changes,
          faults,
        ]),
      ),
    )
    .digest('hex');
