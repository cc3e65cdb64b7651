import { printPdf } from '../pdf/print.ts';
import { answer, taskOf } from '../inThread.ts';
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
const PADDING = 6;
/** Letter, landscape. */
const LETTER = { width: 792, height: 612 };
/** Points of a character of this font, with some reserve for capitals and bold heads. */
const CHARACTER = 4.7;
/** A longer word, for instance a mail address, may break: it alone would make the page too wide. */
const LONGEST = 26;

const longestWord = (text: string) =>
  text.split(/\s+/u).reduce((most, { length }) => Math.max(most, length), 0);

/** Width of each column in characters: as declared, but no word is split. */
const characters = columns.map(({ title, width }, at) =>
  body.reduce(
    (most, row) => Math.max(most, Math.min(LONGEST, longestWord(row[at] ?? ''))),
    Math.max(width, longestWord(title)),
  ),
);
const around = 2 * MARGIN + columns.length * PADDING;
const all = characters.reduce((sum, one) => sum + one, 0);
/** Many columns make a larger page of the same shape, which a printer fits to its paper. */
const pageWidth = Math.max(LETTER.width, Math.ceil(all * CHARACTER + around));
const widths = characters.map((one) => (one / all) * (pageWidth - around));

const breakable = (text: string) =>
  text.replace(new RegExp(`\\S{${LONGEST}}(?=\\S)`, 'gu'), (part) => `${part}\u200b`);

answer(
  await printPdf({
    info: { title: head.title, author: head.company },
    pageSize: { width: pageWidth, height: Math.round((pageWidth / LETTER.width) * LETTER.height) },
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
          widths,
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
