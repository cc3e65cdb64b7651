import * as api from '#contract/works/diary/endpoints.ts';
import type { Context } from '#server/kernel/context.ts';
import { notFound } from '#server/kernel/errors.ts';
import type { Module } from '#server/kernel/house.ts';
import { route } from '#server/kernel/route.ts';
import { verifyChain } from './chain.service.ts';
import { sealDays } from './diary.jobs.ts';
import { daysLostOf, diariesWithContracts, findDiary, hasEntry, listDays } from './diary.queries.ts';
import { entriesInReach } from './diary.scope.ts';
import { changeEntry, recordEntry, sealDiary } from './diary.service.ts';
import { projectInReach } from '#server/modules/projects/projects/projects.scope.ts';

export const diaryModule: Module = {
  name: 'diary',
  jobs: [sealDays],
  routes(app) {
    route(app, api.checkDiary, async (ctx, { body }) => ({ data: await hasEntry(ctx, body) }));
    route(app, api.findDiaryContracts, async (ctx, { params }) => ({
      data: await diariesWithContracts(ctx, params.projectId, params.createdAt),
    }));
    route(app, api.listDiaries, async (ctx, { params, query }) => ({
      data: await listDays(ctx, params.projectId, params.typeId, query.desde, query.hasta),
    }));
    route(app, api.findDiary, async (ctx, { params }) => ({
      data: (await findDiary(ctx, params.id)) ?? missing(),
    }));
    route(app, api.recordEntry, async (ctx, { body }) => ({ data: await recordEntry(ctx, body) }));
    route(app, api.changeEntry, async (ctx, { params, body }) => ({
      data: await changeEntry(ctx, params.id, body),
    }));
    route(app, api.sealDiary, async (ctx, { params }) => ({ data: await sealDiary(ctx, params.id) }));
    route(app, api.checkChain, async (ctx, { params }) => {
      await requireProject(ctx, params.projectId);
      return { data: await verifyChain(ctx.db, params) };
    });
    route(app, api.listLostDays, async (ctx, { params }) => ({
      data: await daysLostOf(ctx.db, params.projectId, params.typeId, entriesInReach(ctx, 'bitacora.ver')),
    }));
  },
};

const missing = (): never => {
  throw notFound();
};
async function requireProject(ctx: Context, id: number): Promise<void> {
  if (!(await projectInReach(ctx, id, 'bitacora.ver'))) throw notFound();
}
