import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import * as api from '#contract/legal/addenda/endpoints.ts';
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
import { saleColumns } from '#server/modules/legal/promises/last.service.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { ofSale, presentAddendum, presentRow, presentSaleAddenda } from './addenda.present.ts';
import { findAddenda, findAddendum, isWritten } from './addenda.queries.ts';
import * as service from './addenda.service.ts';
import { addenda } from './addenda.table.ts';
import { setAddendumAttorney } from './attorneys.service.ts';
import { addendumTasks } from './addenda.tasks.ts';
import { addendaEndedFollower, addendumFollower } from './following.service.ts';
import { addendumPaper } from './paper.service.ts';
import { approveText, changeClauses } from './text.service.ts';
import { weigh } from './standing.service.ts';

const Params = z.object({ id: Id });

export const addendaModule: Module = {
  name: 'addenda',
  records: { adenda: reachesAddendum },
  tasks: { adenda: addendumTasks },
  followers: [addendumFollower, addendaEndedFollower],
  routes(app) {
    route(app, api.listAddenda, async (ctx, { query }) => {
      const { found, total } = await findAddenda(ctx, query);
      const url = urlOf(api.listAddenda, { query });
      return { data: found.map(presentRow), meta: { pagination: paginate(query, found.length, total, url) } };
    });
    route(app, api.getAddendum, (ctx, { params }) => answer(ctx, params.id));
    route(app, api.saleAddenda, async (ctx, { params }) => ({
      data: await presentSaleAddenda(ctx, params.id),
    }));
    route(app, api.tryAddendum, async (ctx, { params, body }) => {
      const [sale] = await ctx.db
        .select(saleColumns)
        .from(sales)
        .where(and(eq(sales.id, params.id), salesInReach(ctx, 'legal.crear')));
      if (!sale) throw notFound();
      const { lines, whyNot } = await weigh(ctx, sale, body.cambio);
      return { data: { lines, why_not: whyNot } };
    });
    route(app, api.createAddendum, async (ctx, { params, body }) =>
      answer(ctx, await service.createAddendum(ctx, params.id, body)),
    );
    route(app, api.changeAddendum, async (ctx, { params, body }) => {
      await service.changeAddendum(ctx, params.id, body);
      return answer(ctx, params.id);
    });
    route(app, api.setAddendumAttorney, async (ctx, { params, body }) => {
      await setAddendumAttorney(ctx, params.id, body);
      return answer(ctx, params.id);
    });
    route(app, api.changeAddendumClauses, async (ctx, { params, body }) => {
      await changeClauses(ctx, params.id, body.clausulas, body.version);
      return answer(ctx, params.id);
    });
    route(app, api.approveAddendumText, async (ctx, { params, body }) => {
      await approveText(ctx, params.id, body.version);
      return answer(ctx, params.id);
    });
    route(app, api.changeAddendumStatus, async (ctx, { params, body }) => {
      await service.changeAddendumState(ctx, params.id, body.params);
      return answer(ctx, params.id);
    });
    serveBytes(
      app,
      { path: api.ADDENDUM_PAPER, access: 'legal.ver', limit: { max: 60, seconds: 60 } },
      async (ctx, request, reply) => {
        const { data: params } = Params.safeParse(request.params);
        const found = params && (await findAddendum(ctx, params.id));
        if (!found || !isWritten(found.addendum)) throw notFound();
        const paper = await addendumPaper(ctx, found.addendum, ofSale(found.listed));
        await audit(ctx, 'leer', 'adenda', found.addendum.id, { code: found.addendum.code });
        return sendPaper(reply, paper);
      },
    );
  },
};

const answer = async (ctx: Context, id: number) => ({ data: await presentAddendum(ctx, id) });

async function reachesAddendum(ctx: Context, id: number): Promise<boolean> {
  const found = await ctx.db
    .select({ id: addenda.id })
    .from(addenda)
    .innerJoin(sales, eq(sales.id, addenda.saleId))
    .where(and(eq(addenda.id, id), salesInReach(ctx, 'legal.ver')));
  return found.length > 0;
}
