import { and, eq } from 'drizzle-orm';
import { urlOf } from '#contract/endpoint.ts';
import { paginate } from '#contract/paging.ts';
import { listJobs } from '#contract/works/jobs/endpoints.ts';
import type { Module } from '#server/kernel/house.ts';
import { route } from '#server/kernel/route.ts';
import { contractsInReach } from '#server/modules/works/contracts/construction.scope.ts';
import { contracts } from '#server/modules/works/contracts/construction.table.ts';
import { jobsFollowers } from './following.service.ts';
import { pageOfJobs } from './jobs.queries.ts';
import { jobs } from './jobs.table.ts';

/** Jobs of contracts in force. */
export const jobsModule: Module = {
  name: 'jobs',
  followers: jobsFollowers,
  records: {
    trabajo: async (ctx, id) => {
      const found = await ctx.db
        .select({ id: jobs.id })
        .from(jobs)
        .innerJoin(contracts, eq(contracts.id, jobs.contractId))
        .where(and(eq(jobs.id, id), contractsInReach(ctx, 'contratos.ver')));
      return found.length > 0;
    },
  },
  routes(app) {
    route(app, listJobs, async (ctx, { query }) => {
      const { data, total } = await pageOfJobs(ctx, query);
      return {
        data,
        meta: { pagination: paginate(query, data.length, total, urlOf(listJobs, { query })) },
      };
    });
  },
};
