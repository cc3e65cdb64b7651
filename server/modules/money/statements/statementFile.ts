import { createHash } from 'node:crypto';
import { referenceKey } from '#contract/money/statements/matching.ts';
import {
  LINES_MAX,
  type CsvColumns,
  type LineFault,
  type StatementFormat,
} from '#contract/money/statements/statements.ts';
import { formatMoney } from '#contract/money.ts';
import type { Cell } from '#contract/overview/imports/cells.ts';
import { fileText, recordsOf, separatorOf, Unreadable, type Sheet } from '#server/kernel/csv.ts';
import { guessColumns, LARGEST, readAmount, readDay, sameHeading, usesComma } from './bankWords.ts';
import { isOfx, readOfx } from './ofx.ts';
import { faultAt, type FileLine } from './statementLine.ts';

export interface ReadLine extends FileLine {
  /** Identifies the same movement in another file. */
  key: string;
}
export interface ReadStatement {
  format: StatementFormat;
  headings: string[];
  columns: CsvColumns | null;
  lines: ReadLine[];
  faults: LineFault[];
  fromOn: string | null;
  toOn: string | null;
  openingCents: number | null;
  closingCents: number | null;
  /** As the OFX file names it. */
  accountNumber: string | null;
}

const NO_TEXT = 'El archivo no es de texto. Descarga el extracto como CSV, Excel (.xlsx) u OFX.';
/** The balboa equals the dollar. */
const OWN_CURRENCIES = ['USD', 'PAB'];

/**
 * Reads a bank's file: the bytes of a CSV or OFX, or the sheet of a workbook. `columns`: which column is what; guessed
 * when missing. Raises Unreadable.
 */
export function readStatement(source: Buffer | Sheet, columns?: CsvColumns): ReadStatement {
  if (!Buffer.isBuffer(source)) return fromTable('xlsx', rowsOfSheet(source), columns);
  const text = fileText(source);
  if (text.includes('\0')) throw new Unreadable(NO_TEXT);
  return isOfx(text) ? fromOfx(text) : fromTable('csv', rowsOf(text), columns);
}

function fromOfx(text: string): ReadStatement {
  const { lines, faults, accountNumber, currencies, fromOn, toOn, closingCents } = readOfx(text);
  const foreign = currencies.find((one) => !OWN_CURRENCIES.includes(one));
  if (foreign !== undefined)
    throw new Unreadable(
      `El archivo está en ${foreign} y las cuentas se llevan en USD: descarga el extracto de la cuenta en dólares.`,
    );
  if (lines.length === 0 && faults.length === 0)
    throw new Unreadable('El archivo OFX no trae ningún movimiento.');
  const total = lines.reduce((sum, { cents }) => sum + cents, 0);
  return {
    ...spanOf(lines, fromOn, toOn),
    format: 'ofx',
    headings: [],
    columns: null,
    lines: withKeys(lines),
    faults,
    openingCents: closingCents === null ? null : closingCents - total,
    closingCents,
    accountNumber,
  };
}

function spanOf(lines: readonly FileLine[], from: string | null = null, to: string | null = null) {
  const days = lines.map(({ postedOn }) => postedOn).toSorted();
  return { fromOn: [from, days[0]].filter((day) => day != null).toSorted()[0] ?? null, toOn: to && days.length > 0 && to > days.at(-1)! ? to : (days.at(-1) ?? to) }; // prettier-ignore
}

/**
 * The key of each line: FITID with day and amount (some banks reuse a FITID), otherwise day, amount, reference,
 * description and balance, plus an ordinal among equal lines.
 */
function withKeys(lines: readonly FileLine[]): ReadLine[] {
  const seen = new Map<string, number>();
  const keys = new Set<string>();
  return lines.map((line) => {
    const { postedOn, cents, fitid, balanceCents } = line;
    const same = [postedOn, cents, referenceKey(line.reference), referenceKey(line.description), balanceCents ?? ''];
    const base = fitid
      ? `F:${fitid.slice(0, 80)}:${postedOn}:${cents}`
      : `H:${createHash('sha256').update(same.join('|')).digest('hex').slice(0, 32)}`;
    const count = (seen.get(base) ?? 0) + 1;
    seen.set(base, count);
    // The same FITID twice in a file is the same movement.
    return { ...line, key: fitid || count === 1 ? base : `${base}:${count}` };
  }).filter(({ fitid, key }) => !fitid || keys.size < keys.add(key).size); // prettier-ignore
}

interface TextRow {
  /** Line number as in an editor or a spreadsheet, from 1. */
  row: number;
  cells: string[];
  /** The cells of a workbook that hold a number: its text has no decimal form to guess. */
  numbers?: (number | undefined)[];
}

/** Blank records count too: a file may have as many of them as movements. */
const RECORDS_MAX = 2 * LINES_MAX;

/** Rows with content. The separator is guessed from the first lines. */
function rowsOf(text: string): TextRow[] {
  const separator = separatorOf(text.slice(0, 4000), [';', '\t', '|', ',']);
  const records = recordsOf(text, separator, RECORDS_MAX + 1);
  const rows = records
    .map(({ line, cells }) => ({ row: line, cells: cells.map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  if (records.length > RECORDS_MAX || rows.length > LINES_MAX + 100)
    throw new Unreadable(
      `El archivo tiene más de ${LINES_MAX.toLocaleString('en-US')} líneas. Divídelo en partes.`,
    );
  return rows;
}

/** Rows of a workbook with content. Days are YYYY-MM-DD, as the sheet's reader gives them. */
function rowsOfSheet({ rows }: Sheet): TextRow[] {
  const textOf = (cell: Cell): string =>
    cell === null || typeof cell === 'boolean'
      ? ''
      : typeof cell === 'object'
        ? '#ERROR'
        : typeof cell === 'number' && !Number.isInteger(cell)
          ? cell.toFixed(2)
          : String(cell).trim();
  return rows
    .map(({ row, cells }) => ({
      row,
      cells: cells.map(textOf),
      numbers: cells.map((cell) => (typeof cell === 'number' ? cell : undefined)),
    }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
}

function fromTable(format: StatementFormat, rows: readonly TextRow[], wanted?: CsvColumns): ReadStatement {
  const named = wanted && NAMED.map((key) => wanted[key]).filter(Boolean);
  const at = rows
    .slice(0, 40)
    .findIndex(({ cells }) =>
      named
        ? named.every((name) => cells.some((cell) => sameHeading(cell, name)))
        : guessColumns(cells) !== undefined,
    );
  // Without a heading row, the first row with three columns is offered as the heading.
  const headingAt = at >= 0 ? at : rows.findIndex(({ cells }) => cells.filter(Boolean).length >= 3);
  const heading = rows[headingAt];
  if (!heading)
    throw new Unreadable('El archivo no tiene columnas. Descarga el extracto como CSV, Excel (.xlsx) u OFX.');
  const headings = heading.cells.filter(Boolean);
  const columns = (at >= 0 ? wanted : undefined) ?? guessColumns(heading.cells);
  const empty = { format, headings, accountNumber: null, fromOn: null, toOn: null, openingCents: null, closingCents: null }; // prettier-ignore
  if (!columns)
    return {
      ...empty,
      columns: null,
      lines: [],
      faults: [faultAt(heading.row, '', 'di qué columna es cada cosa.')],
    };
  const { lines, faults } = linesOf(rows.slice(headingAt + 1), heading.cells, columns);
  if (lines.length === 0 && faults.length === 0)
    faults.push(
      faultAt(
        heading.row,
        columns.monto || columns.credito || columns.debito,
        'ninguna fila trae un monto: revisa qué columna es cada cosa.',
      ),
    );
  const balances = checkBalances(lines, columns.saldo);
  return {
    ...empty,
    ...spanOf(lines),
    columns,
    lines: withKeys(lines),
    faults: [...faults, ...balances.faults],
    openingCents: balances.openingCents,
    closingCents: balances.closingCents,
  };
}

/** A number of a workbook as cents; undefined when it has more decimals or is too large. */
function centsOf(number: number): number | undefined {
  const cents = Math.round(number * 100);
  return Math.abs(number * 100 - cents) < 0.001 && Math.abs(cents) <= LARGEST ? cents : undefined;
}

const NAMED = ['fecha', 'referencia', 'descripcion', 'monto', 'credito', 'debito', 'saldo'] as const;
const NOT_A_MOVEMENT = /^\s*(total|saldo|balance|fin\b|\*{2,})/i;
const clean = (text: string) => text.replace(/[\p{Cc}\s]+/gu, ' ').trim();

function linesOf(rows: readonly TextRow[], headings: readonly string[], columns: CsvColumns) {
  const position = (name: string) => (name ? headings.findIndex((one) => sameHeading(one, name)) : -1);
  const at = {
    fecha: position(columns.fecha),
    referencia: position(columns.referencia),
    descripcion: position(columns.descripcion),
    monto: position(columns.monto),
    credito: position(columns.credito),
    debito: position(columns.debito),
    saldo: position(columns.saldo),
  };
  const cell = ({ cells }: TextRow, index: number) => (index < 0 ? '' : (cells[index] ?? ''));
  const amountsAt = [at.monto, at.credito, at.debito, at.saldo];
  const comma =
    columns.decimal === 'auto'
      ? usesComma(
          rows.flatMap((row) =>
            amountsAt.flatMap((index) => (row.numbers?.[index] === undefined ? cell(row, index) : [])),
          ),
        )
      : columns.decimal === 'comma';
  const lines: FileLine[] = [];
  const faults: LineFault[] = [];
  for (const row of rows) {
    const day = cell(row, at.fecha);
    const amounts = [at.monto, at.credito, at.debito].map((index) => cell(row, index));
    if (amounts.every((text) => text === '') || (NOT_A_MOVEMENT.test(row.cells.find(Boolean) ?? '') && !readDay(day, columns.fecha_forma))) continue; // prettier-ignore
    const faultsBefore = faults.length;
    const postedOn = readDay(day, columns.fecha_forma);
    if (!postedOn)
      faults.push(faultAt(row.row, columns.fecha, 'escribe una fecha que exista, en la forma elegida.'));
    const read = (index: number, name: string) => {
      const text = cell(row, index);
      if (text === '') return 0;
      const number = row.numbers?.[index];
      const cents = number === undefined ? readAmount(text, comma) : centsOf(number);
      if (cents === undefined) faults.push(faultAt(row.row, name, `«${text.slice(0, 20)}» no es un monto.`));
      return cents ?? 0;
    };
    const cents = at.monto >= 0 ? read(at.monto, columns.monto) : Math.abs(read(at.credito, columns.credito)) - Math.abs(read(at.debito, columns.debito)); // prettier-ignore
    const balance = cell(row, at.saldo);
    const balanceCents = balance === '' ? null : read(at.saldo, columns.saldo);
    if (cents === 0 && faults.length === faultsBefore)
      faults.push(faultAt(row.row, columns.monto || columns.credito || columns.debito, 'el monto es cero.'));
    if (faults.length > faultsBefore) continue;
    lines.push({
      row: row.row,
      postedOn: postedOn!,
      cents,
      reference: clean(cell(row, at.referencia)).slice(0, 60),
      description: clean(cell(row, at.descripcion)).slice(0, 200),
      balanceCents,
      fitid: null,
    });
  }
  return { lines, faults };
}

/** Checks that each balance is the previous one plus the movement, from oldest to newest or newest to oldest. */
function checkBalances(lines: readonly FileLine[], column: string) {
  const told = lines.filter(({ balanceCents }) => balanceCents !== null);
  if (told.length < lines.length || lines.length === 0)
    return { faults: [], openingCents: null, closingCents: null };
  const wrong = (list: readonly FileLine[]) =>
    list.flatMap((line, index) => {
      const before = list[index - 1];
      const expected = before ? before.balanceCents! + line.cents : line.balanceCents!;
      return expected === line.balanceCents
        ? []
        : [
            faultAt(
              line.row,
              column,
              `el saldo debería ser ${formatMoney(expected)}: falta o sobra una línea.`,
            ),
          ];
    });
  const reversed = lines.toReversed();
  const [up, down] = [wrong(lines), wrong(reversed)];
  const [list, faults] = down.length < up.length ? [reversed, down] : [lines, up];
  const first = list[0]!;
  return {
    faults,
    openingCents: first.balanceCents! - first.cents,
    closingCents: list.at(-1)!.balanceCents,
  };
}
