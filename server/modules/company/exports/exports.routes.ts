import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { exportPath, getExport, listExports, prepareExport } from '#contract/company/exports/endpoints.ts';
import { DIRECT_ROWS, ExportQuery } from '#contract/company/exports/model.ts';
import { exportPermissions } from '#contract/exports.ts';
import { admit } from '#server/kernel/auth.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { invalid, notFound, tooMany } from '#server/kernel/errors.ts';
import { exportedLists, type ExportedList } from '#server/kernel/exports/lists.ts';
import { exporter } from '#server/kernel/exports/produce.ts';
import type { Module } from '#server/kernel/core.ts';
import { route, serveBytes } from '#server/kernel/route.ts';
import { fieldName } from '#server/kernel/zodErrors.ts';
import { makeExport, sweepPrepared } from './exports.jobs.ts';
import { exportNow, findExports, parseFor, prepare } from './exports.service.ts';

/** Exports of lists. Registered last: it adds two calls for every list that declares `exports`. */
export const exportsModule: Module = {
  name: 'exports',
  jobs: [makeExport, sweepPrepared],
  routes(app) {
    route(app, listExports, async (ctx) => ({ data: await findExports(ctx) }));
    route(app, getExport, async (ctx, { params }) => {
      const [found] = await findExports(ctx, params.id);
      if (!found) throw notFound();
      return { data: found };
    });
    for (const list of exportedLists()) exportRoutes(app, list);
  },
};

/** Maximum number of concurrent exports per process: each needs a connection and memory. */
const AT_ONCE = 3;
let writing = 0;

function exportRoutes(app: FastifyInstance, list: ExportedList): void {
  const { spec } = list;
  serveBytes(
    app,
    { path: exportPath(spec), access: exportPermissions(spec.exports) },
    async (ctx, request, reply) => {
      admit(spec.access, callersOf(ctx));
      exporter(staffOf(ctx), spec);
      const asked = ExportQuery.safeParse(request.query);
      if (!asked.success)
        throw invalid(
          asked.error.issues.map((one) => ({ field: fieldName(one.path), message: one.message })),
        );
      const { formato: format, columnas: columns, ids } = asked.data;
      const { params, query } = parseFor(list, request.params, request.query);
      if (writing >= AT_ONCE) throw tooMany(5, 'Se preparan otros archivos. Inténtalo en unos segundos.');
      writing += 1;
      const made = await exportNow(ctx, list, { format, columns, ids, params, query }, DIRECT_ROWS).finally(
        () => (writing -= 1),
      );
      return sendFile(reply, made);
    },
  );
  route(app, prepareExport(spec), async (ctx, { params, body }) => {
    admit(spec.access, callersOf(ctx));
    return { data: await prepare(ctx, list, params, body) };
  });
}

const callersOf = ({ staff, client }: Context) => ({ staff, client, bearer: false });

async function sendFile(
  reply: FastifyReply,
  { file, name, mime }: { file: string; name: string; mime: string },
): Promise<FastifyReply> {
  const { size } = await stat(file);
  const bytes = createReadStream(file);
  // The temporary file is removed after it was sent, aborted or never started.
  bytes.once('close', () => void rm(file, { force: true }));
  return reply
    .headers({
      'content-type': mime,
      'content-length': size,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    })
    .send(bytes);
}
