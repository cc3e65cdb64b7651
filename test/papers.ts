import { constants, deflateRawSync } from 'node:zlib';
import sharp from 'sharp';

/** A picture with a stroke, different for each `n`; `blank`: an empty canvas. */
export async function makePicture({
  n = 1,
  width = 60,
  height = 40,
  type = 'png',
  blank = false,
}: {
  n?: number;
  width?: number;
  height?: number;
  type?: 'png' | 'jpeg';
  blank?: boolean;
} = {}): Promise<Buffer> {
  const stroke = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><path d="M2 ${height - 3} L${width / 3} 4 L${width / 2} ${height - 6} L${width - 3} ${3 + (n % 30)}" fill="none" stroke="#123" stroke-width="3"/></svg>`,
  );
  const canvas = sharp({
    create: { width, height, channels: 4, background: type === 'png' ? '#00000000' : '#ffffff' },
  });
  const drawn = blank ? canvas : canvas.composite([{ input: stroke }]);
  return type === 'png' ? drawn.png().toBuffer() : drawn.flatten({ background: '#fff' }).jpeg().toBuffer();
}

/** The smallest PDF with a page. `stream` makes it larger, as a scanned picture would. */
export const makePdf = (n = 1, stream?: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(
      `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R/N ${n}>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>endobj\n`,
    ),
    ...(stream
      ? [
          Buffer.from(`4 0 obj<</Length ${stream.length}>>stream\n`),
          stream,
          Buffer.from('\nendstream endobj\n'),
        ]
      : []),
    Buffer.from('trailer<</Root 1 0 R>>\n%%EOF\n'),
  ]);

/** A file that starts like a PDF but has no page. */
export const makeBrokenPdf = (): Buffer =>
  Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');

/** A PDF of 4 MB with a stream that inflates to 4 GB. It is an object stream, so every reader opens it. */
export function makePdfBomb(): Buffer {
  const block = deflateRawSync(Buffer.alloc(64 << 20), { finishFlush: constants.Z_FULL_FLUSH });
  const stream = Buffer.concat([
    Buffer.from([0x78, 0x9c]),
    ...Array.from({ length: 64 }, () => block),
    Buffer.from([3, 0]),
  ]);
  const head = `%PDF-1.7\n1 0 obj<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${stream.length}>>stream\n`;
  return Buffer.concat([
    Buffer.from(head),
    stream,
    Buffer.from('\nendstream endobj\n2 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 2 0 R>>\n%%EOF\n'),
  ]);
}

/** A file for a form. */
export const fileOf = (bytes: Buffer, name: string, type = ''): File =>
  new File([new Uint8Array(bytes)], name, { type });

/** The text of a PDF's pages, in order, with single spaces. */
export const pdfWords = async (bytes: Uint8Array): Promise<string> => (await pdfPages(bytes)).join(' ');

/** The text of each page. */
export async function pdfPages(bytes: Uint8Array): Promise<string[]> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const pages: string[] = [];
  for (let at = 1; at <= pdf.numPages; at += 1) {
    const { items } = await (await pdf.getPage(at)).getTextContent();
    const words = items.flatMap((item) => ('str' in item ? [item.str] : []));
    pages.push(words.join(' ').replaceAll(/\s+/g, ' '));
  }
  return pages;
}
