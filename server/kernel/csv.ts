import type { Cell } from '#contract/imports/cells.ts';

/** A sheet as it was read: rows by the number the spreadsheet shows, cells by column from 0. */
export interface Sheet {
  rows: { row: number; cells: Cell[] }[];
}

/** Why a file cannot be read at all, as a sentence for the person. */
export class Unreadable extends Error {}

/** UTF-8, or what Excel writes on Windows where it is none. */
function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The separator that the first line has most of, outside of quotes. */
function separatorOf(text: string): string {
  const line = (/^[^\r\n]*/.exec(text)?.[0] ?? '').replace(/"[^"]*"/g, '');
  return [';', '\t', ','].reduce(
    (best, one) => (line.split(one).length > line.split(best).length ? one : best),
    ',',
  );
}

/** Reads comma, semicolon or tab separated text; the row's number is that of its record. Raises Unreadable. */
export function readCsv(bytes: Buffer, rowsMax: number): Sheet {
  const text = textOf(bytes).replace(/^\uFEFF/, '');
  const separator = separatorOf(text);
  const rows: Sheet['rows'] = [];
  let cells: Cell[] = [];
  let field = '';
  let quoted = false;
  const endField = () => {
    cells.push(field.trim() === '' ? null : field);
    field = '';
  };
  const endRow = () => {
    endField();
    rows.push({ row: rows.length + 1, cells });
    cells = [];
    if (rows.length > rowsMax + 50)
      throw new Unreadable(
        `El archivo tiene más de ${rowsMax.toLocaleString('en-US')} filas. Divídelo en partes.`,
      );
  };
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at]!;
    if (quoted) {
      if (letter !== '"') field += letter;
      else if (text[at + 1] === '"') {
        field += '"';
        at += 1;
      } else quoted = false;
    } else if (letter === '"' && field === '') quoted = true;
    else if (letter === separator) endField();
    else if (letter === '\n') endRow();
    else if (letter !== '\r') field += letter;
  }
  if (field !== '' || cells.length > 0) endRow();
  return { rows: rows.filter((one) => one.cells.some((cell) => cell !== null)) };
}
