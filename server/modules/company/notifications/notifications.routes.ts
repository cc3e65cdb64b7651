import { urlOf } from '#contract/endpoint.ts';
import * as api from '#contract/company/notifications/endpoints.ts';
import { paginate } from '#contract/paging.ts';
import { staffOf } from '#server/kernel/context.ts';
import { notFound } from '#server/kernel/errors.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import { digests, release, sweepNotices } from './notifications.jobs.ts';
import { countUnread, markAllSelected, markSelected, pageOfNotices } from './notifications.queries.ts';
import { readPreferences, writePreferences } from './preferences.service.ts';
import { mailChannel } from './sendOut.service.ts';

/** Notices for colleagues: in the office, and by the channels that each one wants. */
export const notificationsModule: Module = {
  name: 'notifications',
  jobs: [sweepNotices, release, digests],
  channels: { correo: mailChannel },
  routes(app) {
    route(app, api.listNotices, async (ctx, { query }) => {
      const { list, total } = await pageOfNotices(ctx.db, staffOf(ctx).userId, query);
      return {
        data: list,
        meta: { pagination: paginate(query, list.length, total, urlOf(api.listNotices, { query })) },
      };
    });
    route(app, api.countNotices, async (ctx) => ({
      data: { unread: await countUnread(ctx.db, staffOf(ctx).userId) },
    }));
    route(app, api.selectNotice, async (ctx, { params }) => {
      const notice = await markSelected(ctx.db, staffOf(ctx).userId, params.id, ctx.now);
      if (!notice) throw notFound();
      return { data: notice };
    });
    route(app, api.getNoticePreferences, async (ctx) => ({
      data: await readPreferences(ctx.db, staffOf(ctx).userId),
    }));
    route(app, api.putNoticePreferences, async (ctx, { body }) => ({
      data: await writePreferences(ctx.db, staffOf(ctx).userId, body),
    }));
    route(app, api.selectAllNotices, async (ctx) => {
      await markAllSelected(ctx.db, staffOf(ctx).userId, ctx.now);
      return { success: 'Todos los avisos quedan leídos.' };
    });
  },
};
