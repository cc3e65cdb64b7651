import { buffer } from 'node:stream/consumers';
import type { Context } from '#server/kernel/context.ts';
import { invalid } from '#server/kernel/errors.ts';
import type { UploadedFile } from '#server/kernel/files.ts';

/** Lighter or darker by less than this, of 255, is noise of a photograph or of JPEG and no stroke. */
const NOISE = 24;
/** Pixels of an edge that are enough to see a stroke. */
const SAMPLE = 1000;
/** A photograph of a phone has fewer pixels; to open more takes seconds and memory of everybody else's. */
const PIXELS_MAX = 25_000_000;

/**
 * Whether a picture shows anything: a canvas that nobody drew on is transparent or of one colour. What is no picture (a
 * signed PDF) is believed; what cannot be read shows nothing. Raises 422 at its field for a picture too large to be opened.
 */
export async function isDrawn(
  ctx: Pick<Context, 'files'>,
  file: Pick<UploadedFile, 'field' | 'sha256' | 'mime'>,
): Promise<boolean> {
  if (!file.mime.startsWith('image/')) return true;
  const [{ default: sharp }, bytes] = await Promise.all([
    import('sharp'),
    ctx.files.store.read(file.sha256).then(buffer),
  ]);
  const { width, height } = await sharp(bytes)
    .metadata()
    .catch(() => ({ width: 0, height: 0 }));
  if (width * height > PIXELS_MAX)
    throw invalid([
      {
        field: file.field,
        message: `La imagen es demasiado grande (${width} × ${height}). Firma en el panel o usa una más pequeña.`,
      },
    ]);
  try {
    // The measure of a picture is taken of all its pixels, so it is made smaller first.
    const { data, info } = await sharp(bytes)
      .resize(SAMPLE, SAMPLE, { fit: 'inside', withoutEnlargement: true })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { channels } = await sharp(data, { raw: info }).stats();
    return channels.some(({ min, max }) => max - min > NOISE);
  } catch {
    return false;
  }
}
