import sharp from 'sharp';

/** A picture with a stroke on it, different for each `n`; `blank`: a canvas that nobody drew on. */
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
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><path d="M2 ${height - 3} L${width - 3} ${3 + (n % 30)}" stroke="#123" stroke-width="3"/></svg>`,
  );
  const canvas = sharp({
    create: { width, height, channels: 4, background: type === 'png' ? '#00000000' : '#ffffff' },
  });
  const drawn = blank ? canvas : canvas.composite([{ input: stroke }]);
  return type === 'png' ? drawn.png().toBuffer() : drawn.flatten({ background: '#fff' }).jpeg().toBuffer();
}

/** The smallest thing that is a PDF by its bytes. */
export const makePdf = (n = 1): Buffer =>
  Buffer.from(`%PDF-1.4\n1 0 obj<</Type/Catalog/N ${n}>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`);

/** A file of a form. */
export const fileOf = (bytes: Buffer, name: string, type = ''): File =>
  new File([new Uint8Array(bytes)], name, { type });
