import { open } from 'node:fs/promises';

/** Larger pictures count as decompression bombs: pixels per edge, and pixels in total. */
const EDGE_MAX = 12_000;
const PIXELS_MAX = 100_000_000;
/** A JPEG's size follows its comments and previews; no camera puts it further back than this. */
const HEAD_BYTES = 1_048_576;

export interface PictureSize {
  width: number;
  height: number;
}

/** A message if a PNG or JPEG has no readable size or is too large to decode safely; else null. */
export async function whyNotPicture(
  file: string,
  mime: string,
  maxPixels = PIXELS_MAX,
): Promise<string | null> {
  if (mime !== 'image/png' && mime !== 'image/jpeg') return null;
  const size = sizeOf(await headOf(file), mime);
  if (!size || size.width === 0 || size.height === 0)
    return 'La imagen está dañada. Toma la foto otra vez o elige otro archivo.';
  const { width, height } = size;
  if (width > EDGE_MAX || height > EDGE_MAX || width * height > PIXELS_MAX)
    return `La imagen es demasiado grande (${width} × ${height}). Usa una de hasta ${EDGE_MAX} puntos por lado.`;
  if (width * height > maxPixels)
    return `La imagen es demasiado grande (${width} × ${height}). Usa una más pequeña: ${EDGE_OF(maxPixels)} puntos por lado bastan.`;
  return null;
}

const EDGE_OF = (pixels: number) => Math.floor(Math.sqrt(pixels) / 100) * 100;

async function headOf(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Width and height from the picture's header; undefined if it has none. */
export function sizeOf(head: Buffer, mime: string): PictureSize | undefined {
  return mime === 'image/png' ? pngSize(head) : jpegSize(head);
}

function pngSize(head: Buffer): PictureSize | undefined {
  if (head.length < 24 || head.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) };
}

/** Skips segments up to the frame header (SOF). */
function jpegSize(head: Buffer): PictureSize | undefined {
  let at = 2;
  while (at + 9 <= head.length) {
    if (head[at] !== 0xff) return undefined;
    const marker = head[at + 1]!;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const standsAlone = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    if (standsAlone) {
      at += 2;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: head.readUInt16BE(at + 5), width: head.readUInt16BE(at + 7) };
    if (marker === 0xd9 || marker === 0xda) return undefined;
    at += 2 + head.readUInt16BE(at + 2);
  }
  return undefined;
}
