import { buffer } from 'node:stream/consumers';
import exceljs from 'exceljs';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { ZipFile as Zip } from 'yazl';
import type { Cell } from '#contract/overview/imports/cells.ts';
import { Unreadable, type Sheet } from '../csv.ts';

/** Limit for all unpacked parts of a file together; a full sheet of 20,000 rows needs a quarter of it. */
const UNPACKED_MAX = 96 * 1_048_576;
const COLUMNS_MAX = 200;
const NO_BOOK = 'Ese archivo no es un libro de Excel que se pueda leer. Guárdalo como .xlsx o .csv.';
const MACROS = 'El archivo trae macros y no se acepta. Guárdalo como libro de Excel (.xlsx), sin macros.';
const TYPES = '[Content_Types].xml';
/** The parts with cells. Pictures, comments and links are not unpacked. */
const WANTED =
  /^(\[Content_Types\]\.xml|_rels\/\.rels|xl\/(workbook|styles|sharedStrings)\.xml|xl\/_rels\/workbook\.xml\.rels|xl\/worksheets\/[^/]+\.xml)$/;
/** Sheet elements that are not cells: exceljs would expand some of them for each cell of a column. */
const BESIDE_CELLS = [
  'conditionalFormatting',
  'dataValidations',
  'drawing',
  'extLst',
  'hyperlinks',
  'legacyDrawing',
  'picture',
  'tableParts',
];

/** Reads the first visible sheet. Formulas count as their stored result. Raises Unreadable. */
export async function readXlsx(bytes: Buffer, rowsMax: number): Promise<Sheet> {
  const book = new exceljs.Workbook();
  try {
    const parts = await unpack(bytes);
    await book.xlsx.load(await packed(parts), { ignoreNodes: BESIDE_CELLS });
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable(NO_BOOK, { cause: error });
  }
  const sheet = book.worksheets.find(({ state }) => state === 'visible') ?? book.worksheets[0];
  if (!sheet) throw new Unreadable(NO_BOOK);
  const rows: Sheet['rows'] = [];
  const joined = joinedRanges(sheet);
  sheet.eachRow((row, number) => {
    const cells: Cell[] = [];
    row.eachCell((cell, column) => {
      if (column > COLUMNS_MAX) return;
      const range = cell.isMerged ? joined.get(cell.master.address) : undefined;
      const value = range
        ? { fault: `las celdas ${range} están combinadas: sepáralas y escribe el valor en cada fila.` }
        : valueOf(cell);
      if (value !== null) cells[column - 1] = value;
    });
    if (cells.length > 0) rows.push({ row: number, cells: Array.from(cells, (cell) => cell ?? null) });
  });
  if (rows.length > rowsMax + 50)
    throw new Unreadable(
      `El archivo tiene más de ${rowsMax.toLocaleString('en-US')} filas. Divídelo en partes.`,
    );
  return { rows };
}

/** The wanted parts of an archive by name, at most UNPACKED_MAX bytes in all. */
async function unpack(bytes: Buffer): Promise<Map<string, Buffer>> {
  const parts = new Map<string, Buffer>();
  let left = UNPACKED_MAX;
  // Counts the real bytes: the sizes in the archive may be false.
  const zip = await fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: false });
  for await (const entry of zip.eachEntry()) {
    if (/vbaProject/i.test(entry.fileName)) throw new Unreadable(MACROS);
    if (!WANTED.test(entry.fileName)) continue;
    const part = await read(zip, entry, left);
    left -= part.length;
    parts.set(entry.fileName, part);
  }
  if (/macroEnabled/i.test(parts.get(TYPES)?.toString('utf8') ?? '')) throw new Unreadable(MACROS);
  return parts;
}

async function read(zip: ZipFile, entry: Entry, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    size += (chunk as Buffer).length;
    if (size > most)
      throw new Unreadable('El archivo, descomprimido, es demasiado grande. Divídelo en partes.');
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

/** A new archive with only these parts: exceljs unpacks everything it gets, without a limit. */
async function packed(parts: ReadonlyMap<string, Buffer>): Promise<ArrayBuffer> {
  const zip = new Zip();
  for (const [name, part] of parts) zip.addBuffer(part, name, { compress: false });
  zip.end();
  const { buffer: memory, byteOffset, length } = await buffer(zip.outputStream);
  return memory.slice(byteOffset, byteOffset + length);
}

/**
 * Ranges of cells merged over several rows, by the address of the first cell. Such a cell may stand for one row only.
 */
function joinedRanges(sheet: exceljs.Worksheet): Map<string, string> {
  const ranges = new Map<string, string>();
  sheet.eachRow((row) =>
    row.eachCell((cell) => {
      if (cell.isMerged && cell.master.row !== cell.row)
        ranges.set(cell.master.address, `${cell.master.address}:${cell.address}`);
    }),
  );
  return ranges;
}

function valueOf(cell: exceljs.Cell): Cell {
  if (cell.type === exceljs.ValueType.Formula && cell.result === undefined)
    return {
      fault: 'la fórmula no trae su resultado: abre el archivo en Excel, guárdalo y súbelo otra vez.',
    };
  const value: unknown = cell.type === exceljs.ValueType.Formula ? cell.result : cell.value;
  if (value instanceof Date) {
    const instant = value.toISOString();
    // A time of day alone has the spreadsheet's first day.
    return instant < '1900-01-01' ? instant.slice(11, 16) : instant.slice(0, 10);
  }
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (value && typeof value === 'object' && 'error' in value)
    return { fault: `la fórmula da un error (${String(value.error)}).` };
  return cell.text || null;
}
