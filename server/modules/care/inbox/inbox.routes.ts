import * as api from '#contract/care/inbox/endpoints.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import { sayAway } from './absence.service.ts';
import { inboxJobs } from './inbox.jobs.ts';
import {
  answererRoles,
  changeQuick,
  createQuick,
  findQuick,
  quickFor,
  removeQuick,
  timesOf,
} from './inbox.service.ts';

/** What helps those who answer: quick answers, absence, answer times. */
export const inboxModule: Module = {
  name: 'inbox',
  jobs: inboxJobs,
  followers: [{ record: 'mensaje', follow: sayAway }],
  routes(app) {
    route(app, api.listQuickAnswers, async (ctx) => ({ data: await findQuick(ctx) }));
    route(app, api.quickAnswersFor, async (ctx, { params }) => ({ data: await quickFor(ctx, params.sid) }));
    route(app, api.createQuickAnswer, async (ctx, { body }) => ({ data: await createQuick(ctx, body) }));
    route(app, api.changeQuickAnswer, async (ctx, { params, body }) => ({
      data: await changeQuick(ctx, params.id, body),
    }));
    route(app, api.removeQuickAnswer, async (ctx, { params }) => {
      await removeQuick(ctx, params.id);
      return { data: {} };
    });
    route(app, api.listAnswererRoles, async (ctx) => ({ data: await answererRoles(ctx) }));
    route(app, api.answerTimes, async (ctx, { query }) => ({ data: await timesOf(ctx, query.dias) }));
  },
};
