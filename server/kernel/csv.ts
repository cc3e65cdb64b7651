import { CsvError, parse } from 'csv-parse/sync';
import type { Cell } from '#contract/overview/imports/cells.ts';

/** A parsed sheet: rows with the spreadsheet's row number, cells by column from 0. */
export interface Sheet {
  rows: { row: number; cells: Cell[] }[];
}

/** The file cannot be read at all; the message is a sentence for the user. */
export class Unreadable extends Error {}

/** The text of a file: UTF-8, UTF-16 with a byte order mark, or else windows-1252. */
export function fileText(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes.subarray(2));
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes.subarray(2));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/^\uFEFF/, '');
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The separator that occurs most often in the head of a text, outside of quotes. */
export function separatorOf(head: string, among: readonly string[]): string {
  const bare = head.replace(/"[^"]*"/g, '');
  return among.reduce((best, one) => (bare.split(one).length > bare.split(best).length ? one : best), ',');
}

export interface TextRecord {
  /** Record number from 1, as a spreadsheet counts. */
  record: number;
  /** Number from 1 of the record's first line, as an editor counts. */
  line: number;
  cells: string[];
}

/**
 * The records of a separated text, empty ones too, at most `most`. In a cell that does not begin with a quote, quotes are
 * plain characters. Raises Unreadable with the row if a quote is not closed.
 */
export function recordsOf(text: string, separator: string, most: number): TextRecord[] {
  try {
    const read = parse(text.replaceAll('\r\n', '\n'), {
      delimiter: separator,
      record_delimiter: '\n',
      info: true,
      ltrim: true,
      relax_column_count: true,
      relax_quotes: true,
      to: most,
    }) as unknown as { info: { lines: number }; record: string[] }[];
    return read.map(({ record: cells }, at) => ({
      record: at + 1,
      line: (read[at - 1]?.info.lines ?? 0) + 1,
      cells,
    }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const row = Number(error['records']) + 1;
    throw new Unreadable(
      `La fila ${row} abre unas comillas y no las cierra. Corrígela y sube el archivo otra vez.`,
      { cause: error },
    );
  }
}

/** Reads comma, semicolon or tab separated text, without empty rows. Row numbers are record numbers. Raises Unreadable. */
export function readCsv(bytes: Buffer, rowsMax: number): Sheet {
  const text = fileText(bytes);
  const separator = separatorOf(/^[^\r\n]*/.exec(text)?.[0] ?? '', [';', '\t', ',']);
  const rows: Sheet['rows'] = [];
  for (const { record, cells } of recordsOf(text, separator, rowsMax + 51)) {
    if (record > rowsMax + 50)
      throw new Unreadable(
        `El archivo tiene más de ${rowsMax.toLocaleString('en-US')} filas. Divídelo en partes.`,
      );
    const read = cells.map((cell) => (cell.trim() === '' ? null : cell));
    if (read.some((cell) => cell !== null)) rows.push({ row: record, cells: read });
  }
  return { rows };
}
