import * as api from '#contract/company/tasks/endpoints.ts';
import { staffOf } from '#server/kernel/context.ts';
import type { Module } from '#server/kernel/core.ts';
import { requireRecord } from '#server/kernel/records.ts';
import { route } from '#server/kernel/route.ts';
import {
  editTask,
  findRecordTasks,
  findTasksOfDays,
  leaveTask,
  readTask,
  setDone,
  taskTasks,
} from './tasks.service.ts';

/** Dated tasks on any record, by the record's own access rule. */
export const tasksModule: Module = {
  name: 'tasks',
  tasks: { tarea: taskTasks },
  routes(app) {
    route(app, api.listTasks, async (ctx, { query }) => {
      await requireRecord(ctx, query.reference, query.reference_id);
      return { data: await findRecordTasks(ctx.db, query.reference, query.reference_id) };
    });
    route(app, api.listMyTasks, async (ctx, { query }) => ({
      data: await findTasksOfDays(ctx.db, staffOf(ctx).userId, query.desde, query.hasta),
    }));
    route(app, api.createTask, async (ctx, { body }) => ({
      data: await readTask(ctx.db, await leaveTask(ctx, body)),
    }));
    route(app, api.changeTask, async (ctx, { params, body }) => {
      await editTask(ctx, params.id, body);
      return { data: await readTask(ctx.db, params.id) };
    });
    route(app, api.finishTask, async (ctx, { params, body }) => {
      await setDone(ctx, params.id, body.hecha);
      return { data: await readTask(ctx.db, params.id) };
    });
  },
};
