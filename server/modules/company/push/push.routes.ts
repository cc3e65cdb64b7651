import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { and, eq } from 'drizzle-orm';
import { urlOf } from '#contract/endpoint.ts';
import * as api from '#contract/company/push/endpoints.ts';
import { readSubscription } from '#contract/company/push/model.ts';
import { notificationsPage } from '#contract/company/push/pages.ts';
import { paginate } from '#contract/paging.ts';
import { TEXTS } from '#contract/texts.ts';
import { audit } from '#server/kernel/audit.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { notFound } from '#server/kernel/errors.ts';
import type { Module } from '#server/kernel/core.ts';
import { CUSTOMER_FOLDER } from '#server/kernel/pageBundle.ts';
import { servePage } from '#server/kernel/pages.ts';
import { route } from '#server/kernel/route.ts';
import { newToken } from '#server/kernel/secrets.ts';
import { findRecipients } from '#server/modules/company/notifications/preferences.service.ts';
import { pushJobs } from './push.jobs.ts';
import { findOwnDevices, pageOfDevices } from './push.queries.ts';
import { pushSubscriptions } from './push.table.ts';
import { pushChannel, sendPushes } from './send.service.ts';
import {
  confirmHere,
  customerOf,
  dropSubscription,
  keepSubscription,
  liveSubscriptions,
  ownedBy,
  ownerNow,
  ownersHere,
} from './subscriptions.service.ts';
import { shownOutside } from './text.ts';
import { vapidKeys } from './vapid.service.ts';

/** Push notices to browsers: their subscriptions, and the channel that sends to them. */
export const pushModule: Module = {
  name: 'push',
  jobs: pushJobs,
  channels: { push: pushChannel },
  routes(app) {
    // At the root, so that its pages are all of the site's. Revalidated on each load, and it connects to this server alone.
    app.get('/sw.js', { config: { access: 'public' } }, async (_request, reply) =>
      reply
        .headers({
          'cache-control': 'no-cache',
          'content-security-policy': "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
        })
        .type('text/javascript; charset=utf-8')
        .send(await readFile(path.join(CUSTOMER_FOLDER, 'sw.js'), 'utf8')),
    );
    route(app, api.pushKey, async (ctx) => ({ data: { key: (await vapidKeys(ctx)).publicKey } }));
    route(app, api.subscribePush, async (ctx, { body, query }) => ({
      data: { id: await keepSubscription(ctx, body, await ownerNow(ctx, query.antes)) },
    }));
    route(app, api.stopPush, async (ctx, { body }) => {
      await dropSubscription(ctx, body, ownersHere(ctx));
      return { success: 'Este equipo ya no recibe avisos.' };
    });
    route(app, api.listMyDevices, async (ctx) => ({
      data: await findOwnDevices(ctx.db, staffOf(ctx).userId),
    }));
    route(app, api.testDevice, async (ctx, { params }) => {
      const mine = and(ownedBy({ userId: staffOf(ctx).userId }), eq(pushSubscriptions.id, params.id));
      const queued = await sendTo(ctx, mine!, {
        title: 'Aviso de prueba',
        body: 'Así te llegan los avisos de la oficina.',
        url: '/oficina/avisos/preferencias',
      });
      if (queued === 0) throw notFound();
      return { success: 'Enviamos un aviso de prueba. Debe llegar en unos segundos.' };
    });
    route(app, api.sendPush, async (ctx, { params, query }) => {
      const userId = query.user_id ?? staffOf(ctx).userId;
      if ((await findRecipients(ctx.db, [userId])).length === 0) throw notFound();
      const queued = await sendTo(ctx, ownedBy({ userId }), { ...params, url: '/oficina/avisos' });
      await audit(ctx, 'enviar', 'aviso', userId, { ...params, queued });
      return { data: { queued } };
    });
    route(app, api.listDevices, async (ctx, { query }) => {
      const { list, total } = await pageOfDevices(ctx.db, query);
      const url = urlOf(api.listDevices, { query });
      return { data: list, meta: { pagination: paginate(query, list.length, total, url) } };
    });
    customerRoutes(app);
  },
};

function customerRoutes(app: Parameters<NonNullable<Module['routes']>>[0]): void {
  servePage(app, notificationsPage, async (ctx, { query }) => {
    const found = await liveSubscriptions(ctx.db, ownedBy(customerOf(ctx)));
    return {
      data: {
        key: (await vapidKeys(ctx)).publicKey,
        on: found.length > 0,
        primary: found.some(({ isPrimary }) => isPrimary),
        confirmed: query.confirmado === '1' || found.some(({ confirmedAt }) => confirmedAt !== null),
      },
    };
  });
  route(app, api.confirmPush, async (ctx, { body }) => {
    const owner = customerOf(ctx);
    const sent = body.push_subscription === undefined ? null : readSubscription(body.push_subscription);
    if (sent) await keepSubscription(ctx, sent, owner);
    await confirmHere(ctx, owner.sessionId, YES.includes(body.primary ?? ''));
    return { success: TEXTS.pushConfirmed };
  });
}

/** What a checkbox and a program send for "yes". */
const YES: readonly string[] = ['1', 'true', 'on', 'si', 'sí'];

async function sendTo(
  ctx: Context,
  whose: Parameters<typeof liveSubscriptions>[1],
  { title, body, url }: { title: string; body: string; url: string },
): Promise<number> {
  const event = `manual:${newToken()}`;
  const devices = await liveSubscriptions(ctx.db, whose);
  return sendPushes(
    ctx,
    devices.map(({ id }) => ({
      subscriptionId: id,
      event,
      about: event,
      payload: { ...shownOutside(title, body), url },
      urgent: true,
    })),
  );
}
