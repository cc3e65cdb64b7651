import { Unreadable, type Sheet } from '#server/kernel/csv.ts';
import { inflateRawSync } from 'node:zlib';
import type { Cell } from '#contract/overview/imports/cells.ts';

/** All that is unpacked of a file together; a whole sheet of 20,000 rows takes a quarter of it. */
const UNPACKED_MAX = 96 * 1_048_576;
const COLUMNS_MAX = 200;
const NO_BOOK = 'Ese archivo no es un libro de Excel que se pueda leer. Guárdalo como .xlsx o .csv.';

/**
 * Unpacks what is asked for of an archive, never more than UNPACKED_MAX in all, whatever the archive says of itself. Reads the
 * central directory, as spreadsheets do.
 */
function unpack(bytes: Buffer): { names: string[]; read: (name: string) => string | undefined } {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end < 0 || end + 22 > bytes.length) throw new Unreadable(NO_BOOK);
  const entries = new Map<string, { method: number; size: number; at: number }>();
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 0x02014b50) throw new Unreadable(NO_BOOK);
    const nameLength = bytes.readUInt16LE(at + 28);
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    entries.set(name, {
      method: bytes.readUInt16LE(at + 10),
      size: bytes.readUInt32LE(at + 20),
      at: bytes.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  let left = UNPACKED_MAX;
  const read = (name: string) => {
    const entry = entries.get(name);
    if (!entry) return undefined;
    if (entry.at + 30 > bytes.length) throw new Unreadable(NO_BOOK);
    const start = entry.at + 30 + bytes.readUInt16LE(entry.at + 26) + bytes.readUInt16LE(entry.at + 28);
    const packed = bytes.subarray(start, start + entry.size);
    const found = entry.method === 0 ? packed : inflate(packed, left);
    left -= found.length;
    return found.toString('utf8');
  };
  return { names: [...entries.keys()], read };
}

function inflate(packed: Buffer, most: number): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, most) });
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE')
      throw new Unreadable('El archivo, descomprimido, es demasiado grande. Divídelo en partes.', {
        cause: error,
      });
    throw new Unreadable(NO_BOOK, { cause: error });
  }
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const decoded = (text: string) =>
  text.includes('&')
    ? text.replace(
        /&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|(\w+));/g,
        (whole, ten: string, hex: string, name: string) => {
          const code = ten ? Number(ten) : hex ? Number.parseInt(hex, 16) : undefined;
          if (code === undefined) return ENTITIES[name] ?? whole;
          return code <= 0x10ffff ? String.fromCodePoint(code) : '';
        },
      )
    : text;
const attribute = (tag: string, name: string) =>
  decoded(new RegExp(`\\s(?:\\w+:)?${name}\\s*=\\s*"([^"]*)"`).exec(tag)?.[1] ?? '');
/** The texts of <t>…</t> in a piece of XML, without phonetic guides. */
const textsIn = (xml: string) =>
  [...xml.replace(/<rPh\b[\s\S]*?<\/rPh>/g, '').matchAll(/<(?:\w+:)?t(?:\s[^>]*)?>([\s\S]*?)<\/(?:\w+:)?t>/g)]
    .map(([, text]) => decoded(text!))
    .join('');

/** Formats that show a number as a day: the built-in ones, and those written with day, month or year. */
function dateStyles(xml: string | undefined): Set<number> {
  if (!xml) return new Set();
  const dated = new Set([14, 15, 16, 17, 22, ...Array.from({ length: 10 }, (_, at) => 27 + at), 50, 57]);
  for (const [tag] of xml.matchAll(/<(?:\w+:)?numFmt\s[^>]*>/g)) {
    const code = attribute(tag, 'formatCode').replace(/"[^"]*"|\[[^\]]*\]|\\./g, '');
    if (/[dy]/i.test(code)) dated.add(Number(attribute(tag, 'numFmtId')));
  }
  const formats = /<(?:\w+:)?cellXfs[\s\S]*?<\/(?:\w+:)?cellXfs>/.exec(xml)?.[0] ?? '';
  const styles = [...formats.matchAll(/<(?:\w+:)?xf\s[^>]*>/g)].map(([tag]) => attribute(tag, 'numFmtId'));
  return new Set(styles.flatMap((format, at) => (dated.has(Number(format)) ? [at] : [])));
}

const DAY_MS = 86_400_000;
/** A spreadsheet's count of days as a day; 1900 is taken for a leap year there. */
function dayOf(serial: number, from1904: boolean): string {
  const days = Math.floor(serial) + (from1904 ? 1462 : 0);
  return new Date(Date.UTC(1899, 11, days < 60 ? 31 : 30) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Column of an address: A1 → 0, AB7 → 27. */
const columnOf = (address: string) =>
  [...(/^[A-Z]+/.exec(address)?.[0] ?? '')].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) -
  1;
const rowOf = (address: string) => Number(/\d+$/.exec(address)?.[0] ?? 0);

/** Reads the first sheet that is shown. Formulas count as what they came to. Raises Unreadable. */
export function readXlsx(bytes: Buffer, rowsMax: number): Sheet {
  const { names, read } = unpack(bytes);
  if (
    names.some((name) => /vbaProject/i.test(name)) ||
    /macroEnabled/i.test(read('[Content_Types].xml') ?? '')
  )
    throw new Unreadable(
      'El archivo trae macros y no se acepta. Guárdalo como libro de Excel (.xlsx), sin macros.',
    );
  const book = read('xl/workbook.xml');
  const links = read('xl/_rels/workbook.xml.rels');
  if (book === undefined || links === undefined) throw new Unreadable(NO_BOOK);
  const sheets = [...book.matchAll(/<(?:\w+:)?sheet\s[^>]*>/g)].map(([tag]) => tag);
  const shown = sheets.find((tag) => !/state\s*=\s*"(?:hidden|veryHidden)"/.test(tag)) ?? sheets[0] ?? '';
  const link = [...links.matchAll(/<Relationship\s[^>]*>/g)].find(
    ([tag]) => attribute(tag, 'Id') === attribute(shown, 'id'),
  )?.[0];
  const target = link ? attribute(link, 'Target').replace(/^\/?(?:xl\/)?/, 'xl/') : '';
  const xml = read(target);
  if (xml === undefined) throw new Unreadable(NO_BOOK);
  const shared = [
    ...(read('xl/sharedStrings.xml') ?? '').matchAll(/<(?:\w+:)?si(?:\s[^>]*)?>([\s\S]*?)<\/(?:\w+:)?si>/g),
  ].map(([, text]) => textsIn(text!));
  const dates = dateStyles(read('xl/styles.xml'));
  const from1904 = /date1904\s*=\s*"(?:1|true)"/.test(book);
  const rows = new Map<number, Cell[]>();
  let row = 0;
  let column = -1;
  for (const [, rowTag, cellTag, content = ''] of xml.matchAll(
    /<(?:\w+:)?row\b([^>]*)>|<(?:\w+:)?c\b([^>]*?)(?:\/>|>([\s\S]*?)<\/(?:\w+:)?c>)/g,
  )) {
    const attributes = ` ${rowTag ?? cellTag ?? ''}`;
    const address = attribute(attributes, 'r');
    if (rowTag !== undefined) {
      row = address ? Number(address) : row + 1;
      column = -1;
      continue;
    }
    column = address ? columnOf(address) : column + 1;
    if (column < 0 || column >= COLUMNS_MAX) continue;
    const cell = valueOf(attributes, content, { shared, dates, from1904 });
    if (cell === null) continue;
    const cells = rows.get(row) ?? [];
    cells[column] = cell;
    rows.set(row, cells);
    if (rows.size > rowsMax + 50)
      throw new Unreadable(
        `El archivo tiene más de ${rowsMax.toLocaleString('en-US')} filas. Divídelo en partes.`,
      );
  }
  for (const [tag] of xml.matchAll(/<(?:\w+:)?mergeCell\s[^>]*>/g)) markMerged(rows, attribute(tag, 'ref'));
  return {
    rows: [...rows]
      .sort(([a], [b]) => a - b)
      .map(([number, cells]) => ({ row: number, cells: Array.from(cells, (cell) => cell ?? null) })),
  };
}

function valueOf(
  attributes: string,
  content: string,
  { shared, dates, from1904 }: { shared: string[]; dates: Set<number>; from1904: boolean },
): Cell {
  const type = attribute(attributes, 't');
  if (type === 'inlineStr') return textsIn(content) || null;
  const raw = decoded(/<(?:\w+:)?v(?:\s[^>]*)?>([\s\S]*?)<\/(?:\w+:)?v>/.exec(content)?.[1] ?? '');
  if (raw === '')
    return /<(?:\w+:)?f\b/.test(content)
      ? { fault: 'la fórmula no trae su resultado: abre el archivo en Excel, guárdalo y súbelo otra vez.' }
      : null;
  if (type === 'e') return { fault: `la fórmula da un error (${raw}).` };
  if (type === 's') return shared[Number(raw)] || null;
  if (type === 'b') return raw === '1';
  if (type === 'str') return raw;
  if (type === 'd') return raw.slice(0, 10);
  const value = Number(raw);
  if (!Number.isFinite(value)) return raw;
  return dates.has(Number(attribute(attributes, 's'))) && value >= 1 && value < 80_000
    ? dayOf(value, from1904)
    : value;
}

/** Cells that were joined over several rows mean one row at most: each of them says so. */
function markMerged(rows: Map<number, Cell[]>, range: string): void {
  const [first = '', last = ''] = range.split(':');
  const [top, bottom] = [rowOf(first), rowOf(last)];
  if (top === 0 || bottom === top || bottom - top > 50_000) return;
  for (const [row, cells] of rows)
    if (row >= top && row <= bottom)
      for (let at = columnOf(first); at <= Math.min(columnOf(last), COLUMNS_MAX - 1); at += 1)
        cells[at] = {
          fault: `las celdas ${range} están combinadas: sepáralas y escribe el valor en cada fila.`,
        };
}
