import { createWriteStream } from 'node:fs';
import type { stream } from 'exceljs';
import { SHEET_ROWS } from '#contract/company/exports/model.ts';
import type { ExportColumn, ExportType } from '#contract/exports.ts';
import { safeText, sheetValue, type Value } from './cells.ts';

type Book = stream.xlsx.WorkbookWriter;

/** The header of the file: author, time, filters. */
export interface ExportHead {
  title: string;
  company: string;
  by: string;
  /** `21-11-2026 10:00` */
  at: string;
  filters: readonly (readonly [label: string, value: string])[];
}

export interface ExportTable {
  head: ExportHead;
  columns: readonly ExportColumn<never>[];
  batches: AsyncIterable<readonly unknown[]>;
}

/** `cut`: the list had more rows than the file can hold. */
export interface Written {
  rows: number;
  cut: boolean;
}

export const valueOf = (column: ExportColumn<never>, row: unknown): Value =>
  (column.value as (row: unknown) => Value)(row);

const FORMATS: Partial<Record<ExportType, string>> = {
  money: '#,##0.00',
  percent: '0.0%',
  date: 'dd-mm-yyyy',
  instant: 'dd-mm-yyyy hh:mm',
};
const WIDTHS: Record<ExportType, number> = {
  text: 24,
  number: 12,
  money: 14,
  percent: 10,
  date: 12,
  instant: 17,
};
export const widthOf = (column: ExportColumn<never>) => column.width ?? WIDTHS[column.type];

/** Sheet names have at most 31 characters and exclude some symbols. */
const sheetName = (title: string) => title.replace(/[\\/?*[\]:']/g, ' ').slice(0, 31);

/** Yields to the event loop, so the rows written are compressed and other requests run. */
const breathe = () => new Promise<void>((done) => setImmediate(done));

/** Writes an .xlsx to `file`, row by row: memory use does not grow with the number of rows. */
export async function writeSheet(file: string, table: ExportTable): Promise<Written> {
  const { default: Excel } = await import('exceljs');
  const target = createWriteStream(file, { mode: 0o600 });
  try {
    return await fill(new Excel.stream.xlsx.WorkbookWriter({ stream: target, useStyles: true }), table);
  } catch (error) {
    target.destroy();
    throw error;
  }
}

async function fill(book: Book, { head, columns, batches }: ExportTable): Promise<Written> {
  book.creator = head.company;
  const sheet = book.addWorksheet(sheetName(head.title), {
    views: [{ state: 'frozen', ySplit: 1, xSplit: 1 }],
    pageSetup: { orientation: 'landscape', fitToPage: true, fitToWidth: 1, fitToHeight: 0 },
  });
  sheet.columns = columns.map((column) => ({
    header: column.title,
    key: column.key,
    width: widthOf(column),
    ...(FORMATS[column.type] && { style: { numFmt: FORMATS[column.type]! } }),
  }));
  const top = sheet.getRow(1);
  top.font = { bold: true };
  top.fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFE8EFEB' } };
  top.commit();

  const written: Written = { rows: 0, cut: false };
  for await (const batch of batches) {
    for (const row of batch) {
      if (written.rows === SHEET_ROWS) {
        written.cut = true;
        break;
      }
      sheet.addRow(columns.map((column) => sheetValue(column.type, valueOf(column, row)))).commit();
      written.rows += 1;
    }
    if (written.cut) break;
    await breathe();
  }
  sheet.autoFilter = {
    from: { row: 1, column: 1 },
    to: { row: written.rows + 1, column: Math.max(1, columns.length) },
  };
  sheet.commit();

  const about = book.addWorksheet('Información');
  about.columns = [{ width: 24 }, { width: 70 }];
  const lines: (readonly [string, string | number])[] = [
    ['Lista', head.title],
    ['Empresa', head.company],
    ['Exportado por', head.by],
    ['Fecha', head.at],
    ['Filas', written.rows],
    ...(written.cut
      ? [['Aviso', `Excel no admite más de ${SHEET_ROWS} filas: faltan las demás.`] as const]
      : []),
    ...(head.filters.length > 0 ? head.filters : [['Filtros', 'Ninguno'] as const]),
  ];
  for (const [label, value] of lines) {
    const line = about.addRow([safeText(label), typeof value === 'string' ? safeText(value) : value]);
    line.getCell(1).font = { bold: true };
    line.commit();
  }
  about.commit();
  await book.commit();
  return written;
}
