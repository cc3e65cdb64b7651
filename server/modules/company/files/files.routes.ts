import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { attachFile, listFiles, removeFile } from '#contract/company/files/endpoints.ts';
import { audit } from '#server/kernel/audit.ts';
import { notFound } from '#server/kernel/errors.ts';
import type { Module } from '#server/kernel/house.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { route, serveBytes } from '#server/kernel/route.ts';
import { sweepAllBytes, sweepBytes } from './files.jobs.ts';
import { attach, filesOfRecord, remove } from './attached.service.ts';
import { checkFileUrl } from './files.service.ts';

const Address = z.object({ hasta: z.coerce.number().int(), firma: z.string().max(100) });

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
    return reply
      .headers({
        'content-type': file.mime,
        'content-length': file.size,
        'content-disposition': `inline; filename*=UTF-8''${encodeURIComponent(file.name)}`,
        'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
        'cache-control': 'private, no-store',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
      })
      .send(await ctx.files.store.read(file.sha256));
  });
}
