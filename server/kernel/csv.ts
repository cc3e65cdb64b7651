import { CsvError, parse } from 'csv-parse/sync';
import type { Cell } from '#contract/overview/imports/cells.ts';

/** A sheet as it was read: rows by the number the spreadsheet shows, cells by column from 0. */
export interface Sheet {
  rows: { row: number; cells: Cell[] }[];
}

/** Why a file cannot be read at all, as a sentence for the person. */
export class Unreadable extends Error {}

/** The text of a file: UTF-8, UTF-16 with its mark, or what Windows writes where it is none of them. */
export function fileText(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes.subarray(2));
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes.subarray(2));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/^\uFEFF/, '');
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The separator that the head of a text has most of, outside of quotes. */
export function separatorOf(head: string, among: readonly string[]): string {
  const bare = head.replace(/"[^"]*"/g, '');
  return among.reduce((best, one) => (bare.split(one).length > bare.split(best).length ? one : best), ',');
}

export interface TextRecord {
  /** As a spreadsheet counts them, from 1. */
  record: number;
  /** The line that it begins on, as an editor counts them, from 1. */
  line: number;
  cells: string[];
}

/**
 * The records of a separated text, empty ones too, `most` of them at the most. A quote within a cell that does not begin with one
 * is a character like any other. Raises Unreadable, with the row, for quotes that are not closed.
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

/** Reads comma, semicolon or tab separated text; the row's number is that of its record. Raises Unreadable. */
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
