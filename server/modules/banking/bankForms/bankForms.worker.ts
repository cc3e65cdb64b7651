import {
  PDFCheckBox,
  PDFDocument,
  PDFDropdown,
  PDFOptionList,
  PDFRadioGroup,
  PDFTextField,
  StandardFonts,
  type PDFField,
} from '@cantoo/pdf-lib';
import type { Content } from 'pdfmake/interfaces.js';
import { printPdf } from '#server/kernel/pdf/print.ts';
import { answer, taskOf } from '#server/kernel/inThread.ts';
import type { DrawnForm, FormJob, Inspected } from './onPdf.service.ts';

/** Reads and writes PDFs of banks in a thread of its own: what comes from outside may be made to take for ever. */
const job = taskOf<FormJob>();

/** The standard fonts know western letters only. */
const plain = (text: string) => text.normalize('NFC').replace(/[^\u0020-\u007e\u00a0-\u00ff\n]/g, '?');

function kindOf(field: PDFField): { kind: string; options: string[] } {
  if (field instanceof PDFTextField) return { kind: 'texto', options: [] };
  if (field instanceof PDFCheckBox) return { kind: 'casilla', options: [] };
  if (field instanceof PDFRadioGroup) return { kind: 'opción', options: field.getOptions() };
  if (field instanceof PDFDropdown || field instanceof PDFOptionList)
    return { kind: 'lista', options: field.getOptions() };
  return { kind: 'otro', options: [] };
}

async function inspect(bytes: Uint8Array, most: number): Promise<Inspected> {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false });
  const fields = pdf.getForm().getFields();
  return {
    pages: pdf.getPageCount(),
    total: fields.length,
    fields: fields.slice(0, most).map((field) => {
      const { kind, options } = kindOf(field);
      return {
        name: field.getName().slice(0, 300),
        kind,
        options: options.slice(0, 60).map((one) => one.slice(0, 120)),
      };
    }),
  };
}

/** Puts the values in, and makes them part of the paper: nobody changes them on the way. */
async function fill(
  bytes: Uint8Array,
  values: Readonly<Record<string, string | boolean>>,
): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(bytes);
  const form = pdf.getForm();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (const field of form.getFields()) {
    const name = field.getName();
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) continue;
    if (field instanceof PDFCheckBox) {
      if (value === true) field.check();
      else field.uncheck();
    } else if (typeof value === 'string') put(field, plain(value));
  }
  form.updateFieldAppearances(font);
  form.flatten();
  return pdf.save();
}

function put(field: PDFField, text: string): void {
  if (field instanceof PDFTextField) {
    const most = field.getMaxLength();
    field.setText(most === undefined ? text : text.slice(0, most));
  } else if (
    field instanceof PDFDropdown ||
    field instanceof PDFOptionList ||
    field instanceof PDFRadioGroup
  ) {
    const found = field.getOptions().find((option) => option.toLowerCase() === text.toLowerCase());
    if (found !== undefined) field.select(found);
  }
}

/** A form drawn here, for a bank that has no PDF of its own. */
function draw({ title, bank, company, subject, sections, tables, foot }: DrawnForm): Promise<Uint8Array> {
  const heading = (text: string): Content => ({
    table: {
      widths: ['*'],
      body: [[{ text, bold: true, color: '#ffffff', fillColor: '#1f5c43', margin: [4, 3, 4, 3] }]],
    },
    layout: 'noBorders',
    margin: [0, 10, 0, 4],
  });
  const cell = ({ label, value }: { label: string; value: string }): Content => ({
    stack: [
      { text: label, fontSize: 7, color: '#555555' },
      { text: value || ' ', fontSize: 9.5, margin: [0, 1, 0, 0] },
    ],
    margin: [2, 2, 2, 2],
  });
  const content: Content[] = [
    {
      columns: [
        { text: bank, fontSize: 16, bold: true },
        { text: company, alignment: 'right', color: '#555555' },
      ],
    },
    { text: title, fontSize: 12, margin: [0, 2, 0, 0] },
    { text: subject, color: '#555555', margin: [0, 2, 0, 0] },
    ...sections.flatMap((section): Content[] => {
      const pairs = section.lines.flatMap((line, at) =>
        at % 2 === 0 ? [[line, section.lines[at + 1]]] : [],
      );
      return [
        heading(section.title),
        {
          table: {
            widths: ['*', '*'],
            body: pairs.map(([a, b]) => [cell(a!), b ? cell(b) : { text: '' }]),
          },
          layout: {
            hLineColor: () => '#cccccc',
            vLineColor: () => '#cccccc',
            hLineWidth: () => 0.5,
            vLineWidth: () => 0.5,
          },
        },
      ];
    }),
    ...tables.flatMap((one): Content[] => [
      heading(one.title),
      one.rows.length === 0
        ? { text: 'Ninguna.', margin: [2, 2, 2, 2] }
        : {
            table: {
              headerRows: 1,
              widths: one.columns.map(() => '*'),
              body: [
                one.columns.map((text) => ({ text, bold: true, fontSize: 8 })),
                ...one.rows.map((row) => row.map((text) => ({ text, fontSize: 9 }))),
              ],
            },
            layout: 'lightHorizontalLines',
          },
    ]),
    {
      columns: [
        { text: '______________________________\nFirma del solicitante', alignment: 'center' },
        { text: '______________________________\nFirma del codeudor', alignment: 'center' },
      ],
      margin: [0, 50, 0, 0],
      unbreakable: true,
    },
  ];
  return printPdf({
    info: { title: `${title} – ${bank}`, author: company },
    pageSize: 'LETTER',
    pageMargins: [40, 36, 40, 48],
    defaultStyle: { font: 'Roboto', fontSize: 9.5 },
    content,
    footer: (page: number, pages: number) => ({
      columns: [{ text: foot }, { text: `${page} de ${pages}`, alignment: 'right', width: 60 }],
      margin: [40, 12, 40, 0],
      fontSize: 7.5,
      color: '#555555',
    }),
  });
}

answer(
  job.kind === 'inspect'
    ? await inspect(job.bytes, job.most)
    : job.kind === 'fill'
      ? await fill(job.bytes, job.values)
      : await draw(job.form),
);
