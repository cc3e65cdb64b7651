import * as api from '#contract/company/news/endpoints.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import { markRead, newsOf } from './news.service.ts';

/** The version in use and what is new in it. */
export const newsModule: Module = {
  name: 'news',
  routes(app) {
    route(app, api.getNews, async (ctx) => ({ data: await newsOf(ctx) }));
    route(app, api.readNews, async (ctx, { params, body }) => ({
      unread: await markRead(ctx, params.userId, body.day),
    }));
  },
};
