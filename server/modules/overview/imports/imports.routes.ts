import { and, eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { urlOf } from '#contract/endpoint.ts';
import { Id } from '#contract/ids.ts';
import { plainText } from '#contract/overview/imports/cells.ts';
import * as api from '#contract/overview/imports/endpoints.ts';
import { ROWS_MAX } from '#contract/overview/imports/model.ts';
import { offsetOf, paginate } from '#contract/paging.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { forbidden, notFound } from '#server/kernel/errors.ts';
import type { Module } from '#server/kernel/core.ts';
import { route, serveBytes } from '#server/kernel/route.ts';
import { findImports, importsInReach, pageOfRows } from './imports.queries.ts';
import { confirmImport, tryImport, undoImport } from './imports.service.ts';
import { imports } from './imports.table.ts';
import { IMPORT_KINDS, kindNamed } from './kinds.ts';
import { badRowsOf, templateOf } from './workbooks.ts';

export const importsModule: Module = {
  name: 'imports',
  routes(app) {
    route(app, api.listImportKinds, (ctx) => ({
      data: IMPORT_KINDS.filter(({ permission }) => scopeOf(ctx, permission)).map(
        ({ name, title, text, most = ROWS_MAX, columns }) => ({
          name,
          title,
          text,
          most,
          columns: columns.map((column) => ({ ...column, example: String(column.example) })),
        }),
      ),
    }));
    route(app, api.listImports, async (ctx, { query }) => {
      const where = and(importsInReach(ctx), query.tipo ? eq(imports.kind, query.tipo) : undefined);
      const list = await findImports(ctx, where, {
        ...query,
        limit: query.per_page,
        offset: offsetOf(query),
      });
      const total = await ctx.db.$count(imports, where);
      const url = urlOf(api.listImports, { query });
      return { data: list, meta: { pagination: paginate(query, list.length, total, url) } };
    });
    route(app, api.findImport, async (ctx, { params }) => ({ data: await importInReach(ctx, params.id) }));
    route(app, api.listImportRows, async (ctx, { params, query }) => {
      const found = await importInReach(ctx, params.id);
      const { list, total } = await pageOfRows(
        ctx,
        { id: found.id, kind: found.kind.name },
        { ...query, status: query.estado, limit: query.per_page, offset: offsetOf(query) },
      );
      const url = urlOf(api.listImportRows, { params, query });
      return { data: list, meta: { pagination: paginate(query, list.length, total, url) } };
    });
    route(app, api.tryImport, (ctx, { body }) => tryImport(ctx, body.tipo));
    route(app, api.confirmImport, async (ctx, { params, body }) => {
      const { made, changed } = await confirmImport(ctx, params.id, body);
      return { data: await importInReach(ctx, params.id), success: told(made, changed) };
    });
    route(app, api.undoImport, async (ctx, { params }) => {
      await undoImport(ctx, params.id);
      return { data: await importInReach(ctx, params.id), success: 'Importación deshecha.' };
    });
    serveWorkbooks(app);
  },
};

const told = (made: number, changed: number) =>
  made + changed === 0
    ? 'Nada cambió: todo estaba ya igual.'
    : `Importado: ${made} ${made === 1 ? 'fila nueva' : 'filas nuevas'} y ${changed} ${changed === 1 ? 'cambiada' : 'cambiadas'}.`;

async function importInReach(ctx: Context, id: number) {
  const [found] = await findImports(ctx, and(eq(imports.id, id), importsInReach(ctx)), {
    limit: 1,
    offset: 0,
  });
  if (!found) throw notFound();
  return found;
}

/** Workbooks are generated per request and not stored. */
function serveWorkbooks(app: FastifyInstance): void {
  serveBytes(
    app,
    { path: '/api/imports/kinds/:name/template.xlsx', access: api.IMPORTS },
    async (ctx, request, reply) => {
      const kind = kindNamed(z.object({ name: z.string() }).parse(request.params).name);
      if (!kind) throw notFound();
      if (!scopeOf(ctx, kind.permission)) throw forbidden();
      return sendBook(
        reply,
        `plantilla-${plainText(kind.title).replaceAll(' ', '-')}.xlsx`,
        await templateOf(kind, await kind.load(ctx, false, [])),
      );
    },
  );
  serveBytes(
    app,
    { path: '/api/imports/:id/bad.xlsx', access: api.SEES_IMPORTS },
    async (ctx, request, reply) => {
      const { data: params } = z.object({ id: Id }).safeParse(request.params);
      if (!params) throw notFound();
      const found = await importInReach(ctx, params.id);
      const kind = kindNamed(found.kind.name);
      if (!kind) throw notFound();
      const { list } = await pageOfRows(
        ctx,
        { id: found.id, kind: kind.name },
        { status: 'bad', limit: ROWS_MAX, offset: 0 },
      );
      return sendBook(reply, `por-corregir-${found.id}.xlsx`, await badRowsOf(kind, list));
    },
  );
}

const sendBook = (reply: FastifyReply, name: string, bytes: Uint8Array) =>
  reply
    .headers({
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
    })
    .send(bytes);
