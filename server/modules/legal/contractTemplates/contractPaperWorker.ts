import { PDFDocument, StandardFonts, rgb } from '@cantoo/pdf-lib';
import type { Content, ContentText } from 'pdfmake/interfaces.js';
import type { RenderedClause } from '#contract/legal/contractTemplates/clauses.ts';
import { printPdf } from '#server/kernel/pdf/print.ts';
import { answer, taskOf } from '#server/kernel/inThread.ts';
import { keepPlaces, signName } from '#server/kernel/seal/signPlaces.ts';
import type { Annex, ContractPaperJob } from './contractPaper.service.ts';

const job = taskOf<ContractPaperJob>();
const GREY = '#4a5650';
const LINE = '#c9d3ce';
/** Pages of one annex at most. */
const PAGES_MOST = 60;

const heading = (text: string, more: Partial<ContentText> = {}): Content => ({
  text,
  bold: true,
  fontSize: 11,
  color: job.color,
  margin: [0, 12, 0, 4],
  ...more,
});

type Runs = RenderedClause['lines'][number]['runs'];

/** Runs of one style are one text: between texts, a justified line gets air. */
function runsOf(runs: Runs): Content[] {
  const joined: Runs[number][] = [];
  for (const run of runs) {
    const last = joined.at(-1);
    if (last && last.bold === run.bold && last.italic === run.italic && last.underline === run.underline)
      joined[joined.length - 1] = { ...last, text: last.text + run.text };
    else joined.push(run);
  }
  return joined.map(({ text, bold, italic, underline }) => ({
    text,
    bold,
    italics: italic,
    ...(underline && { decoration: 'underline' as const }),
  }));
}

const paragraph = ({ bullet, runs }: RenderedClause['lines'][number]): Content =>
  bullet === null
    ? { text: runsOf(runs), alignment: 'justify', margin: [0, 0, 0, 5] }
    : {
        columns: [
          { width: 18, text: bullet, alignment: 'right' },
          { width: '*', text: runsOf(runs), alignment: 'justify' },
        ],
        columnGap: 6,
        margin: [0, 0, 0, 4],
      };

/** Characters of a paragraph that surely fit on one page with a title and signatures. What is unbreakable and taller is lost. */
const SHORT = 1500;
/** Lines of signatures that surely fit on one page. */
const PAIRS = 4;

/** A break fills a line. */
const lengthOf = ({ runs }: RenderedClause['lines'][number]) =>
  runs.reduce((sum, { text }) => sum + (text === '\n' ? 100 : text.length), 0);

/** Keeps the parts on one page, if the paragraph among them is short. */
const together = (line: RenderedClause['lines'][number] | undefined, ...stack: Content[]): Content => ({
  stack,
  unbreakable: !line || lengthOf(line) <= SHORT,
});

/** A title stays with the first paragraph of its clause, and `end` with the last one. */
function clause({ ordinal, title, lines }: RenderedClause, end: readonly Content[] = []): Content {
  const [first, ...others] = lines;
  const last = others.pop();
  const head = [heading(`${ordinal}. ${title}`), first ? paragraph(first) : []];
  return {
    stack: last
      ? [together(first, ...head), ...others.map(paragraph), together(last, paragraph(last), ...end)]
      : [together(first, ...head, ...end)],
  };
}

const table = (rows: readonly (readonly [string, string])[]): Content => ({
  table: {
    widths: [150, '*'],
    body: rows.map(([label, value]) => [
      { text: label, color: GREY },
      { text: value, bold: true },
    ]),
  },
  layout: {
    hLineWidth: (at: number) => (at === 0 ? 0 : 0.5),
    vLineWidth: () => 0,
    hLineColor: () => LINE,
    paddingLeft: () => 0,
    paddingRight: () => 0,
    paddingTop: () => 3,
    paddingBottom: () => 3,
  },
});

const few = job.signers.length <= PAIRS * 2;
const signers: Content = {
  stack: [
    heading('Firmas', { margin: [0, 18, 0, 0] }),
    ...Array.from({ length: Math.ceil(job.signers.length / 2) }, (_, at): Content => {
      const pair = job.signers.slice(at * 2, at * 2 + 2);
      return {
        margin: [0, 52, 0, 0],
        columnGap: 32,
        columns: [0, 1].map((side) => {
          const one = pair[side];
          return {
            width: '*',
            stack: one
              ? [
                  { canvas: [{ type: 'line', x1: 0, y1: 0, x2: 230, y2: 0, lineWidth: 0.7 }] },
                  { text: signName(one.name, one.document), bold: true, margin: [0, 3, 0, 0] },
                  one.document,
                  { text: one.role, color: GREY },
                ]
              : [],
          };
        }),
      };
    }),
  ],
};

const drawing = ({ title, svg, lines }: Extract<Annex, { kind: 'drawing' }>): Content => ({
  pageBreak: 'before',
  stack: [
    { text: title, bold: true, fontSize: 14, color: job.color, margin: [0, 0, 0, 10] },
    { svg, fit: [516, 520], alignment: 'center' },
    { ...(table(lines) as object), margin: [0, 14, 0, 0] } as Content,
  ],
});

const main = await PDFDocument.load(
  await printPdf({
    info: { title: `${job.title} ${job.code}`, author: job.company },
    pageSize: 'LETTER',
    pageMargins: [48, 44, 48, 58],
    defaultStyle: { font: 'Roboto', fontSize: 10, lineHeight: 1.2 },
    ...(job.stamp && { watermark: { text: job.stamp, color: '#8a2c2c', opacity: 0.1, bold: true } }),
    content: [
      {
        columns: [
          ...(job.logo ? [{ image: job.logo, fit: [90, 54] as [number, number], width: 104 }] : []),
          {
            width: '*',
            stack: [
              { text: job.company, bold: true, fontSize: 12 },
              ...job.about.map((text) => ({ text, color: GREY, fontSize: 9 })),
            ],
          },
          {
            width: 'auto',
            stack: [{ text: job.code, bold: true, fontSize: 12, alignment: 'right' as const }],
          },
        ],
        columnGap: 10,
      },
      {
        canvas: [{ type: 'line', x1: 0, y1: 8, x2: 516, y2: 8, lineWidth: 1.2, lineColor: job.color }],
      },
      {
        text: job.title.toUpperCase(),
        bold: true,
        fontSize: 14,
        alignment: 'center',
        margin: [0, 18, 0, 6],
      },
      {
        stack: [
          heading('En pocas palabras'),
          table(job.summary.map(({ label, value }) => [label, value] as const)),
        ],
      },
      // No page has signatures alone: whoever signs it sees what it belongs to.
      ...job.clauses.map((one, at) => clause(one, few && at === job.clauses.length - 1 ? [signers] : [])),
      ...(few && job.clauses.length > 0 ? [] : [signers]),
      ...job.annexes.flatMap((annex) => (annex.kind === 'drawing' ? [drawing(annex)] : [])),
    ],
  }),
);

keepPlaces(main);
for (const annex of job.annexes) {
  if (annex.kind !== 'pdf') continue;
  const source = await PDFDocument.load(annex.bytes, { updateMetadata: false });
  const count = Math.min(source.getPageCount(), PAGES_MOST);
  const copied = await main.copyPages(
    source,
    Array.from({ length: count }, (_, at) => at),
  );
  for (const page of copied) main.addPage(page);
}

const font = await main.embedFont(StandardFonts.Helvetica);
const grey = rgb(0.29, 0.34, 0.31);
const pages = main.getPages();
for (const [at, page] of pages.entries()) {
  const text = `${job.code} · Página ${at + 1} de ${pages.length}`;
  const width = font.widthOfTextAtSize(text, 8);
  page.drawText(text, { x: (page.getWidth() - width) / 2, y: 18, size: 8, font, color: grey });
}
answer(await main.save());
