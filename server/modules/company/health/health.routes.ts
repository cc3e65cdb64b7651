import { getHealth, retryFailedJobs as retry, SUPPORT_BUNDLE } from '#contract/company/health/endpoints.ts';
import type { Module } from '#server/kernel/core.ts';
import { route, serveBytes } from '#server/kernel/route.ts';
import { retryFailedJobs, systemHealth } from './health.service.ts';
import { supportBundle } from './support.service.ts';

/** The state of the system for administrators, and the bundle for whoever helps them. */
export const healthModule: Module = {
  name: 'health',
  routes(app) {
    route(app, getHealth, async (ctx) => ({ data: await systemHealth(ctx) }));
    route(app, retry, async (ctx, { params }) => {
      const count = await retryFailedJobs(ctx, params.name);
      return {
        success:
          count === 1
            ? 'Se intenta otra vez: espera un momento y mira si vuelve a fallar.'
            : `Se intentan otra vez ${count} tareas: espera un momento y mira si vuelven a fallar.`,
      };
    });
    serveBytes(
      app,
      { path: SUPPORT_BUNDLE, access: 'administracion.exportar', limit: { max: 10, seconds: 60 } },
      async (ctx, _request, reply) => {
        const { name, bytes } = await supportBundle(ctx);
        return reply
          .headers({ 'cache-control': 'no-store', 'content-disposition': `attachment; filename="${name}"` })
          .type('application/zip')
          .send(bytes);
      },
    );
  },
};
