import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { attachFile, listFiles, removeFile } from '#contract/company/files/endpoints.ts';
import { audit } from '#server/kernel/audit.ts';
import { notFound } from '#server/kernel/errors.ts';
import type { Store } from '#server/kernel/files.ts';
import type { Module } from '#server/kernel/core.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { sendPart } from '#server/kernel/range.ts';
import { writeCaf } from '#server/kernel/sound/caf.ts';
import { readOgg } from '#server/kernel/sound/ogg.ts';
import { readWebm } from '#server/kernel/sound/webm.ts';
import { route, serveBytes } from '#server/kernel/route.ts';
import { sweepAllBytes, sweepBytes } from './files.jobs.ts';
import { attach, filesOfRecord, remove } from './attached.service.ts';
import { checkFileUrl } from './files.service.ts';

const Address = z.object({
  hasta: z.coerce.number().int(),
  firma: z.string().max(100),
  como: z.literal('caf').optional(),
});

export const filesModule: Module = {
  name: 'files',
  jobs: [sweepBytes, sweepAllBytes],
  routes(app) {
    route(app, listFiles, async (ctx, { params }) => ({
      data: await filesOfRecord(ctx, params.reference, params.id),
    }));
    route(app, attachFile, async (ctx, { params }) => ({
      data: await attach(ctx, params.reference, params.id),
    }));
    route(app, removeFile, async (ctx, { params }) => {
      await remove(ctx, params);
      return { success: 'Archivo quitado.' };
    });
    serveFiles(app);
  },
};

/** Sends a file to the session that its URL was signed for. Browsers show it but run no scripts in it. */
function serveFiles(app: FastifyInstance): void {
  serveBytes(app, { path: '/archivos/:id', access: ['client', 'staff'] }, async (ctx, request, reply) => {
    const query = Address.safeParse(request.query);
    const id = z.uuid().safeParse((request.params as { id: string }).id);
    if (!query.success || !id.success) throw notFound();
    checkFileUrl(ctx, id.data, query.data);
    const [file] = await ctx.db.select().from(files).where(eq(files.id, id.data));
    if (!file) throw notFound();
    if (file.sensitive)
      await audit(ctx, 'leer', 'archivo', file.id, {
        reference: file.reference,
        referenceId: file.referenceId,
        name: file.name,
      });
    const caf = query.data.como === 'caf';
    const bytes = caf ? await cafOf(ctx.files.store, file) : null;
    if (caf && !bytes) throw notFound();
    reply.headers({
      'content-type': caf ? 'audio/x-caf' : file.mime,
      'content-disposition': `inline; filename*=UTF-8''${encodeURIComponent(caf ? `${file.name}.caf` : file.name)}`,
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'cache-control': 'private, no-store',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
    });
    return bytes
      ? sendPart(reply, bytes.length, async (range) =>
          range ? bytes.subarray(range.start, range.end + 1) : bytes,
        )
      : sendPart(reply, file.size, (range) => ctx.files.store.read(file.sha256, range));
  });
}

/** Largest recording that is put into another container. */
const SOUND_MAX = 16 * 1_048_576;

/** A recording with Opus for a Safari that plays neither Ogg nor WebM; null if it is none. */
async function cafOf(
  store: Pick<Store, 'read'>,
  { sha256, mime, size }: typeof files.$inferSelect,
): Promise<Buffer | null> {
  const read = mime.endsWith('/webm') ? readWebm : mime === 'audio/ogg' ? readOgg : null;
  if (!read || size > SOUND_MAX) return null;
  const sound = read(await buffer(await store.read(sha256)));
  return sound && writeCaf(sound);
}
