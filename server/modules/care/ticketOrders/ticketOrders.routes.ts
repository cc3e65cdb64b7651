import { sql } from 'drizzle-orm';
import * as api from '#contract/care/ticketOrders/endpoints.ts';
import { OPEN_ORDERS, ORDER_TOLD } from '#contract/care/ticketOrders/rules.ts';
import { urlOf } from '#contract/endpoint.ts';
import { Id } from '#contract/ids.ts';
import { paginate } from '#contract/paging.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import { anyOf } from '#server/kernel/db.ts';
import { notFound } from '#server/kernel/errors.ts';
import { exportBatches } from '#server/kernel/exports/lists.ts';
import type { Module } from '#server/kernel/core.ts';
import { sendPaper } from '#server/kernel/pdf/paper.ts';
import { route, serveBytes } from '#server/kernel/route.ts';
import { counterOf } from '#server/kernel/tasks.ts';
import { answerOrder, reportOrder } from './answer.service.ts';
import { orderOptions } from './options.service.ts';
import { orderPaper } from './orderPaper.service.ts';
import { tellLateOrders } from './ticketOrders.jobs.ts';
import { fieldOrders, presentOrder, presentOrders } from './ticketOrders.present.ts';
import { allOrders, findOrders } from './ticketOrders.queries.ts';
import { mayOpenOrder } from './ticketOrders.scope.ts';
import * as service from './ticketOrders.service.ts';
import { orderTasks } from './ticketOrders.tasks.ts';
import { bookVisit, ticketWork } from './visits.service.ts';

/** The words of ORDER_TOLD, as branches of a SQL case. */
const told = sql.raw(
  Object.entries(ORDER_TOLD)
    .map(([state, words]) => `when ${state} then '${words}'`)
    .join(' '),
);

/** What contractors are asked to do for tickets, and the visits to their houses. */
export const ticketOrdersModule: Module = {
  name: 'ticketOrders',
  jobs: [tellLateOrders],
  records: { orden_trabajo: mayOpenOrder },
  tasks: { orden_trabajo: orderTasks },
  counters: { orders: counterOf(orderTasks) },
  knows: {
    /** The order that a ticket has now, over `tickets t`. */
    ticket: {
      order: sql`(select json_build_object('contractor', a.name, 'told', case o.state_id ${told} end)
        from ticket_orders o join partners a on a.id = o.contractor_id
        where o.ticket_id = t.id and o.state_id in ${anyOf(OPEN_ORDERS)})`,
    },
  },
  routes(app) {
    const answer = async (ctx: Context, id: number) => ({ data: await presentOrder(ctx, id) });
    route(app, api.listOrders, async (ctx, { query }) => {
      const { found, total } = await findOrders(ctx, query);
      return {
        data: presentOrders(ctx.now, found),
        meta: { pagination: paginate(query, found.length, total, urlOf(api.listOrders, { query })) },
      };
    });
    exportBatches(api.listOrders, async function* (ctx, { query }) {
      for await (const found of allOrders(ctx, query)) yield presentOrders(ctx.now, found);
    });
    route(app, api.listFieldOrders, async (ctx) => ({ data: await fieldOrders(ctx) }));
    route(app, api.getOrder, (ctx, { params }) => answer(ctx, params.id));
    route(app, api.changeOrder, async (ctx, { params, body }) => {
      await service.changeOrder(ctx, params.id, body);
      return answer(ctx, params.id);
    });
    route(app, api.answerOrder, async (ctx, { params, body }) => {
      await answerOrder(ctx, params.id, body);
      return answer(ctx, params.id);
    });
    route(app, api.reportOrder, async (ctx, { params, body }) => {
      await reportOrder(ctx, params.id, body);
      return answer(ctx, params.id);
    });
    route(app, api.changeOrderStatus, async (ctx, { params, body }) => {
      await service.changeOrderState(ctx, params.id, body.params);
      return answer(ctx, params.id);
    });
    serveBytes(
      app,
      { path: api.ORDER_PAPER_PATH, access: 'tickets.ver', limit: { max: 60, seconds: 60 } },
      async (ctx, request, reply) => {
        const { data: id } = Id.safeParse((request.params as { id: string }).id);
        if (id === undefined) throw notFound();
        const paper = await orderPaper(ctx, id);
        await audit(ctx, 'leer', 'orden_trabajo', id, { document: paper.name });
        return sendPaper(reply, paper);
      },
    );
    route(app, api.getTicketWork, async (ctx, { params }) => ({ data: await ticketWork(ctx, params.id) }));
    route(app, api.listOrderOptions, async (ctx, { params }) => ({
      data: await orderOptions(ctx, params.id),
    }));
    route(app, api.offerOrder, async (ctx, { params, body }) =>
      answer(ctx, await service.offerOrder(ctx, params.id, body)),
    );
    route(app, api.bookTicketVisit, async (ctx, { params, body }) => {
      await bookVisit(ctx, params.id, body);
      return { data: await ticketWork(ctx, params.id) };
    });
  },
};
