import { and, eq } from 'drizzle-orm';
import { urlOf } from '#contract/endpoint.ts';
import { paginate } from '#contract/paging.ts';
import * as api from '#contract/works/schedule/endpoints.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import { contracts } from '#server/modules/works/contracts/construction.table.ts';
import { realDaysKeeper, scheduleFollowers } from './following.service.ts';
import { scheduleForecast, scheduleNight } from './schedule.jobs.ts';
import { houseForecasts } from './forecast.service.ts';
import { presentGantt, schedulableContracts } from './gantt.queries.ts';
import { moveTask, undoMove } from './moves.service.ts';
import { presentProgram } from './program.queries.ts';
import {
  pageOfTasks,
  presentDetails,
  presentPriorities,
  presentProgramming,
  presentTask,
} from './schedule.queries.ts';
import { mayOpenSchedule } from './schedule.scope.ts';
import { lateTasks, weekTasks } from './schedule.tasks.ts';
import { previewStamp, stampContract } from './stamp.service.ts';
import { addStop, removeStop } from './stops.service.ts';

/** Schedules (cronogramas) of contracts: stamping, moves, lost days, forecasts and the weekly programme. */
export const scheduleModule: Module = {
  name: 'schedule',
  records: { cronograma: mayOpenSchedule },
  jobs: [scheduleForecast, scheduleNight],
  tasks: { cronograma: lateTasks, semana: weekTasks },
  keepers: [realDaysKeeper],
  followers: scheduleFollowers,
  routes(app) {
    route(app, api.findGantt, async (ctx, { query }) => ({ data: await presentGantt(ctx, query) }));
    route(app, api.listTasks, async (ctx, { query }) => {
      const { list, total } = await pageOfTasks(ctx, query);
      const url = urlOf(api.listTasks, { query });
      return { data: list, meta: { pagination: paginate(query, list.length, total, url) } };
    });
    route(app, api.findTask, async (ctx, { params }) => ({ data: await presentTask(ctx, params.id) }));
    route(app, api.listForecasts, async (ctx, { query }) => ({
      data: await houseForecasts(
        ctx,
        and(
          query.proyecto_id === undefined ? undefined : eq(contracts.projectId, query.proyecto_id),
          query.contrato_id === undefined ? undefined : eq(contracts.id, query.contrato_id),
        ),
      ),
    }));
    route(app, api.listSchedulable, async (ctx, { query }) => ({
      data: await schedulableContracts(ctx, query.proyecto_id),
    }));
    route(app, api.previewStamp, async (ctx, { params, query }) => ({
      data: await previewStamp(ctx, params.id, query),
    }));
    route(app, api.stampSchedule, async (ctx, { params, body }) => ({
      data: { schedule_id: await stampContract(ctx, params.id, body) },
      success: 'Contrato programado.',
    }));
    route(app, api.moveTask, async (ctx, { params, body }) => ({
      data: { move_id: await moveTask(ctx, params.id, body) },
      success: 'Movido.',
    }));
    route(app, api.undoMove, async (ctx, { params }) => ({
      data: { schedule_id: await undoMove(ctx, params.id) },
      success: 'Movimiento deshecho.',
    }));
    route(app, api.addStop, async (ctx, { body }) => ({
      data: await addStop(ctx, body),
      success: 'Días perdidos anotados.',
    }));
    route(app, api.removeStop, async (ctx, { params }) => {
      await removeStop(ctx, params.id);
      return { success: 'Días perdidos quitados.' };
    });
    route(app, api.findWeekProgram, async (ctx, { query }) => ({ data: await presentProgram(ctx, query) }));
    route(app, api.findProgramming, async (ctx, { params }) => ({
      data: await presentProgramming(ctx, params.id),
    }));
    route(app, api.findProgrammingDetails, (ctx, { params }) => presentDetails(ctx, params.contractId));
    route(app, api.listPriorities, async (ctx, { params }) => ({
      data: await presentPriorities(ctx, params.contractId),
    }));
  },
};
