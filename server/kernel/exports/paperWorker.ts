import { printPdf } from '../pdf/print.ts';
import { answer, taskOf } from '../thread.ts';
import type { ExportHead } from './sheet.ts';

/** A table of texts, which a thread renders as a PDF. */
export interface PaperJob {
  head: ExportHead;
  columns: { title: string; width: number; right: boolean }[];
  body: string[][];
  /** A sentence above the table. */
  note: string | null;
}

const { head, columns, body, note } = taskOf<PaperJob>();

const MARGIN = 28;
/** Letter landscape; tabloid when many columns would be too narrow to read. */
const wide = columns.reduce((sum, column) => sum + column.width, 0) > 190;
const pageWidth = wide ? 1224 : 792;
const PADDING = 6;
const room = pageWidth - 2 * MARGIN - columns.length * PADDING;
const characters = columns.reduce((sum, column) => sum + column.width, 0);
const LONGEST = 14;

/** Allows breaks in long words, which would run over the column's edge. */
const breakable = (text: string) =>
  text.replace(new RegExp(`\\S{${LONGEST}}(?=\\S)`, 'gu'), (part) => `${part}\u200b`);

answer(
  await printPdf({
    info: { title: head.title, author: head.company },
    pageSize: wide ? 'TABLOID' : 'LETTER',
    pageOrientation: 'landscape',
    pageMargins: [MARGIN, 44, MARGIN, 34],
    defaultStyle: { font: 'Roboto', fontSize: 7.5 },
    header: {
      margin: [MARGIN, 18, MARGIN, 0],
      columns: [
        { text: head.title, bold: true, fontSize: 11 },
        { text: head.company, alignment: 'right', fontSize: 9 },
      ],
    },
    footer: (page: number, pages: number) => ({
      margin: [MARGIN, 8, MARGIN, 0],
      columns: [
        { text: `${head.at} · ${head.by}`, fontSize: 7, color: '#555555' },
        { text: `Página ${page} de ${pages}`, alignment: 'right', fontSize: 7, color: '#555555' },
      ],
    }),
    content: [
      {
        text: [
          `${body.length.toLocaleString('en-US')} ${body.length === 1 ? 'fila' : 'filas'}`,
          ...head.filters.map(([label, value]) => ` · ${label}: ${value}`),
        ].join(''),
        margin: [0, 0, 0, 6],
        color: '#333333',
      },
      ...(note ? [{ text: note, bold: true, margin: [0, 0, 0, 6] as [number, number, number, number] }] : []),
      {
        table: {
          headerRows: 1,
          widths: columns.map((column) => (column.width / characters) * room),
          body: [
            columns.map((column) => ({
              text: column.title,
              bold: true,
              alignment: column.right ? ('right' as const) : ('left' as const),
            })),
            ...body.map((row) =>
              row.map((text, at) =>
                columns[at]!.right ? { text, alignment: 'right' as const } : breakable(text),
              ),
            ),
          ],
        },
        layout: {
          hLineWidth: (line: number) => (line === 1 ? 0.8 : 0.25),
          vLineWidth: () => 0,
          hLineColor: () => '#9aa5a0',
          paddingLeft: () => PADDING / 2,
          paddingRight: () => PADDING / 2,
          paddingTop: () => 2,
          paddingBottom: () => 2,
          fillColor: (row: number) => (row === 0 ? '#e8efeb' : null),
        },
      },
    ],
  }),
);
