import { and, eq } from 'drizzle-orm';
import { urlOf } from '#contract/endpoint.ts';
import { paginate } from '#contract/paging.ts';
import * as api from '#contract/works/diary/endpoints.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import { notFound } from '#server/kernel/errors.ts';
import type { Module } from '#server/kernel/core.ts';
import { sendPaper } from '#server/kernel/pdf/paper.ts';
import { route, serveBytes } from '#server/kernel/route.ts';
import { verifyChain, type Chain } from './chain.service.ts';
import { sealDays } from './diary.jobs.ts';
import { diariesWithContracts, findDiary, hasEntry, pageOfDays } from './diary.queries.ts';
import { fieldDiaries } from './field.queries.ts';
import { listLostDays } from './lostDays.service.ts';
import { diariesInReach, mayOpenDiary } from './diary.scope.ts';
import { diaries } from './diary.table.ts';
import { changeEntry, recordEntry, sealDiary } from './diary.service.ts';
import { diaryTasks } from './diary.tasks.ts';
import { diaryPaper } from './paper.service.ts';

/** The site diary (bitácora): entries by day, sealed in a chain. */
export const diaryModule: Module = {
  name: 'diary',
  jobs: [sealDays],
  records: { bitacora: mayOpenDiary },
  tasks: { bitacora: diaryTasks },
  routes(app) {
    route(app, api.checkDiary, async (ctx, { body }) => ({ data: await hasEntry(ctx, body) }));
    route(app, api.findDiaryContracts, async (ctx, { params }) => ({
      data: await diariesWithContracts(ctx, params.projectId, params.createdAt),
    }));
    route(app, api.listDiaries, async (ctx, { query }) => {
      const { list, total } = await pageOfDays(ctx, query);
      return {
        data: list,
        meta: { pagination: paginate(query, list.length, total, urlOf(api.listDiaries, { query })) },
      };
    });
    route(app, api.listFieldDiaries, async (ctx) => ({ data: await fieldDiaries(ctx) }));
    route(app, api.findDiary, async (ctx, { params }) => ({
      data: (await findDiary(ctx, params.id)) ?? missing(),
    }));
    route(app, api.recordEntry, async (ctx, { body }) => ({ data: await recordEntry(ctx, body) }));
    route(app, api.changeEntry, async (ctx, { params, body }) => ({
      data: await changeEntry(ctx, params.id, body),
    }));
    route(app, api.sealDiary, async (ctx, { params }) => ({ data: await sealDiary(ctx, params.id) }));
    route(app, api.checkChain, async (ctx, { params }) => {
      await requireChain(ctx, params);
      return { data: await verifyChain(ctx.db, params) };
    });
    route(app, api.listLostDays, async (ctx, { params, query }) => ({
      data: await listLostDays(ctx, params.projectId, query.tipo_contrato_id),
    }));
    serveBytes(
      app,
      { path: api.DIARY_PAPER, access: 'bitacora.exportar', limit: { max: 60, seconds: 60 } },
      async (ctx, request, reply) => {
        const { data: query } = api.DiaryPaperQuery.safeParse(request.query);
        if (!query) throw notFound();
        const paper = await diaryPaper(ctx, query);
        await audit(ctx, 'leer', 'proyecto', query.proyecto_id, { document: paper.name });
        return sendPaper(reply, paper);
      },
    );
  },
};

const missing = (): never => {
  throw notFound();
};
/** Whoever reads one of its days may ask whether a chain is whole. */
async function requireChain(ctx: Context, { projectId, typeId }: Chain): Promise<void> {
  const found = await ctx.db
    .select({ id: diaries.id })
    .from(diaries)
    .where(
      and(eq(diaries.projectId, projectId), eq(diaries.typeId, typeId), diariesInReach(ctx, 'bitacora.ver')),
    )
    .limit(1);
  if (found.length === 0) throw notFound();
}
