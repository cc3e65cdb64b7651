import { buffer } from 'node:stream/consumers';
import type { Context } from '#server/kernel/context.ts';
import type { UploadedFile } from '#server/kernel/files.ts';

/** Lighter or darker by less than this, of 255, is noise of a photograph or of JPEG and no stroke. */
const NOISE = 24;
/** Pixels of an edge that are enough to see a stroke. */
const SAMPLE = 1000;

/**
 * Whether a picture shows anything: a canvas that nobody drew on is transparent or of one colour. What is no picture (a
 * signed PDF) is believed; what cannot be read shows nothing.
 */
export async function isDrawn(
  ctx: Pick<Context, 'files'>,
  file: Pick<UploadedFile, 'sha256' | 'mime'>,
): Promise<boolean> {
  if (!file.mime.startsWith('image/')) return true;
  const [{ default: sharp }, bytes] = await Promise.all([
    import('sharp'),
    ctx.files.store.read(file.sha256).then(buffer),
  ]);
  try {
    const { channels } = await sharp(bytes)
      .resize(SAMPLE, SAMPLE, { fit: 'inside', withoutEnlargement: true })
      .stats();
    return channels.some(({ min, max }) => max - min > NOISE);
  } catch {
    return false;
  }
}
