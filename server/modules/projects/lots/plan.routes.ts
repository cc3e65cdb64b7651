import { and, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import * as api from '#contract/projects/lots/plan.ts';
import { notFound } from '#server/kernel/errors.ts';
import { route, serveBytes } from '#server/kernel/route.ts';
import { projectsInReach } from '#server/modules/projects/projects/projects.scope.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { loadPlan } from './plan.queries.ts';
import { drawingInReach, drawUpload, takeDrawing } from './planDrawing.service.ts';
import { savePlan } from './planSave.service.ts';

/** The plan of a project: reading, and saving from the editor. */
export function planRoutes(app: FastifyInstance): void {
  route(app, api.findPlan, async (ctx, { query }) => {
    const plan = await loadPlan(ctx, query.proyecto_id);
    if (!plan) throw notFound();
    return { data: plan };
  });
  route(app, api.savePlan, async (ctx, { body }) => {
    const written = await savePlan(ctx, body);
    const plan = await loadPlan(ctx, body.proyecto_id);
    if (!plan) throw notFound();
    const removed = body.removed.length;
    return {
      data: plan,
      success: `Plano guardado: ${written === 1 ? '1 lote' : `${written} lotes`}${removed > 0 ? `, ${removed} borrados` : ''}.`,
    };
  });
  route(
    app,
    api.uploadDrawing,
    async (ctx, { body }) => ({ data: await takeDrawing(ctx, body.proyecto_id) }),
    { before: (ctx, { body }) => drawUpload(ctx, body.proyecto_id) },
  );

  serveBytes(
    app,
    { path: '/api/lotes/plano/dibujo/:sha256', access: 'proyectos.ver' },
    async (ctx, request, reply) => {
      const { sha256 } = request.params as { sha256: string };
      if (!/^[0-9a-f]{64}$/.test(sha256) || !(await drawingInReach(ctx, sha256))) throw notFound();
      return reply
        .type('image/webp')
        .header('cache-control', 'private, max-age=86400, immutable')
        .send(await ctx.files.store.read(sha256));
    },
  );
  // Served as an image, so the browser runs no script in it. The markup is our own.
  serveBytes(
    app,
    { path: '/api/lotes/plano/:id/fondo.svg', access: 'proyectos.ver' },
    async (ctx, request, reply) => {
      const id = Number((request.params as { id: string }).id);
      if (!Number.isSafeInteger(id) || id < 1) throw notFound();
      const [project] = await ctx.db
        .select({ plan: projects.plan })
        .from(projects)
        .where(and(eq(projects.id, id), projectsInReach(ctx, 'proyectos.ver')));
      if (!project?.plan) throw notFound();
      const { width, height, background } = project.plan;
      return reply
        .type('image/svg+xml')
        .header('cache-control', 'private, max-age=300')
        .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
        .send(
          `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${background}</svg>`,
        );
    },
  );
}
