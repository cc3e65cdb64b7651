import { urlOf } from '#contract/endpoint.ts';
import * as api from '#contract/company/mailedLists/endpoints.ts';
import { paginate } from '#contract/paging.ts';
import { notFound } from '#server/kernel/errors.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import { makeCopy, startMailed, sweepMailed } from './mailedLists.jobs.ts';
import { findMailedList, pageOfMailedLists, runsOf } from './mailedLists.queries.ts';
import {
  addMailedList,
  changeMailedList,
  sendMailedList,
  setMailedListState,
} from './mailedLists.service.ts';

/** Lists and reports that go by mail in a rhythm. */
export const mailedListsModule: Module = {
  name: 'mailedLists',
  jobs: [startMailed, makeCopy, sweepMailed],
  routes(app) {
    route(app, api.listMailedLists, async (ctx, { query }) => {
      const { list, total } = await pageOfMailedLists(ctx, query);
      const url = urlOf(api.listMailedLists, { query });
      return { data: list, meta: { pagination: paginate(query, list.length, total, url) } };
    });
    route(app, api.getMailedList, async (ctx, { params }) => {
      const list = await findMailedList(ctx, params.id);
      if (!list) throw notFound();
      return { data: { list, runs: await runsOf(ctx, list) } };
    });
    route(app, api.addMailedList, async (ctx, { body }) => ({ data: await addMailedList(ctx, body) }));
    route(app, api.changeMailedList, async (ctx, { params, body }) => ({
      data: await changeMailedList(ctx, params.id, body),
    }));
    route(app, api.setMailedListState, async (ctx, { params, body }) => ({
      data: await setMailedListState(ctx, params.id, body.params.estado),
    }));
    route(app, api.sendMailedList, async (ctx, { params }) => ({
      data: await sendMailedList(ctx, params.id),
    }));
  },
};
