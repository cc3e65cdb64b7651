import { countLate } from './board.counters.ts';
import { saleKeeper } from './stages.service.ts';
import { keepAllSales, measureStages, sweepBoard } from './board.jobs.ts';
import type { Module } from '#server/kernel/core.ts';
import type { FastifyInstance } from 'fastify';
import { urlOf } from '#contract/endpoint.ts';
import { paginate } from '#contract/paging.ts';
import type { BoardFilter } from '#contract/sales/board/board.ts';
import * as api from '#contract/sales/board/boardEndpoints.ts';
import { scopeOf } from '#server/kernel/context.ts';
import { forbidden } from '#server/kernel/errors.ts';
import { exportBatches } from '#server/kernel/exports/lists.ts';
import { route } from '#server/kernel/route.ts';
import { forCaller } from '#server/modules/sales/precontracts/filter.service.ts';
import { allBoard, listBoard, totalOf } from './board.list.ts';
import { presentBoard } from './board.present.ts';
import { changeStage, editStage, stageOfSale, stagesOfSale } from './stageCards.service.ts';
import { findStageTimes, setStageTime } from './stageTimes.service.ts';

/** The follow-up board: the grid and its cards. */
export const boardModule: Module = {
  name: 'board',
  keepers: [saleKeeper],
  jobs: [sweepBoard, keepAllSales, measureStages],
  counters: { board: countLate },
  routes,
};

function routes(app: FastifyInstance): void {
  route(app, api.listBoard, async (ctx, { query }) => {
    const reach = scopeOf(ctx, 'ventas.ver');
    if (!reach) throw forbidden();
    const { found, states } = await listBoard(ctx.db, forCaller(ctx, query), reach, ctx.now);
    const url = urlOf(api.listBoard, { query: asAsked(query) });
    return {
      data: await presentBoard(ctx.db, found, ctx.now),
      meta: {
        pagination: paginate(query, found.length, totalOf(query, states), url),
        states: states.map(({ stateId, total }) => ({ state_id: stateId, total })),
      },
    };
  });
  exportBatches(api.listBoard, async function* (ctx, { query }) {
    const reach = scopeOf(ctx, 'ventas.ver');
    if (!reach) throw forbidden();
    for await (const found of allBoard(ctx.db, forCaller(ctx, query), reach, ctx.now))
      yield presentBoard(ctx.db, found, ctx.now);
  });
  route(app, api.saleStages, async (ctx, { params }) => ({ data: await stagesOfSale(ctx, params.id) }));
  route(app, api.changeStageStatus, async (ctx, { params, body }) => {
    await changeStage(ctx, params.id, params.etapa, body.params);
    return { data: await stageOfSale(ctx, params.id, params.etapa) };
  });
  route(app, api.editStage, async (ctx, { params, body }) => {
    await editStage(ctx, params.id, params.etapa, body);
    return { data: await stageOfSale(ctx, params.id, params.etapa) };
  });
  route(app, api.listStageTimes, async (ctx) => ({ data: await findStageTimes(ctx.db) }));
  route(app, api.setStageTime, async (ctx, { params, body }) => {
    await setStageTime(ctx, params.etapa, body.dias);
    return { data: await findStageTimes(ctx.db) };
  });
}

const flag = (value: boolean | undefined) => (value === undefined ? undefined : value ? '1' : '0');
const asAsked = ({ mias, abierta, vencidas, ...query }: BoardFilter) => ({
  ...query,
  ...(mias !== undefined && { mias: flag(mias) as '1' | '0' }),
  ...(abierta !== undefined && { abierta: flag(abierta) as '1' | '0' }),
  ...(vencidas !== undefined && { vencidas: flag(vencidas) as '1' | '0' }),
});
