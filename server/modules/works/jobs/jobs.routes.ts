import { urlOf } from '#contract/endpoint.ts';
import { paginate } from '#contract/paging.ts';
import * as api from '#contract/works/jobs/endpoints.ts';
import type { Context } from '#server/kernel/context.ts';
import { notFound } from '#server/kernel/errors.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import { counterOf } from '#server/kernel/tasks.ts';
import { changeChecklist, checklistsInForce } from './checklists.service.ts';
import { jobsFollowers } from './following.service.ts';
import { inspectJob, lowerApproved } from './inspection.service.ts';
import { presentJobs } from './jobs.present.ts';
import { fieldJobs, findJob, pageOfJobs } from './jobs.queries.ts';
import { mayOpenJob } from './jobs.scope.ts';
import { jobTasks } from './jobs.tasks.ts';
import { reportJob } from './report.service.ts';
import { changeJob, houseProgressKeeper, programJobs } from './status.service.ts';

/** Jobs (trabajos): programming, reports of progress and inspections. */
export const jobsModule: Module = {
  name: 'jobs',
  records: { trabajo: mayOpenJob },
  tasks: { trabajo: jobTasks },
  counters: { jobs: counterOf(jobTasks) },
  keepers: [houseProgressKeeper],
  followers: jobsFollowers,
  routes(app) {
    route(app, api.listJobs, async (ctx, { query }) => {
      const { list, total } = await pageOfJobs(ctx, query);
      return {
        data: list,
        meta: { pagination: paginate(query, list.length, total, urlOf(api.listJobs, { query })) },
      };
    });
    route(app, api.listFieldJobs, async (ctx) => ({ data: await presentJobs(ctx, await fieldJobs(ctx)) }));
    route(app, api.getJob, (ctx, { params }) => answer(ctx, params.id));
    route(app, api.changeJobStatus, async (ctx, { params, body }) => {
      await changeJob(ctx, params.id, body.params);
      return answer(ctx, params.id);
    });
    route(app, api.programJobs, async (ctx, { body }) => ({
      data: { programmed: await programJobs(ctx, body) },
    }));
    route(app, api.reportJob, async (ctx, { params, body }) => {
      await reportJob(ctx, params.id, body);
      return answer(ctx, params.id);
    });
    route(app, api.inspectJob, async (ctx, { params, body }) => {
      await inspectJob(ctx, params.id, body);
      return answer(ctx, params.id);
    });
    route(app, api.lowerApproved, async (ctx, { params, body }) => {
      await lowerApproved(ctx, params.id, body);
      return answer(ctx, params.id);
    });
    route(app, api.listChecklists, async (ctx) => ({ data: await checklistsInForce(ctx) }));
    route(app, api.changeChecklist, async (ctx, { params, body }) => ({
      data: await changeChecklist(ctx, params.actividad, body),
    }));
  },
};

const answer = async (ctx: Context, id: number) => {
  const found = await findJob(ctx, id);
  if (!found) throw notFound();
  return { data: (await presentJobs(ctx, [found]))[0]! };
};
