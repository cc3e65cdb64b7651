import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import type { Sharp } from 'sharp';
import type { Context } from '#server/kernel/context.ts';
import { files } from '#server/kernel/kernel.table.ts';

type Asking = Pick<Context, 'db' | 'files'>;

/** A drawing is printed 60 mm wide: more pixels only make the file larger. */
const DRAWING_EDGE = 600;

/** A stored drawing as a small PNG data URL; null when it cannot be read. */
export async function pictureOf(ctx: Asking, fileId: string): Promise<string | null> {
  const small = await drawingOf(ctx, fileId, (image) => image.flatten({ background: '#ffffff' }));
  return small && `data:image/png;base64,${small.toString('base64')}`;
}

/** A stored drawing as a PNG of its strokes alone, without the empty panel around them; null when it cannot be read. */
export const strokesOf = (ctx: Asking, fileId: string): Promise<Buffer | null> =>
  drawingOf(ctx, fileId, (image) => image.trim());

async function drawingOf(
  ctx: Asking,
  fileId: string,
  change: (image: Sharp) => Sharp,
): Promise<Buffer | null> {
  const [file] = await ctx.db.select().from(files).where(eq(files.id, fileId));
  if (!file?.mime.startsWith('image/')) return null;
  const { default: sharp } = await import('sharp');
  try {
    return await change(sharp(await buffer(await ctx.files.store.read(file.sha256))))
      .resize(DRAWING_EDGE, DRAWING_EDGE, { fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer();
  } catch {
    return null;
  }
}
