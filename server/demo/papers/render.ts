/** Renders SVG to pictures and document definitions to PDF. Fast, because the first start draws some hundred documents. */
import { Resvg } from '@resvg/resvg-js';
import pdfmake from 'pdfmake';
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import sharp from 'sharp';
import { ROBOTO } from '#server/kernel/pdf/fonts.ts';

// Regular and Medium only: each font file is parsed again for each picture.
const FONTS = {
  loadSystemFonts: false,
  fontFiles: [ROBOTO.normal, ROBOTO.bold],
  defaultFontFamily: 'Roboto',
};

/** JPEG with quality 80, like a phone picture. */
export async function jpeg(svg: string): Promise<Buffer> {
  const image = new Resvg(svg, { font: { ...FONTS, fontFiles: [...FONTS.fontFiles] } }).render();
  const raw = { width: image.width, height: image.height, channels: 4 as const };
  return sharp(image.pixels, { raw }).removeAlpha().jpeg({ quality: 80 }).toBuffer();
}

export async function png(svg: string): Promise<Buffer> {
  const image = new Resvg(svg, { font: { ...FONTS, fontFiles: [...FONTS.fontFiles] } }).render();
  const raw = { width: image.width, height: image.height, channels: 4 as const };
  return sharp(image.pixels, { raw }).png({ compressionLevel: 6 }).toBuffer();
}

// The standard fonts need no embedding: 15 ms per document instead of 35. A separate object derived from pdfmake's
// singleton, so fonts and policies of other parts of the application stay unchanged.
const printer: typeof pdfmake = Object.create(pdfmake) as typeof pdfmake;
printer.setFonts({
  Helvetica: {
    normal: 'Helvetica',
    bold: 'Helvetica-Bold',
    italics: 'Helvetica-Oblique',
    bolditalics: 'Helvetica-BoldOblique',
  },
});
printer.setUrlAccessPolicy(() => false);
printer.setLocalAccessPolicy((path) => path.startsWith('Helvetica'));

/** A letter-size PDF with the demo watermark. */
export async function pdf(
  title: string,
  content: Content[],
  more: Partial<TDocumentDefinitions> = {},
): Promise<Buffer> {
  return printer
    .createPdf({
      info: { title },
      pageSize: 'LETTER',
      pageMargins: [54, 54, 54, 54],
      defaultStyle: { font: 'Helvetica', fontSize: 10, lineHeight: 1.25 },
      watermark: { text: 'DEMOSTRACIÓN', color: '#b8c4bd', opacity: 0.28, bold: true },
      footer: {
        text: 'Documento ficticio de demostración. Sin validez.',
        alignment: 'center',
        fontSize: 8,
        color: '#7a8580',
      },
      ...more,
      content,
    })
    .getBuffer();
}
