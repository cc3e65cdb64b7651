import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import type { Context } from '#server/kernel/context.ts';
import { files } from '#server/kernel/kernel.table.ts';

/** A drawing is printed 60 mm wide: more pixels only make the file larger. */
const DRAWING_EDGE = 600;

/** A stored drawing as a small PNG data URL; null when it cannot be read. */
export async function pictureOf(ctx: Pick<Context, 'db' | 'files'>, fileId: string): Promise<string | null> {
  const [file] = await ctx.db.select().from(files).where(eq(files.id, fileId));
  if (!file?.mime.startsWith('image/')) return null;
  const { default: sharp } = await import('sharp');
  try {
    const small = await sharp(await buffer(await ctx.files.store.read(file.sha256)))
      .flatten({ background: '#ffffff' })
      .resize(DRAWING_EDGE, DRAWING_EDGE, { fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer();
    return `data:image/png;base64,${small.toString('base64')}`;
  } catch {
    return null;
  }
}
