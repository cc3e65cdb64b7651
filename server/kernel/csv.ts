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

/** The records of a separated text, empty ones too, one by one. */
export function* recordsOf(text: string, separator: string): Generator<TextRecord> {
  let cells: string[] = [];
  let field = '';
  let quoted = false;
  let record = 0;
  let line = 1;
  let startedAt = 1;
  for (let at = 0; at <= text.length; at += 1) {
    const letter = text[at];
    if (letter === '\n') line += 1;
    if (letter === undefined && field === '' && cells.length === 0) return;
    if (letter === undefined || (letter === '\n' && !quoted)) {
      record += 1;
      yield { record, line: startedAt, cells: [...cells, field] };
      cells = [];
      field = '';
      startedAt = line;
    } else if (quoted) {
      if (letter !== '"') field += letter;
      else if (text[at + 1] === '"') {
        field += '"';
        at += 1;
      } else quoted = false;
    } else if (letter === '"' && field.trim() === '') quoted = true;
    else if (letter === separator) {
      cells.push(field);
      field = '';
    } else if (letter !== '\r') field += letter;
  }
}

/** Reads comma, semicolon or tab separated text; the row's number is that of its record. Raises Unreadable. */
export function readCsv(bytes: Buffer, rowsMax: number): Sheet {
  const text = fileText(bytes);
  const separator = separatorOf(/^[^\r\n]*/.exec(text)?.[0] ?? '', [';', '\t', ',']);
  const rows: Sheet['rows'] = [];
  for (const { record, cells } of recordsOf(text, separator)) {
    if (record > rowsMax + 50)
      throw new Unreadable(
        `El archivo tiene más de ${rowsMax.toLocaleString('en-US')} filas. Divídelo en partes.`,
      );
    const read = cells.map((cell) => (cell.trim() === '' ? null : cell));
    if (read.some((cell) => cell !== null)) rows.push({ row: record, cells: read });
  }
  return { rows };
}
