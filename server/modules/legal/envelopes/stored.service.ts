import { eq } from 'drizzle-orm';
import { buffer } from 'node:stream/consumers';
import type { Context } from '#server/kernel/context.ts';
import { notFound } from '#server/kernel/errors.ts';
import { files } from '#server/kernel/kernel.table.ts';
import type { StoredPdf } from '#server/kernel/pdf/picture.ts';

/** A PDF of the store by the hash of its bytes. */
export const pdfOf = (ctx: Pick<Context, 'files'>, sha256: string): StoredPdf => ({
  sha256,
  read: async () => new Uint8Array(await buffer(await ctx.files.store.read(sha256))),
});

/** A stored PDF by its file, with its name. Raises 404. */
export async function storedPdf(
  ctx: Pick<Context, 'db' | 'files'>,
  fileId: string,
): Promise<StoredPdf & { name: string }> {
  const [file] = await ctx.db.select().from(files).where(eq(files.id, fileId));
  if (!file) throw notFound();
  return { ...pdfOf(ctx, file.sha256), name: file.name };
}
