import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import * as api from '#contract/legal/promises/endpoints.ts';
import { urlOf } from '#contract/endpoint.ts';
import { Id } from '#contract/ids.ts';
import { paginate } from '#contract/paging.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import { notFound } from '#server/kernel/errors.ts';
import type { Module } from '#server/kernel/core.ts';
import { sendPaper } from '#server/kernel/pdf/paper.ts';
import { route, serveBytes } from '#server/kernel/route.ts';
import { salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import * as drafting from './draft.service.ts';
import { envelopeFollower, endedFollower } from './following.service.ts';
import { promisePaper } from './paper.service.ts';
import { promiseKnown } from './promises.known.ts';
import { presentPromise, presentRow, presentSalePromises } from './promises.present.ts';
import { findPromise, findPromises } from './promises.queries.ts';
import { promises } from './promises.table.ts';
import { promiseTasks } from './promises.tasks.ts';
import { changePromiseState } from './status.service.ts';

const Params = z.object({ id: Id });
const LIMIT = { max: 60, seconds: 60 };

export const promisesModule: Module = {
  name: 'promises',
  records: { promesa: reachesPromise },
  knows: { precontrato: { promise: promiseKnown } },
  tasks: { promesa: promiseTasks },
  followers: [envelopeFollower, endedFollower],
  routes(app) {
    route(app, api.listPromises, async (ctx, { query }) => {
      const { found, total } = await findPromises(ctx, query);
      const url = urlOf(api.listPromises, { query });
      return { data: found.map(presentRow), meta: { pagination: paginate(query, found.length, total, url) } };
    });
    route(app, api.getPromise, (ctx, { params }) => answer(ctx, params.id));
    route(app, api.salePromises, async (ctx, { params }) => ({
      data: await presentSalePromises(ctx, params.id),
    }));
    route(app, api.generatePromise, async (ctx, { params, body }) =>
      answer(ctx, await drafting.generatePromise(ctx, params.id, body)),
    );
    route(app, api.changePromiseTerms, async (ctx, { params, body }) => {
      await drafting.changeTerms(ctx, params.id, body);
      return answer(ctx, params.id);
    });
    route(app, api.setAttorney, async (ctx, { params, body }) => {
      await drafting.setAttorney(ctx, params.id, body);
      return answer(ctx, params.id);
    });
    route(app, api.changePromiseClauses, async (ctx, { params, body }) => {
      await drafting.changeClauses(ctx, params.id, body.clausulas, body.version);
      return answer(ctx, params.id);
    });
    route(app, api.refreezePromise, async (ctx, { params }) => {
      await drafting.refreeze(ctx, params.id);
      return answer(ctx, params.id);
    });
    route(app, api.nextRound, async (ctx, { params }) =>
      answer(ctx, await drafting.nextRound(ctx, params.id)),
    );
    route(app, api.markClause, async (ctx, { params, body }) => {
      await drafting.markClause(ctx, params.id, body.clausula);
      return answer(ctx, params.id);
    });
    route(app, api.changePromiseStatus, async (ctx, { params, body }) => {
      await changePromiseState(ctx, params.id, body.params);
      return answer(ctx, params.id);
    });
    serveBytes(
      app,
      { path: api.PROMISE_PAPER, access: 'legal.ver', limit: LIMIT },
      async (ctx, request, reply) => {
        const { data: params } = Params.safeParse(request.params);
        const found = params && (await findPromise(ctx, params.id));
        if (!found) throw notFound();
        const paper = await promisePaper(ctx, found.promise);
        await audit(ctx, 'leer', 'promesa', found.promise.id, { code: found.promise.code });
        return sendPaper(reply, paper);
      },
    );
  },
};

const answer = async (ctx: Context, id: number) => ({ data: await presentPromise(ctx, id) });

async function reachesPromise(ctx: Context, id: number): Promise<boolean> {
  const found = await ctx.db
    .select({ id: promises.id })
    .from(promises)
    .innerJoin(sales, eq(sales.id, promises.saleId))
    .where(and(eq(promises.id, id), salesInReach(ctx, 'legal.ver')));
  return found.length > 0;
}
