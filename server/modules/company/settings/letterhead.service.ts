import type { Content, ContentTable, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { rucText, type Settings } from '#contract/company/settings/model.ts';
import { showPhone } from '#contract/phone.ts';
import type { Context } from '#server/kernel/context.ts';
import { readSettings } from './settings.service.ts';

type Asking = Pick<Context, 'db' | 'files'>;
export const GREY = '#5b6660';
const LINE = '#c9d2cc';

/** The company's logo as a data URL. */
export async function logoOf(ctx: Asking, { logo }: Settings['brand']): Promise<string | null> {
  if (!logo) return null;
  const pieces: Buffer[] = [];
  for await (const piece of await ctx.files.store.read(logo.sha256)) pieces.push(piece as Buffer);
  return `data:image/png;base64,${Buffer.concat(pieces).toString('base64')}`;
}

/** The lines below the company's name on its papers: RUC, address, telephone and mail. */
export function companyLines(company: Settings['company']): string[] {
  const ruc = rucText(company);
  return [
    ruc && `RUC ${ruc}`,
    company.address,
    [company.phone && showPhone(company.phone), company.email].filter(Boolean).join(' · '),
  ].filter(Boolean);
}

/** The head of a PDF: company data, logo, title and subtitle. */
export async function letterhead(ctx: Asking, title: string, under: string): Promise<Content> {
  const { company, brand } = await readSettings(ctx.db);
  const logo = await logoOf(ctx, brand);
  const own: Content[] = [
    { text: company.legalName || company.name, bold: true, fontSize: 12 },
    ...companyLines(company).map((text) => ({ text, color: GREY, fontSize: 9 })),
  ];
  return {
    columns: [
      ...(logo ? [{ image: logo, fit: [90, 54] as [number, number], width: 104 }] : []),
      { stack: own, width: '*' },
      {
        width: 'auto',
        stack: [
          { text: title, bold: true, fontSize: 16, alignment: 'right' },
          { text: under, alignment: 'right', fontSize: 12 },
        ],
      },
    ],
    columnGap: 10,
  };
}

/** Table with labels on the left and values on the right; rows without a value are left out. */
export const factsTable = (rows: readonly (readonly [string, string])[]): ContentTable => ({
  table: {
    headerRows: 0,
    widths: [120, '*'],
    body: rows
      .filter(([, value]) => value !== '')
      .map(([label, value]) => [
        { text: label, color: GREY, margin: [0, 3, 0, 3] },
        { text: value, margin: [0, 3, 0, 3] },
      ]),
  },
  layout: 'lightHorizontalLines',
});
/** A thin line across the page. */
export const RULE: Content = {
  canvas: [{ type: 'line', x1: 0, y1: 0, x2: 516, y2: 0, lineColor: LINE }],
  margin: [0, 12, 0, 14],
};

/** A letter-size PDF document in Roboto. */
export const letterPage = (
  title: string,
  content: Content[],
  more: Partial<TDocumentDefinitions> = {},
): TDocumentDefinitions => ({
  info: { title },
  pageSize: 'LETTER',
  pageMargins: [48, 44, 48, 44],
  defaultStyle: { font: 'Roboto', fontSize: 10 },
  content,
  ...more,
});
