import { sql } from 'drizzle-orm';
import * as api from '#contract/works/delivery/endpoints.ts';
import { notFound } from '#server/kernel/errors.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import { projectInReach } from '#server/modules/projects/projects/projects.scope.ts';
import { deliveryNight } from './delivery.jobs.ts';
import * as service from './delivery.service.ts';
import { deliveryTasks } from './delivery.tasks.ts';
import { deliveryFollowers } from './following.service.ts';
import { progressByWeek } from './pace.service.ts';
import { servePhotos } from './photo.routes.ts';

/** What the works say to the sale, to the plan and to the family: progress, forecast and warnings. */
export const deliveryModule: Module = {
  name: 'delivery',
  jobs: [deliveryNight],
  followers: deliveryFollowers,
  tasks: { entrega: deliveryTasks },
  knows: {
    precontrato: {
      works: sql`(select json_build_object('percent', h.progress_percent)
        from lot_claims c join houses h on h.lot_id = c.lot_id and h.archived_at is null
        where c.sale_id = sales.id and c.released_at is null and exists (select from jobs j where j.house_id = h.id))`,
    },
    'lote en plano': {
      works: sql`(select h.progress_percent::float8 from houses h where h.lot_id = lots.id and h.archived_at is null)`,
    },
  },
  routes(app) {
    servePhotos(app);
    route(app, api.getSaleDelivery, async (ctx, { params }) => ({
      data: await service.saleDelivery(ctx, params.id),
    }));
    route(app, api.tellDelivery, async (ctx, { params, body }) => {
      await service.tellDelivery(ctx, params.id, body.texto);
      return { data: await service.saleDelivery(ctx, params.id) };
    });
    route(app, api.draftExtension, async (ctx, { params, body }) => ({
      data: { id: await service.draftExtension(ctx, params.id, body) },
    }));
    route(app, api.planProgress, async (ctx, { query }) => {
      if (!(await projectInReach(ctx, query.proyecto_id, 'proyectos.ver'))) throw notFound();
      return { data: await progressByWeek(ctx.db, query.proyecto_id) };
    });
  },
};
