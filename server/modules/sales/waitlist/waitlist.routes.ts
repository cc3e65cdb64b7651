import { LOT_STATE } from '#contract/company/catalogs/states.ts';
import { eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { waitUrl } from '#contract/sales/claims/claims.ts';
import * as api from '#contract/sales/waitlist/waitlist.ts';
import { CONSENT_TEXTS } from '#contract/sales/consents/consents.ts';
import type { Context } from '#server/kernel/context.ts';
import { notFound } from '#server/kernel/errors.ts';
import { servePage, type PageResult } from '#server/kernel/pages.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { soldType } from '#server/modules/projects/lots/lots.scope.ts';
import { lengthOfLine, lotFollower } from './line.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { promoteWaiting, sweepWaiting } from './waitlist.jobs.ts';
import { findEntry, listWaiting } from './waitlist.queries.ts';
import { addWaiting, entryOfKey, joinLine, leaveByKey, removeWaiting } from './waitlist.service.ts';

/** The waitlist of a taken lot: for staff, and for buyers by a page and a link. */
export const waitlistModule: Module = {
  name: 'waitlist',
  jobs: [promoteWaiting, sweepWaiting],
  knows: {
    lote: {
      waiting: sql`(select count(*)::int from lot_waitlist w
        where w.lot_id = lots.id and w.left_at is null and w.offered_at is null)`,
    },
    'lote usado': { waited: sql`exists (select from lot_waitlist w where w.lot_id = lots.id)` },
  },
  followers: [lotFollower],
  routes,
};

function routes(app: FastifyInstance): void {
  route(app, api.listWaiting, async (ctx, { params }) => ({ data: await listWaiting(ctx, params.id) }));
  route(app, api.addWaiting, async (ctx, { params, body }) => {
    const puesto = await addWaiting(ctx, params.id, body);
    return { success: `Anotado en la lista de espera, en el puesto ${puesto}.`, puesto };
  });
  route(app, api.removeWaiting, async (ctx, { params, body }) => {
    await removeWaiting(ctx, params.id, body.motivo);
    return { success: 'Salió de la lista de espera.' };
  });

  route(app, api.joinLine, async (ctx, { params, body }) => {
    const puesto = await joinLine(ctx, params.id, body);
    return {
      success: `Estás en la lista de espera, en el puesto ${puesto}. Te enviamos un correo con tu enlace.`,
      puesto,
      redirect: `${waitUrl(params.id)}?puesto=${puesto}`,
    };
  });
  route(app, api.leaveLine, async (ctx, { params }) => {
    await leaveByKey(ctx, params.clave);
    return { success: 'Saliste de la lista de espera.', redirect: `/clientes/espera/${params.clave}` };
  });
  servePage(app, api.joinPage, (ctx, { params, query }) => showJoin(ctx, params.id, query.puesto ?? null));
  servePage(app, api.myPlacePage, (ctx, { params }) => showMyPlace(ctx, params.clave));
}

async function showJoin(
  ctx: Context,
  lotId: number,
  place: number | null,
): Promise<PageResult<typeof api.joinPage>> {
  const [found] = await ctx.db
    .select({
      lot: { id: lots.id, name: lots.name, areaM2: lots.areaM2 },
      project: { slug: projects.slug, name: projects.name },
      open: sql<boolean>`(${projects.published} and ${projects.archivedAt} is null and ${soldType})`,
      stateId: lots.stateId,
    })
    .from(lots)
    .innerJoin(projects, eq(projects.id, lots.projectId))
    .where(eq(lots.id, lotId));
  if (!found?.open) throw notFound();
  const [waiting, { claims }] = await Promise.all([lengthOfLine(ctx.db, lotId), readSettings(ctx.db)]);
  return {
    data: {
      lot: found.lot,
      project: found.project,
      state:
        found.stateId >= LOT_STATE.deeded
          ? 'vendido'
          : found.stateId === LOT_STATE.available
            ? 'libre'
            : 'tomado',
      waiting,
      place,
      offerMinutes: claims.offerMinutes,
      consentText: CONSENT_TEXTS.datos.text,
    },
  };
}

async function showMyPlace(ctx: Context, key: string): Promise<PageResult<typeof api.myPlacePage>> {
  const id = entryOfKey(ctx, key);
  const entry = id === null ? undefined : await findEntry(ctx.db, id);
  if (!entry) throw notFound();
  const { claims } = await readSettings(ctx.db);
  return {
    data: {
      key,
      lot: entry.lot,
      project: entry.project,
      state: entry.state,
      place: entry.place,
      until: entry.state === 'ofrecido' ? (entry.until?.toISOString() ?? null) : null,
      offerMinutes: claims.offerMinutes,
    },
  };
}
