import { getManual, MANUAL_PICTURES } from '#contract/company/manual/endpoints.ts';
import { notFound } from '#server/kernel/errors.ts';
import type { Module } from '#server/kernel/core.ts';
import { route, serveBytes } from '#server/kernel/route.ts';
import { readManual, readPicture } from './manual.service.ts';

/** The manual of docs/manual, for whoever is signed in. */
export const manualModule: Module = {
  name: 'manual',
  routes(app) {
    route(app, getManual, async () => ({ data: await readManual() }));
    serveBytes(app, { path: `${MANUAL_PICTURES}/:name`, access: 'staff' }, async (_ctx, request, reply) => {
      const bytes = await readPicture((request.params as { name: string }).name);
      if (!bytes) throw notFound();
      return reply.header('cache-control', 'private, max-age=86400').type('image/webp').send(bytes);
    });
  },
};
