import type { Buffer as Bytes } from 'node:buffer';
import { cellText } from '#contract/overview/imports/cells.ts';
import type { CheckedRow } from '#contract/overview/imports/model.ts';
import type { AnyImportKind } from './kind.ts';

const GREEN = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFE3F0E8' } } as const;
const RED = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFFBDCDC' } } as const;
const VALIDATED_ROWS = 2_000;

/** exceljs is loaded on first use. */
const newBook = async () => new (await import('exceljs')).default.Workbook();
const letterOf = (column: number): string =>
  column < 26
    ? String.fromCharCode(65 + column)
    : letterOf(Math.floor(column / 26) - 1) + letterOf(column % 26);

/** The template of an import: headings to fill in, an example for each column, and the allowed values. */
export async function templateOf(kind: AnyImportKind, known: unknown): Promise<Bytes> {
  const book = await newBook();
  const data = book.addWorksheet('Datos', { views: [{ state: 'frozen', ySplit: 1 }] });
  const examples = book.addWorksheet('Ejemplos');
  const values = book.addWorksheet('Valores');
  data.columns = kind.columns.map(({ title }) => ({ header: title, width: Math.max(14, title.length + 4) }));
  data.getRow(1).font = { bold: true };
  data.getRow(1).fill = GREEN;
  examples.addRow(['Columna', '¿Obligatoria?', 'Ejemplo', 'Qué se escribe']).font = { bold: true };
  examples.columns.forEach((column, at) => (column.width = [20, 14, 26, 70][at] ?? 20));
  let at = 0;
  for (const [position, column] of kind.columns.entries()) {
    examples.addRow([column.title, column.required ? 'Sí' : 'No', column.example, column.hint]);
    data.getCell(1, position + 1).note = column.hint;
    const choices = column.choices?.(known) ?? [];
    if (choices.length === 0) continue;
    at += 1;
    values.getColumn(at).width = 28;
    values.getCell(1, at).value = column.title;
    values.getCell(1, at).font = { bold: true };
    for (const [down, choice] of choices.entries()) values.getCell(down + 2, at).value = choice;
    const letter = letterOf(at - 1);
    for (let row = 2; row <= VALIDATED_ROWS; row += 1)
      data.getCell(row, position + 1).dataValidation = {
        type: 'list',
        allowBlank: !column.required,
        showErrorMessage: false,
        formulae: [`Valores!$${letter}$2:$${letter}$${choices.length + 1}`],
      };
  }
  return Buffer.from(await book.xlsx.writeBuffer());
}

/** The bad rows as uploaded, with the errors next to them and the cells marked: to correct and upload again. */
export async function badRowsOf(kind: AnyImportKind, rows: readonly CheckedRow[]): Promise<Bytes> {
  const book = await newBook();
  const sheet = book.addWorksheet('Por corregir', { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.columns = [
    ...kind.columns.map(({ title }) => ({ header: title, width: Math.max(14, title.length + 4) })),
    { header: 'Qué corregir', width: 70 },
  ];
  sheet.getRow(1).font = { bold: true };
  sheet.getRow(1).fill = GREEN;
  for (const { cells, faults } of rows) {
    // Only as text: user input must not become a formula.
    const row = sheet.addRow([
      ...kind.columns.map(({ key, lines }) => cellText(cells[key] ?? null, lines)),
      faults.map(({ message }) => message).join('\n'),
    ]);
    row.getCell(kind.columns.length + 1).alignment = { wrapText: true };
    for (const { column } of faults) {
      const at = kind.columns.findIndex(({ title }) => title === column);
      if (at >= 0) row.getCell(at + 1).fill = RED;
    }
  }
  return Buffer.from(await book.xlsx.writeBuffer());
}
