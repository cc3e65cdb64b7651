import { and, eq } from 'drizzle-orm';
import { urlOf } from '#contract/endpoint.ts';
import { paginate } from '#contract/paging.ts';
import * as api from '#contract/money/refunds/endpoints.ts';
import { notFound } from '#server/kernel/errors.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import { salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { findRefund, findRefunds, sumsOfRefunds } from './refunds.queries.ts';
import { refundPostings } from './refunds.postings.ts';
import { changeRefund, draftOf, prepareRefund } from './refunds.service.ts';
import { withdrawalLetterRoutes } from './withdrawalLetter.routes.ts';
import { refunds } from './refunds.table.ts';
import { refundTasks } from './refunds.tasks.ts';

/** Refunds after a withdrawal or a rescission. */
export const refundsModule: Module = {
  name: 'refunds',
  tasks: { devolucion: refundTasks },
  postings: [refundPostings],
  records: {
    devolucion: async (ctx, id) =>
      (await findRefund(ctx, and(eq(refunds.id, id), salesInReach(ctx, 'pagos.ver')))) !== undefined,
  },
  routes(app) {
    withdrawalLetterRoutes(app);
    route(app, api.listRefunds, async (ctx, { query }) => {
      const { data, total } = await findRefunds(ctx, query, salesInReach(ctx, 'pagos.ver'));
      return {
        data,
        meta: { pagination: paginate(query, data.length, total, urlOf(api.listRefunds, { query })) },
      };
    });
    route(app, api.sumRefunds, async (ctx, { query }) => ({
      data: await sumsOfRefunds(ctx, query, salesInReach(ctx, 'pagos.ver')),
    }));
    route(app, api.getRefund, async (ctx, { params }) => {
      const data = await findRefund(ctx, and(eq(refunds.id, params.id), salesInReach(ctx, 'pagos.ver')));
      if (!data) throw notFound();
      return { data };
    });
    route(app, api.draftRefund, async (ctx, { params }) => ({ data: await draftOf(ctx, params.id) }));
    route(app, api.prepareRefund, async (ctx, { params, body }) => ({
      data: await prepareRefund(ctx, params.id, body),
    }));
    route(app, api.changeRefundStatus, async (ctx, { params, body }) => ({
      data: await changeRefund(ctx, params.id, body.params),
    }));
  },
};
