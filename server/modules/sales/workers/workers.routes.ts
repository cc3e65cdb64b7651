import * as users from '#contract/company/users/endpoints.ts';
import { reassignSales as reassign } from '#contract/sales/board/boardEndpoints.ts';
import { listProcessors, listSaleStaff } from '#contract/sales/sale/endpoints.ts';
import { sql } from 'drizzle-orm';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import { getUser } from '#server/modules/company/users/people.service.ts';
import { inProgress } from '#server/modules/sales/sale/standing.service.ts';
import { lawyerFollower } from './lawyers.service.ts';
import { openWork } from './leaving.queries.ts';
import { handOverOf, leave, openWorkOf } from './leaving.service.ts';
import { findSaleStaff, processorNames } from './processors.service.ts';
import { reassignSales } from './reassign.service.ts';

/** Assignments: a user's open sales, and their handover when the user leaves. */
export const workersModule: Module = {
  name: 'workers',
  knows: {
    usuario: { openProcessor: openWork('processor'), openAdviser: openWork('adviser') },
    proyecto: {
      openSales: sql`(select count(*)::int from sales s where s.project_id = projects.id and ${inProgress(sql`s.state_id`)})`,
    },
    miembro: {
      openSales: sql`(select count(*)::int from sales s where s.project_id = project_team.project_id
        and ${inProgress(sql`s.state_id`)} and (s.processor_id = users.id or s.adviser_id = users.id))`,
    },
  },
  followers: [lawyerFollower],
  routes(app) {
    route(app, listProcessors, async (ctx, { query }) => ({
      data: await processorNames(ctx, query.exclude?.split(',').map(Number)),
    }));
    route(app, listSaleStaff, async (ctx) => ({ data: await findSaleStaff(ctx.db, ctx.now) }));
    route(app, reassign, async (ctx, { body }) => ({ data: await reassignSales(ctx, body) }));
    route(app, users.deactivateUser, async (ctx, { params, body }) => {
      await leave(ctx, params.id, body);
      return { data: await getUser(ctx, params.id) };
    });
    route(app, users.getOpenWork, async (ctx, { params }) => ({ data: await openWorkOf(ctx, params.id) }));
    route(app, users.handOverWork, async (ctx, { params, body }) => ({
      data: await handOverOf(ctx, params.id, body),
    }));
  },
};
