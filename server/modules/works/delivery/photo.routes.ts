import { buffer } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { z } from 'zod';
import type { Context } from '#server/kernel/context.ts';
import { notFound } from '#server/kernel/errors.ts';
import { serveBytes } from '#server/kernel/route.ts';
import { checkFileUrl } from '#server/modules/company/files/files.service.ts';
import { keepSmall } from '#server/modules/works/jobs/report.service.ts';
import { approvedPhoto } from './family.service.ts';

const Address = z.object({ hasta: z.coerce.number().int(), firma: z.string().max(100) });
/** A picture of more pixels is no photograph of a phone. */
const PIXELS_MOST = 60_000_000;
/** Longest side on a buyer's page, in pixels. */
const EDGE = 960;

/** Scaled once: the next look, by whomever, reads the kept copy. */
async function smallOf(
  ctx: Context,
  fileId: string,
  { sha256, small }: { sha256: string; small: string | null },
): Promise<Uint8Array> {
  const { store } = ctx.files;
  if (small && (await store.has(small))) return buffer(await store.read(small));
  // Sharp writes no metadata unless it is asked to; rotate() first turns the picture as its metadata says.
  const made = await sharp(await buffer(await store.read(sha256)), { limitInputPixels: PIXELS_MOST })
    .rotate()
    .resize({ width: EDGE, height: EDGE, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 72 })
    .toBuffer();
  const kept = await ctx.files.keep(made, `${fileId}.webp`, 'image/webp');
  await keepSmall(ctx, fileId, kept.sha256);
  return made;
}

/** An approved photograph for the family: smaller, and without what the phone wrote into it, such as the place. */
export function servePhotos(app: FastifyInstance): void {
  serveBytes(app, { path: '/clientes/obra/:id', access: 'client' }, async (ctx, request, reply) => {
    const query = Address.safeParse(request.query);
    const id = z.uuid().safeParse((request.params as { id: string }).id);
    if (!query.success || !id.success) throw notFound();
    checkFileUrl(ctx, id.data, query.data);
    const photo = await approvedPhoto(ctx, id.data);
    if (!photo) throw notFound();
    const small = await smallOf(ctx, id.data, photo);
    return reply
      .headers({
        'content-type': 'image/webp',
        'cache-control': 'private, max-age=600',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
      })
      .send(small);
  });
}
