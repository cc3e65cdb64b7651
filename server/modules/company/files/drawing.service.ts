import { buffer } from 'node:stream/consumers';
import { LRUCache } from 'lru-cache';
import { SIGNATURE_PIXELS_MAX } from '#contract/company/files/files.ts';
import { INK_EDGE, inkFault } from '#contract/company/files/ink.ts';
import { TEXTS } from '#contract/texts.ts';
import type { Context } from '#server/kernel/context.ts';
import { invalid } from '#server/kernel/errors.ts';
import type { UploadedFile } from '#server/kernel/files.ts';
import { sizeOf } from '#server/kernel/pictureSize.ts';
import { turns } from '#server/kernel/thread.ts';

const BUSY = 'Hay muchas firmas llegando a la vez. Inténtalo de nuevo en unos segundos.';
/**
 * Decoding a picture takes a core. One lane for small pictures, as signature panels make them, and one for large ones,
 * so that small ones never wait for large ones.
 */
const smallInTurn = turns({ atOnce: 1, waiting: 200, busy: BUSY });
const largeInTurn = turns({ atOnce: 1, waiting: 12, busy: BUSY });
const SMALL_PIXELS = 1_000_000;
/** The part of the file with the picture's size. */
const HEAD = { start: 0, end: 1_048_575 };

/** Recent results by hash: computed before the transaction and used again inside it. */
const seen = new LRUCache<string, Promise<string | null>>({ max: 200 });

/**
 * Why a picture is no signature, as a sentence: empty, a dot, a single straight line (contract/company/files/ink.ts);
 * null when it can be one. A file that is not a picture (a signed PDF) is accepted; an unreadable picture counts as
 * empty. Call it before the transaction (`before` of the route), otherwise a connection waits for the decoding. Raises
 * 422 at its field for a picture that is too large, 429 when too many are in progress.
 */
export async function drawingFault(ctx: Pick<Context, 'files'>, file: Drawing): Promise<string | null> {
  if (!file.mime.startsWith('image/')) return null;
  const known = seen.get(file.sha256);
  if (known) return known;
  const looked = look(ctx, file);
  seen.set(file.sha256, looked);
  // Failures are not cached.
  looked.catch(() => seen.delete(file.sha256));
  return looked;
}

/** Computes the results of `drawingFault` before the transaction. */
export async function lookAtDrawing(
  ctx: Pick<Context, 'files'>,
  files: readonly Drawing[] = [],
): Promise<void> {
  for (const file of files) await drawingFault(ctx, file);
}

type Drawing = Pick<UploadedFile, 'field' | 'sha256' | 'mime'>;

async function look(ctx: Pick<Context, 'files'>, file: Drawing): Promise<string | null> {
  const size = sizeOf(await buffer(await ctx.files.store.read(file.sha256, HEAD)), file.mime);
  if (!size) return TEXTS.emptySignature;
  const pixels = size.width * size.height;
  if (pixels > SIGNATURE_PIXELS_MAX)
    throw invalid([
      {
        field: file.field,
        message: `La imagen es demasiado grande (${size.width} × ${size.height}). Firma en el panel o usa una más pequeña.`,
      },
    ]);
  return (pixels <= SMALL_PIXELS ? smallInTurn : largeInTurn)(async () =>
    judge(await buffer(await ctx.files.store.read(file.sha256))),
  );
}

async function judge(bytes: Buffer): Promise<string | null> {
  const { default: sharp } = await import('sharp');
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: SIGNATURE_PIXELS_MAX })
      .flatten({ background: '#ffffff' })
      .resize(INK_EDGE, INK_EDGE, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('b-w')
      .raw()
      .toBuffer({ resolveWithObject: true });
    return inkFault({ data, width: info.width, height: info.height });
  } catch {
    return TEXTS.emptySignature;
  }
}
